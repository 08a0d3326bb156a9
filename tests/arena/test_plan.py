"""Pairings, seats and deals."""

from collections import Counter

import msgspec
import pytest

from byways.arena.plan import DEALS, Plan, draw_up
from byways.game import Refused, find_game, stream
from tests import toy

TOY = "tests.toy:GAME"
BOTS = ["random", "tests.arena.unruly:Crashes", "tests.arena.unruly:Hangs"]


def seatings(plan: Plan, games: int) -> list[tuple[str, ...]]:
    return [plan.fixture(number).seating for number in range(plan.total(games))]


def test_in_a_round_robin_all_bots_meet_from_each_seat() -> None:
    a, b, c = BOTS
    assert seatings(draw_up(TOY, BOTS), 2) == [(a, b), (b, a), (a, c), (c, a), (b, c), (c, b)]


def test_in_a_gauntlet_the_first_bot_meets_all_others() -> None:
    a, b, c = BOTS
    assert seatings(draw_up(TOY, BOTS, gauntlet=True), 2) == [(a, b), (b, a), (a, c), (c, a)]


def test_with_more_seats_each_bot_has_each_seat_equally_often() -> None:
    plan = draw_up(TOY, BOTS, seats=3)
    assert Counter(seatings(plan, 6)) == {tuple(BOTS): 2, (BOTS[1], BOTS[2], BOTS[0]): 2, (BOTS[2], BOTS[0], BOTS[1]): 2}


def test_repeated_bots_form_one_field() -> None:
    a, b, _ = BOTS
    plan = draw_up(TOY, [a, b, b])
    assert (plan.seats, plan.names) == (3, (a, b))
    assert seatings(plan, 3) == [(a, b, b), (b, b, a), (b, a, b)]
    assert draw_up(TOY, [a, b, b], seats=2).matches == ((a, b), (b, b))


def test_games_are_rounded_up_to_whole_rotations() -> None:
    assert draw_up(TOY, BOTS[:2]).total(5) == 6
    assert draw_up(TOY, BOTS, seats=3).total(4) == 6


def test_the_same_deal_is_played_from_every_seat_and_by_every_match() -> None:
    plan = draw_up(TOY, BOTS, seed=3)
    seeds = [plan.fixture(number).seed for number in range(12)]
    assert seeds == [3 * DEALS] * 6 + [3 * DEALS + 1] * 6
    assert len({toy.GAME.deal(2, stream(seed, "set-up")) for seed in seeds}) == 2


def test_a_longer_tournament_begins_with_the_games_of_a_shorter_one() -> None:
    plan = draw_up(TOY, BOTS)
    assert seatings(plan, 10)[: plan.total(4)] == seatings(plan, 4)


@pytest.mark.parametrize(
    ("game", "bots", "seats"),
    [("labyrinth", ["euclid", "random"], 2), ("traxx", ["greedy"], 1), ("traxx", ["greedy", "random"], 2), (TOY, BOTS, 2)],
)
def test_games_have_two_seats_by_default_and_one_for_a_single_bot(game: str, bots: list[str], seats: int) -> None:
    assert draw_up(game, bots).seats == seats


@pytest.mark.parametrize(
    ("game", "bots", "more", "sentence"),
    [
        ("chess", ["random"], {}, "There is no game 'chess'"),
        ("tests.toy:Nothing", ["random"], {}, "'tests.toy:Nothing' cannot be loaded"),
        ("no.such.module:GAME", ["random"], {}, "cannot be loaded: ModuleNotFoundError: No module named 'no'"),
        ("tests.toy:BOTS", ["random"], {}, "is not a game"),
        (TOY, ["deep", "random"], {}, "Tuck has no bot 'deep'; it has random."),
        (TOY, ["tests.arena.unruly:NOT_A_BOT", "random"], {}, "is not a bot"),
        (TOY, ["random"], {}, "A game of 2 seats needs at least 2 bots, but you named only 1."),
        (TOY, BOTS, {"seats": 4}, "A game of 4 seats needs at least 4 bots, but you named only 3."),
        ("labyrinth", ["euclid"], {"seats": 1}, "Labyrinth is for 2 to 6 players, not for 1."),
        (TOY, BOTS, {"options": {"rounds": "9"}}, "wrong option"),
        (TOY, BOTS, {"options": {"laps": "9"}}, "has no option 'laps'"),
    ],
)
def test_an_impossible_plan_is_refused_before_the_first_game(game: str, bots: list[str], more: dict[str, int], sentence: str) -> None:
    with pytest.raises(Refused) as refused:
        draw_up(game, bots, **more)  # type: ignore[arg-type]
    assert sentence in str(refused.value)


def test_custom_components_are_part_of_the_plan() -> None:
    text = find_game("labyrinth").components_text.replace("cross = 1", "cross = 9")
    plan = draw_up("labyrinth", ["euclid", "random"], components=text)
    assert msgspec.to_builtins(plan.card.components)["shapes"]["cross"] == 9


def test_runs_repeat_a_deal_with_other_decisions_of_the_bots() -> None:
    plan = msgspec.structs.replace(draw_up(TOY, ["random", "random"], seats=2), runs=3)
    assert [(plan.fixture(number).deal, plan.fixture(number).run) for number in range(4)] == [(0, 0), (0, 1), (0, 2), (1, 0)]
    mixed = msgspec.structs.replace(plan, bots=("random", "tests.toy:Other"))
    assert [mixed.fixture(number).seating[0] for number in range(4)] == ["random", "tests.toy:Other"] * 2
    assert mixed.total(7) == 12
