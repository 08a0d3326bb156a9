"""Cards under decks, and what a seat knows about those that it put there."""

from __future__ import annotations

from random import Random
from typing import Any, cast

import pytest
from msgspec.structs import replace

from byways.game import Illegal, put
from byways.games.long_road.state import Position, Trace
from byways.games.long_road.view import View, imagine
from tests.games.long_road.positions import at_turn, cards, codes, offered, play, table, told

RIVER, RANCH = cards("river-1 ranch-1")


def seen(position: Position, seat: int | None) -> View:
    return cast(View, position.view(seat))


# Crossroads


def crossroads(*decks: tuple[int, ...], **changes: Any) -> Position:
    """Seat 0 has played Crossroads and holds two more cards."""
    position = replace(at_turn("crossroads-1 ranch-1 river-1"), decks=decks, **changes)
    return play(position, "0: play crossroads-1 rock", "0: reward coin")


def test_r5_with_an_empty_deck_crossroads_put_cards_under_the_deck_drawn_from() -> None:
    played = crossroads((), table().decks[1], (), cards("store-1 store-2 canyon-1", 3))
    put_away = play(played, "0: under river-1", "0: under ranch-1")
    assert (codes(put_away.tails[0]), codes(put_away.tails[3])) == ("", "river-1 ranch-1")
    refilled = play(put_away, "0: end", "chance: store-1", "chance: store-2")
    assert codes(refilled.hands[0]) == "store-1 store-2 canyon-1"


def test_r5_it_is_said_under_which_deck() -> None:
    played = crossroads((), table().decks[1], (), cards("store-1 store-2 canyon-1", 3))
    assert told(played, "0: under river-1", to=0)[-1] == "You put River under the Green deck."
    assert told(played, "0: under river-1", to=1)[-1] == "Red puts a card under the Green deck."


def test_r5_with_a_short_deck_crossroads_put_cards_under_the_next_as_none_may_come_back_at_once() -> None:
    played = crossroads(cards("store-1 store-2"), table().decks[1], (), cards("canyon-1", 3))
    refilled = play(played, "0: under river-1", "0: under ranch-1", "0: end", "chance: store-1")
    assert codes(refilled.hands[0]) == "store-1 store-2 canyon-1"


def test_r39_crossroads_offer_nothing_where_the_cards_would_come_back() -> None:
    played = crossroads(cards("store-1"), table().decks[1], (), cards("canyon-1", 3), discard=cards("store-1 store-2", 2))
    assert not any(choice.startswith("under") for choice in offered(played))
    with pytest.raises(Illegal, match="what you put under a deck would come back at once"):
        play(played, "0: under river-1")


# What is remembered


def drawn_by_another(*changed: str) -> Position:
    """Seat 0 has put changed cards under the only deck left, an unused one, and seat 1 has drawn them."""
    deck = ["canyon-1", "canyon-2", "store-1"][: len(changed) + 1]
    hands = (tuple(sorted(cards("river-1 ranch-1 saloon-1"))), cards("saloon-1 saloon-2", 1))
    position = replace(table(), decks=((), (), (), cards(" ".join(deck), 3)), hands=hands)
    position = play(position, *(f"0: change {card}" for card in changed), "0: draw", *(f"chance: {code}" for code in deck[:-1]))
    position = play(position, "0: play saloon-1 cactus", "0: reward coin", "0: end")
    return play(position, "1: play saloon-1 cactus", "1: reward coin", "1: end")


def one_put_under_again(card: str = "ranch-1") -> Position:
    """Seat 1 has drawn two cards of seat 0's deck and put one of them under another deck."""
    position = play(drawn_by_another("river-1", "ranch-1"), "0: play canyon-1 rock", "0: end")
    position = replace(position, decks=put(position.decks, 2, cards("store-1 store-2", 2)))
    return play(position, f"1: change {card}", "1: draw", "chance: store-1")


