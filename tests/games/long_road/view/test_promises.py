"""The foreseeable results of choices."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from byways.games.long_road import GAME
from byways.games.long_road.choices import parse
from byways.games.long_road.state import Position
from byways.games.long_road.view import View
from byways.games.long_road.view.promises import Promise, promise, queue
from tests.games.long_road.positions import at_turn, placed, play, road, roads, selling


def seen(position: Position, seat: int = 0) -> View:
    view = position.view(seat)
    assert isinstance(view, View)
    return view


@pytest.mark.parametrize(
    ("choice", "short", "words"),
    [
        ("play ranch-1 tepee", "+8 $", "Play Ranch (1 white, 2 black) on the tepee road. +8 $ at the sale, to the quickest."),
        ("play river-1 cactus", "+10 $", "Play River (2 white, 2 black) on the cactus road. +10 $ at the sale, to the quickest."),
    ],
)
def test_a_card_says_what_it_pays_at_a_destination(choice: str, short: str, words: str) -> None:
    worth = promised(seen(at_turn("ranch-1 saloon-1 river-1", roads=roads())), choice)
    assert (worth.short, GAME.say(worth.spoken(parse(choice)))) == (short, words)


def test_a_card_brought_over_a_ford_says_what_it_pays_here() -> None:
    position = play(at_turn("river-1 saloon-1 ranch-1", roads=roads(cactus=road("cactus-1", "ranch-1"))), "0: play river-1 tepee")
    worth = promised(seen(position), "ford ranch-1 cactus")
    assert GAME.say(worth.brings) == "+8 $ at the sale, to the quickest."


def test_a_change_promises_nothing() -> None:
    assert promise(seen(at_turn("ranch-1 saloon-1 river-1")), parse("change river-1")) is None


def promised(view: View, choice: str) -> Promise:
    found = promise(view, parse(choice))
    assert found is not None
    return found


def lined_up() -> Position:
    line = (placed("judge", 1, "rifle"), placed("officer", 1, up=True), placed("scout", 0, "dagger"))
    return play(at_turn("canyon-2 ranch-1 river-1", roads=roads(road("tepee-3", "canyon-1", *line))), "0: play canyon-2 tepee")


def test_a_character_tells_its_value_and_when_it_will_be_activated_as_far_as_is_known() -> None:
    armed = parse("arm dagger tepee 3")
    view = seen(lined_up())
    brings = GAME.say(promised(view, "arm dagger tepee 3").brings)
    assert brings == "Value 11: acts as number 1 of the characters you can see; one more is face down."
    assert list(queue(view, armed)) == [(0, ["?", "2", "1"])]
    assert promised(view, "saloon mayor").short == "2"
    assert list(queue(view, parse("saloon mayor"))) == [(0, ["?", "2", "1", "3"])]


def facing(hidden: str) -> Position:
    position = at_turn("canyon-2 ranch-1 river-1", roads=roads(road("tepee-3", "canyon-1", placed(hidden, 1, "rifle"))))
    return play(position, "0: play canyon-2 tepee")


def test_a_face_down_character_of_another_is_never_counted_by_its_value() -> None:
    one, other = facing("doctor"), facing("drover")
    for choice in one.choices(0):
        assert promise(seen(one), choice) == promise(seen(other), choice)
        assert list(queue(seen(one), choice)) == list(queue(seen(other), choice))


def test_at_a_sale_a_card_says_what_the_activated_character_gets_for_it() -> None:
    line = (placed("banker", 0), placed("mayor", 1))
    position = play(selling(2, *line, caravan="ranch-1 river-1"))
    view = seen(position)
    assert {str(choice): promised(view, str(choice)).short for choice in view.choices} == {
        "take ranch-1 tepee": "+10 $",
        "take river-1 tepee": "+16 $",
    }
    assert "Its herds" not in GAME.draw(view)
    assert 'aria-label="Take Ranch (1 white, 2 black) from the tepee caravan. It pays 10 $."' in GAME.draw(view)


def test_a_forecast_counts_the_boss_of_the_viewer_alone() -> None:
    position = replace(at_turn("ranch-1 saloon-1 river-1", roads=roads()), bosses=bosses_of("ranch", "saloon"))
    ranch, saloon = (promised(seen(position), f"play {code} {name}") for code, name in (("ranch-1", "tepee"), ("saloon-1", "cactus")))
    assert GAME.say(ranch.short) == "+8 (+6 boss)"
    assert GAME.say(ranch.brings) == "+8 $ (+6 boss) at the sale, to the quickest."
    assert "boss" not in GAME.say(saloon.brings)


def bosses_of(*places: str) -> tuple[int, ...]:
    return tuple(GAME.components.bosses.places.index(place) for place in places)
