"""Puzzles as browsers see them."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from contextlib import closing, suppress
from functools import partial
from html import unescape

import httpx
import pytest
from msgspec.structs import replace

from byways.game import Complaint, Game, all_games, find_game
from byways.games.labyrinth.state import grid_of
from byways.puzzles.attempt import right_act
from byways.puzzles.collection import StoredPuzzle, judge_of, shipped
from byways.record import Choose, Happen, Record, played
from byways.table.pages import pictures
from byways.table.play import puzzling
from byways.table.play.puzzling import state_of
from byways.table.play.table import Table
from byways.table.seats import hash_of
from byways.table.store import puzzles
from byways.table.store.puzzles import OwnPuzzle
from tests.table.serving import ServerThread, get_snapshot, link_in

GAMES = [game for game in all_games() if shipped(game)]


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ServerThread]:
    with closing(ServerThread(tmp_path_factory.mktemp("server"), GAMES, pause=0.0)) as server:
        yield server


def begin(server: ServerThread, client: httpx.Client, game: str, name: str = "1") -> Table:
    answer = client.post(f"/puzzles/{game}/{name}")
    assert answer.status_code == 200, answer.text
    return server.table(answer.url)


def play(client: httpx.Client, table: Table, *steps: str) -> httpx.Response:
    seat = state_of(table).puzzle.seat
    return client.post(f"/play/{table.id}/choose", data={"choice": "\n".join(steps), "seen": str(table.match.screens[seat].number)})


def solution_of(table: Table) -> list[str]:
    state = state_of(table)
    return [*map(str, right_act(table.game, state.puzzle, state.view))]


def wrong_act(table: Table) -> list[str]:
    """The first legal steps that complete an act and are judged wrong."""
    state = state_of(table)
    judge, seat = judge_of(table.game), state.puzzle.seat
    for nth in range(len(state.view.choices)):
        position, steps = state.start, list[str]()
        while True:
            choices = position.choices(seat)
            steps.append(str(choices[nth if not steps else 0]))
            step = played(table.game, position, Choose(seat, steps[-1]))
            if seat in step.finished:
                break
            position = step.after
        if not judge.judge(state.puzzle, state.view, tuple(map(table.game.parse, steps))).right:
            return steps
    raise AssertionError("Every act is right.")


@pytest.mark.parametrize("game", [game.name for game in GAMES])
def test_a_puzzle_from_the_question_to_the_next_one(server: ServerThread, ann: httpx.Client, game: str) -> None:
    table = begin(server, ann, game)
    asked = ann.get(f"/play/{table.id}").text
    assert 'id="question"' in asked
    assert 'id="look-back"' not in get_snapshot(ann, f"/play/{table.id}", "")
    wrong = play(ann, table, *wrong_act(table))
    assert (wrong.status_code, wrong.headers["hx-retarget"]) == (200, "#verdict")
    assert "Not yet" in wrong.text
    assert wrong.text.count("<template") > 1
    while not state_of(table).is_solved:
        answer = play(ann, table, *solution_of(table))
        assert (answer.status_code, answer.text) == (204, "")
    solved = ann.get(f"/play/{table.id}").text
    assert "1 wrong try" not in solved
    assert "Wrong tries: 1. Hints: 0." in solved
    assert "2 of 3 stones" in solved
    assert table.solving.attempt is not None
    assert table.solving.attempt.solved
    following = server.table(ann.post(f"/play/{table.id}/puzzle/next").url)
    assert following.puzzle not in ("", "1")
    if table.match.position.outcome is None:
        on = server.table(ann.post(f"/play/{table.id}/puzzle/on").url)
        assert (on.puzzle, on.begun) == ("", True)


@pytest.mark.parametrize("game", ["labyrinth", "long_way", "traxx"])
def test_a_wrong_act_that_nothing_follows_is_shown_from_its_beginning(server: ServerThread, ann: httpx.Client, game: str) -> None:
    table = begin(server, ann, game)
    view = replace(state_of(table).view, choices=())
    before = pictures.on_page(table.game.draw(view, "frame0", "en", pictures.sprite(table.game)))
    wrong = play(ann, table, *wrong_act(table)).text
    assert f"<template>{before}<pre></pre></template>" in wrong


def told(page: str) -> list[str]:
    """What each act of a verdict does, in words."""
    return [unescape(text) for text in re.findall('<template data-told="(.*?)">', page)]


def test_a_refuting_turn_is_named_without_what_the_end_of_the_game_reveals(server: ServerThread, ann: httpx.Client) -> None:
    table = begin(server, ann, "labyrinth", "7")
    page = play(ann, table, *wrong_act(table)).text
    assert "Then Blue comes home and wins." in page
    *_, reply = told(page)
    assert re.fullmatch(r"Blue slides .*\. Blue walks to row 2, column 2\. Blue came home with all treasures\.", reply)


def test_a_solution_of_several_acts_is_stepped_through(server: ServerThread, ann: httpx.Client) -> None:
    table = begin(server, ann, "labyrinth", "40")
    wrong = play(ann, table, *wrong_act(table)).text
    shown = ann.post(f"/play/{table.id}/puzzle/solution").text
    assert ("data-stepped" in wrong, "data-stepped" in shown) == (False, True)
    assert [text.split()[0] for text in told(shown)] == ["Blue", "Red", "Blue", "Red", "Blue"]


@pytest.mark.parametrize("kind", ["wall", "points"])
def test_the_consequence_marks_the_wall_and_not_the_tile_that_was_there_before(server: ServerThread, ann: httpx.Client, kind: str) -> None:
    stored = next(one for one in shipped(find_game("long_way")) if one.puzzle.kind == kind)
    table = begin(server, ann, "long_way", str(stored.puzzle.number))
    space, side, _ = act = wrong_act(table)
    steps = [json.loads(unescape(step)) for step in re.findall("<i>(.*?)</i>", play(ann, table, *act).text)]
    marked = [piece for step in steps if step.get("marked") for piece in step.get("pieces", ())]
    assert marked == ["sheet-0", f"wall-0-{space.split()[1]}-{side.split()[1]}"]


@pytest.mark.parametrize("game", [game.name for game in GAMES])
def test_the_board_can_be_read_as_text(server: ServerThread, ann: httpx.Client, game: str) -> None:
    table = begin(server, ann, game)
    page = unescape(ann.get(f"/play/{table.id}").text)
    assert f'<summary>Board as text</summary><div tabindex="0"><pre>{table.game.text(state_of(table).view)}</pre></div>' in page
    assert "<summary>Brett als Text</summary>" in ann.get(f"/play/{table.id}", headers={"accept-language": "de"}).text


def test_an_open_puzzle_offers_nothing_that_is_closed(server: ServerThread, ann: httpx.Client) -> None:
    table = begin(server, ann, "labyrinth", "1")
    assert 'id="my-name"' not in ann.get(f"/play/{table.id}").text
    piece = next(piece for _, event in reversed(table.match.screens[state_of(table).puzzle.seat].events) for piece in event.pieces)
    for is_over in (False, True):
        about = ann.get(f"/play/{table.id}/about", params={"piece": piece}).text
        assert ("data-came" in about) is is_over
        server.do(puzzling.end(table, solved=False))


def test_ones_own_link_carries_first_tries_to_another_device(server: ServerThread, ann: httpx.Client, bob: httpx.Client) -> None:
    assert link_in(ann.get("/puzzles").text) == link_in(ann.get("/mine").text) == []
    failed, solved = (begin(server, ann, "labyrinth", name) for name in ("20", "21"))
    play(ann, failed, *wrong_act(failed))
    while not state_of(solved).is_solved:
        play(ann, solved, *solution_of(solved))
    (link,) = link_in(ann.get("/puzzles").text)
    assert link_in(ann.get("/mine").text) == [link]
    assert ann.get(link).url.path == f"/play/{solved.id}"
    assert bob.get(f"/play/{solved.id}").status_code == 403
    assert bob.get(link).status_code == 200
    assert bob.post(link, data={"name": "Ann"}).url.path == f"/play/{solved.id}"
    mine, theirs = (
        server.do(server.tables.store.transaction(partial(puzzles.attempts_of, holder=hash_of(client.cookies["me"]))))
        for client in (ann, bob)
    )
    assert {one.puzzle: (one.first, one.solved) for one in theirs} == {"20": (False, False), "21": (True, True)}
    assert [{one.puzzle for one in attempts if one.ended is None} for attempts in (mine, theirs)] == [{"20"}, set()]


def test_a_puzzle_carried_to_another_device_is_shown_there_and_can_be_solved_again(
    server: ServerThread, ann: httpx.Client, bob: httpx.Client
) -> None:
    tried, solved, last = (begin(server, ann, "labyrinth", name) for name in ("22", "23", "24"))
    play(ann, tried, *wrong_act(tried))
    for table in (solved, last):
        while not state_of(table).is_solved:
            play(ann, table, *solution_of(table))
    bob.post(f"/join/{last.id}/{link_in(ann.get('/puzzles').text)[0].rpartition('/')[2]}", data={"name": "Ann"})
    for client, name, state, verb in (
        (bob, "22", "shown", "Solve"),
        (bob, "23", "first", "Solve again"),
        (ann, "24", "first", "Solve again"),
    ):
        page = client.get(f"/puzzles/labyrinth/{name}")
        assert (page.status_code, page.url.path) == (200, f"/puzzles/labyrinth/{name}")
        assert f'class="deal puzzle is-{state}"' in page.text
        assert f">{verb}</button>" in page.text
        again = begin(server, client, "labyrinth", name)
        assert again.solving.is_running
        assert client.get(f"/puzzles/labyrinth/{name}").url.path == f"/play/{again.id}"
    assert bob.get("/puzzles/labyrinth/24").url.path == f"/play/{last.id}"


def test_hints_point_at_the_board_and_the_last_one_offers_the_act(server: ServerThread, ann: httpx.Client) -> None:
    table = begin(server, ann, "labyrinth", "2")
    pages = [ann.post(f"/play/{table.id}/puzzle/hint").text for _ in range(3)]
    assert 'data-points="[&#34;slide' in pages[0]
    assert [page.count("data-play-act") for page in pages] == [0, 0, 1]
    assert 'data-choices="' + "\n".join(solution_of(table)) in pages[2]


def test_the_solution_is_played_out_after_a_first_try(server: ServerThread, ann: httpx.Client) -> None:
    table = begin(server, ann, "labyrinth", "3")
    assert ann.post(f"/play/{table.id}/puzzle/solution").status_code == 400
    play(ann, table, *wrong_act(table))
    shown = ann.post(f"/play/{table.id}/puzzle/solution").text
    assert "The solution" in shown
    assert "You have seen the solution." in ann.get(f"/play/{table.id}").text
    assert ann.get(f"/play/{table.id}/past/0").status_code == 200
    assert ann.post(f"/play/{table.id}/puzzle/solution").text == shown


def test_nothing_but_the_board_is_open_until_the_puzzle_is_over(server: ServerThread, ann: httpx.Client, bob: httpx.Client) -> None:
    table = begin(server, ann, "labyrinth", "4")
    for client in (ann, bob):
        for path in ("/record.json", "/past/0", "/acts", "/show/1", "/on/0", "/review", "/missed/0", "/leave"):
            assert client.get(f"/play/{table.id}{path}").status_code == 403
        for path in ("", "/view", "/story", "/stream", "/record", "/review"):
            assert client.get(f"/api/tables/{table.id}{path}").status_code == 403
        for path in ("rematch", "on/0", "retry", "hint", "sit", "stand-in", "resign", "end", "talk", "puzzle/on", "puzzle/next"):
            assert client.post(f"/play/{table.id}/{path}").status_code == 403
        seen = {"choice": "pass", "seen": table.match.screens[0].number}
        assert client.post(f"/api/tables/{table.id}/choose", json=seen).status_code == 403
    for path in ("", "/stream", "/about?piece=x"):
        assert bob.get(f"/play/{table.id}{path}").status_code == 403
    for text in (ann.get("/").text, ann.get("/mine").text, bob.get("/").text, ann.get("/api/tables").text):
        assert f"/play/{table.id}" not in text


def test_bad_input_gets_a_sentence(server: ServerThread, ann: httpx.Client) -> None:
    assert ann.post("/puzzles/chess/1").status_code == 400
    missing = ann.post("/puzzles/labyrinth/1000")
    assert (missing.status_code, "Labyrinth has no such puzzle." in missing.text) == (404, True)
    table = begin(server, ann, "labyrinth", "5")
    for steps, status in ((("dance",), 400), (("walk 0,0",), 422), (("slide 1 up",), 422)):
        assert play(ann, table, *steps).status_code == status
    other = ann.get("/puzzles/labyrinth/5")
    assert other.url.path == f"/play/{table.id}"
    assert ann.get("/puzzles/labyrinth/9").url.path == "/puzzles/labyrinth"
    missing = ann.get("/puzzles/labyrinth/9999")
    assert (missing.status_code, "Labyrinth has no such puzzle." in missing.text) == (404, True)


def records_with_other(stored: StoredPuzzle) -> Iterator[Record]:
    """The same game with other treasures of the rival, with another card in its hand, or with another card drawn by it."""
    record, seat = stored.record, stored.puzzle.seat
    game, setup, positions = find_game(record.game), record.setup, [*record.positions(find_game(record.game))]
    match game.name:
        case "labyrinth":
            taken = {*(avatar["home"] for avatar in setup["avatars"]), *(cell for hunt in setup["hunts"] for cell in hunt)}
            free = [cell for cell in grid_of(7, 7, False).fixed if cell not in taken]
            hunts = [hunt if owner == seat else free[: len(hunt)] for owner, hunt in enumerate(setup["hunts"])]
            yield replace(record, setup={**setup, "hunts": hunts})
        case "the_way":
            mine, theirs = setup["hands"][seat], setup["hands"][1 - seat]
            for nth, card in enumerate(theirs):
                other = sorted([*theirs[:nth], setup["left"], *theirs[nth + 1 :]])
                yield replace(record, setup={**setup, "hands": [mine, other] if seat == 0 else [other, mine], "left": card})
        case _:
            for number, entry in enumerate(record.entries):
                due = positions[number].chance
                if isinstance(entry, Happen) and due and not due.seen(seat):
                    for what in due.what:
                        yield replace(record, entries=(*record.entries[:number], Happen(what), *record.entries[number + 1 :]))


def twins_of(game: Game, kind: str) -> tuple[StoredPuzzle, StoredPuzzle]:
    """Two puzzles whose positions differ, but not in the solver's view."""
    for stored in shipped(game):
        true = stored.position(game)
        for record in records_with_other(stored) if stored.puzzle.kind == kind else ():
            with suppress(Complaint):
                position = record.position(game)
                if position != true and position.view(stored.puzzle.seat) == true.view(stored.puzzle.seat):
                    return stored, replace(stored, record=record)
    raise AssertionError(f"{game.title} has no such puzzle.")


