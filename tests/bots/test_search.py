"""Tree search on small games with known best play, and on the toy game."""

from __future__ import annotations

import math
import time
from collections import Counter
from collections.abc import Sequence
from random import Random
from types import SimpleNamespace
from typing import Any, ClassVar, TypeAlias

import pytest
from msgspec.structs import replace

from byways import game
from byways.bots import RandomPlayer, Thought
from byways.bots.search import Search, begun, shares
from byways.bots.weighing import Weighed
from byways.game import Chance, Choice, Outcome, Tell, put, stream
from byways.referee import play
from byways.room import Hooks
from tests import toy

# A tree is written as ("end", *places), ("turn", seat, {choice: tree}), ("chance", who sees it, {what: (weight, tree)}) or ("both",
# {"choices of seat 0 and 1": tree}), in which both seats choose at once.
Tree: TypeAlias = tuple[Any, ...]
WON, DRAWN, LOST = ("end", 1, 2), ("end", 1, 1), ("end", 2, 1)


class Do(game.Choice, frozen=True):
    what: str


class Position(game.Position[Do], frozen=True, kw_only=True):
    room: ClassVar[str] = __name__

    tree: Tree

    @property
    def chance(self) -> Chance | None:
        if self.tree[0] != "chance":
            return None
        _, seen_by, answers = self.tree
        return Chance("chance", tuple(answers), tuple(weight for weight, _ in answers.values()), seen_by)


class View(game.View[Do], frozen=True, kw_only=True):
    """Seat 0 knows only that one of these equally likely worlds is the true one."""

    room: ClassVar[str] = __name__

    worlds: tuple[Tree, ...]


def stand(tree: Tree) -> Position:
    awaited = {"turn": tree[1:2], "both": (0, 1)}.get(tree[0], ())
    outcome = Outcome(tree[1:], "It is over.") if tree[0] == "end" else None
    return Position(acts=((), ()), awaited=awaited, tree=tree, outcome=outcome)


def offer(position: Position, seat: int) -> tuple[Do, ...]:
    kind, *_, ways = position.tree
    whats = ways if kind == "turn" else dict.fromkeys(pair.split()[seat] for pair in ways)
    return tuple(map(Do, whats))


def after(position: Position, seat: int, choice: Do, tell: Tell) -> Position:
    kind, *_, ways = position.tree
    if kind == "turn":
        return stand(ways[choice.what])
    acts = put(position.acts, seat, (choice,))
    if all(acts):
        return stand(ways[" ".join(act[0].what for act in acts)])
    return replace(position, acts=acts, awaited=(1 - seat,))


def came(position: Position, what: str, tell: Tell) -> Position:
    return stand(position.tree[2][what][1])


HOOKS: Hooks[Position, Do, game.Setup, game.Components] = Hooks(came=came)


def imagine(view: View, rng: Random) -> Position:
    return stand(rng.choice(view.worlds))


def answer(*worlds: Tree, seed: int = 0, rounds: int = 600) -> str:
    world = stand(worlds[0])
    view = View(seat=0, awaited=world.awaited, choices=world.choices(0), worlds=worlds)
    (choice,) = given(Search(Random(seed), rounds=rounds).choose(view, float("inf")))
    assert isinstance(choice, Do)
    return choice.what


def given(choices: Choice | Sequence[Choice]) -> Sequence[Choice]:
    return [choices] if isinstance(choices, Choice) else choices


def tossed(share: int, seen_by: tuple[int, ...] | None = None, won: Tree = WON, lost: Tree = LOST) -> Tree:
    """Return a chance that is won with this percentage."""
    return ("chance", seen_by, {"good": (share, won), "bad": (100 - share, lost)})


def turn(seat: int, **ways: Tree) -> Tree:
    return ("turn", seat, ways)


def test_a_forced_win_is_found_behind_a_reply_that_looks_bad() -> None:
    """After `quiet`, every reply loses. After `loud`, most replies do, but one does not."""
    quiet = turn(1, a=turn(0, c=WON, d=LOST, e=LOST), b=turn(0, c=LOST, d=WON, e=LOST))
    loud = turn(1, a=LOST, b=WON, c=WON, d=WON)
    for seed in range(5):
        assert answer(turn(0, loud=loud, quiet=quiet), seed=seed) == "quiet"


def test_the_odds_of_chance_count() -> None:
    for seed in range(5):
        assert answer(turn(0, likely=tossed(60), unlikely=tossed(40)), seed=seed, rounds=2000) == "likely"
        assert answer(turn(0, sure=DRAWN, risky=tossed(30)), seed=seed) == "sure"


