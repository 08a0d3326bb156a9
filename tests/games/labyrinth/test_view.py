"""The views of Labyrinth, and positions imagined from them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import permutations
from random import Random

import msgspec
import pytest

from byways.game import Illegal
from byways.games.labyrinth import GAME, LabyrinthOptions
from byways.games.labyrinth.rules.setup import begin
from byways.games.labyrinth.state import Position, Setup
from byways.games.labyrinth.view import View
from tests.games.labyrinth.positions import OPEN3, OPEN5, play, position, setup, to

HOMES = [(1, 1), (3, 3), (1, 3)]
GOALS = [(3, 1), (1, 3), (1, 1)]
START = position(OPEN5, HOMES, GOALS)


def seen(start: Position, seat: int | None) -> View:
    view = start.view(seat)
    assert isinstance(view, View)
    return view


def world(view: View, rng: Random) -> Position:
    imagined = view.imagine(rng)
    assert isinstance(imagined, Position)
    return imagined


# The view of a seat


def test_a_seat_sees_the_board_all_avatars_and_its_own_treasure() -> None:
    view = seen(START, 0)
    assert (view.maze, view.avatars, view.hunts, view.goal, view.found) == (START.maze, START.avatars, ((16,), (), ()), 16, 0)


def test_a_seat_sees_when_it_is_awaited_and_what_it_may_choose() -> None:
    views = [seen(START, seat) for seat in (0, 1, None)]
    assert [view.awaited for view in views] == [(0,)] * 3
    assert [view.choices for view in views] == [START.choices(0), (), ()]


def test_a_spectator_knows_no_treasure_and_has_no_goal() -> None:
    view = seen(START, None)
    assert (view.hunts, view.found, view.act) == (((), (), ()), 0, ())
    with pytest.raises(ValueError, match=r"^A spectator has no avatar and no goal\.$"):
        view.goal  # noqa: B018


# The aim


def aim(start: Position, seat: int | None = 0) -> str:
    return GAME.say(seen(start, seat).aim)


def test_the_aim_is_the_treasure_then_home() -> None:
    assert aim(START) == "Fetch the treasure at row 4, column 2, then go home."
    found = play(START, to(3, 1), "pass", "pass")
    assert aim(found) == "You have the treasure. Go home to row 2, column 2: the first player home wins."


def test_of_several_treasures_the_aim_is_the_next() -> None:
    several = position(OPEN5, HOMES[:2], [[(3, 1), (1, 3)], [(1, 1), (3, 3)]])
    assert aim(several) == "Fetch treasure 1 of 2 at row 4, column 2."
    one = play(several, to(3, 1), "pass")
    assert aim(one) == "Fetch treasure 2 of 2 at row 2, column 4, then go home."
    assert aim(play(one, to(1, 3))) == "You have all your treasures. Go home to row 2, column 2: the first player home wins."


def test_in_classic_the_aim_moves_with_the_tile_and_with_tentative_steps() -> None:
    spare = position(OPEN5, [(0, 0), (4, 4)], [[None], (0, 1)], classic=True)
    assert aim(spare) == "Your treasure is on the spare tile. Once it is in the maze again, fetch it, then go home."
    for steps in ("slide 1 left", "slide 1 left; insert 0"):
        assert aim(play(spare, steps)) == "Fetch the treasure at row 2, column 5, then go home."
    riding = position(OPEN5, [(0, 0), (4, 4)], [[(1, 0), (2, 2)], [(0, 1), (0, 2)]], classic=True)
    assert aim(play(riding, "slide 1 left")) == "Treasure 1 of 2 is on the spare tile. Fetch it once it is in the maze again."


def test_the_aim_of_spectators_is_the_aim_of_the_game() -> None:
    assert aim(START, None) == "The first player to fetch their treasure and return home wins."


def test_there_is_no_aim_at_the_end_and_for_removed_seats() -> None:
    assert aim(play(START, "pass", "pass", "pass")) == aim(START.remove(1), 1) == ""


# Secrets


def test_another_deal_of_the_others_treasures_looks_the_same() -> None:
    other = position(OPEN5, HOMES, [(3, 1), (1, 1), (3, 3)])
    assert [START.view(seat) == other.view(seat) for seat in (0, 1, 2, None)] == [True, False, False, True]


def test_only_their_own_seat_sees_tentative_steps() -> None:
    slid = play(START, "slide 0 left; insert 0")
    assert [seen(slid, seat).act for seat in (0, 1, None)] == [slid.acts[0], (), ()]
    assert (slid.view(1), slid.view(None)) == (START.view(1), START.view(None))


def test_b1_a_find_of_another_is_not_seen() -> None:
    elsewhere = position(OPEN5, HOMES, [(3, 3), (1, 3), (1, 1)])
    found, not_found = play(START, to(3, 1)), play(elsewhere, to(3, 1))
    assert (found.found, not_found.found) == ((1, 0, 0), (0, 0, 0))
    assert [found.view(seat) == not_found.view(seat) for seat in (0, 1, 2, None)] == [False, True, True, True]


def test_the_finder_is_sent_home() -> None:
    view = seen(play(START, to(3, 1)), 0)
    assert (view.homeward, view.goal, view.found) == (True, 6, 1)


def test_its_own_later_treasures_are_hidden_until_they_are_next() -> None:
    hunt = position(OPEN5, HOMES[:2], [[(3, 1), (1, 3)], [(1, 1), (3, 3)]])
    views = [seen(hunt, 0), seen(play(hunt, to(3, 1), "pass"), 0), seen(play(hunt, to(3, 1), "pass", to(1, 3)), 0)]
    assert [(view.hunts[0], view.goal, view.homeward) for view in views] == [((16,), 16, False), ((16, 8), 8, False), ((16, 8), 6, True)]


def test_at_the_end_all_treasures_are_known() -> None:
    assert [seen(play(START, "pass", "pass", "pass"), seat).hunts for seat in (0, None)] == [START.hunts] * 2


def test_removed_seats_are_in_the_view() -> None:
    view = seen(START.remove(1), 0)
    assert (view.removed, view.awaited, seen(START.remove(0), 0).choices) == ((1,), (0,), ())


def test_in_classic_finds_of_others_are_known_and_a_treasure_on_the_spare_is_nowhere() -> None:
    hunt = position(OPEN5, [(0, 0), (4, 4)], [[(2, 2), None], [(1, 2), (0, 4)]], classic=True)
    found = play(hunt, "slide 3 left; insert 0; walk 2,2")
    assert (seen(found, 1).hunts, seen(found, None).hunts) == (((12,), (7,)), ((12,), ()))
    assert seen(play(hunt, "slide 1 left; insert 0; walk 2,2", "slide 3 left; insert 0; walk 4,4"), 0).goal == 9
    assert seen(position(OPEN5, [(0, 0), (4, 4)], [None, (1, 2)], classic=True), 0).goal is None


@pytest.mark.parametrize(
    ("text", "seat", "prompt"),
    [
        ("", 0, "Slide a row or a column, or pass."),
        ("slide 0 left", 0, "Turn the spare tile and insert it."),
        ("slide 0 left; insert 0", 0, "Walk to a tile within reach."),
        ("slide 0 left; insert 0", 1, "It is Red's turn."),
        ("pass", None, "It is Blue's turn."),
    ],
)
def test_the_prompt_says_what_is_expected(text: str, seat: int | None, prompt: str) -> None:
    assert GAME.say(seen(play(START, text) if text else START, seat).prompt) == prompt


def test_the_prompt_in_classic_and_at_the_end() -> None:
    classic = position(OPEN3, [(0, 0), (2, 2)], [(0, 1), (1, 0)], classic=True)
    assert GAME.say(seen(classic, 0).prompt) == "Slide a row or a column."
    inserted = play(classic, "slide 1 left; insert 0")
    assert GAME.say(seen(inserted, 0).prompt) == "Walk to a tile within reach, or stay where you are."
    assert GAME.say(seen(play(START, "pass", "pass", "pass"), 1).prompt) == "Everyone passed in the same round."


# Trails


def test_the_trail_has_only_stops_on_fixed_tiles() -> None:
    walked = play(START, to(3, 3), "pass", "pass", to(2, 2), "pass", "pass", to(1, 1))
    assert seen(walked, 2).avatars[0].trail == (18, 6)


def test_being_slid_leaves_no_trail() -> None:
    stands = position("┼┼┼┼ ┼┼┼┼", [(1, 1), (1, 3)], [(1, 3), (1, 1)], at=[(1, 0), (1, 3)])
    slid = play(stands, "pass", "slide 0 up; insert 0; walk 1,1")
    assert (slid.avatars[0].at, slid.avatars[0].trail, slid.avatars[1].trail) == (0, (), (5,))


# Imagined positions


def games(options: LabyrinthOptions, seats: int, seed: int, removals: float = 0.0) -> Iterator[Position]:
    """Every position of a random game, with an occasional removal."""
    rng = Random(seed)
    current = GAME.start(GAME.deal(seats, rng, options))
    while current.outcome is None:
        assert isinstance(current, Position)
        yield current
        if rng.random() < removals:
            current = current.remove(rng.choice(current.seats))
        else:
            seat = current.awaited[0]
            current = current.choose(seat, rng.choice(current.choices(seat)))
    assert isinstance(current, Position)
    yield current


@pytest.mark.parametrize("removals", [0.0, 0.04])
@pytest.mark.parametrize(
    "options",
    [
        LabyrinthOptions(rounds=12),
        LabyrinthOptions(rows=5, columns=5, treasures=1, rounds=12),
        LabyrinthOptions(treasures=3, rounds=12),
        LabyrinthOptions(classic=True, rows=3, columns=3, treasures=2, rounds=12),
    ],
)
def test_imagined_positions_give_the_same_view_and_can_be_played_on(options: LabyrinthOptions, removals: float) -> None:
    rng = Random(3)
    for current in games(options, 3, 11, removals):
        for seat in (0, 1, 2, None):
            imagined = world(seen(current, seat), rng)
            assert imagined.view(seat) == current.view(seat)
            assert (imagined.awaited, imagined.outcome) == (current.awaited, current.outcome)
            for one in imagined.awaited:
                assert imagined.choose(one, imagined.choices(one)[0])


def replayed(dealt: Setup, entries: Sequence[str]) -> Position | None:
    """The position after these entries ('gone 1' removes a seat), if they can be played from this set-up."""
    current = begin(dealt)
    try:
        for entry in entries:
            current = current.remove(int(entry[5:])) if entry.startswith("gone") else play(current, entry)
    except (Illegal, IndexError):
        return None
    return current


def consistent(dealt: Setup, entries: Sequence[str], seat: int | None) -> set[tuple[tuple[int, ...], ...]]:
    """All deals after which the same entries give this seat the same view, found by trying each."""
    truth = replayed(dealt, entries)
    assert truth is not None
    maze, seats, treasures = dealt.maze, len(dealt.avatars), len(dealt.hunts[0])
    hiding = range(maze.rows * maze.columns + 1) if maze.classic else maze.grid.fixed
    deals = set()
    for goals in permutations(hiding, seats * treasures):
        hunts = tuple(goals[first : first + treasures] for first in range(0, len(goals), treasures))
        if not any(avatar.home in hunt for avatar, hunt in zip(dealt.avatars, hunts, strict=True)):
            other = replayed(msgspec.structs.replace(dealt, hunts=hunts), entries)
            if other is not None and other.view(seat) == truth.view(seat):
                deals.add(hunts)
    return deals


def imagined(dealt: Setup, entries: Sequence[str], seat: int | None, count: int) -> Counter[tuple[tuple[int, ...], ...]]:
    """The treasures of this many imagined positions, in each of which the finds agree with the treasures."""
    truth, rng = replayed(dealt, entries), Random(2022)
    assert truth is not None
    worlds = [world(seen(truth, seat), rng) for _ in range(count)]
    for hunts in {one.hunts for one in worlds}:
        again = replayed(msgspec.structs.replace(dealt, hunts=hunts), entries)
        assert again is not None
        assert {one.found for one in worlds if one.hunts == hunts} == {again.found}
    return Counter(one.hunts for one in worlds)


ONE_EACH = setup(OPEN5, HOMES, GOALS)
TWO_EACH = setup(OPEN5, HOMES[:2], [[(3, 1), (3, 3)], [(1, 3), (1, 1)]])
TWO_WITH_ONE = setup("┼┼┼┼┼┼┼ " * 5, HOMES[:2], [(3, 1), (1, 3)])
TWO_WITH_TWO = setup("┼┼┼┼┼┼┼ " * 5, HOMES[:2], [[(3, 1), (1, 5)], [(1, 3), (1, 1)]])
BOXED = setup(OPEN3, [(0, 0), (2, 2)], [(1, 2), (0, 1)], classic=True)
BOXED_TWO = setup(OPEN3, [(0, 0), (2, 2)], [[(1, 2), None], [(0, 1), (2, 0)]], classic=True)
UP = "slide 1 up; insert 0; walk "
LEFT = "slide 1 left; insert 0; walk "


@pytest.mark.slow
@pytest.mark.parametrize(
    ("dealt", "entries", "seat", "worlds"),
    [
        pytest.param(ONE_EACH, [], 0, 3, id="at-the-start"),
        pytest.param(ONE_EACH, [], None, 11, id="spectator-at-the-start"),
        pytest.param(ONE_EACH, [to(3, 1), to(2, 2), to(3, 3), to(2, 0), to(2, 0), to(1, 3)], None, 7, id="spectator-later"),
        pytest.param(ONE_EACH, [to(3, 1), "gone 1", to(3, 3)], 2, 4, id="after-a-seat-has-gone"),
        pytest.param(TWO_WITH_ONE, ["pass", to(1, 1), "pass", to(1, 5), "pass", to(3, 3)], 0, 2, id="came-home-and-did-not-win"),
        pytest.param(TWO_WITH_ONE, ["pass", to(3, 4), "pass", to(3, 3), "pass", to(1, 1)], 0, 4, id="home-before-the-treasure"),
        pytest.param(TWO_WITH_TWO, ["pass", to(1, 3), "pass", to(3, 5), "pass", to(3, 3)], 0, 28, id="own-second-and-others-two"),
        pytest.param(TWO_EACH, [to(3, 3), "pass", to(3, 1), "pass", to(1, 1), "pass"], None, 6, id="all-four-hide-something"),
        pytest.param(BOXED, [UP + "0,0", UP + "1,0", UP + "0,0", LEFT + "2,2"], 0, 7, id="classic-stops-are-out"),
        pytest.param(BOXED, [UP + "0,0", UP + "1,0", UP + "0,0", LEFT + "2,2"], None, 65, id="classic-spectator"),
        pytest.param(BOXED_TWO, [LEFT + "1,1", UP + "1,0", LEFT + "0,2", LEFT + "2,0"], 1, 37, id="classic-after-a-find"),
    ],
)
def test_all_consistent_worlds_are_equally_likely(dealt: Setup, entries: list[str], seat: int | None, worlds: int) -> None:
    possible = consistent(dealt, entries, seat)
    expected = 60
    counts = imagined(dealt, entries, seat, expected * len(possible))
    assert set(counts) == possible
    assert dealt.hunts in possible
    assert len(possible) == worlds
    chi_square = sum((count - expected) ** 2 / expected for count in counts.values())
    freedom = len(possible) - 1
    assert chi_square < freedom + 4 * (2 * freedom) ** 0.5


def test_b1_a_seat_that_stopped_at_home_without_winning_had_not_found_its_treasure() -> None:
    entries = ["pass", to(1, 1), "pass", to(3, 3)]
    goals = {hunts[1] for hunts in consistent(TWO_WITH_ONE, entries, 0)}
    assert goals == {(10,), (12,), (26,)}  # not (8,), where it stopped first
    assert goals == {hunts[1] for hunts in imagined(TWO_WITH_ONE, entries, 0, 200)}


def test_in_classic_a_treasure_is_not_where_its_seat_stopped() -> None:
    entries = [UP + "0,0", UP + "1,0"]
    assert all(hunts[1] != (3,) for hunts in imagined(BOXED, entries, 0, 300))


def test_awaited_seats_may_be_imagined_with_tentative_steps() -> None:
    view, rng = seen(START, 1), Random(5)
    lengths = Counter(len(world(view, rng).acts[0]) for _ in range(300))
    assert set(lengths) == {0, 1, 2}


def test_the_viewers_steps_are_in_every_imagined_position() -> None:
    slid = play(START, "slide 0 left; insert 0")
    assert {world(seen(slid, 0), Random(seed)).acts for seed in range(20)} == {slid.acts}


def test_positions_are_imagined_even_if_treasures_fill_the_board() -> None:
    full = GAME.start(GAME.deal(4, Random(1), LabyrinthOptions(rows=15, columns=15, treasures=12)))
    assert full.view(2).imagine(Random(2)).view(2) == full.view(2)


def test_the_end_of_a_game_is_imagined_unchanged() -> None:
    ended = play(START, to(3, 1), "pass", "pass", to(1, 1))
    assert world(seen(ended, 1), Random(0)) == ended


def test_views_share_the_values_of_the_position() -> None:
    view = seen(START, 0)
    assert view.maze is START.maze
    assert view.avatars is START.avatars
    assert view.choices is START.choices(0)
