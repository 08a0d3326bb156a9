"""The course's strategies, and the easy and medium players."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from byways.bots import TIERS
from byways.game import Choice, stream
from byways.games.labyrinth import GAME, LabyrinthOptions, rules
from byways.games.labyrinth.bots.players import Beginner, Order, Planner, Strategist, ranking
from byways.games.labyrinth.bots.solver import solve
from byways.games.labyrinth.rules.setup import begin
from byways.games.labyrinth.state import DEGREES, Avatar, Insert, Maze, Pass, Position, Setup, Walk, grid_of
from byways.games.labyrinth.view import View
from byways.referee import play as referee_play
from byways.referee import steps
from tests.games.labyrinth.plain import plain_euclid, plain_push, plain_reach, plain_slides
from tests.games.labyrinth.positions import OPEN5, SEALED, mazes, played, position

ORDERS: tuple[Order, ...] = ("riemann", "euclid")


def seen(start: Position, seat: int | None = None) -> View:
    view = start.view(start.awaited[0] if seat is None else seat)
    assert isinstance(view, View)
    return view


def answer(order: Order, start: Position) -> str:
    return "; ".join(map(str, Strategist(order).choose(seen(start), 0.0)))


# The definitions


def test_euclid_ranks_by_distance_to_the_goal_and_ties_by_row_and_column() -> None:
    assert ranking("euclid", grid_of(3, 4, False), 5) == [5, 1, 4, 6, 9, 0, 2, 8, 10, 7, 3, 11]


def test_riemann_ranks_the_goal_first_then_from_top_left_to_bottom_right() -> None:
    assert ranking("riemann", grid_of(3, 4, False), 5) == [5, 0, 1, 2, 3, 4, 6, 7, 8, 9, 10, 11]


@pytest.mark.parametrize("order", ORDERS)
def test_the_goal_is_taken_by_the_first_slide_that_reaches_it_rows_first_left_before_right(order: Order) -> None:
    assert answer(order, position(OPEN5, homes=[(1, 1), (3, 3)], goals=[(3, 1), (1, 3)])) == "slide 0 left; insert 0; walk 3,1"


@pytest.mark.parametrize("order", ORDERS)
def test_the_slide_that_undoes_the_last_one_is_skipped(order: Order) -> None:
    barred = position(OPEN5, homes=[(1, 1), (3, 3)], goals=[(3, 1), (1, 3)], last="slide 0 right")
    assert answer(order, barred) == "slide 0 right; insert 0; walk 3,1"


@pytest.mark.parametrize("order", ORDERS)
def test_up_comes_before_down(order: Order) -> None:
    either_way_opens = """
        │┼─┼┼
        │─││┼
        │┼─┼┼
    """
    assert answer(order, position(either_way_opens, homes=[(1, 1), (1, 3)], goals=[(1, 3), (1, 1)])) == "slide 2 up; insert 0; walk 1,2"


@pytest.mark.parametrize("order", ORDERS)
def test_the_smaller_turn_comes_first(order: Order) -> None:
    riding = position(SEALED, homes=[(1, 1), (1, 3)], goals=[(0, 3), (1, 1)], spare="│", at=[(0, 0), (1, 3)])
    assert answer(order, riding) == "slide 0 left; insert 90; walk 0,3"


def test_the_strategies_part_ways_where_the_goal_is_out_of_reach() -> None:
    walled_off = """
        ┼┼┼┼┼┼┼
        ┼┼┼┼┼┼┼
        ┼┼┼┼┼┼┼
        ───────
        ───────
        │││││││
        ───────
    """
    far = position(walled_off, homes=[(1, 1), (5, 5)], goals=[(5, 3), (1, 1)], spare="─")
    assert [answer(order, far) for order in ORDERS] == ["slide 0 left; insert 0; walk 0,0", "slide 0 down; insert 0; walk 3,3"]


def test_a_strategist_never_stays_on_its_tile() -> None:
    home = position(OPEN5, homes=[(1, 1), (3, 3)], goals=[(1, 1), (1, 3)])
    assert [answer(order, home) for order in ORDERS] == ["slide 0 left; insert 0; walk 0,0", "slide 0 left; insert 0; walk 0,1"]


@pytest.mark.parametrize("order", ORDERS)
def test_standing_on_the_goal_it_slides_itself_off_and_walks_back(order: Order) -> None:
    stands = position(OPEN5, homes=[(1, 1), (3, 3)], goals=[(2, 1), (1, 3)], at=[(2, 1), (3, 3)])
    assert answer(order, stands) == "slide 2 left; insert 0; walk 2,1"


@pytest.mark.parametrize("order", ORDERS)
def test_it_passes_when_nothing_is_possible(order: Order) -> None:
    assert answer(order, position(SEALED, homes=[(1, 1), (1, 3)], goals=[(1, 3), (1, 1)])) == "pass"


def by_definition(order: Order, maze: Maze, at: int, goal: int, view: View) -> str:
    """A strategy's turn by its definition: the first candidate, slide and turn that work."""
    pushes = []
    for slide in plain_slides(maze):
        for degree in DEGREES:
            if view.last is None or slide != view.last.undoing:
                pushed, carried = plain_push(maze, slide, degree)
                standing = carried.get(at, at)
                pushes.append((slide, degree, plain_reach(pushed, standing) - {standing}))
    others = [cell for cell in range(len(maze.tiles)) if cell != goal]
    if order == "euclid":
        row, column = divmod(goal, maze.columns)
        others.sort(key=lambda cell: (cell // maze.columns - row) ** 2 + (cell % maze.columns - column) ** 2)
    for candidate in (goal, *others):
        for slide, degree, reached in pushes:
            if candidate in reached:
                return f"{slide}; {Insert(degree)}; {Walk(*divmod(candidate, maze.columns))}"
    return str(Pass())


@settings(max_examples=60)
@given(mazes(), st.sampled_from(ORDERS), st.data())
def test_strategies_agree_with_their_definition(maze: Maze, order: Order, data: st.DataObject) -> None:
    cells = st.integers(0, len(maze.tiles) - 1)
    at, goal, last = data.draw(cells), data.draw(cells), data.draw(st.sampled_from([None, *plain_slides(maze)]))
    start = begin(Setup(maze, (Avatar(at, at, "red"),), ((goal,),), last=last))
    assert answer(order, start) == by_definition(order, maze, at, goal, seen(start))


@pytest.mark.parametrize("seed", range(3))
def test_the_plain_euclid_gives_the_same_answers_in_real_play(seed: int) -> None:
    compared = 0
    for start in played(LabyrinthOptions(treasures=2, rounds=8), seed, "euclid", "random", "riemann"):
        view = seen(start)
        if not view.act:
            assert Strategist("euclid").turn(view) == plain_euclid(view)
            compared += 1
    assert compared >= 10


# In the middle of a turn


@pytest.mark.parametrize("classic", [False, True])
@pytest.mark.parametrize("order", ORDERS)
def test_a_strategist_takes_over_in_the_middle_of_an_act(order: Order, classic: bool) -> None:
    begun = 0
    for start in played(LabyrinthOptions(rounds=6, classic=classic), 5, "random", "random", "random"):
        view = seen(start)
        if view.act:
            begun += 1
            after: Position = start
            for choice in Strategist(order).choose(view, 0.0):
                after = after.choose(view.seat or 0, choice)
            assert (after.last, after.acts) == (view.act[0], ((), (), ()))
    assert begun >= 15


@pytest.mark.parametrize("order", ORDERS)
def test_a_strategist_asked_again_after_each_step_continues_with_the_same_turn(order: Order) -> None:
    for start in played(LabyrinthOptions(rounds=6), 9, "euclid", "riemann"):
        (seat,), (slide, insert, walk) = start.awaited, Strategist(order).turn(seen(start))
        slid = start if start.acts[seat] else start.choose(seat, slide)
        inserted = slid if len(slid.acts[seat]) == 2 else slid.choose(seat, insert)
        assert [Strategist(order).turn(seen(step)) for step in (slid, inserted)] == [(slide, insert, walk)] * 2


# Whole games


@pytest.mark.parametrize(
    "options", [LabyrinthOptions(), LabyrinthOptions(rows=5, columns=9, treasures=2), LabyrinthOptions(classic=True, treasures=3)]
)
def test_whole_games_are_played_without_a_fault_and_strategists_beat_chance(options: LabyrinthOptions) -> None:
    wins = [0, 0, 0]
    for seed in range(6):
        players = [GAME.bots[name](Random(seed)) for name in ("random", "euclid", "riemann")]
        outcome = referee_play(GAME, players, seed, options).outcome
        assert outcome is not None
        assert outcome.removed == ()
        for winner in outcome.winners:
            wins[winner] += 1
    assert wins[1] + wins[2] > wins[0]


def test_the_bots_are_those_on_the_card_with_the_tiers_last() -> None:
    assert tuple(GAME.bots) == GAME.bot_names == ("random", "riemann", "euclid", *TIERS)


# Easy and medium


@pytest.mark.parametrize("classic", [False, True])
def test_medium_prepares_its_next_turn_whenever_it_can(classic: bool) -> None:
    taken = 0
    for start in played(LabyrinthOptions(rounds=8, classic=classic, treasures=2), 3, "euclid", "random", "riemann"):
        view = seen(start)
        if not view.act and len(solve(view, 2) or ()) == 2:
            after = whole_turn(start, Planner(Random(1)).turn(view))
            assert len(solve(seen(after, view.seat), 1) or ()) == 1
            taken += 1
    assert taken >= 3


def whole_turn(start: Position, turn: Sequence[Choice]) -> Position:
    (seat,) = start.awaited
    for choice in turn:
        start = start.choose(seat, choice)
    return start


def test_easy_overlooks_slides_but_never_fails_to_move() -> None:
    start = position(OPEN5, homes=[(1, 1), (3, 3)], goals=[(3, 1), (1, 3)])
    turns = {Beginner(Random(seed)).turn(seen(start)) for seed in range(20)}
    assert len({turn[0] for turn in turns}) > 3
    assert {turn[2] for turn in turns} == {Walk(3, 1)}
    assert Beginner(Random(1)).turn(seen(position(SEALED, homes=[(1, 1), (1, 3)], goals=[(1, 3), (1, 1)]))) == (Pass(),)


@pytest.mark.parametrize("player", [Beginner(Random(1)), Planner(Random(1))])
def test_easy_and_medium_continue_from_the_steps_already_made(player: Strategist) -> None:
    for start in played(LabyrinthOptions(rounds=4), 5, "random", "random"):
        view = seen(start)
        turn = player.turn(view)
        assert turn[: len(view.act)] == view.act
        assert whole_turn(start, turn[len(view.act) :]).acts == ((), ())


@pytest.mark.parametrize(
    ("seed", "options"), [(1083, LabyrinthOptions(rows=9, columns=9, treasures=2)), (1050, LabyrinthOptions(treasures=3))]
)
def test_two_medium_players_do_not_block_each_other_for_ever(seed: int, options: LabyrinthOptions) -> None:
    start = GAME.start(GAME.deal(2, stream(seed, "set-up"), options))
    players = [GAME.bots["medium"](stream(seed, f"seat {seat}")) for seat in range(2)]
    for turn in range(100):
        if start.outcome is not None:
            break
        assert isinstance(start, Position)
        start = whole_turn(start, steps(players[turn % 2].choose(seen(start), 0.0)))
    assert start.outcome is not None


def test_medium_beats_easy() -> None:
    won = 0
    for seed in range(20):
        names = ("easy", "medium") if seed % 2 else ("medium", "easy")
        outcome = referee_play(GAME, [GAME.bots[name](stream(seed, name)) for name in names], seed).outcome
        won += outcome is not None and [names[winner] for winner in outcome.winners] == ["medium"]
    assert won > 10


# Classic


@pytest.mark.parametrize("order", ORDERS)
def test_in_classic_it_meets_its_treasure_where_the_slide_takes_it(order: Order) -> None:
    start = position(OPEN5, homes=[(0, 0), (4, 4)], goals=[(1, 2), (2, 2)], classic=True)
    assert answer(order, start) == "slide 1 left; insert 0; walk 1,1"


@pytest.mark.parametrize("order", ORDERS)
def test_in_classic_it_brings_a_treasure_on_the_spare_into_play(order: Order) -> None:
    start = position(OPEN5, homes=[(0, 0), (4, 4)], goals=[None, (2, 2)], classic=True)
    assert answer(order, start) == "slide 1 left; insert 0; walk 1,4"


@pytest.mark.parametrize("order", ORDERS)
def test_in_classic_it_does_not_push_its_treasure_off_the_board(order: Order) -> None:
    start = position(OPEN5, homes=[(0, 0), (4, 4)], goals=[(1, 0), (2, 2)], classic=True)
    assert answer(order, start) == "slide 1 right; insert 0; walk 1,1"


@pytest.mark.parametrize("order", ORDERS)
def test_in_classic_it_stays_where_its_treasure_is(order: Order) -> None:
    start = position(OPEN5, homes=[(0, 0), (4, 4)], goals=[(2, 2), (1, 2)], at=[(2, 2), (4, 4)], classic=True)
    assert answer(order, start) == "slide 1 left; insert 0; walk 2,2"


@pytest.mark.parametrize("order", ORDERS)
def test_in_classic_it_goes_home_when_it_has_everything(order: Order) -> None:
    start = position(OPEN5, homes=[(0, 0), (4, 4)], goals=[(2, 2), (1, 2)], classic=True)
    for text in ("slide 1 left; insert 0; walk 2,2", "slide 1 left; insert 0; walk 4,4"):
        for step in text.split("; "):
            start = start.choose(start.awaited[0], rules.parse(step))
    assert answer(order, start) == "slide 1 left; insert 0; walk 0,0"
