"""The events of a turn, and which seats get them."""

from __future__ import annotations

from itertools import pairwise

from hypothesis import given
from hypothesis import strategies as st

from byways.event import Event, Move
from byways.game import stream
from byways.games.labyrinth import GAME
from byways.games.labyrinth.state import OPENINGS, Position
from tests.games.labyrinth.positions import OPEN5, play, position, to, told

WINDING = """
    ┌─┐││
    │┼└┐│
    └┐││┼
    ┼└┘│┼
    ┼┼┼┼┼
"""
START = position(OPEN5, homes=[(1, 1), (3, 3)], goals=[(3, 1), (1, 3)])
CLASSIC = position(OPEN5, homes=[(0, 0), (4, 4)], goals=[(1, 0), (1, 3)], classic=True)


def heard(start: Position, seat: int | None, *turns: str) -> list[Event]:
    tell: list[Event] = []
    play(start, *turns, tell=tell)
    return [mine for event in tell if (mine := event.for_seat(seat))]


def paths(event: Event) -> dict[str, str]:
    return {move.piece: " ".join(move.path) for move in event.moves}


def test_the_line_slides_out_at_one_end_and_the_spare_comes_in_at_the_other() -> None:
    slide, _ = heard(START, 1, "slide 0 left; insert 0; walk 1,2")
    assert paths(slide) == {
        "tile-0": "0,0 0,-1 spare",
        "tile-1": "0,1 0,0",
        "tile-2": "0,2 0,1",
        "tile-3": "0,3 0,2",
        "tile-4": "0,4 0,3",
        "tile-25": "spare 0,5 0,4",
    }
    assert slide.pieces == tuple(paths(slide))


def test_a_column_goes_down_with_the_avatar_on_it() -> None:
    stands = position(OPEN5, homes=[(1, 1), (3, 3)], goals=[(3, 1), (1, 3)], at=[(1, 1), (3, 2)])
    slide, _ = heard(stands, 1, "slide 2 down; insert 0; walk 1,2")
    assert paths(slide)["tile-22"] == "4,2 5,2 spare"
    assert paths(slide)["tile-25"] == "spare -1,2 0,2"
    assert paths(slide)["avatar-1"] == "3,2 4,2"
    assert "avatar-0" not in slide.pieces


def test_an_avatar_that_drops_out_comes_in_on_the_spare() -> None:
    stands = position(OPEN5, homes=[(1, 1), (3, 3)], goals=[(3, 1), (1, 3)], at=[(4, 2), (3, 2)])
    slide, walk = heard(stands, 1, "slide 2 down; insert 0; walk 0,0")
    assert paths(slide)["avatar-0"] == "spare -1,2 0,2"
    assert paths(walk) == {"avatar-0": "0,2 0,1 0,0"}


def test_a_walk_follows_the_passages() -> None:
    winds = position(WINDING, homes=[(1, 1), (3, 3)], goals=[(3, 1), (1, 3)], at=[(0, 0), (3, 3)], spare="─")
    _, walk = heard(winds, 1, "slide 4 up; insert 0; walk 2,2")
    assert paths(walk) == {"avatar-0": "0,0 1,0 2,0 2,1 3,1 3,2 2,2"}


def test_in_classic_an_avatar_that_stays_is_announced_to_stay() -> None:
    walk = heard(CLASSIC, 1, "slide 1 up; insert 0; walk 0,0")[1]
    assert GAME.say(walk.wording) == "Red stays at row 1, column 1."
    assert walk.moves == (Move("avatar-0", ("0,0",)),)


def test_in_classic_only_its_owner_sees_a_goal_ride() -> None:
    seen = [heard(CLASSIC, viewer, "slide 1 right; insert 0; walk 0,0")[0] for viewer in (0, 1, None)]
    assert [paths(slide).get("goal") for slide in seen] == ["1,0 1,1", "1,3 1,4", None]


def test_in_classic_a_goal_drops_out_with_its_tile_and_comes_in_with_the_spare() -> None:
    out, inside = heard(CLASSIC, 0, "slide 1 left; insert 0; walk 0,0", "slide 3 up; insert 0; walk 4,4")[::2]
    assert paths(out)["goal"] == "1,0 1,-1 spare"
    assert paths(inside)["goal"] == "spare 5,3 4,3"


