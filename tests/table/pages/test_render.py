"""The pages as they are sent: the lobby, rules, and what one plays on from."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import closing
from html import unescape
from html.parser import HTMLParser

import httpx
import msgspec
import pytest

from byways.acts import acts
from byways.bots import TIERS
from byways.game import Game, Preset, all_games, find_game
from byways.guide import FIGURE, how_to_play, in_short
from byways.record import read
from byways.roster import all_bots
from byways.speech import ENGLISH
from byways.table.pages.articles import fine_print, guide_page
from byways.table.pages.lobby import bots, fields, others
from byways.table.pages.phrases import voice_of
from byways.table.play.table import Table
from byways.table.routes.lobby import SHOWN
from byways.words import headline, reconstructed_parts
from tests import toy
from tests.pseudo import CODE, marked, pseudo_language, unmarked
from tests.table.serving import ServerThread, await_seat, choose, wait_for


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ServerThread]:
    with closing(ServerThread(tmp_path_factory.mktemp("server"), pause=0)) as server:
        yield server


@pytest.fixture
def over(server: ServerThread, ann: httpx.Client) -> Table:
    """A game of two people at one screen that is over, with a step taken back in it."""
    table = server.new(ann, seat_0="me", seat_1="me")
    await_seat(table, 0)
    choose(ann, table, 0)
    ann.post(f"/play/{table.id}/undo?seat=0", data={"seen": str(table.match.screens[0].number)})
    for seat in (0, 1):
        server.do(table.stand_in(seat, "random"))
    wait_for(lambda: table.ended)
    return table


# In the viewer's language


@pytest.fixture
def pseudo() -> Iterator[None]:
    with pseudo_language():
        yield


class Words(HTMLParser):
    """What one reads or hears on a page, except days and what a game says there."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.found: list[str] = []
        self.feed(re.sub(r'<(svg|time(?=>)|p(?= id="prompt")|ol(?= id="log")|pre|datalist).*?</\1>', "", page, flags=re.DOTALL))

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.found += [value for name, value in attrs if name in ("aria-label", "label", "placeholder") and value]

    def handle_data(self, data: str) -> None:
        self.found.append(data)


def untranslated(page: str) -> set[str]:
    return unmarked("\n".join(Words(page).found))


@pytest.mark.usefixtures("pseudo")
def test_two_people_at_one_table_read_it_each_in_their_language(server: ServerThread, ann: httpx.Client, bob: httpx.Client) -> None:
    table = server.new(ann, seat_0="me", seat_1="free")
    await_seat(table, 0)
    ann.cookies.set("language", CODE)
    for client, language, words in (
        (ann, CODE, marked("Undo")),
        (bob, ENGLISH, "<p>You are watching.</p>"),
        (ann, CODE, marked("You are ")),
    ):
        page = client.get(f"/play/{table.id}").text
        assert f'<html lang="{language}">' in page
        assert words in page
    assert marked("There is nothing here.") in ann.get("/fly").text
    assert marked("Nothing was played: the board has changed.") in ann.post(f"/play/{table.id}/choose", data={"seen": "99"}).text
    assert "There is nothing here." in ann.get("/api/fly").text


@pytest.mark.usefixtures("pseudo")
def test_all_words_of_a_page_but_the_games_are_in_the_viewers_language(server: ServerThread, over: Table, ann: httpx.Client) -> None:
    table = server.new(ann, seat_0="me", seat_1="program", seat_2="free", seat_3="bot:random")
    await_seat(table, 0)
    shared = server.new(ann, seat_0="me", seat_1="me")
    ann.cookies.set("language", CODE)
    link = re.findall(r'data-copy="([^"]+/join/[^"]+)"', ann.get(f"/play/{table.id}").text)[-1]
    paths = [f"/play/{table.id}", f"/play/{shared.id}", link, "/set/tuck", "/fly", f"/play/{over.id}/past/0", f"/play/{over.id}/on/0"]
    paths += ["/mine", "/next/link"]
    assert over.match.position.outcome is not None
    game = (*(field.label for field in fields(toy.GAME)), *all_bots(toy.GAME), toy.GAME.say(headline(over.match.position.outcome)))
    games = unmarked(" ".join(game))
    for path in paths:
        assert untranslated(ann.get(path).text) <= games, path


