"""The rules of Tuck that the conformance kit cannot check."""

from __future__ import annotations

from collections import Counter
from math import comb
from random import Random

import pytest
from msgspec.structs import replace

from byways.game import Event, Illegal, Malformed, Refused
from byways.record import Choose, Entry, Happen, new_record
from tests.toy import GAME, Done, Pass, Pick, Position, Setup, Trade, Tuck


def played(setup: Setup, *entries: str) -> Position:
    """The position after entries such as 'chance: 3' and '0: pick 3'."""
    position = GAME.start(setup)
    for entry in map(entry_of, entries):
        position = entry.apply(GAME, position)
    assert isinstance(position, Position)
    return position


def entry_of(text: str) -> Entry:
    who, what = text.split(": ")
    return Happen(what) if who == "chance" else Choose(int(who), what)


DEAL = Setup(1, ((1, 2), (3, 4)), (1, 1, 1, 2, 2, 2, 3, 3, 3, 4, 4, 4))
DRAWN = ("chance: 4", "chance: 2", "chance: 1")
PICKED = (*DRAWN, "0: pick 2", "0: pick 2", "0: done", "1: pick 1", "1: done")


def test_burned_and_drawn_cards_are_visible_to_the_right_seats() -> None:
    position = played(DEAL, *DRAWN)
    assert position.hands == ((1, 2, 2), (1, 3, 4))
    assert [position.view(seat).hand for seat in (0, 1, None)] == [(1, 2, 2), (1, 3, 4), ()]  # type: ignore[attr-defined]
    assert position.burned == (4,)


def test_all_seats_pick_at_once_and_reveal_together() -> None:
    position = played(DEAL, *DRAWN)
    assert position.awaited == (0, 1)
    assert position.choices(0) == (Pick(1), Pick(2))
    waiting = played(DEAL, *PICKED[:-1])
    assert waiting.awaited == (1,)
    assert waiting.picked == ((), ())
    assert waiting.choices(1) == (Done(), Pick(3), Pick(4))
    assert played(DEAL, *PICKED).picked == ((2, 2), (1,))


def test_done_can_be_undone_until_the_last_seat_is_done() -> None:
    position = played(DEAL, *PICKED[:-1])
    assert position.undo(0).choices(0) == (Done(),)
    with pytest.raises(Illegal, match="final"):
        played(DEAL, *PICKED).undo(0)


def test_a_pair_lets_its_owner_trade_or_pass() -> None:
    bonus = played(DEAL, *PICKED, "chance: turn 0")
    assert bonus.choices(0) == (Pass(), Trade())
    assert bonus.choose(0, Pass()).score == (5, 0)
    traded = bonus.choose(0, Trade()).choose(0, Tuck(1))
    assert traded.tail == ((0, 1),)
    assert traded.chance is not None
    assert traded.chance.seen_by == (0,)
    assert traded.happen("3").hands == ((3,), (3, 4))


def test_a_one_makes_the_next_seat_tuck_a_secret_card() -> None:
    position = played(DEAL, *PICKED, "chance: turn 0", "0: pass", "chance: turn 1")
    assert position.awaited == (0,)
    assert [position.shown(0, Tuck(1), to) for to in (0, 1, None)] == ["tuck 1", "tuck ?", "tuck ?"]
    over = position.choose(0, Tuck(1))
    assert [over.view(seat).tail for seat in (0, 1)] == [((0, 1),), ((0, 0),)]  # type: ignore[attr-defined]
    assert over.outcome is not None
    assert over.outcome.places == (1, 2)


def test_tucked_cards_come_openly_when_no_others_are_left() -> None:
    position = played(DEAL, *PICKED, "chance: turn 0", "0: trade", "0: tuck 1")
    last = replace(position, deck=())
    told: list[Event] = []
    drawn = last.happen("1", told)
    assert (drawn.tail, drawn.score, drawn.pile) == ((), (5, 0), (1, 2, 2))
    assert told[0].for_seat(1) == Event("open", "A 1 comes from under the deck.")


def test_a_leaving_seat_reveals_its_cards_and_the_last_one_ends_the_game() -> None:
    left = played(DEAL, *DRAWN, "0: pick 2").remove(0)
    assert (left.hands, left.pile, left.acts) == (((), (1, 3, 4)), (1, 2, 2), ((), ()))
    assert left.outcome is not None
    assert (left.outcome.places, left.outcome.winners, left.outcome.removed) == ((2, 1), (1,), (0,))


def test_a_story_masks_what_is_tucked() -> None:
    entries = tuple(map(entry_of, (*PICKED, "chance: turn 0", "0: trade", "0: tuck 1", "chance: 3")))
    record = replace(new_record(GAME, DEAL, GAME.options(), ("a", "b")), entries=entries)
    lines = [line for step in record.story(GAME, 1) for line in step.entries]
    assert lines == ["chance: 1", "1: pick 1", "1: done", "0: pick 2", "0: pick 2", "0: done", "chance: turn 0", "0: trade", "0: tuck ?"]


def test_imagined_worlds_have_the_probabilities_of_the_deal() -> None:
    view = GAME.start(DEAL).view(0)
    rng, worlds = Random(1), 20_000
    counts = Counter(world.hands[1] for world in (view.imagine(rng) for _ in range(worlds)) if isinstance(world, Position))
    unseen = Counter(DEAL.deck + DEAL.hands[1])
    for low, high in [(1, 1), (1, 2), (3, 4), (4, 4)]:
        ways = comb(unseen[low], 2) if low == high else unseen[low] * unseen[high]
        likely = ways / comb(unseen.total(), 2)
        assert counts[low, high] / worlds == pytest.approx(likely, abs=4 * (likely / worlds) ** 0.5)


def test_errors_are_sentences() -> None:
    with pytest.raises(Malformed, match="'pick up' is no choice of Tuck"):
        GAME.parse("pick up")
    with pytest.raises(Refused, match="not all the cards"):
        GAME.start(Setup(1, DEAL.hands, (1, 1)))
    with pytest.raises(Refused, match="not components of Tuck"):
        GAME.with_components({"highest": 1})