def test_in_the_hidden_game_no_goal_rides() -> None:
    assert all("goal" not in event.pieces for event in heard(START, 0, "slide 0 left; insert 0; walk 1,2"))


def test_only_the_finder_gets_a_banner_for_a_find() -> None:
    assert [(event.name, event.banner) for event in heard(START, 0, to(3, 1))][-1] == ("find", True)
    assert [event.name for event in heard(START, 1, to(3, 1))] == ["slide", "walk"]


def test_in_classic_all_get_a_banner_for_a_find_but_only_the_finder_the_next_goal() -> None:
    finds = [heard(CLASSIC, viewer, "slide 1 up; insert 0; walk 1,0")[-1] for viewer in (0, 1, None)]
    assert [(event.name, event.banner) for event in finds] == [("find", True)] * 3
    assert ["goal" in event.pieces for event in finds] == [True, False, False]


def test_at_the_end_all_finds_are_announced() -> None:
    *_, end, blue = heard(START, None, to(3, 1), to(1, 3), to(1, 1))
    assert [GAME.say(event.wording) for event in (end, blue)] == [
        "Red came home with the treasure.",
        "Blue had found the treasure at row 2, column 4.",
    ]
    assert blue.pieces == ("goal-1-0",)


def test_in_classic_the_end_repeats_no_finds() -> None:
    home = heard(CLASSIC, 1, "slide 1 up; insert 0; walk 1,0", "slide 3 up; insert 0; walk 4,4", "slide 1 up; insert 0; walk 0,0")
    assert home[-1].name == "end"


def doors(play_on: Position, here: str, there: str) -> bool:
    """Whether two tiles open towards each other."""
    (row, column), (row2, column2) = (tuple(map(int, place.split(","))) for place in (here, there))
    side = {(-1, 0): (1, 4), (0, 1): (2, 8), (1, 0): (4, 1), (0, -1): (8, 2)}[row2 - row, column2 - column]
    tiles, columns = play_on.maze.tiles, play_on.maze.columns
    return bool(
        OPENINGS[tiles[row * columns + column].connector] & side[0] and OPENINGS[tiles[row2 * columns + column2].connector] & side[1]
    )


@given(st.integers(0, 1000), st.booleans())
def test_no_walk_goes_through_a_wall(seed: int, classic: bool) -> None:
    rng = stream(seed, "walls")
    position = GAME.start(GAME.deal(3, rng, GAME.read_options({"classic": classic})))
    tell: list[Event] = []
    while not any(event.name == "walk" for event in tell):
        seat = position.awaited[0]
        choices = position.choices(seat)
        position = position.choose(seat, rng.choice(choices[: len(choices) - 1] or choices), tell)
    assert isinstance(position, Position)
    path = next(event for event in tell if event.name == "walk").moves[0].path
    assert all(doors(position, here, there) for here, there in pairwise(path))


def test_a_turn_is_announced_when_it_is_final() -> None:
    assert told(START, 1, "slide 0 left; insert 0") == []
    assert told(START, 1, to(2, 2)) == ["slide", "walk"]


def test_b1_only_the_finder_learns_that_a_treasure_is_found() -> None:
    finds = [told(START, viewer, to(3, 1)) for viewer in (0, 1, None)]
    assert finds == [["slide", "walk", "find"], ["slide", "walk"], ["slide", "walk"]]


def test_the_sentences_of_a_turn() -> None:
    tell: list[Event] = []
    home = position(OPEN5, homes=[(1, 1), (3, 3)], goals=[(3, 1), (1, 3)], spare="│", rounds=1)
    play(home, "slide 0 left; insert 90; walk 3,1", "pass", tell=tell)
    assert [GAME.say(event.wording) for event in tell] == [
        "Red slides row 1 left and inserts the spare tile, turned a quarter turn to the left.",
        "Red walks to row 4, column 2.",
        "Red has found the treasure and can go home.",
        "Blue passes.",
        "The limit of 1 round is reached.",
        "Red had found the treasure at row 4, column 2.",
    ]


def test_the_end_and_removals_are_announced_to_all() -> None:
    tell: list[Event] = []
    play(START, to(3, 1), "pass", to(1, 1), tell=tell)
    START.remove(1, tell)
    assert [GAME.say(event.wording) for event in tell[-2:]] == [
        "Red came home with the treasure.",
        "Blue leaves the game.",
    ]
    assert all(event.to is None for event in tell[-2:])
