"""The places of all pieces."""

from __future__ import annotations

from msgspec.structs import replace

from byways.game import Move
from byways.games.long_road import LongRoadOptions
from byways.games.long_road.drawing.layout import WIDE
from byways.games.long_road.drawing.scene import chosen_cards, held, kept, places
from byways.games.long_road.state import Position
from byways.games.long_road.view import View
from tests.games.long_road.positions import at_turn, cards, events_of, placed, play, road, roads, selling, table


def seen(position: Position, seat: int | None = 0) -> View:
    view = position.view(seat)
    assert isinstance(view, View)
    return view


def test_a_card_lies_in_a_hand_in_a_caravan_or_where_it_was_taken() -> None:
    position = at_turn(roads=roads(road("tepee-3", "ranch-2")), taken=((), cards("store-1", 2)))
    found = places(seen(position), WIDE)
    assert found[f"card-{position.hands[0][0]}"].y == WIDE.cards.y
    assert found[f"card-{cards('ranch-2', 3)[0]}"] == WIDE.laid(0, 0, 1)
    assert found[f"card-{cards('store-1', 2)[0]}"].y < WIDE.lane.y
    assert f"card-{position.hands[1][0]}" not in found


def test_a_face_down_characters_id_is_its_place_even_for_its_player() -> None:
    line = (placed("judge", 0), placed("mayor", 1, up=True))
    for seat in (0, 1, None):
        found = places(seen(at_turn(roads=roads(road("tepee-3", "", *line))), seat), WIDE)
        assert next(piece for piece in found if piece.startswith(("placed", "who"))) == "placed-0-0"
        assert sum(piece.startswith("who") for piece in found) == 1


def test_rewards_lie_from_both_ends_and_what_is_gone_leaves_room() -> None:
    found = places(seen(at_turn(roads=roads(road("tepee-3", coins=1, daggers=1)))), WIDE)
    assert found["coin-0-0"].x < found["dagger-0-0"].x
    assert "coin-0-1" not in found


def test_cards_that_an_act_is_about_to_take_are_chosen_until_they_are_gone() -> None:
    position = selling(2, placed("rustler", 0, up=True), caravan="ranch-1 store-1 saloon-1")
    assert chosen_cards(seen(position)) == []
    chosen = play(position, "0: take ranch-1 tepee")
    assert chosen_cards(seen(chosen)) == list(cards("ranch-1", 3))


def test_a_spectator_holds_no_characters() -> None:
    assert held(seen(table(2), None)) == ()
    assert len(held(seen(table(2)))) == 5


def test_kept_characters_are_shown_until_the_draft_ends() -> None:
    position = table(2, LongRoadOptions(draft=True))
    while seen(position).packets and not position.teams[0]:
        position = play(position, *(f"{seat}: {position.view(seat).choices[0]}" for seat in position.awaited))
        assert len(kept(seen(position))) == (
            0 if position.teams[0] else sum(seat == 0 for packet in position.packets for seat, _ in packet.picks)
        )
    assert kept(seen(replace(position, teams=((), ())))) == ()


# What events call them


def test_a_card_moves_from_the_hand_and_a_coin_to_its_player() -> None:
    found = events_of(at_turn("ranch-1", roads=roads(road("tepee-3"))), "0: play ranch-1 tepee", "0: reward coin", "0: end", to=1)
    assert found["play"].moves == (Move(f"card-{cards('ranch-1')[0]}", ("hand-0", "caravan-0")),)
    assert found["reward"].moves == (Move("coin-0-1", ("purse-0",)),)
    assert found["reward"].pieces[1:] == ("money-0",)


def test_a_hidden_character_goes_by_its_place_and_comes_from_the_hand() -> None:
    lines = ("0: play river-1 tepee", "0: assign gunslinger", "0: end")
    theirs = events_of(at_turn("river-1"), *lines, to=1)["character"]
    assert theirs.moves == (Move("placed-0-0", ("hand-0", "line-0")),)
    assert "character" not in theirs.values


def test_money_goes_to_the_reserve_for_a_weapon() -> None:
    found = events_of(at_turn("river-1"), "0: play river-1 tepee", "0: buy pistol", "0: end", to=1)
    assert found["buy"].moves == (Move("purse-0", ("purse-0", "reserve-1")),)