@pytest.mark.parametrize(("name", "kind"), [("labyrinth", "block"), ("the_way", "three"), ("long_road", "take")])
def test_no_byte_depends_on_what_is_hidden_in_the_position(server: ServerThread, name: str, kind: str) -> None:
    """Two puzzles that differ only in what the rival has are played in step."""
    secret = "w" * 40
    for letter, body in zip("ab", twins_of(find_game(name), kind), strict=True):
        own = OwnPuzzle(name, f"{name}-{letter}", "there", 1.0, body)
        server.do(server.tables.store.transaction(partial(puzzles.add_own, holder=hash_of(secret), puzzle=own)))
    with server.client(authorization=f"Bearer {secret}") as client:
        twins = [begin(server, client, name, f"own-{name}-{letter}") for letter in "ab"]
        assert twins[0].match.position != twins[1].match.position
        wrong, right = wrong_act(twins[0]), solution_of(twins[0])

        def answers(table: Table) -> list[str]:
            page, given = f"/play/{table.id}", list[httpx.Response]()
            for steps in (["dance"], ["walk 0,0"], wrong[:1], wrong[1:] or wrong, right[:1]):
                given.append(play(client, table, *steps))
                given += [client.get(page), client.get(f"{page}/about?piece=board&x=100&y=100&tap=1")]
            given += [client.post(f"{page}/puzzle/hint") for _ in range(3)]
            given += [client.get(f"{page}/{path}") for path in ("record.json", "past/0", "acts", "show/1", "missed/0")]
            given += [client.get(f"/api/tables/{table.id}/{path}") for path in ("view", "story", "record")]
            return [*(f"{answer.status_code} {answer.text}" for answer in given), get_snapshot(client, page, "")]

        first, second = ([re.sub(f"{table.id}|own-{name}-[ab]", "ID", text) for text in answers(table)] for table in twins)
        assert first == second
