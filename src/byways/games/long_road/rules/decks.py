"""Which deck comes next, what lies under decks, and what a seat remembers of cards that it put under one and others have drawn since."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

from msgspec.structs import replace

from byways.game import put
from byways.games.long_road.components import DECK_SIZE
from byways.games.long_road.state import DISCARD, Cards, Position, Trace

Spot = tuple[int, int]  # a hand, or the cards under a deck, which are numbered after the hands; and a place in it


def planned(position: Position, seat: int, count: int) -> tuple[int, ...]:
    """The decks from which a seat would draw so many cards now, fewer if there are not enough."""
    if count <= len(position.decks[seat]) + len(position.tails[seat]):
        return (seat,) * count
    decks = [len(deck) + len(tail) for deck, tail in zip(position.decks, position.tails, strict=True)]
    discard = len(position.discard)
    plan = [seat] * decks[seat]
    unused = [number for number in range(len(decks)) if number >= len(position.hands) or number in position.removed]
    while len(plan) < count:
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
    """R5: the deck from which the last card of a full hand would come, so that no card put under it comes back at once. None where decks do
    not have that many cards."""
    full = position.box.components.start.hand
    plan = planned(position, seat, full)
    return plan[-1] if len(plan) == full and plan[-1] != DISCARD else None


def put_under(position: Position, seat: int, deck: int, cards: Cards) -> Position:
    """A seat puts cards under its own deck, or under one that is nobody's: there it alone knows them."""
    size = len(position.tails[deck])
    traces = tuple(may_lie(trace, seat, deck, size, cards, position.pool) for trace in position.traces)
    tails = put(position.tails, deck, (*position.tails[deck], *cards))
    layers = position.layers if deck == seat else put(position.layers, deck, (*position.layers[deck], *(seat for _ in cards)))
    return replace(position, tails=tails, layers=layers, traces=traces)


def may_lie(trace: Trace, seat: int, deck: int, size: int, cards: Cards, pool: Cards) -> Trace:
    """Each card that is put under a deck may be any with its back that the seat may hold."""
    if seat not in trace.hands:
        return trace
    places = [(deck, place) for place, card in enumerate(cards, size) if alike(trace.card, card, pool)]
    return replace(trace, under=(*trace.under, *places))


def alike(one: int, other: int, pool: Cards) -> bool:
    """Whether two cards look the same from behind to all who have followed them."""
    return one // DECK_SIZE == other // DECK_SIZE and (one in pool) == (other in pool)


def draw_from_under(position: Position, seat: int, deck: int) -> Position:
    """A seat has drawn the first card under a deck. If another put it there, that one knows whose hand it is in."""
    card, by = position.tails[deck][0], position.layers[deck][:1]
    traces = tuple(followed for trace in position.traces for followed in follow(trace, seat, deck, card))
    if by and by[0] != seat:
        traces = (*traces, Trace(by[0], card, (seat,)))
    tails, layers = put(position.tails, deck, position.tails[deck][1:]), put(position.layers, deck, position.layers[deck][1:])
    return replace(position, tails=tails, layers=layers, traces=traces)


def follow(trace: Trace, seat: int, deck: int, card: int) -> Iterator[Trace]:
    """What is left of a trace when a card comes up from under a deck: nothing if who follows it holds it now."""
    if trace.seat == seat and trace.card == card:
        return
    under = tuple((at, place - (at == deck)) for at, place in trace.under if (at, place) != (deck, 0))
    went = (deck, 0) in trace.under and trace.seat != seat
    yield replace(trace, hands=tuple(sorted({*trace.hands, seat})) if went else trace.hands, under=under)


def in_sight(position: Position) -> tuple[Trace, ...]:
    """Before a hand gets another card: where it has none with the back of a traced card, that one is not there."""
    return tuple(
        replace(
            trace, hands=tuple(seat for seat in trace.hands if any(alike(trace.card, card, position.pool) for card in position.hands[seat]))
        )
        for trace in position.traces
    )


def laid_open(traces: tuple[Trace, ...], cards: Cards) -> tuple[Trace, ...]:
    return tuple(trace for trace in traces if trace.card not in cards)


def without_seat(traces: tuple[Trace, ...], seat: int) -> tuple[Trace, ...]:
    """A seat has laid open its hand and what lay under its deck."""
    return tuple(
        replace(trace, hands=tuple(at for at in trace.hands if at != seat), under=tuple(spot for spot in trace.under if spot[0] != seat))
        for trace in traces
    )


def lay_traced(traces: tuple[Trace, ...], piles: list[list[int]], seats: int, backs: list[int], rng: Random) -> None:
    """Put each traced card, whose back is given, where it may be; all ways to do so are equally likely."""
    ways = [
        [spot for spot in spots(trace, piles, seats) if piles[spot[0]][spot[1]] == back] for trace, back in zip(traces, backs, strict=True)
    ]
    chosen = [rng.choice(way) for way in ways]
    while len(set(chosen)) < len(chosen):
        chosen = [rng.choice(way) for way in ways]
    for trace, (pile, place) in zip(traces, chosen, strict=True):
        piles[pile][place] = trace.card


def spots(trace: Trace, piles: list[list[int]], seats: int) -> list[Spot]:
    return [(hand, place) for hand in trace.hands for place in range(len(piles[hand]))] + [
        (seats + deck, place) for deck, place in trace.under
    ]


def made_up(position: Position, viewer: int | None, rng: Random) -> tuple[Trace, ...]:
    """What a seat remembers, and what others may remember: anything that fits where they lie, once somebody draws from a deck of nobody."""
    traces = list(position.traces)
    others = [seat for seat in position.seats if seat != viewer]
    while others and not all(position.decks[seat] for seat in position.seats) and rng.random() < 0.5:
        seat = rng.choice(others)
        if trace := any_trace(position, seat, [trace.card for trace in traces if trace.seat == seat], rng):
            traces.insert(rng.randint(0, len(traces)), trace)
    return tuple(traces)


def any_trace(position: Position, seat: int, known: list[int], rng: Random) -> Trace | None:
    """A card that somebody else holds or has put under a deck, and where else it may be for all that a seat has seen."""
    held = [(card, hand) for hand in position.seats if hand != seat for card in position.hands[hand]]
    laid = [(card, (deck, place)) for deck, place, card in lying(position, seat)]
    if not (cards := [card for card, _ in (*held, *laid) if card not in known]):
        return None
    true = rng.choice(cards)
    hands = {hand for card, hand in held if card == true or (alike(card, true, position.pool) and rng.random() < 0.5)}
    under = {spot for card, spot in laid if card == true or (alike(card, true, position.pool) and rng.random() < 0.5)}
    return Trace(seat, true, tuple(sorted(hands)), tuple(sorted(under)))


def lying(position: Position, seat: int) -> Iterator[tuple[int, int, int]]:
    """Deck, place and card of all that others have put under decks."""
    for deck, tail in enumerate(position.tails):
        for place, card in enumerate(tail):
            if (position.layers[deck] or (deck,) * len(tail))[place] != seat:
                yield deck, place, card
