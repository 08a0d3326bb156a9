"""The lobby and the pages of rules, as they are sent."""

from __future__ import annotations

import re
from html import unescape

import httpx
import msgspec
import pytest

from byways.bots import TIERS
from byways.game import Game, Preset, all_games, find_game
from byways.i18n import ENGLISH
from byways.table.pages.lobby import bots, others
from byways.table.play.table import Table
from byways.table.routes.lobby import SHOWN
from byways.teaching.guide import FIGURE, how_to_play, in_short
from tests import toy
from tests.table.serving import ServerThread, choose


def test_tiers_come_first_among_the_bots_of_a_game() -> None:
    traxx = find_game("traxx")
    assert list(bots(traxx)["Bots"]) == list(TIERS)
    assert not set(TIERS) & set(bots(traxx)["By name"])
    assert bots(toy.GAME) == {"By name": {"random": "random"}}


def card_of(game: Game, page: str) -> str:
    return unescape(page.split(f'<article aria-labelledby="{game.name}">')[1].split("</article>")[0])


def test_every_game_has_a_picture_a_sentence_and_ways_into_it(server: ServerThread, ann: httpx.Client) -> None:
    page = ann.get("/").text
    for game in all_games():
        card = card_of(game, page)
        assert f"<p>{game.summary}</p>" in card
        assert ">Play</button>" in card
        assert [f'href="/{way}/{game.name}"' in card for way in ("learn", "set", "rules")] == [True, True, True]
        picture = ann.get(re.findall(r'<img src="([^"]+)"', card)[0])
        assert picture.headers["content-type"] == "image/svg+xml"


def test_the_lobby_offers_ready_made_options_where_a_game_has_them(server: ServerThread, ann: httpx.Client) -> None:
    page = ann.get("/").text
    for game in all_games():
        assert re.findall(r'<option value="([^"]+)"', card_of(game, page).partition('name="preset"')[2].partition("</select>")[0]) == [
            preset.name for preset in game.presets
        ]


def test_a_card_says_at_a_glance_for_how_many_how_long_and_what_kind_a_game_is(ann: httpx.Client) -> None:
    page, said = ann.get("/").text, {}
    for game in all_games():
        said[game.name] = [re.sub("<svg.*</svg>", "", fact) for fact in re.findall("<li.*?>(.*)</li>", card_of(game, page))]
    assert said["the_way"] == ["2 players", "20–60 min", "duel", "cards", "block"]
    assert said["traxx"] == ["1–4 players", "10–20 min", "solo", "draw", "all at once"]
    assert said["long_road"] == ["2–4 players", "30–45 min", "hidden cards", "bluff"]
    assert all(len(facts) > 3 for facts in said.values())


def test_other_seats_are_for_bots_of_a_strength_friends_people_here_or_bots_by_name() -> None:
    assert others(find_game("the_way"), ENGLISH) == {
        "Bots": {"bot:easy": "easy bot", "bot:medium": "medium bot", "bot:hard": "hard bot"},
        "People": {"free": "a friend, by link", "me": "all at this screen"},
        "By name": {"bot:random": "random", "bot:greedy": "greedy", "bot:wary": "wary"},
    }
    assert others(find_game("traxx"), ENGLISH)["Bots"]["bot:hard"] == "hard bots"
    assert others(toy.GAME, ENGLISH).keys() == {"People", "By name"}


@pytest.mark.parametrize(
    ("others", "kinds"),
    [("bot:easy", ["person", "bot", "bot"]), ("free", ["person", "free", "free"]), ("me", ["person"] * 3), ("", ["person", "bot", "bot"])],
)
def test_what_is_chosen_for_the_others_sits_in_every_other_seat(
    server: ServerThread, ann: httpx.Client, others: str, kinds: list[str]
) -> None:
    assert [seat.kind for seat in server.new(ann, game="labyrinth", players="3", others=others).seats] == kinds


@pytest.mark.parametrize("preset", [preset for game in all_games() for preset in game.presets], ids=lambda preset: preset.name)
def test_ready_made_options_are_those_of_the_table(server: ServerThread, ann: httpx.Client, preset: Preset) -> None:
    (game,) = (game for game in all_games() if preset in game.presets)
    table = server.new(ann, game=game.name, preset=preset.name, players=str(preset.most or game.seats[1]))
    assert table.match.referee.head.options == msgspec.to_builtins(preset.options)


def test_there_are_no_other_ready_made_options(ann: httpx.Client) -> None:
    answer = ann.post("/new", data={"game": "labyrinth", "preset": "endless"})
    assert (answer.status_code, "Labyrinth has no such ready-made options." in answer.text) == (400, True)


def test_my_tables_say_where_it_is_my_turn(server: ServerThread, ann: httpx.Client) -> None:
    table = server.new(ann, game="labyrinth", seat_0="me", seat_1="free")
    assert f'href="/play/{table.id}"' in ann.get("/").text
    assert "Your turn" in ann.get("/").text
    while 0 in table.match.position.awaited:
        choose(ann, table, 0)
    assert "Your turn" not in ann.get("/").text


def lists(page: str) -> list[list[str]]:
    """The tables in each list of the lobby."""
    return [re.findall(r'href="/play/([^"]+)"', part.partition("</ul>")[0]) for part in page.split('<ul class="tables">')[1:]]


def test_the_lobby_shows_some_tables_in_play_those_that_wait_for_me_first(server: ServerThread, over: Table, ann: httpx.Client) -> None:
    other = server.new(ann, game="labyrinth", seat_0="free", seat_1="me")
    assert lists(ann.get("/").text)[0] == [other.id]
    mine = [server.new(ann, game="labyrinth", seat_0="me", seat_1="free") for _ in range(SHOWN)]
    assert lists(ann.get("/").text)[0] == [table.id for table in mine]
    assert 'href="/mine"' in ann.get("/").text


def test_a_table_to_watch_is_nobodys_twice(server: ServerThread, ann: httpx.Client, bob: httpx.Client) -> None:
    table = server.new(ann, game="labyrinth", seat_0="me", seat_1="free", public="yes")
    assert ann.get("/").text.count(f'href="/play/{table.id}"') == 1
    assert table.id in lists(bob.get("/").text)[-1]


def test_a_newcomer_is_told_where_to_learn_and_a_lesson_is_named_in_the_list(ann: httpx.Client) -> None:
    assert "New here?" in ann.get("/").text
    ann.post("/learn/traxx/line")
    page = ann.get("/").text
    assert "New here?" not in page
    assert '<strong>Traxx</strong> <span class="faint">Lesson</span>' in page


def test_so_many_players_as_a_game_has_not_are_refused(ann: httpx.Client) -> None:
    answer = ann.post("/new", data={"game": "the_way", "players": "3"})
    assert (answer.status_code, "The Way is for 2 players." in answer.text) == (400, True)


def test_a_page_has_a_list_of_its_sections_and_the_figures_it_names(ann: httpx.Client) -> None:
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
