"""The hard player: it wins when it can, hinders rivals, and answers in time."""

from __future__ import annotations

import time
from math import inf
from random import Random

import pytest

from byways.bots import Thought
from byways.bots.compiled import Compiled
from byways.bots.weighing import SURE, Weighed
from byways.game import Choice, stream
from byways.games.labyrinth import GAME, LabyrinthOptions
from byways.games.labyrinth.bots.rivals import rivals_of
from byways.games.labyrinth.bots.search import Hard, chances
from byways.games.labyrinth.bots.solver import solve
from byways.games.labyrinth.rules import parse
from byways.games.labyrinth.state import Pass, Position
from byways.games.labyrinth.view import View
from byways.i18n import Message
from tests.games.labyrinth.positions import OPEN5, OPEN7, SEALED, play, played, position, to


@pytest.fixture(autouse=True)
def hurry(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("byways.bots.ROUND", 0.04)


@pytest.fixture
def counted(monkeypatch: pytest.MonkeyPatch) -> None:
    """Limit thinking by worlds, so that answers do not depend on the machine."""
    monkeypatch.setattr(Thought, "worlds", 200)


def seen(start: Position, seat: int | None = None) -> View:
    view = start.view(start.awaited[0] if seat is None else seat)
    assert isinstance(view, View)
    return view


def answer(start: Position, seconds: float = 60) -> Position:
    """The position after the hard player's turn."""
    (seat,) = start.awaited
    for choice in Hard(Random(1)).choose(seen(start), time.monotonic() + seconds):
        start = start.choose(seat, choice)
    return start


# The race


def test_the_fewer_goals_are_left_the_better() -> None:
    assert chances(0, 3) == 1
    assert chances(3, 0) == 0
    assert 0 < chances(2, 1) < chances(2, 2) < chances(1, 2) < chances(1, 3) < 1


def test_with_equal_goals_the_next_to_move_is_ahead() -> None:
    assert chances(1, 1) == pytest.approx(0.7 / 1.7)


# Alone at the table, after all rivals have gone


def alone(seed: int, options: LabyrinthOptions | None = None) -> Position:
    start = GAME.start(GAME.deal(2, stream(seed, "set-up"), options)).remove(1)
    assert isinstance(start, Position)
    return start


@pytest.mark.usefixtures("counted")
@pytest.mark.parametrize(("seed", "turns"), [(102, 4), (104, 4), (107, 6)])
def test_alone_it_gets_home_in_the_fewest_turns(seed: int, turns: int) -> None:
    start = alone(seed)
    for _ in range(turns):
        start = answer(start)
    assert start.outcome is not None
    assert start.outcome.reason == Message("outcome.home", {"seat": 0, "treasures": 1})


@pytest.mark.usefixtures("counted")
def test_alone_it_weighs_the_first_turn_of_the_shortest_way_highest() -> None:
    start = alone(102)
    plan = solve(seen(start)) or ()
    found = weighed(start)
    assert found["; ".join(map(str, plan[0]))].value == max(one.value for one in found.values())


def test_alone_and_out_of_time_it_still_moves() -> None:
    assert answer(alone(104), seconds=0).last is not None


# Choosing turns


@pytest.mark.parametrize("classic", [False, True])
def test_it_goes_home_whenever_it_can(classic: bool) -> None:
    wins = 0
    for seed in range(4):
        for start in played(LabyrinthOptions(rounds=25, classic=classic), seed, "euclid", "riemann"):
            view = seen(start)
            if view.homeward and solve(view, 1):
                outcome = answer(start).outcome
                assert outcome is not None
                assert outcome.winners == (view.seat,)
                wins += 1
    assert wins >= 2


@pytest.mark.slow
def test_it_hinders_a_rival_on_its_way_home_whenever_it_can() -> None:
    held = 0
    for seed in range(12):
        for start in played(LabyrinthOptions(rounds=12, classic=True), seed, "euclid", "random"):
            view = seen(start)
            known = rivals_of(view)[0]
            if view.act or not known.homeward or (view.homeward and solve(view, 1)):
                continue
            after = answer(start)
            other = seen(after)
            if solve(other, 1):
                assert all(comes_home(start, slide) for slide in start.choices(view.seat or 0))
            else:
                held += 1
    assert held >= 3


def comes_home(start: Position, slide: Choice) -> bool:
    """Whether the next seat gets home after this slide with every insertion."""
    (seat,) = start.awaited
    slid = start.choose(seat, slide)
    inserted = [slid.choose(seat, insert) for insert in slid.choices(seat)]
    return all(solve(seen(each.choose(seat, each.choices(seat)[0])), 1) for each in inserted)


def test_it_finds_its_treasure_rather_than_not() -> None:
    after = answer(position(OPEN7, homes=[(1, 1), (5, 5)], goals=[(3, 1), (1, 3)]))
    assert after.found == (1, 0)


def test_sealed_in_it_passes() -> None:
    view = seen(position(SEALED, homes=[(1, 1), (1, 3)], goals=[(1, 3), (1, 1)]))
    assert Hard(Random(1)).choose(view, 0.0) == (Pass(),)


def test_it_goes_on_from_the_steps_already_made() -> None:
    for start in played(LabyrinthOptions(rounds=3), 5, "random", "random", "random"):
        view = seen(start)
        turn = Hard(Random(1)).turn(view, Thought(0.0, 1.0))
        assert turn[: len(view.act)] == view.act
        assert answer(start, 0).acts == ((), (), ())


@pytest.mark.slow
@pytest.mark.parametrize(
    ("options", "seats"),
    [
        (LabyrinthOptions(rounds=3), 6),
        (LabyrinthOptions(rows=3, columns=5, rounds=5), 2),
        (LabyrinthOptions(rows=9, columns=13, treasures=3, rounds=2), 3),
        (LabyrinthOptions(rows=15, columns=15, rounds=1), 2),
        (LabyrinthOptions(classic=True, treasures=2, rounds=4), 4),
    ],
)
def test_it_plays_any_game(options: LabyrinthOptions, seats: int) -> None:
    start = GAME.start(GAME.deal(seats, stream(1, "set-up"), options))
    while start.outcome is None:
        assert isinstance(start, Position)
        start = answer(start)
    assert start.outcome.removed == ()


def test_with_goals_off_the_board_it_plays_on() -> None:
    start = answer(position(OPEN5, homes=[(8, 1), (9, 9)], goals=[(7, 7), (1, 1)], at=[(1, 1), (3, 3)]))
    assert (start.awaited, start.acts, start.last is None) == ((1,), ((), ()), False)


# Weighing turns


def weighed(start: Position, *among: str) -> dict[str, Weighed]:
    """The weighed turns by notation, best first."""
    found = Hard(Random(1)).weigh(seen(start), inf, [tuple(map(parse, turn.split("; "))) for turn in among])
    assert [one.value for one in found] == sorted((one.value for one in found), reverse=True)
    return {"; ".join(map(str, one.act)): one for one in found}


@pytest.mark.usefixtures("counted")
def test_it_weighs_its_own_choice_and_every_requested_turn() -> None:
    start = position(OPEN7, homes=[(1, 1), (5, 5), (5, 1)], goals=[(3, 1), (1, 3), (3, 5)], spare="─")
    turns = "pass", "slide 0 left", "slide 0 left; insert 90", "slide 2 up; insert 0; walk 6,6"
    found = weighed(start, *turns)
    assert {*turns} <= found.keys()
    chosen = "; ".join(map(str, Hard(Random(1)).choose(seen(start), inf)))
    assert found[chosen].value >= [*found.values()][8].value
    begun = [one.value for turn, one in found.items() if turn.startswith("slide 0 left; insert 90; walk")]
    assert found["slide 0 left; insert 90"].value == max(begun)
    assert [*weighed(start, *turns).items()] == [*found.items()]


@pytest.mark.usefixtures("counted")
def test_missing_a_treasure_is_worth_significantly_less() -> None:
    start = position(OPEN7, homes=[(1, 1), (5, 5)], goals=[(3, 1), (1, 3)])
    found = weighed(start, "pass", "slide 0 left; insert 0; walk 6,6")
    best = next(iter(found.values()))
    for missed in (found["pass"], found["slide 0 left; insert 0; walk 6,6"]):
        assert missed.value < best.value - 2 * missed.doubt


@pytest.mark.usefixtures("counted")
def test_it_weighs_the_rest_of_a_turn() -> None:
    start = play(position(OPEN7, homes=[(1, 1), (5, 5)], goals=[(3, 1), (1, 3)]), "slide 0 left; insert 0")
    found = weighed(start, "walk 6,6")
    assert next(iter(found)) == "walk 3,1"
    assert len(found) == len(start.choices(0))


@pytest.mark.usefixtures("counted")
def test_coming_home_is_a_sure_win() -> None:
    start = play(position(OPEN7, homes=[(1, 1), (5, 5)], goals=[(3, 1), (1, 3)]), to(3, 1), "pass")
    found = weighed(start, "pass")
    assert next(iter(found.values())).value == SURE > found["pass"].value


def test_it_weighs_in_time_and_without_the_kernel_too(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Compiled, "ready", lambda compiled, deadline: None)
    view = seen(position(OPEN7, homes=[(1, 1), (5, 5)], goals=[(3, 1), (1, 3)]))
    turns = [(parse("pass"),), (parse("slide 0 left"),)]
    assert {*turns} < {one.act for one in Hard(Random(1)).weigh(view, 0.0, turns)}


def test_sealed_in_it_has_only_the_pass_to_weigh() -> None:
    assert [*weighed(position(SEALED, homes=[(1, 1), (1, 3)], goals=[(1, 3), (1, 1)]))] == ["pass"]
