"""Explanations of the things in a drawing of Labyrinth."""

from __future__ import annotations

from random import Random

import pytest

from byways.games.labyrinth import GAME
from byways.games.labyrinth.drawing import touch
from byways.games.labyrinth.drawing.layout import spot, wide
from byways.games.labyrinth.drawing.scene import Scene
from byways.games.labyrinth.drawing.touch import touched
from byways.games.labyrinth.state import Insert, Position
from byways.games.labyrinth.view import View, view
from byways.room import Points, Touched
from byways.teaching.guide import explain
from tests.games.labyrinth.positions import OPEN5, play, position

_: Points[View] = touch

START = position(OPEN5, [(1, 1), (3, 3)], [(1, 3), (1, 1)], last="slide 2 left")
SLID = play(START, "slide 0 down")
INSERTED = play(START, "slide 0 down; insert 0")
FOUND = play(START, "slide 0 left; insert 0; walk 1,3", "slide 0 left; insert 0; walk 3,1")
DONE = play(FOUND, "slide 0 left; insert 0; walk 1,1")
PARTED = play(position("─┼─── ─│─│─ ─────", [(1, 1), (1, 3)], [(1, 3), (1, 1)], spare="│"), "slide 2 left; insert 0")
CLASSIC = position(OPEN5, [(0, 0), (4, 4)], [[None], (0, 2)], classic=True)

corner = wide(5, 5).corner


def at(where: Position, row: int, column: int, piece: str = "", seat: int | None = 0) -> Touched | None:
    """Point at the middle of a tile, or of the margin beside one."""
    x, y = corner(row, column)
    return touched(view(where, seat), piece, x + 30, y + 30)


def beside(where: Position, down: int) -> Touched | None:
    return touched(view(where, 0), "", *wide(5, 5).at((78, down)))


def said(found: Touched | None) -> tuple[str, str]:
    assert found
    return GAME.say(found.what), str(next(iter(found.choices), None))


def answer(where: Position, row: int, column: int, piece: str = "", seat: int | None = 0) -> list[str]:
    """The explanation for a player who points there."""
    x, y = corner(row, column)
    return [GAME.say(sentence) for sentence in explain(GAME, where.view(seat), piece, x + 30, y + 30, Random(1))]


def answer_beside(where: Position, down: int, right: int = 78) -> list[str]:
    shown = where.view(0)
    assert isinstance(shown, View)
    return [GAME.say(sentence) for sentence in explain(GAME, shown, "", *wide(5, 5).at((right, down)), Random(1))]


# Explanations


@pytest.mark.parametrize(
    ("where", "place", "piece", "words", "choice"),
    [
        (START, (1, 1), "avatar-0", "Your avatar.", "walk 1,1"),
        (START, (3, 3), "avatar-1", "Blue's avatar.", "walk 3,3"),
        (START, (1, 1), "home-0", "Your home. Fetch your treasure first, then come back here.", "walk 1,1"),
        (FOUND, (1, 1), "home-0", "Your home. You have found everything: end your walk here to win.", "walk 1,1"),
        (START, (3, 3), "home-1", "Blue's home.", "walk 3,3"),
        (START, (1, 3), "goal", "Your treasure. End your walk on this tile to fetch it. Nobody else can see the mark.", "walk 1,3"),
        (FOUND, (1, 1), "goal", "Your home. You have found everything: end your walk here to win.", "walk 1,1"),
        (DONE, (1, 3), "goal-0-0", "A treasure that Red had to fetch.", "walk 1,3"),
        (START, (3, 1), "tile-16", "A fixed tile: it never moves.", "walk 3,1"),
        (START, (2, 1), "", "A loose tile: it moves when its row or its column slides.", "walk 2,1"),
        (START, (2, -1), "", "This arrow slides row 3 one tile right.", "slide 2 right"),
        (START, (5, 0), "", "This arrow slides column 1 one tile up.", "slide 0 up"),
        (START, (3, 5), "", "This line does not slide. Where two such lines cross, the tiles are fixed.", "slide 3 left"),
        (SLID, (0, 0), "", "The gap that your slide has left. The spare tile goes in here.", "None"),
        (SLID, (5, 0), "tile-20", "This tile drops out. It will be the next spare tile.", "None"),
    ],
)
def test_things_on_and_around_the_board_are_explained(where: Position, place: tuple[int, int], piece: str, words: str, choice: str) -> None:
    assert said(at(where, *place, piece)) == (words, choice)


