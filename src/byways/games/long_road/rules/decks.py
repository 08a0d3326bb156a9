"""Draw from decks, put cards under them, and track those cards by their backs."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

from msgspec.structs import replace

from byways.game import put
from byways.games.long_road.components import DECK_SIZE
from byways.games.long_road.state import DISCARD, Cards, Position, Trace

Spot = tuple[int, int]  # a pile (the hands, then the tails of the decks) and an index into it


def draw_plan(position: Position, seat: int, count: int) -> tuple[int, ...]:
    """Return the decks from which a seat's next `count` cards come; fewer if there are not enough cards."""
    if count <= len(position.decks[seat]) + len(position.tails[seat]):
        return (seat,) * count
    decks = [len(deck) + len(tail) for deck, tail in zip(position.decks, position.tails, strict=True)]
    discard = len(position.discard)
    plan = [seat] * decks[seat]
    unused = [number for number in range(len(decks)) if number >= len(position.hands) or number in position.removed]
    while len(plan) < count:
        # R5: the unused deck with the most cards, the first of equals. R6: the discard only when all of them are empty.
        best = max(unused, key=lambda number: (decks[number], -number), default=-1)
        if best >= 0 and decks[best]:
            plan.append(best)
            decks[best] -= 1
        elif discard:
            plan.append(DISCARD)
            discard -= 1
        else:
            break
    return tuple(plan)


def under_which(position: Position, seat: int) -> int | None:
    """R5: the deck from which the last card of a full hand would come, so that no card put under it comes back at once.

    None if the decks do not hold a full hand.
    """
    full = position.box.components.start.hand
    plan = draw_plan(position, seat, full)
    return plan[-1] if len(plan) == full and plan[-1] != DISCARD else None


def put_under(position: Position, seat: int, deck: int, cards: Cards) -> Position:
    """Put cards under the seat's own deck or an unused one. For an unused deck, `layers` records who knows them."""
    size = len(position.tails[deck])
    traces = tuple(after_put_under(trace, seat, deck, size, cards, position.pool) for trace in position.traces)
    tails = put(position.tails, deck, (*position.tails[deck], *cards))
    layers = position.layers if deck == seat else put(position.layers, deck, (*position.layers[deck], *(seat for _ in cards)))
    return replace(position, tails=tails, layers=layers, traces=traces)


def after_put_under(trace: Trace, seat: int, deck: int, size: int, cards: Cards, pool: Cards) -> Trace:
    """Update a trace: the traced card may be any of these with its back, if the seat may have held it."""
    if seat not in trace.hands:
        return trace
    places = [(deck, place) for place, card in enumerate(cards, size) if same_back(trace.card, card, pool)]
    return replace(trace, under=(*trace.under, *places))


def same_back(one: int, other: int, pool: Cards) -> bool:
    """Whether two cards look alike from behind. A card that came from the discard is remembered as such."""
    return one // DECK_SIZE == other // DECK_SIZE and (one in pool) == (other in pool)


def draw_from_under(position: Position, seat: int, deck: int) -> Position:
    """Draw the first card of a tail. If another seat put it there, that seat starts to trace it."""
    card, by = position.tails[deck][0], position.layers[deck][:1]
    traces = tuple(followed for trace in position.traces for followed in after_draw(trace, seat, deck, card))
    if by and by[0] != seat:
        traces = (*traces, Trace(by[0], card, (seat,)))
    tails, layers = put(position.tails, deck, position.tails[deck][1:]), put(position.layers, deck, position.layers[deck][1:])
    return replace(position, tails=tails, layers=layers, traces=traces)


