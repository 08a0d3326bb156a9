"""The Way's events, with the drawn pieces that move. Each seat sees only what it may know."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from msgspec.structs import replace

from byways import event
from byways.event import Event, Tell, happened, moving, named
from byways.games.the_way.cards import shape
from byways.games.the_way.rules.aim import score
from byways.games.the_way.state import PIECES, PLACES, STARTS, AnyChoice, Card, Cards, Lay, Move, OpenState, Place, Position, Turn, altered
from byways.i18n import Message, Value


def own_ids(hand: Sequence[str]) -> tuple[str, ...]:
    """Return the drawing ids of a hand for its owner. Equal cards are numbered."""
    return tuple(f"hand-{card}-{hand[:nth].count(card)}" for nth, card in enumerate(hand))


def back_ids(seat: int, cards: int) -> tuple[str, ...]:
    """Return the drawing ids of a hand for the other viewers, who see card backs."""
    return tuple(f"back-{seat}-{nth}" for nth in range(cards))


def token_id(piece: int) -> str:
    return f"token-{PIECES[piece]}"


def told(tell: Tell, name: str, sentence: Message, *pieces: str | event.Move, banner: bool = False, pause: bool = False) -> None:
    """Report an event whose sentence is not named after it."""
    if tell is not None:
        tell.append(said(name, sentence, *pieces, banner=banner, pause=pause))


def said(name: str, sentence: Message, *pieces: str | event.Move, banner: bool = False, pause: bool = False) -> Event:
    return Event(name, sentence, named(pieces), sentence.values, moves=moving(pieces), banner=banner, pause=pause)


def to(seat: int, own: Event, others: Event) -> Event:
    """Report the first event to one seat and the second to all others."""
    return replace(own, to=(seat,), otherwise=others)


# A turn


def tell_turn(position: Position, seat: int, choice: AnyChoice, tell: list[Event]) -> None:
    table, act = position.table, position.acts[seat]
    match act:
        case (Turn(place, way), *_):
            happened(tell, "turn", event.Move(f"card-{place}", turn=90 if way == "right" else -90), seat=seat, place=place, way=way)
        case (Card(card), Place(place), Lay(face), *_):
            tell.append(cover(table, seat, position.hands[seat], card, place, face))
    piece = table.piece(seat)
    at = PLACES[table.tokens[piece]]
    if isinstance(choice, Move):
        happened(tell, "move", event.Move(token_id(piece), (at, choice.place)), seat=seat, place=choice.place)
    else:
        happened(tell, "stay", token_id(piece), seat=seat, place=at)


def cover(table: OpenState, seat: int, hand: Cards, card: str, place: str, face: str) -> Event:
    """Report a cover. Its player has already laid the new card; others see it come from the hand.

    In variation 3 the old card goes there.
    """
    values: dict[str, Value] = {"seat": seat, "place": place, "shape": shape(table.counted(card)), "face": face}
    last = len(hand) - 1
    back, spot, laid = back_ids(seat, len(hand))[last], f"hand-{last}", f"card-{place}"
    if not table.variations.replace:
        sentence = Message("event.cover", values)
        return to(seat, said("cover", sentence, laid), said("cover", sentence, laid, event.Move(back, (spot, place))))
    sentence = Message("event.replace", values)
    kept = list(hand)
    kept.remove(card)
    taken = altered(table, (Card(card), Place(place), Lay(face))).taken
    others = said("cover", sentence, laid, event.Move(back, (spot, place, spot)))
    return to(seat, said("cover", sentence, laid, *received(kept, taken, place)), others)


def received(hand: Sequence[str], card: str, source: str) -> Iterator[str | event.Move]:
    """Yield the pieces that move when a card comes to a hand: the card, and those that make room for it."""
    ids = own_ids(hand)
    new = f"hand-{card}-{hand.count(card)}"
    after = sorted([*hand, card])
    spot = len(after) - after[::-1].index(card) - 1
    yield event.Move(new, (source, f"hand-{spot}"))
    yield from ids[spot:]


# The end of a game


def tell_end(table: OpenState, winner: int | None, tell: Tell) -> None:
    """Report who has won the game, and the score of the set. The table already holds the result."""
    if tell is None:
        return
    values: dict[str, Value] = {"game": table.game, "score": score(table)}
    goes_on = table.phase == "gather"
    if winner is None:
        values["turns"] = table.turns
        drawn = Message("event.draw" if table.single else "event.draw-of-set", values)
        told(tell, "draw", drawn, *map(token_id, (0, 1)), banner=True, pause=goes_on)
    else:
        piece = table.piece(winner)
        won = Message("event.win" if table.single else "event.win-of-set", {"seat": winner, **values})
        told(tell, "win", won, token_id(piece), f"card-{PLACES[STARTS[piece]]}", banner=True, pause=goes_on)


# Between two games


def tell_gathering(position: Position, cards: int, tell: Tell) -> None:
    if tell is None:
        return
    sentence = Message("event.gather", {"game": position.table.game + 1, "cards": cards})
    first, second, others = (said("gather", sentence, *gathered(position, viewer)) for viewer in (0, 1, None))
    tell.append(to(0, first, to(1, second, others)))


def gathered(position: Position, viewer: int | None) -> Iterator[event.Move]:
    """Yield the moves that a viewer sees: both hands go to the deck, and the tokens to their Starts."""
    for seat, hand in enumerate(position.hands):
        for nth, card in enumerate(own_ids(hand) if seat == viewer else back_ids(seat, len(hand))):
            yield event.Move(card, (f"hand-{nth}", "deck"))
    for piece, at in enumerate(position.table.tokens):
        if at != STARTS[piece]:
            yield event.Move(token_id(piece), (PLACES[at], PLACES[STARTS[piece]]))


def tell_dealt(table: OpenState, hand: Cards, seat: int, card: str, tell: Tell) -> None:
    if tell is None:
        return
    size, sentence = len(hand), Message("event.deal", {"seat": seat, "card": card, "shape": shape(table.counted(card))})
    back = event.Move(f"back-{seat}-{size}", ("deck", f"hand-{size}"))
    # A value named `seat` would mark the event as an act of that seat.
    others = said("deal", Message("event.deal-unseen", {"owner": seat}), back)
    tell.append(to(seat, said("deal", sentence, *received(hand, card, "deck")), others))