def test_a_chance_that_is_seen_can_be_answered() -> None:
    seen = tossed(50, None, turn(0, left=WON, right=LOST), turn(0, left=LOST, right=WON))
    unseen = tossed(50, (), turn(0, left=WON, right=LOST), turn(0, left=LOST, right=WON))
    assert answer(turn(0, seen=seen, unseen=unseen)) == "seen"
    assert answer(turn(0, even=tossed(75), seen=seen)) == "seen"
    assert answer(turn(0, even=tossed(75), unseen=unseen)) == "even"


def test_hidden_information_is_not_assumed_to_be_known_later() -> None:
    """In each world one guess wins, so a search that solves each world separately would overrate guessing (strategy fusion)."""
    heads, tails = turn(0, heads=WON, tails=LOST), turn(0, heads=LOST, tails=WON)
    worlds = [turn(0, guess=guess, toss=tossed(70)) for guess in (heads, tails)]
    for seed in range(5):
        assert answer(*worlds, seed=seed) == "toss"


def test_the_opponent_is_not_assumed_to_know_hidden_chance() -> None:
    """Only seat 0 sees the chance, so the opponent's reply is a coin flip."""
    bluff = tossed(50, (0,), turn(1, call=WON, fold=LOST), turn(1, call=LOST, fold=WON))
    assert answer(turn(0, bluff=bluff, toss=tossed(25))) == "bluff"
    shown = tossed(50, None, turn(1, call=WON, fold=LOST), turn(1, call=LOST, fold=WON))
    assert answer(turn(0, bluff=shown, toss=tossed(25))) == "toss"


def test_simultaneous_choices_are_hidden_and_mixed() -> None:
    """Matching pennies: an opponent that saw the choice would win, and `neither` would be best."""
    pennies = {"heads heads": WON, "heads tails": LOST, "tails heads": LOST, "tails tails": WON}
    neither = {f"neither {side}": tossed(25) for side in ("heads", "tails")}
    answers = Counter(answer(("both", pennies | neither), seed=seed, rounds=200) for seed in range(40))
    assert set(answers) == {"heads", "tails"}
    assert min(answers.values()) >= 10


def test_a_dominant_simultaneous_choice_is_taken() -> None:
    ways = {f"{mine} {theirs}": WON if mine == "good" else LOST for mine in ("good", "poor") for theirs in "abc"}
    assert {answer(("both", ways), seed=seed, rounds=100) for seed in range(5)} == {"good"}


def dealt(seed: int, seats: int = 2) -> toy.Position:
    """Return a toy game in which every seat must pick."""
    position, rng = toy.GAME.start(toy.GAME.deal(seats, Random(seed))), Random(seed)
    while due := position.chance:
        position = position.happen(due.draw(rng))
    assert isinstance(position, toy.Position)
    return position


def test_the_answer_depends_only_on_the_view_and_the_stream() -> None:
    position = dealt(1)
    view = position.view(0)
    hidden = {view.imagine(Random(seed)) for seed in range(6)}
    assert len(hidden) > 1
    answers = {tuple(given(Search(Random(3), rounds=50).choose(world.view(0), float("inf")))) for world in hidden}
    assert len(answers) == 1


def test_a_whole_act_is_answered_after_enough_visits() -> None:
    position = dealt(1)
    steps = given(Search(Random(3), rounds=400).choose(position.view(0), float("inf")))
    for step in steps:
        position = position.choose(0, step)
    assert len(steps) > 1
    assert 0 not in position.awaited


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_a_game_is_played_to_its_end_even_if_a_seat_leaves(seats: int) -> None:
    position = dealt(2, seats)
    player, rng = Search(Random(1), rounds=15), Random(2)
    if seats > 2:
        position = position.remove(1)
    while position.outcome is None:
        if due := position.chance:
            position = position.happen(due.draw(rng))
        else:
            seat = position.awaited[-1]
            position = position.choose(seat, given(player.choose(position.view(seat), float("inf")))[0])
    assert position.outcome.places


