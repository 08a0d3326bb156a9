"""The page to watch a game of the course."""

from __future__ import annotations

import json
from collections.abc import Iterator
from html import unescape
from http.client import HTTPResponse
from re import findall
from urllib.error import HTTPError
from urllib.request import urlopen

import msgspec
import pytest
from tools.labyrinth_vectors import Program

from byways.games.labyrinth.course.conduct import Moment, Observer, Start, conduct
from byways.games.labyrinth.course.dialect import RefereeState, read, referee_state_of, start_of, write
from byways.games.labyrinth.course.gallery import Gallery
from byways.games.labyrinth.course.places import cell_at
from tests.games.labyrinth.course.players import Scripted, two
from tests.games.labyrinth.positions import OPEN5, position, to

RACE = write(referee_state_of(position(OPEN5, [(1, 1), (3, 3)], [(3, 1), (1, 3)])))


class Shown(Observer):
    """Shows a game in a gallery."""

    def __init__(self, gallery: Gallery) -> None:
        self.gallery = gallery

    def see(self, moment: Moment) -> None:
        self.gallery.show(moment)


@pytest.fixture
def gallery() -> Iterator[Gallery]:
    with Gallery() as gallery:
        gallery.names = ["ann", "bob"]
        yield gallery


def page(gallery: Gallery, path: str = "") -> str:
    answer: bytes = urlopen(gallery.address + path).read()
    return answer.decode()


def links(page: str) -> dict[str, str]:
    """The links of a page, by their texts."""
    return {text: unescape(way).lstrip("/") for way, text in findall(r'<a [^>]*href="([^"]*)"[^>]*>([^<]*)</a>', page)}


def play(gallery: Gallery, *turns: str, start: Start | None = None) -> None:
    """Play a game in which the first player follows a script, until both pass."""
    conduct(start or two(), [Scripted(*turns), Scripted()], Shown(gallery))


def test_the_style_sheet_of_the_page_is_served_and_other_files_are_missing(gallery: Gallery) -> None:
    (style,) = findall(r'rel="stylesheet" href="/([^"]*)"', page(gallery))
    assert "#stage" in page(gallery, style)
    with pytest.raises(HTTPError, match="404"):
        page(gallery, "static/0/nothing.css")


def test_before_the_game_the_page_says_that_players_are_signing_up(gallery: Gallery) -> None:
    assert "The game has not begun" in page(gallery)


def test_the_page_shows_the_log_and_the_players(gallery: Gallery) -> None:
    play(gallery, to(2, 2))
    shown = page(gallery)
    assert "Red walks to row 3, column 3." in shown
    assert "Red: ann" in shown
    assert "Blue passes." in shown
    assert "<svg" in shown


def test_the_page_steps_through_the_game_moment_by_moment(gallery: Gallery) -> None:
    """The moments are the start and two turns per player, the last of which are passes."""
    play(gallery, to(2, 2))
    assert "Moment 4 of 4" in page(gallery)
    at = links(page(gallery))["First"]
    for number in range(4):
        shown = page(gallery, at)
        assert f"Moment {number} of 4" in shown
        assert ("Red walks to row 3, column 3." in shown) == (number > 0)
        at = links(shown)["Next"]
    assert "Next" not in links(page(gallery, at))
    assert "Moment 3 of 4" in page(gallery, links(page(gallery, at))["Previous"])
    assert "Moment 4 of 4" in page(gallery, links(page(gallery, at))["Live"])


def test_next_waits_for_a_moment_to_come(gallery: Gallery) -> None:
    gallery.show(Moment(two().position, ()))
    assert "Moment 0 of 0" in page(gallery, links(page(gallery, "?at=0"))["Next"])


def test_a_live_page_is_sent_every_moment(gallery: Gallery) -> None:
    gallery.show(Moment(two().position, ()))
    with urlopen(gallery.address + "stream") as stream:
        wait_for(stream, "Moment 0 of 0")
        gallery.show(Moment(two().position, ()))
        wait_for(stream, "Moment 1 of 1")


