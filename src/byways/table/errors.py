"""What the table itself does not do, each kind with the status of its answer."""

from __future__ import annotations

from typing import ClassVar

from byways.game import Game, Illegal, Refused
from byways.i18n import Message, Value
from byways.record import BadRecord
from byways.table.i18n import voice


class Declined(Refused):
    """A complaint in the words of the table's catalogue, and of a game where it names something of it."""

    status: ClassVar[int] = 400

    def __init__(self, name: str, game: Game | None = None, /, **values: Value) -> None:
        super().__init__(Message(name, values))
        self.game = game

    def said(self, language: str) -> str:
        return voice(language, self.game).word(self.sentence)


class Unidentified(Declined):
    """A malformed secret."""

    status = 401


class Forbidden(Declined):
    """Not for this visitor, or not yet."""

    status = 403


class Missing(Declined):
    """There is no such thing here."""

    status = 404


class Unsuited(Declined):
    """There is such a thing, but this cannot be done with it."""

    status = 405


class Stale(Declined):
    """Too late: a choice made on a drawing that is no longer the newest of its seat, or for a seat that somebody else has by now."""

    status = 409


class TooLong(Declined):
    """More than one request may hold."""

    status = 413


class NotNow(Declined, Illegal):
    """Something that is not allowed here and now."""

    status = 422


class Unreadable(Declined):
    """A request of a program in another form than the expected one."""

    status = 422


class TooMuch(Declined):
    """More at once than one address may do."""

    status = 429


class Fault(Declined):
    """Not the visitor's fault."""

    status = 500


class Unavailable(Declined):
    """The database could not do its part."""

    status = 503


class Away(Unavailable):
    """The database may soon be back."""


class Garbled(Declined):
    """A table of which the store has something that cannot be read."""


class Unplayable(Declined, BadRecord):
    """A table whose log today's rules do not allow."""
