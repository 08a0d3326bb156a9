"""Adapters to other frameworks. Each module needs the extra for its framework, and no other part of Byways imports it."""

from __future__ import annotations

from byways.encoding import Encoder
from byways.game import Game, Options, Refused
from byways.i18n import Message
from byways.room import find_room


def encoder_of(game: Game, options: Options, seats: int) -> Encoder:
    """Return the encoder of a game, or raise `Refused` if its room has none."""
    encoding = find_room(game.room).encoding
    if encoding is None:
        raise Refused(Message("refuse.no-encoding", {"title": game.title}))
    encoder: Encoder = encoding.Encoder(game.components, options, seats)
    return encoder


def usual_seats(game: Game) -> int:
    """Return two, or the number of seats nearest to it that the game allows."""
    return min(max(2, game.seats[0]), game.seats[1])