@pytest.mark.slow
def test_it_beats_chance_clearly() -> None:
    won = 0.0
    for seed in range(60):
        players = [RandomPlayer(stream(seed, "a")), Search(stream(seed, "b"), rounds=15)]
        outcome = play(toy.GAME, players[:: 1 if seed % 2 else -1], seed // 2).outcome
        assert outcome is not None
        won += shares_of(outcome)[seed % 2]
    assert won > 37  # two standard errors above half


def shares_of(outcome: Outcome) -> Sequence[float]:
    return shares(Position(acts=((),) * len(outcome.places), awaited=(), tree=(), outcome=outcome))


def test_it_answers_when_there_is_no_time_at_all() -> None:
    view = dealt(1).view(0)
    assert given(Search(Random(1)).choose(view, time.monotonic() - 1))[0] in view.choices


def test_it_answers_by_the_deadline_even_if_one_playout_takes_longer(clock: SimpleNamespace) -> None:
    def slow(position: Any, seat: int, rng: Random) -> Choice:
        clock.now += 0.01
        choice: Choice = rng.choice(position.choices(seat))
        return choice

    view, deadline = dealt(1).view(0), clock.now + 0.05
    assert given(Search(Random(1), policy=slow, seconds=600).choose(view, deadline))[0] in view.choices
    assert clock.now <= deadline


def test_the_value_function_rates_positions_at_the_horizon() -> None:
    later = turn(1, x=turn(0, y=LOST, z=LOST))
    tree = turn(0, a=later, b=later)
    view = View(seat=0, awaited=(0,), choices=(Do("a"), Do("b")), worlds=(tree,))
    root = Search(Random(1), lambda position: (0.9, 0.1), horizon=0, rounds=2).think(view, 0, Thought(float("inf"), float("inf")))
    assert root is not None
    assert {choice: arm.total / arm.visits for choice, arm in root.arms.items()} == {Do("a"): 0.9, Do("b"): 0.9}


def test_the_choice_of_the_policy_is_tried_first() -> None:
    ways = turn(0, **dict.fromkeys("abcdefgh", LOST))
    view = View(seat=0, awaited=(0,), choices=stand(ways).choices(0), worlds=(ways,))
    assert given(Search(Random(1), policy=lambda *_: Do("f"), rounds=1).choose(view, float("inf"))) == [Do("f")]


@pytest.mark.parametrize(
    ("places", "expected"),
    [((1, 2), [1, 0]), ((1, 1), [0.5, 0.5]), ((2, 1, 3), [0.5, 1, 0]), ((1, 1, 3), [0.75, 0.75, 0]), ((1,), [1])],
)
def test_places_are_scored_from_1_to_0(places: tuple[int, ...], expected: list[float]) -> None:
    assert shares_of(Outcome(places, "It is over.")) == expected


def weighed(tree: Tree, *among: str, rounds: int = 600) -> dict[str, Weighed]:
    view = View(seat=0, awaited=(0,), choices=stand(tree).choices(0), worlds=(tree,))
    found = Search(Random(1), rounds=rounds).weigh(view, float("inf"), [tuple(map(Do, act.split())) for act in among])
    return {" ".join(str(step)[3:] for step in one.act): one for one in found}


def test_choices_are_weighed_by_score_best_first() -> None:
    found = weighed(turn(0, likely=tossed(80), unlikely=tossed(20), sure=WON))
    assert list(found) == ["sure", "likely", "unlikely"]
    assert found["sure"].value > 3
    assert found["sure"].value - found["unlikely"].value > 2 * found["unlikely"].doubt > 0


def test_requested_acts_are_weighed_even_where_the_tree_would_not_grow() -> None:
    later = turn(0, good=WON, bad=LOST, toss=tossed(70))
    found = weighed(turn(0, here=later, there=WON), "here bad", "here toss", "there")
    assert {"here", "here bad", "here toss", "there"} == set(found)
    assert found["here bad"].value < -3 < 0 < found["here toss"].value < found["here"].value
    assert abs(found["here toss"].value - math.log(70 / 30)) < 2 * found["here toss"].doubt


def test_weighing_keeps_to_the_number_of_worlds_and_works_without_time(monkeypatch: pytest.MonkeyPatch) -> None:
    view = dealt(1).view(0)
    asked = [view.choices[:1]]
    assert {(one.value, one.act[0] in view.choices) for one in Search(Random(1)).weigh(view, time.monotonic() - 1, asked)} == {(0.0, True)}
    monkeypatch.setattr(Thought, "worlds", 20)
    first, second = (Search(Random(1)).weigh(view, float("inf"), asked) for _ in range(2))
    assert first == second


def test_tentative_steps_are_returned_with_their_positions() -> None:
    position = dealt(1)
    first = position.choices(0)[0]
    once = position.choose(0, first)
    then = once.choices(0)[0]
    twice = once.choose(0, then)
    assert begun(twice, 0) == [(position, first), (once, then)]
    assert begun(twice, 1) == []
