"""Short wordings of acts, and reasons for them."""

from __future__ import annotations

import pytest

from byways.games.long_road import GAME
from byways.games.long_road.bots.advice import brief, why
from byways.games.long_road.choices import parse
from byways.games.long_road.state import Placed, Position, Road
from byways.games.long_road.view import View
from tests.games.advised import played
from tests.games.long_road.positions import arms, at_turn, placed, play, road, roads, selling


@pytest.mark.parametrize(
    ("act", "said"),
    [
        ("play ranch-1 tepee; reward coin; assign judge; end", "Ranch (1 white, 2 black) on the tepee road, take a coin, play the Judge"),
        ("rob 1; end", "rob Black"),
        ("end", "end your turn"),
    ],
)
def test_the_wording_of_an_act_leaves_out_the_end_of_the_turn(act: str, said: str) -> None:
    assert GAME.say(brief([parse(step) for step in act.split("; ")])) == said


def test_every_act_can_be_said() -> None:
    assert sum(len(one.act) for one in played(GAME, 2, range(1)))


def said(position: Position, choice: str) -> list[str]:
    view = position.view(0)
    assert isinstance(view, View)
    assert parse(choice) in view.choices
    return [GAME.say(reason) for reason in why(view, [parse(choice)])]


JUDGE = placed("judge", 1, "rifle", up=True)


@pytest.mark.parametrize(
    ("here", "reasons"),
    [
        (road("tepee-3"), "Then 2 rewards are left on that road."),
        (road("tepee-3", daggers=0), "Then one reward is left on that road."),
        (road("tepee-3", coins=0), "Takes the last reward: this caravan is sold."),
        (road("tepee-3", "", placed("judge", 1), coins=0), "Takes the last reward: this caravan is sold."),
        (
            road("tepee-3", "", placed("scout", 0), JUDGE, coins=0),
            "Takes the last reward: this caravan is sold, and as the line stands Black's Judge goes first.",
        ),
        (
            road("tepee-3", "", placed("scout", 0, "rifle rifle"), JUDGE, coins=0),
            "Takes the last reward: this caravan is sold, and as the line stands your Scout goes first.",
        ),
    ],
)
def test_a_card_says_what_it_pays_and_how_near_the_sale_is(here: Road, reasons: str) -> None:
    position = at_turn("ranch-1 saloon-1 river-1", roads=roads(here))
    assert said(position, "play ranch-1 tepee") == ["Its herds pay 8 $ there.", reasons]


@pytest.mark.parametrize(("card", "first"), [("ranch-1", "Black's Cattle Baron"), ("store-1", "your Scout")])
def test_the_first_to_be_activated_is_found_beside_the_caravan_with_the_new_card(card: str, first: str) -> None:
    line = placed("scout", 0), placed("cattle-baron", 1, up=True)
    position = at_turn("ranch-1 store-1 river-1", roads=roads(road("tepee-3", "", *line, coins=0)))
    assert f"as the line stands {first} goes first." in said(position, f"play {card} tepee")[-1]


@pytest.mark.parametrize(
    ("line", "reasons"),
    [
        ((), ["No rival stands there yet (value 4)."]),
        ((placed("judge", 1),), ["Has value 4 there, and the rivals are face down."]),
        ((placed("officer", 1, up=True),), ["Is activated before Black's Officer."]),
        ((JUDGE, placed("officer", 1, up=True)), ["Is activated before Black's Officer.", "Is activated after Black's Judge."]),
    ],
)
def test_a_character_names_the_rivals_activated_before_and_after_it(line: tuple[Placed, ...], reasons: list[str]) -> None:
    position = play(at_turn("ranch-1 saloon-1 river-1", roads=roads(road("tepee-3", "", *line))), "0: play ranch-1 tepee")
    position = play(position, "0: reward coin")
    assert said(position, "assign sheriff") == reasons


@pytest.mark.parametrize(("money", "amount"), [((9, 5), 2), ((9, 1), 1)])
def test_the_reason_for_a_robbery_names_no_more_than_the_victim_has(money: tuple[int, int], amount: int) -> None:
    position = play(at_turn("stagecoach-1 saloon-1 river-1", money=money), "0: play stagecoach-1 cactus", "0: reward coin")
    assert said(position, "rob 1") == [f"Takes {amount} $ from Black."]


def test_a_weapon_tells_its_price() -> None:
    position = play(at_turn("ranch-1 saloon-1 river-1", money=(9, 9)), "0: play ranch-1 tepee", "0: reward coin")
    assert said(position, "buy dagger") == ["Costs 2 $."]


@pytest.mark.parametrize(("boss", "reasons"), [(0, ["Pays 10 $."]), (1, ["Pays 10 $.", "Your boss pays 6 $ more for it in the end."])])
def test_at_a_sale_a_card_says_what_it_pays_now_and_in_the_end(boss: int, reasons: list[str]) -> None:
    line = (placed("banker", 0), placed("mayor", 1))
    position = play(selling(2, *line, caravan="ranch-1 river-1", bosses=(boss, 6)))
    assert said(position, "take ranch-1 tepee") == reasons


@pytest.mark.parametrize(
    ("here", "reasons"),
    [
        (road("tepee-3", "", JUDGE), ["Its herds pay 8 $ there.", "Your Officer then acts as number 2 of 2 on the tepee road."]),
        (
            road("tepee-3", "", placed("judge", 1)),
            ["Its herds pay 8 $ there.", "On the tepee road your Officer then is number 1 of the characters you know (2 in all)."],
        ),
        (
            road("tepee-3", "", JUDGE, coins=0),
            [
                "Takes the last reward: this caravan is sold, and as the line stands Black's Judge goes first.",
                "Your Officer then acts as number 2 of 2 on the tepee road.",
            ],
        ),
        (road("tepee-3"), ["Its herds pay 8 $ there.", "Then 2 rewards are left on that road."]),
    ],
)
def test_a_whole_act_says_when_its_character_is_activated(here: Road, reasons: list[str]) -> None:
    reward = "reward coin; " if here.coins and here.daggers else ""
    steps = [parse(step) for step in f"play ranch-1 tepee; {reward}assign officer; arm dagger tepee {len(here.line) + 1}; end".split("; ")]
    view = at_turn("ranch-1", "officer", arms=(arms("dagger"), arms()), roads=roads(here)).view(0)
    assert isinstance(view, View)
    assert [GAME.say(reason) for reason in why(view, steps)] == reasons
