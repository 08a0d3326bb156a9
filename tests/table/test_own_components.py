"""Games served with custom components: pages say so wherever it matters, and each table keeps its components."""

from __future__ import annotations

import re
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import httpx
import pytest

from byways.game import Game, all_games, find_game
from byways.record import Remove
from byways.table.pages.phrases import own_components
from byways.table.pages.pictures import MOMENTS, example, picture
from byways.table.store.store import file_url
from tests import toy
from tests.table.serving import ServerThread, wait_for

LABEL = "Played with custom components from mine.toml instead of the built-in ones."
UNNAMED = "Played with custom components instead of the built-in ones."
NO_HINTS = "There are no hints at this table."  # for two people, unless hints are turned on
CHANGES = {
    "labyrinth": ("cross = 1", "cross = 2"),
    "long_road": ("money = 6", "money = 7"),
    "long_way": ('["00N 01N 02N", "00S 01S 02S"', '["00S 01S 02S", "00N 01N 02N"'),
    "the_way": ('circle_start = "NESW"', 'circle_start = "NES"'),
    "traxx": ('"BGYR", "BGYW"', '"BGYW", "BGYR"'),
}
TUCK = toy.GAME.using("highest = 5", "mine.toml")
OTHER = toy.GAME.using("highest = 6", "others.toml")


def changed(game: Game) -> Game:
    """A game whose own file is used as custom components, with something changed."""
    text, (old, new) = game.components_text, CHANGES[game.name]
    assert old in text
    return game.using(text.replace(old, new, 1), "mine.toml")


OWN = {game.name: changed(game) for game in all_games()}


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ServerThread]:
    with ServerThread(tmp_path_factory.mktemp("server"), [toy.GAME, *OWN.values()]) as server:
        yield server


@pytest.fixture
def ann(server: ServerThread) -> Iterator[httpx.Client]:
    with server.client() as client:
        yield client


# Mentioned wherever it matters


def test_the_lobby_says_it_of_the_games_that_have_them(ann: httpx.Client) -> None:
    page = ann.get("/").text
    said = {card.split('"')[0]: LABEL in card for card in page.split('<article aria-labelledby="')[1:]}
    assert said == {"tuck": False} | dict.fromkeys(OWN, True)


@pytest.mark.parametrize("game", OWN)
def test_pages_and_pictures_of_every_game_show_them(game: str, ann: httpx.Client) -> None:
    rules = ann.get(f"/rules/{game}").text
    assert f'<p class="note">{LABEL} These rules describe the built-in ones.</p>' in rules
    pictures = [ann.get(f"/picture/{game}/{moment}.svg") for moment in MOMENTS]
    assert [answer.text for answer in pictures] == [picture(OWN[game], moment) for moment in MOMENTS]
    assert example(OWN[game]).entries == ()


@pytest.mark.parametrize("game", OWN)
def test_a_table_says_it_and_bots_play_with_them(game: str, server: ServerThread, ann: httpx.Client) -> None:
    count = max(2, OWN[game].seats[0])
    table = server.new(ann, game=game, **{f"seat_{seat}": "bot:random" for seat in range(count)})
    wait_for(lambda: table.match.length > 8)
    assert not any(isinstance(entry, Remove) for entry in table.match.entries)
    assert f'<p class="note">{LABEL}</p>' in ann.get(f"/play/{table.id}").text


def test_programs_get_the_digest_and_whether_components_are_custom(ann: httpx.Client) -> None:
    cards = {card["name"]: (card["components"], card["own_components"]) for card in ann.get("/api/games").json()}
    assert cards == {"tuck": (toy.GAME.digest, False)} | {name: (game.digest, True) for name, game in OWN.items()}
    for name, said in (("tuck", (toy.GAME.digest, False)), ("the_way", (OWN["the_way"].digest, True))):
        table = ann.post("/api/tables", json={"game": name, "seats": ["me", "free"]}).json()
        assert (table["components"], table["own_components"]) == said


def test_built_in_components_are_not_mentioned(server: ServerThread, ann: httpx.Client) -> None:
    table = server.new(ann, seat_0="me", seat_1="free")
    assert own_components(table.game) == ""
    assert said_of(ann, table.id)[0] == [NO_HINTS]


def test_a_game_and_its_version_with_custom_components_are_distinguished() -> None:
    for game in all_games():
        assert len({game, OWN[game.name], changed(game)}) == 2


# Kept by each table


def said_of(client: httpx.Client, table: str) -> tuple[list[str], str]:
    """The notes on a table's page, and the components it is played with."""
    page = client.get(f"/play/{table}").text
    return re.findall(r'<p class="note">([^<]+)</p>', page), str(client.get(f"/api/tables/{table}").json()["components"])


@pytest.mark.long
@pytest.mark.parametrize(
    ("then", "now", "notes"),
    [
        (toy.GAME, TUCK, []),
        (TUCK, toy.GAME, [UNNAMED]),
        (TUCK, OTHER, [UNNAMED]),
        (TUCK, TUCK, [LABEL]),
    ],
)
def test_a_table_and_its_rematch_keep_the_components_that_it_was_set_with(then: Game, now: Game, notes: list[str], tmp_path: Path) -> None:
    with ServerThread(tmp_path, [then]) as server, server.client() as ann:
        over = server.new(ann, seat_0="bot:random", seat_1="bot:random").id
        wait_for(lambda: server.tables.live[over].ended)
    with ServerThread(tmp_path, [now]) as server, server.client() as ann:
        assert said_of(ann, over) == (notes, then.digest)
        table = server.table(f"/play/{over}")
        again = server.do(server.tables.rematch(table, lambda name, seat: f"{name} {seat}", 0))
        wait_for(lambda: again.ended)
        assert again.match.record.components == table.match.record.components
        assert said_of(ann, again.id) == (notes, then.digest)
        on = server.table(ann.post(f"/play/{over}/on/0", data={"seat-0": "bot:random", "seat-1": "bot:random"}).url)
        assert said_of(ann, on.id) == (notes, then.digest)
        assert said_of(ann, server.new(ann, seat_0="me", seat_1="free").id)[1] == now.digest


@pytest.mark.database
def test_a_table_says_that_it_was_set_with_an_older_version(tmp_path: Path) -> None:
    with ServerThread(tmp_path, [TUCK]) as server, server.client() as ann:
        table = server.new(ann, seat_0="me", seat_1="free").id
        assert said_of(ann, table)[0] == [f"{LABEL} {NO_HINTS}"]
    with ServerThread(tmp_path, [replace(TUCK, version=2)]) as server, server.client() as ann:
        assert said_of(ann, table)[0] == [f"{LABEL} This table was set up with version 1 of Tuck; this is version 2. {NO_HINTS}"]
        assert said_of(ann, server.new(ann, seat_0="me", seat_1="free").id)[0] == [f"{LABEL} {NO_HINTS}"]


# By the command


@pytest.mark.slow
def test_serve_takes_them_from_a_file_and_tells_its_name_without_its_folder(tmp_path: Path) -> None:
    mine = tmp_path / "mine.toml"
    mine.write_text(find_game("labyrinth").components_text.replace("cross = 1", "cross = 2"), "utf-8")
    database = ("--db", file_url(tmp_path / "tables.db"))
    command = [sys.executable, "-m", "byways", "serve", "--port", "0", *database, "--components", f"labyrinth={mine}"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as server:
        assert server.stdout is not None
        found = re.search(r"http://127\.0\.0\.1:\d+", server.stdout.readline())
        assert found is not None
        page = httpx.get(found[0]).text
        server.terminate()
    assert page.count(LABEL) == 1
    assert str(tmp_path) not in page