def test_things_beside_the_board_are_explained() -> None:
    assert said(beside(START, 18)) == ("The game ends after round 1000 at the latest.", "None")
    assert said(beside(START, 98)) == ("The two gems on the tile of your treasure.", "None")
    assert said(beside(FOUND, 98)) == ("Your home. You have found everything: end your walk here to win.", "None")
    assert beside(DONE, 98) is None
    assert said(beside(START, 456)) == ("A player who passes leaves the maze and their avatar as they are.", "pass")
    assert beside(START, 330) is None
    x, y = spot(Scene(view(START, 0)).lay, None)
    assert said(touched(view(START, 0), "tile-25", x + 5, y + 5)) == (
        "The spare tile. The player who slides a line puts it into the gap.",
        "insert 0",
    )


def test_in_classic_the_treasure_may_lie_on_the_spare() -> None:
    x, y = spot(Scene(view(CLASSIC, 0)).lay, None)
    assert said(touched(view(CLASSIC, 0), "goal", x, y)) == ("Your treasure. It moves with its tile. Nobody else can see the mark.", "None")


@pytest.mark.parametrize(("row", "column"), [(-1, -1), (5, 5), (2, 9), (-5, 2)])
def test_there_is_nothing_in_the_corners_and_outside(row: int, column: int) -> None:
    assert at(START, row, column) is None


@pytest.mark.parametrize("piece", ["avatar-7", "avatar", "home-99"])
def test_pieces_of_missing_seats_have_no_explanation(piece: str) -> None:
    assert at(START, 1, 1, piece) is None


def test_spectators_get_the_same_explanations_without_your() -> None:
    assert answer(START, 1, 1, "avatar-0", None) == ["Red's avatar."]
    assert answer(START, 2, -1, "", None) == ["This arrow slides row 3 one tile right."]


# Reasons


@pytest.mark.parametrize(
    ("where", "place", "reason"),
    [
        (START, (2, -1), "The last slide moved row 3 left. Nobody may undo it until another line has slid."),
        (START, (3, 5), "Row 4 does not slide. These rows do: 1, 3, and 5."),
        (START, (2, 1), "Slide a row or a column first, then insert the spare tile, then walk."),
        (SLID, (2, 1), "You have slid a line. Now insert the spare tile, or take the slide back."),
        (SLID, (2, -1), "You have slid a line. Now insert the spare tile, or take the slide back."),
        (INSERTED, (4, -1), "You have slid a line and inserted the spare tile. Now walk, or take that back."),
        (INSERTED, (1, 1), "The avatar may not stay where it is. Walk to another tile."),
        (PARTED, (2, 0), "No passage leads from your avatar to row 3, column 1. All along the way, tiles must open towards each other."),
    ],
)
def test_the_explanation_of_an_illegal_choice_begins_with_the_reason(where: Position, place: tuple[int, int], reason: str) -> None:
    assert answer(where, *place)[0] == reason


def test_the_explanation_of_a_legal_choice_has_no_reason() -> None:
    assert answer(START, 4, -1) == ["This arrow slides row 5 one tile right."]
    assert answer(INSERTED, 1, 2) == ["A loose tile: it moves when its row or its column slides."]


def test_a_seat_that_is_not_awaited_learns_whose_turn_it_is() -> None:
    assert answer(START, 4, -1, seat=1)[0] == "It is not Blue's turn. Waiting for Red."


def test_passing_late_has_a_reason() -> None:
    assert answer_beside(INSERTED, 456)[0] == "Passing is only possible before the slide."
    assert answer_beside(CLASSIC, 456)[0] == "Passing is not possible in the classic game: every turn has a slide."


def test_turns_that_are_not_offered_have_a_reason() -> None:
    assert view(SLID, 0).choices == (Insert(0),)
    alike = "Turned like this, the spare tile looks like one of the tiles on offer. Choose that one."
    assert answer_beside(SLID, 312, 114) == [alike]
    assert answer_beside(SLID, 312, 42) == []
