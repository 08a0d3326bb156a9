"""The lobby and the rules pages."""

from __future__ import annotations

import re
from html import unescape

import httpx
import msgspec
import pytest

from byways.bots import TIERS
from byways.game import Game, Preset, all_games, find_game
from byways.i18n import ENGLISH
from byways.table.pages.lobby import EXPLAINED, bots, others
from byways.table.play.table import Table
from byways.table.routes.lobby import SHOWN
from byways.teaching.guide import FIGURE, how_to_play, in_short
from tests import toy
from tests.table.serving import ServerThread, choose, link_in


def test_tiers_come_first_among_the_bots_of_a_game() -> None:
    traxx = find_game("traxx")
    assert list(bots(traxx)["Bots"]) == list(TIERS)
    assert not set(TIERS) & set(bots(traxx)["By name"])
    assert bots(toy.GAME) == {"By name": {"random": "random: plays anything that is allowed"}}


def test_every_bot_by_name_is_explained() -> None:
    for game in all_games():
        assert {bot for bot in game.bot_names if bot not in TIERS} <= {*EXPLAINED}


def card_of(game: Game, page: str) -> str:
    return unescape(page.split(f'<article aria-labelledby="{game.name}"')[1].split("</article>")[0])


@pytest.fixture
def known(ann: httpx.Client) -> httpx.Client:
    """A visitor who has been here before."""
    ann.post("/learn/traxx/line")
    return ann


def test_every_game_has_a_picture_a_summary_and_links(known: httpx.Client) -> None:
    page = known.get("/").text
    for game in all_games():
        card = card_of(game, page)
        assert f">{game.summary}</p>" in card
        assert ">Play</button>" in card
        assert 'formaction="/invite"' in card
        assert [f'href="/{way}/{game.name}"' in card for way in ("learn", "set", "rules")] == [True, True, True]
        picture = known.get(re.findall(r'<img src="([^"]+)"', card)[0])
        assert picture.headers["content-type"] == "image/svg+xml"


def test_the_lobby_offers_the_presets_of_a_game_and_says_what_they_mean(known: httpx.Client) -> None:
    page = known.get("/").text
    for said in ('title="{}"', '<span class="by-finger">{}</span>', ">{}</option>"):
        assert said.format("Longer: a larger maze, two treasures each · 5–15 min") in page
        assert said.format("Family: as in the box, three treasures each · 5–10 min") in page
    for game in all_games():
        assert re.findall(r'<option value="([^"]+)"', card_of(game, page).partition('name="preset"')[2].partition("</select>")[0]) == [
            preset.name for preset in game.presets
        ]


def test_a_card_shows_players_duration_and_kinds(known: httpx.Client) -> None:
    page, said = known.get("/").text.replace("\N{NO-BREAK SPACE}", " "), {}
    for game in all_games():
        facts = [re.sub("<svg.*</svg>|</?span.*?>", "", fact) for fact in re.findall("<li.*?>(.*)</li>", card_of(game, page))]
        said[game.name] = [*facts, *re.findall('<p class="kinds">(.*)</p>', card_of(game, page))]
    assert said["the_way"] == ["2 players", "20–60 min", "a set of three games", "a set of three games · cards · block"]
    assert said["traxx"] == ["1–4 players", "10–20 min", "solo · draw · all at once"]
    assert said["long_road"] == ["2–4 players", "30–45 min", "hidden cards · bluff"]
    assert all(len(facts) == (4 if name == "the_way" else 3) for name, facts in said.items())


def test_the_menu_for_other_seats_has_levels_and_people() -> None:
    assert others(find_game("the_way"), ENGLISH) == {
        "Bots": {"bot:easy": ("easy bot", "easy bots"), "bot:medium": ("medium bot", "medium bots"), "bot:hard": ("hard bot", "hard bots")},
        "People": {"free": ("a friend, by link", "friends, by link"), "me": ("everyone at this screen", "everyone at this screen")},
    }
    assert others(toy.GAME, ENGLISH)["Bots"] == {"bot:random": ("random", "random")}


@pytest.mark.parametrize(
    ("others", "kinds"),
    [("bot:easy", ["person", "bot", "bot"]), ("free", ["person", "free", "free"]), ("me", ["person"] * 3), ("", ["person", "bot", "bot"])],
)
def test_the_choice_for_others_fills_every_other_seat(server: ServerThread, ann: httpx.Client, others: str, kinds: list[str]) -> None:
    assert [seat.kind for seat in server.new(ann, game="labyrinth", players="3", others=others).seats] == kinds