def wait_for(stream: HTTPResponse, text: str) -> None:
    while text not in stream.readline().decode():
        pass


def test_a_removal_is_shown(gallery: Gallery) -> None:
    conduct(two(), [Scripted("!"), Scripted()], Shown(gallery))
    assert "Red: ann (removed)" in page(gallery)


# States


def test_only_holders_of_the_key_get_the_state(gallery: Gallery) -> None:
    play(gallery, to(2, 2))
    assert "Save state" not in page(gallery)
    assert "Save state" not in page(gallery, "?key=nokey")
    for path in ("state.json", "state.json?at=1", "state.json?key=nokey", "state.json?key="):
        with pytest.raises(HTTPError, match="403"):
            urlopen(gallery.address + path)
    saved = json.loads(page(gallery, links(page(gallery, f"?key={gallery.key}"))["Save state"]))
    assert [player["goto"] for player in saved["plmt"]] == [{"row#": 3, "column#": 1}, {"row#": 1, "column#": 3}]


def test_the_moment_on_the_page_is_saved(gallery: Gallery) -> None:
    play(gallery, to(2, 2))
    begun, moved = (json.loads(page(gallery, links(page(gallery, f"?at={at}&key={gallery.key}"))["Save state"])) for at in (0, 1))
    assert (begun["last"], moved["last"]) == (None, [0, "LEFT"])
    assert [player["color"] for player in moved["plmt"]] == ["blue", "red"]


def test_a_saved_moment_has_the_goals_not_handed_out_yet(gallery: Gallery) -> None:
    play(gallery, to(3, 1), start=two(further=[(1, 3), (3, 3)]))
    saved = [json.loads(page(gallery, f"state.json?at={at}&key={gallery.key}")) for at in (0, 1)]
    assert [state["goals"] for state in saved] == [[{"row#": 1, "column#": 3}, {"row#": 3, "column#": 3}], [{"row#": 3, "column#": 3}]]
    assert saved[1]["plmt"][1]["goto"] == {"row#": 1, "column#": 3}


def test_there_is_no_state_before_the_game(gallery: Gallery) -> None:
    with pytest.raises(HTTPError, match="404"):
        urlopen(f"{gallery.address}state.json?key={gallery.key}")


# Games that are never dealt


def changed(**players: object) -> Start:
    """The race with one thing changed for each player."""
    return start_of(read(RefereeState, {**RACE, "plmt": [{**player, **players} for player in RACE["plmt"]]}))


FAR = {"row#": 9, "column#": 9}


@pytest.mark.parametrize(
    "start",
    [
        changed(home={"row#": 1, "column#": 1}),
        changed(color="red"),
        changed(goto={"row#": 0, "column#": 0}),
        changed(home=FAR),
        changed(goto=FAR),
        changed(current=FAR),
        start_of(read(RefereeState, {**RACE, "goals": [FAR, {"row#": 1, "column#": 1}]})),
    ],
)
def test_whatever_can_be_played_can_be_watched_and_saved(start: Start, gallery: Gallery) -> None:
    begun = Start(msgspec.structs.replace(start.setup, rounds=3), start.goals)
    conduct(begun, [Program("euclid"), Program("riemann")], Shown(gallery))
    for number in (0, len(gallery.moments) - 1):
        assert "<svg" in page(gallery, f"?at={number}")
        assert read(RefereeState, json.loads(page(gallery, f"state.json?at={number}&key={gallery.key}"))).plmt


def test_pieces_off_the_board_are_drawn_at_their_places(gallery: Gallery) -> None:
    start = changed(home={"row#": 5, "column#": 1})
    assert start.setup.avatars[0].home == cell_at(start.setup.maze.grid, 5, 1)
    gallery.show(Moment(start.position, ()))
    assert 'id="board-home-0" transform="translate(96 336)' in page(gallery)
