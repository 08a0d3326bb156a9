"""Requests that the table declines, each kind with its HTTP status."""

from __future__ import annotations

from math import ceil
from typing import ClassVar

from byways.game import Game, Illegal, Refused
from byways.i18n import Message, Value
from byways.record import BadRecord
from byways.table.i18n import voice


class Declined(Refused):
    """A complaint with a message from the table's catalogue. `game` supplies the names of seats and components."""

    status: ClassVar[int] = 400

    def __init__(self, name: str, game: Game | None = None, /, **values: Value) -> None:
        super().__init__(Message(name, values))
        self.game = game

    def in_language(self, language: str) -> str:
        return voice(language, self.game).word(self.sentence)


class Unidentified(Declined):
    """The client's secret is malformed."""

    status = 401


class Forbidden(Declined):
    """The client may not do this, or not yet."""

    status = 403


class Missing(Declined):
    """The requested resource does not exist."""

    status = 404


class Unsuited(Declined):
    """The resource does not support this method."""

    status = 405


class Stale(Declined):
    """The request is outdated: the seat's view has changed, or the seat has another player."""

    status = 409


class TooLong(Declined):
    """The request is too large."""

    status = 413


class NotNow(Declined, Illegal):
    """The choice or action is not allowed at this moment."""

    status = 422


class Unreadable(Declined):
    """The body of an API request does not have the expected form."""

    status = 422


class TooMuch(Declined):
    """More at once than one client may do. `retry_after` is in whole seconds, 0 if unknown."""

    status = 429

    def __init__(self, name: str, wait: float = 0.0) -> None:
        super().__init__(name)
        self.retry_after = ceil(wait)


class InternalError(Declined):
    """An unexpected server error."""

    status = 500


class Unavailable(Declined):
    """The database cannot serve the request."""

    status = 503


class Away(Unavailable):
    """The database is unreachable; a retry may succeed."""


class Garbled(Declined):
    """A table's stored data cannot be decoded."""


class Unplayable(Declined, BadRecord):
    """A table's log is illegal under the installed version of the rules."""