@pytest.mark.parametrize("preset", [preset for game in all_games() for preset in game.presets], ids=lambda preset: preset.name)
def test_a_preset_sets_the_options_of_the_table(server: ServerThread, ann: httpx.Client, preset: Preset) -> None:
    (game,) = (game for game in all_games() if preset in game.presets)
    table = server.new(ann, game=game.name, preset=preset.name, players=str(preset.most or game.seats[1]))
    assert table.match.referee.head.options == msgspec.to_builtins(preset.options)


def test_an_unknown_preset_is_refused(ann: httpx.Client) -> None:
    answer = ann.post("/new", data={"game": "labyrinth", "preset": "endless"})
    assert (answer.status_code, "Labyrinth has no such ready-made options." in answer.text) == (400, True)


def test_my_tables_show_where_it_is_my_turn(server: ServerThread, ann: httpx.Client) -> None:
    table = server.new(ann, game="labyrinth", seat_0="me", seat_1="program")
    assert f'href="/play/{table.id}"' in ann.get("/").text
    assert "Your turn" in ann.get("/").text
    while 0 in table.match.position.awaited:
        choose(ann, table, 0)
    assert "Your turn" not in ann.get("/").text


def lists(page: str) -> list[list[str]]:
    """The tables in each list of the lobby."""
    return [re.findall(r'href="/play/([^"]+)"', part.partition("</ul>")[0]) for part in page.split('<ul class="tables">')[1:]]


def test_the_lobby_shows_a_few_running_tables_that_wait_for_me_first(server: ServerThread, over: Table, ann: httpx.Client) -> None:
    other = server.new(ann, game="labyrinth", seat_0="program", seat_1="me")
    assert lists(ann.get("/").text)[0] == [other.id]
    mine = [server.new(ann, game="labyrinth", seat_0="me", seat_1="program") for _ in range(SHOWN)]
    assert lists(ann.get("/").text)[0] == [table.id for table in mine]
    assert 'href="/mine"' in ann.get("/").text


def test_my_public_table_is_listed_once(server: ServerThread, ann: httpx.Client, bob: httpx.Client) -> None:
    table = server.new(ann, game="labyrinth", seat_0="me", seat_1="free", public="yes")
    assert ann.get("/").text.count(f'href="/play/{table.id}"') == 1
    assert table.id in lists(bob.get("/").text)[-1]


def test_a_newcomer_is_shown_one_game_and_every_other_in_short(ann: httpx.Client) -> None:
    page = ann.get("/").text
    assert page.count("start here") == 1
    assert '<li class="consists">a set of three games</li>' in card_of(find_game("the_way"), page)
    for game in all_games():
        assert ">Play<" in card_of(game, page)
        assert 'formaction="/invite"' in card_of(game, page)
    ann.post("/learn/traxx/line")
    assert "start here" not in ann.get("/").text


def test_an_invitation_is_one_table_with_one_link_for_all(server: ServerThread, ann: httpx.Client) -> None:
    page = ann.post("/invite", data={"game": "labyrinth", "players": "4", "others": "bot:easy"})
    table = server.table(page.url)
    assert [seat.kind for seat in table.seats] == ["person", "free", "free", "free"]
    (link,) = {*link_in(page.text)} - {link_in(page.text)[-1]}
    for number, name in enumerate(("Bob", "Cid", "Dot"), 1):
        with server.client() as friend:
            assert friend.post(link, data={"name": name}).url.path == f"/play/{table.id}"
        assert [seat.kind for seat in table.seats].count("free") == 3 - number
    with server.client() as late:
        assert late.post(link, data={"name": "Eve"}).status_code == 404
    assert [seat.name for seat in table.seats] == ["", "Bob", "Cid", "Dot"]


def test_an_invitation_to_a_game_that_can_be_played_alone_has_a_friends_seat(server: ServerThread, ann: httpx.Client) -> None:
    page = ann.post("/invite", data={"game": "traxx", "players": "1"})
    assert [seat.kind for seat in server.table(page.url).seats] == ["person", "free"]


def test_a_wrong_number_of_players_is_refused(ann: httpx.Client) -> None:
    answer = ann.post("/new", data={"game": "the_way", "players": "3"})
    assert (answer.status_code, "The Way is for 2 players." in answer.text) == (400, True)


def test_a_rules_page_lists_its_sections_and_has_its_figures(ann: httpx.Client) -> None:
    for game in all_games():
        page = ann.get(f"/rules/{game.name}").text
        sections = re.findall(r'<a href="#([^"]+)">', page)
        assert sections
        assert all(f'id="{section}"' in page for section in sections)
        figures = re.findall(r'<svg aria-label="[^"]+"', page)
        assert len(figures) == len(FIGURE.findall(how_to_play(game) or "")) + len(FIGURE.findall(in_short(game) or ""))
        assert "<style>" not in page
        assert ann.get(f"/rules/{game.name}/fine-print").status_code == 200
    assert ann.get("/picture/labyrinth/later.svg").status_code == 400