@pytest.mark.usefixtures("pseudo")
def test_all_words_of_the_lobby_are_in_the_viewers_language(server: ServerThread, over: Table, ann: httpx.Client) -> None:
    server.new(ann, seat_0="me", seat_1="free", public="yes")
    ann.cookies.set("language", CODE)
    page = ann.get("/").text
    assert untranslated(page) <= {bot for game in server.games for bot in all_bots(game)}
    for game in all_games():
        parts = [part.replace("_", " ") for part in reconstructed_parts(game)]
        assert all(marked(words) in unescape(page) for words in (game.title, game.summary, game.credit, *game.kinds, *parts))


@pytest.mark.usefixtures("pseudo")
def test_only_the_text_of_a_rules_page_is_the_games(ann: httpx.Client) -> None:
    ann.cookies.set("language", CODE)
    for game in all_games():
        fine = fine_print(game)
        for path, shown in ((f"/rules/{game.name}", guide_page(game, ENGLISH) or fine), (f"/rules/{game.name}/fine-print", fine)):
            assert shown
            assert untranslated(ann.get(path).text) <= untranslated(shown.text) | unmarked(
                " ".join(words for _, words in shown.sections)
            ), path
        assert untranslated(ann.get(f"/learn/{game.name}").text) == set()


@pytest.mark.usefixtures("pseudo")
def test_a_seating_and_a_complaint_are_said_in_the_viewers_language(ann: httpx.Client) -> None:
    ann.cookies.set("language", CODE)
    assert marked(find_game("labyrinth").seating) in ann.get("/set/labyrinth").text
    assert marked("The Way is for 2 players.") in ann.post("/new", data={"game": "the_way", "players": "3"}).text


# Which language that is


def test_a_browser_gets_the_first_language_of_its_wishes_that_there_is(ann: httpx.Client) -> None:
    for asked, got in (
        ("de-AT,de;q=0.9", "de"),
        ("en;q=0.3, it;q=0.8", "it"),
        ("fr, en;q=0.5", "en"),
        ("tlh", "en"),
        ("it;q=0", "en"),
        ("", "en"),
    ):
        assert f'<html lang="{got}"' in ann.get("/", headers={"accept-language": asked}).text, asked


def test_what_somebody_has_chosen_is_kept_whatever_the_browser_asks_for(ann: httpx.Client) -> None:
    chosen = ann.post(
        "/language", data={"language": "de"}, headers={"referer": str(ann.base_url.join("/rules/traxx?x=1"))}, follow_redirects=False
    )
    assert (chosen.status_code, chosen.headers["location"]) == (303, "/rules/traxx?x=1")
    assert '<html lang="de"' in ann.get("/", headers={"accept-language": "it"}).text
    elsewhere = ann.post("/language", data={"language": "nonsense"}, headers={"referer": "http://example.org/"}, follow_redirects=False)
    assert elsewhere.headers["location"] == "/"
    assert '<html lang="en"' in ann.get("/", headers={"accept-language": "it"}).text


# The lobby


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


def test_a_table_for_friends_has_a_link_for_every_free_seat(server: ServerThread, ann: httpx.Client, bob: httpx.Client) -> None:
    table = server.new(ann, game="labyrinth", players="3", others="free")
    assert [seat.kind for seat in table.seats] == ["person", "free", "free"]
    page = ann.get(f"/play/{table.id}").text
    assert '<details id="links" class="drawer" open>' in page
    links = re.findall(r'data-copy="([^"]+/join/[^"]+)"', page)
    assert len(set(links)) == 3
    assert "data-copy" not in bob.get(f"/play/{table.id}").text
    assert "There is a seat for you: Green." in bob.get(links[1]).text
    assert page.count('class="code"') == 3


def test_so_many_players_as_a_game_has_not_are_refused(ann: httpx.Client) -> None:
    answer = ann.post("/new", data={"game": "the_way", "players": "3"})
    assert (answer.status_code, "The Way is for 2 players." in answer.text) == (400, True)