def whereabouts(position: Position, seat: int | None, card: int) -> set[str]:
    """Return where a card is in the worlds that a seat imagines."""
    found = set()
    for nth in range(60):
        world = imagine(seen(position, seat), Random(nth))
        piles = {"hand": world.hands, "under": world.tails, "deck": world.decks}
        found |= {f"{name} {at}" for name, many in piles.items() for at, pile in enumerate(many) if card in pile}
    return found


def test_x3_a_seat_that_puts_a_card_under_an_unused_deck_knows_who_draws_it() -> None:
    position = drawn_by_another("river-1")
    assert RIVER in position.hands[1]
    assert whereabouts(position, 0, RIVER) == {"hand 1"}


def test_x3_the_others_do_not_know_it() -> None:
    position = drawn_by_another("river-1")
    assert [seen(position, seat).traces for seat in (0, 1, None)] == [(Trace(0, RIVER, (1,)),), (), ()]


def test_x3_a_card_that_is_played_need_not_be_remembered() -> None:
    position = play(drawn_by_another("river-1"), "0: play ranch-1 tepee", "0: reward coin", "0: end", "1: play river-1 rock")
    assert position.traces == ()


def test_x3_of_cards_with_the_same_back_either_may_have_been_put_under_a_deck() -> None:
    position = one_put_under_again()
    assert (RIVER in position.hands[1], position.tails[2]) == (True, (RANCH,))
    assert whereabouts(position, 0, RIVER) == whereabouts(position, 0, RANCH) == {"hand 1", "under 2"}


def test_a_trace_does_not_reveal_which_card_was_put_under() -> None:
    river, ranch = one_put_under_again("river-1"), one_put_under_again("ranch-1")
    assert river.tails != ranch.tails
    assert (seen(river, 0), seen(river, None)) == (seen(ranch, 0), seen(ranch, None))


def test_x3_when_one_of_two_cards_is_played_the_other_is_known_to_lie_under_the_deck() -> None:
    position = play(one_put_under_again(), "1: play river-1 tepee", "1: end")
    assert whereabouts(position, 0, RANCH) == {"under 2"}


def test_x3_that_knowledge_survives_drawing_a_card_with_the_same_back() -> None:
    played = play(one_put_under_again(), "1: play river-1 tepee")
    more = cards("store-1 store-2 canyon-1")
    position = play(replace(played, tails=put(played.tails, 3, more), layers=put(played.layers, 3, (0, 0, 0))), "1: end")
    assert more[0] in position.hands[1]
    assert whereabouts(position, 0, RANCH) == {"under 2"}


def test_a_removed_seat_rules_out_its_hand_and_deck_for_traced_cards() -> None:
    position = replace(table(3), traces=(Trace(0, RANCH, (1, 2), ((1, 0), (3, 0))), Trace(0, table(3).hands[1][0], (1,))))
    assert position.remove(1).traces == (Trace(0, RANCH, (2,), ((3, 0),)),)


@pytest.mark.parametrize("seats", [2, 3])
def test_x3_traces_are_true_in_random_games(seats: int) -> None:
    decks, followed = table(seats).decks, 0
    short = replace(table(seats), decks=tuple(deck[:2] for deck in decks), boxed=tuple(card for deck in decks for card in deck[2:]))
    for seed in range(12):
        rng, position = Random(seed), short
        while position.outcome is None:
            if position.chance is not None:
                position = position.happen(position.chance.draw(rng))
                continue
            seat = position.awaited[0]
            position = position.choose(seat, rng.choice(position.choices(seat)))
            for trace in position.traces:
                hidden = [position.hands[at] for at in trace.hands] + [
                    position.tails[deck][place : place + 1] for deck, place in trace.under
                ]
                assert any(trace.card in pile for pile in hidden)
                assert imagine(seen(position, trace.seat), rng).view(trace.seat) == seen(position, trace.seat)
                followed += 1
    assert followed
