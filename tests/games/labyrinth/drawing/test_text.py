"""Labyrinth in a terminal."""

from __future__ import annotations

from msgspec.structs import replace

from byways.game import stream
from byways.games.labyrinth import GAME, LabyrinthOptions
from byways.games.labyrinth.drawing.text import text
from byways.games.labyrinth.view import view
from tests.games.labyrinth.positions import OPEN5, play, position

SMALL = position("┌─┬─┐ ├┼┴┘│ └─┴─┘", [(1, 1), (1, 3)], [(1, 3), (1, 1)], spare="│")


def board_of(drawn: str) -> str:
    """The board alone, without the sentences before and after it."""
    return drawn.split("\n\n", 1)[1].split("\n\nR ")[0]


def test_a_board_before_the_slide() -> None:
    assert text(view(SMALL, 0)) == (
        "Labyrinth, round 1. Your turn: slide.\n"
        "\n"
        "      1    2    3    4    5\n"
        "      v         v         v\n"
        "\n"
        " 1 >  ┌─────────┬─────────┐  <\n"
        "      │         │         │\n"
        "      │    │ r  │  * │ b  │\n"
        " 2    ├────R────┴────B    │\n"
        "      │    │              │\n"
        "      │         │         │\n"
        " 3 >  └─────────┴─────────┘  <\n"
        "\n"
        "      ^         ^         ^\n"
        "\n"
        "R Red (you): at row 2, column 2, home (r) at row 2, column 2.\n"
        "B Blue: at row 2, column 4, home (b) at row 2, column 4.\n"
        "Fetch the treasure (*): it is at row 2, column 4.\n"
        "Its tile shows alexandrite and aquamarine.\n"
        "Spare tile: │ with alexandrite and black spinel cushion.\n"
        "Lines slide the way > < v ^ point. Tiles on no such line are fixed.\n"
    )


def test_after_the_slide_there_is_a_hole() -> None:
    drawn = text(view(play(SMALL, "slide 2 down"), 0))
    assert board_of(drawn) == (
        "      1    2    3    4    5\n"
        "\n"
        "\n"
        " 1    ┌─────── [ ] ───────┐\n"
        "      │                   │\n"
        "      │    │ r     * │ b  │\n"
        " 2    ├────R────┬────B    │\n"
        "      │    │    │         │\n"
        "      │         │         │\n"
        " 3    └─────────┴─────────┘\n"
        "\n"
    )
    assert "Dropped out: ┴ with" in drawn
    assert "The hole is at row 1, column 3." in drawn
    assert "Ways to insert it: │ (insert 0) and ─ (insert 90)." in drawn
    assert "Your turn so far: Slide column 3 down." in drawn


def test_passages_within_reach_are_thick() -> None:
    drawn = text(view(play(SMALL, "slide 2 down; insert 90"), 0))
    assert board_of(drawn) == (
        "      1    2    3    4    5\n"
        "\n"
        "\n"
        " 1    ┏━━━━━━━━━━━━━━━━━━━┓\n"
        "      ┃                   ┃\n"
        "      ┃    ┃ r     * ┃ b  ┃\n"
        " 2    ┣━━━━R━━━━┳━━━━B    ┃\n"
        "      ┃    ┃    ┃         ┃\n"
        "      ┃         ┃         ┃\n"
        " 3    ┗━━━━━━━━━┻━━━━━━━━━┛\n"
        "\n"
    )
    assert drawn.endswith("You can walk along the thick passages.\n")


def test_other_seats_see_no_tentative_steps() -> None:
    assert text(view(play(SMALL, "slide 2 down"), 1)) == text(view(SMALL, 1))


def test_the_slide_that_would_undo_the_previous_one_is_crossed() -> None:
    before = position(OPEN5, [(1, 1), (3, 3)], [(3, 3), (1, 1)], last="slide 2 left")
    lines = text(view(before, 0)).splitlines()
    assert next(line for line in lines if line.startswith(" 3")).startswith(" 3 x──")
    assert "Previous slide: Slide row 3 left. It must not be undone (x)." in lines


def test_several_avatars_on_one_tile_are_all_shown() -> None:
    homes = [(1, 1), (1, 3), (3, 1), (3, 3)]
    for together, middle in ((2, "─RB──"), (3, "─RBG─"), (4, "─RBG─")):
        drawn = text(view(position(OPEN5, homes[:together], homes[:together], at=[(1, 1)] * together), None))
        assert drawn.splitlines()[8].startswith(f" 2  ──┼──{middle}")
    assert drawn.splitlines()[9].startswith("      │  O │  ")


def test_a_treasure_on_the_spare() -> None:
    start = position(OPEN5, [(0, 0), (4, 4)], [[None], (0, 2)], classic=True)
    assert "Fetch the treasure (*): it is on the spare tile." in text(view(start, 0))
    assert "*" not in board_of(text(view(start, 0)))


def test_the_way_home() -> None:
    start = position(OPEN5, [(1, 1), (3, 3)], [(3, 3), (1, 1)])
    assert "Go home (*): it is at row 2, column 2." in text(view(play(start, "slide 0 left; insert 0; walk 3,3"), 0))


def test_a_spectator_knows_of_no_treasure() -> None:
    assert "*" not in text(view(SMALL, None))
    assert text(view(SMALL, None)).startswith("Labyrinth, round 1. It is Red's turn.\n")


def test_at_the_end_all_treasures_are_listed() -> None:
    start = position(OPEN5, [(1, 1), (3, 3)], [(1, 3), (1, 1)])
    done = play(start, "slide 0 left; insert 0; walk 1,3", "pass", "slide 0 left; insert 0; walk 1,1")
    drawn = text(view(done, None))
    assert drawn.startswith("Labyrinth, round 2. Red wins.\n")
    assert "R Red: at row 2, column 2, home (r) at row 2, column 2.\nRed had to fetch the treasure (*) at row 2, column 4.\n" in drawn
    assert "B Blue: at row 4, column 4, home (b) at row 4, column 4.\nBlue had to fetch the treasure (*) at row 2, column 2.\n" in drawn


def test_removed_seats_are_not_shown() -> None:
    drawn = text(view(SMALL.remove(1), 0))
    assert "Blue" not in drawn
    assert "B" not in board_of(drawn)


def test_more_avatars_than_colours() -> None:
    few = position(OPEN5, [(1, 1)], [(3, 3)])
    crowd = replace(few, avatars=few.avatars * 9, hunts=few.hunts * 9, found=(0,) * 9, acts=((),) * 9, awaited=(7,))
    drawn = text(view(crowd, None))
    assert drawn.startswith("Labyrinth, round 1. It is Seat 7's turn.\n")
    assert "C Seat 7: at row 2, column 2, home (c) at row 2, column 2." in drawn


def test_custom_gems_are_named_by_their_keys() -> None:
    own = replace(SMALL.maze.spare, gems=("sea-glass", "ruby"))
    assert "Spare tile: │ with sea-glass and ruby." in text(view(replace(SMALL, maze=replace(SMALL.maze, spare=own)), 0))


def test_every_board_fits_a_terminal_of_80_columns() -> None:
    for size in (7, 15):
        start = GAME.start(GAME.deal(6, stream(1, "set-up"), LabyrinthOptions(rows=size, columns=size)))
        assert max(map(len, GAME.text(start.view(0)).splitlines())) <= 80