# Rules


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


# What has been


def test_a_page_marks_its_body_with_the_parts_on_which_the_looks_of_others_depend(
    server: ServerThread, over: Table, ann: httpx.Client, bob: httpx.Client
) -> None:
    table = server.new(ann, seat_0="me", seat_1="free", seat_2="free")
    assert '<body class="playing has-seat-2 has-say">' in ann.get(f"/play/{table.id}").text
    assert '<body class="playing has-result">' in bob.get(f"/play/{over.id}").text


def test_a_link_to_a_moment_counts_what_everybody_saw(over: Table, ann: httpx.Client, bob: httpx.Client) -> None:
    path, screens = f"/play/{over.id}", over.match.screens
    for number in range(screens[0].number + 1):
        page = ann.get(f"{path}/past/{number}?seat=0").text
        moment = int(re.findall(r'data-copy="/play/[^"]+\?at=(\d+)"', page)[0])
        assert screens[None].entries[moment] <= screens[0].entries[number]
        assert moment == screens[None].number or screens[None].entries[moment + 1] > screens[0].entries[number]
        assert f'data-at="{moment}"' in bob.get(f"{path}?at={moment}").text
    assert [bob.get(f"{path}?at={at}").status_code for at in (screens[None].number + 1, "-1", "x")] == [404, 404, 404]


def test_whoever_looks_back_reads_what_a_whole_act_told(over: Table, ann: httpx.Client) -> None:
    for act in acts(over.match.story(0))[1:-1]:
        page = unescape(ann.get(f"/play/{over.id}/past/{act.end}?seat=0").text)
        assert " ".join(voice_of(over, ENGLISH).tell(event.said) for event in act.events) in page


def test_whoever_plays_on_has_the_entries_up_to_there_and_chance_anew(server: ServerThread, over: Table, bob: httpx.Client) -> None:
    screen = over.match.screens[None]
    for number in range(screen.number):
        begun = over.until(None, number)
        page = bob.get(f"/play/{over.id}/on/{number}")
        assert "Play on: Tuck" in page.text
        answer = bob.post(f"/play/{over.id}/on/{number}", data={"seat-0": "bot:random", "seat-1": "bot:random"})
        table = server.table(answer.url)
        wait_for(lambda: table.ended)  # noqa: B023
        record = table.match.record
        assert record.entries[: len(begun.entries)] == begun.entries
        assert (record.setup, record.players) == (begun.setup, ("bot:random", "bot:random"))
        assert table.match.seed != over.match.seed


def test_a_record_that_was_played_on_reads_back(server: ServerThread, ann: httpx.Client, bob: httpx.Client) -> None:
    old = server.new(ann, game="traxx", players="1")
    server.do(old.stand_in(0, "random"))
    wait_for(lambda: old.ended)
    answer = bob.post(f"/play/{old.id}/on/20", data={"seat-0": "bot:greedy"})
    table = server.table(answer.url)
    wait_for(lambda: table.ended)
    record = read(bob.get(f"/play/{table.id}/record.json").content)
    assert record.entries[: old.match.screens[None].entries[20]] == old.until(None, 20).entries
    assert record.players == ("bot:greedy",)


def test_a_game_that_goes_on_is_not_played_on_from(server: ServerThread, over: Table, ann: httpx.Client) -> None:
    running = server.new(ann, seat_0="me", seat_1="free")
    await_seat(running, 0)
    assert "Play on from here" not in ann.get(f"/play/{running.id}/past/0").text
    for path, data, sentence in (
        (f"/play/{running.id}/on/0", {"seat-0": "me", "seat-1": "free"}, "This game is not over yet."),
        (f"/play/{over.id}/on/{over.match.screens[0].number}", {"seat-0": "me", "seat-1": "free"}, "choose a moment before the end"),
        (f"/play/{over.id}/on/999", {"seat-0": "me", "seat-1": "free"}, "choose a moment before the end"),
        (f"/play/{over.id}/on/1", {"seat-0": "me"}, "keep the number of seats"),
    ):
        answer = ann.post(path, data=data)
        assert (answer.status_code, sentence in answer.text) == (400, True), path