def after_draw(trace: Trace, seat: int, deck: int, card: int) -> Iterator[Trace]:
    """Update a trace when a seat draws from under a deck. The trace ends when its own seat draws the card."""
    if trace.seat == seat and trace.card == card:
        return
    # The rest of this tail moves up by one.
    under = tuple((at, place - (at == deck)) for at, place in trace.under if (at, place) != (deck, 0))
    # The traced card may be the one drawn. The tracing seat sees what it draws itself, so for it the spot is ruled out.
    went = (deck, 0) in trace.under and trace.seat != seat
    yield replace(trace, hands=tuple(sorted({*trace.hands, seat})) if went else trace.hands, under=under)


def prune_traces(position: Position) -> tuple[Trace, ...]:
    """Drop hands that hold no card with the traced back. Call this before a hand gets another card."""
    hands, pool = position.hands, position.pool
    return tuple(
        replace(trace, hands=tuple(seat for seat in trace.hands if any(same_back(trace.card, card, pool) for card in hands[seat])))
        for trace in position.traces
    )


def without_seat(traces: tuple[Trace, ...], seat: int) -> tuple[Trace, ...]:
    """Rule out the hand and deck of a seat that has revealed both."""
    return tuple(
        replace(trace, hands=tuple(at for at in trace.hands if at != seat), under=tuple(spot for spot in trace.under if spot[0] != seat))
        for trace in traces
    )


# For imagined worlds


def place_traced_cards(traces: tuple[Trace, ...], piles: list[list[int]], seats: int, backs: list[int], rng: Random) -> None:
    """Put each traced card on one of its possible spots that shows its back, with all assignments equally likely."""
    ways = [
        [spot for spot in possible_spots(trace, piles, seats) if piles[spot[0]][spot[1]] == back]
        for trace, back in zip(traces, backs, strict=True)
    ]
    chosen = [rng.choice(way) for way in ways]
    while len(set(chosen)) < len(chosen):  # rejection sampling keeps the distribution uniform
        chosen = [rng.choice(way) for way in ways]
    for trace, (pile, place) in zip(traces, chosen, strict=True):
        piles[pile][place] = trace.card


def possible_spots(trace: Trace, piles: list[list[int]], seats: int) -> list[Spot]:
    in_hands = [(hand, place) for hand in trace.hands for place in range(len(piles[hand]))]
    return in_hands + [(seats + deck, place) for deck, place in trace.under]


def imagine_traces(position: Position, viewer: int | None, rng: Random) -> tuple[Trace, ...]:
    """Return the viewer's traces, and invented ones for other seats once a deck has run out."""
    traces = list(position.traces)
    others = [seat for seat in position.seats if seat != viewer]
    while others and not all(position.decks[seat] for seat in position.seats) and rng.random() < 0.5:
        seat = rng.choice(others)
        if trace := imagine_trace(position, seat, [trace.card for trace in traces if trace.seat == seat], rng):
            traces.insert(rng.randint(0, len(traces)), trace)
    return tuple(traces)


def imagine_trace(position: Position, seat: int, known: list[int], rng: Random) -> Trace | None:
    """Trace a random card that another seat holds or has put under a deck, with random further spots of the same back."""
    held = [(card, hand) for hand in position.seats if hand != seat for card in position.hands[hand]]
    laid = [(card, (deck, place)) for deck, place, card in cards_put_under(position, seat)]
    if not (cards := [card for card, _ in (*held, *laid) if card not in known]):
        return None
    true = rng.choice(cards)
    hands = {hand for card, hand in held if card == true or (same_back(card, true, position.pool) and rng.random() < 0.5)}
    under = {spot for card, spot in laid if card == true or (same_back(card, true, position.pool) and rng.random() < 0.5)}
    return Trace(seat, true, tuple(sorted(hands)), tuple(sorted(under)))


def cards_put_under(position: Position, seat: int) -> Iterator[tuple[int, int, int]]:
    """Yield deck, place and card for everything that other seats have put under decks."""
    for deck, tail in enumerate(position.tails):
        for place, card in enumerate(tail):
            if (position.layers[deck] or (deck,) * len(tail))[place] != seat:
                yield deck, place, card
