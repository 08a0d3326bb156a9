"""The pages of puzzles, the puzzles of the day, and puzzles from one's own games."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import closing
from datetime import UTC, datetime
from functools import partial
from threading import Thread, current_thread

import httpx
import pytest

from byways.game import Game, find_game
from byways.puzzles.collection import shipped
from byways.table.pages.assets import Asset
from byways.table.pages.training import shipped_board
from byways.table.play import training
from byways.table.routes import training as routes
from byways.table.seats import hash_of
from byways.table.store import puzzles
from byways.table.store.puzzles import OwnPuzzle
from tests.table.serving import ServerThread

GAMES = [find_game(name) for name in ("labyrinth", "the_way")]
WEDNESDAY = datetime(2026, 11, 18, 12, tzinfo=UTC).timestamp()  # puzzles of grade 1 come on Mondays
OWN = OwnPuzzle("the_way", "abc", "game", 50.0, shipped(GAMES[1])[0])


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ServerThread]:
    with closing(ServerThread(tmp_path_factory.mktemp("server"), GAMES, pause=0.0)) as server:
        server.tables.now = lambda: WEDNESDAY
        yield server


def holder_of(client: httpx.Client) -> str:
    return hash_of(client.cookies["me"])


def solve(server: ServerThread, client: httpx.Client, game: str, name: str) -> None:
    """Begin a puzzle, and store that it was solved at once."""
    table = client.post(f"/puzzles/{game}/{name}").url.path.removeprefix("/play/")
    server.do(server.tables.store.transaction(partial(puzzles.end, table=table, at=100.0, solved=True)))


def test_a_new_visitor_is_offered_an_easy_puzzle_and_lists_of_all(ann: httpx.Client) -> None:
    page = ann.get("/puzzles").text
    assert 'action="/puzzles/labyrinth/1"' in page
    assert "No level yet" in page
    listed = ann.get("/puzzles/labyrinth").text
    assert listed.count("formaction=") == len(shipped(GAMES[0]))
    assert ann.get("/puzzles/labyrinth?kind=block").text.count("formaction=") == sum(
        one.puzzle.kind == "block" for one in shipped(GAMES[0])
    )
    assert ann.get("/puzzles/labyrinth?kind=nonsense").text.count("formaction=") == len(shipped(GAMES[0]))


def test_what_is_solved_shows_and_the_next_puzzle_is_another_one(server: ServerThread, ann: httpx.Client) -> None:
    solve(server, ann, "labyrinth", "1")
    page = ann.get("/puzzles").text
    assert f"1 of {len(shipped(GAMES[0]))} solved" in page
    assert "1 of the last 1" in page
    assert 'action="/puzzles/labyrinth/2"' in page
    assert "Puzzle 1, In two turns: solved at the first try" in ann.get("/puzzles/labyrinth").text


def test_the_puzzles_of_the_day_are_on_todays_page_and_one_in_the_lobby(server: ServerThread, ann: httpx.Client, bob: httpx.Client) -> None:
    todays = {game.name: training.todays_puzzle(server.tables, game) for game in GAMES}
    addresses = {f"/puzzles/{game}/{stored.puzzle.number}" for game, stored in todays.items() if stored}
    assert {*re.findall(r'action="(/puzzles/[^"]+)"', bob.get("/today").text)} == addresses
    assert "Puzzle of the day" not in bob.get("/").text  # until something is finished
    solve(server, ann, "labyrinth", "2")
    lobby = ann.get("/").text
    assert "Puzzle of the day" in lobby
    (shown,) = re.findall(r'action="(/puzzles/[^"]+)"', lobby)
    game, name = shown.removeprefix("/puzzles/").split("/")
    assert shown in addresses
    solve(server, ann, game, name)
    assert re.findall(r'action="(/puzzles/[^"]+)"', ann.get("/").text) == [*addresses - {shown}]


def test_boards_are_cached_and_own_ones_are_private(server: ServerThread, ann: httpx.Client, bob: httpx.Client) -> None:
    board = ann.get("/puzzles/labyrinth/1/board.svg")
    assert board.headers["content-type"] == "image/svg+xml"
    assert "public" in board.headers["cache-control"]
    assert ann.get("/puzzles/labyrinth/1/board.svg", headers={"if-none-match": board.headers["etag"]}).status_code == 304
    for client in (ann, bob):
        client.post("/puzzles/labyrinth/1")
    server.do(server.tables.store.transaction(partial(puzzles.add_own, holder=holder_of(ann), puzzle=OWN)))
    assert "private" in ann.get("/puzzles/the_way/own-abc/board.svg").headers["cache-control"]
    assert "/puzzles/the_way/own-abc" in ann.get("/puzzles").text
    assert bob.get("/puzzles/the_way/own-abc/board.svg").status_code == 404
    assert "own-abc" not in bob.get("/puzzles").text


def test_a_board_is_drawn_in_another_thread_than_the_servers(
    server: ServerThread, ann: httpx.Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    threads = list[Thread]()

    def drawn(game: Game, number: int, language: str) -> Asset | None:
        threads.append(current_thread())
        return shipped_board(game, number, language)

    monkeypatch.setattr(routes, "shipped_board", drawn)
    assert ann.get("/puzzles/labyrinth/1/board.svg").status_code == 200
    assert server.thread not in threads != []


@pytest.mark.parametrize(
    "path", ["labyrinth/0/board.svg", "labyrinth/nonsense/board.svg", "labyrinth/own-/board.svg", "chess", "chess/1/board.svg"]
)
def test_what_does_not_exist_gets_a_sentence(ann: httpx.Client, path: str) -> None:
    answer = ann.get(f"/puzzles/{path}")
    assert answer.status_code in (400, 404)
    assert "Traceback" not in answer.text


def test_deleting_everything_forgets_puzzles_and_ends_their_tables(server: ServerThread, ann: httpx.Client) -> None:
    solve(server, ann, "labyrinth", "3")
    holder, table = holder_of(ann), ann.post("/puzzles/labyrinth/4").url.path.removeprefix("/play/")
    ann.post("/mine/forget")
    assert server.do(server.tables.store.transaction(partial(puzzles.attempts_of, holder=holder))) == []
    stored = server.do(server.tables.store.find(table))
    assert stored is not None
    assert stored.ended is not None
    assert not any(seat.holder == holder for seat in stored.seats)
