"""A few words between the people at a table. They are kept with the table, in no record, and no program or spectator gets them."""

from __future__ import annotations

import msgspec

from byways.table.errors import Declined, Forbidden, TooMuch

LONGEST = 140  # characters of a line
KEPT = 50  # lines of a table
AT_ONCE, WITHIN = 5, 10.0  # lines of a seat in so many seconds
REACTIONS = ("hello", "nice", "thanks", "oh-no", "thinking", "good-game")  # by the keys 1 to 6


class Remark(msgspec.Struct, frozen=True):
    """What somebody said: a text, or one of the reactions, which everybody reads in their own language."""

    number: int
    seat: int
    at: float
    name: str = ""  # of the one who said it: others may sit there later
    text: str = ""
    reaction: str = ""


class Talk(msgspec.Struct, frozen=True):
    """The last lines of a table, unless its host has closed it to all."""

    lines: tuple[Remark, ...] = ()
    is_closed: bool = False

    @property
    def last(self) -> int:
        return self.lines[-1].number if self.lines else 0

    def say(self, seat: int, name: str, at: float, text: str, reaction: str) -> Talk:
        """With one line more, if its seat may say it now."""
        if self.is_closed:
            raise Forbidden("wrong.talk-closed")
        if sum(line.seat == seat and line.at > at - WITHIN for line in self.lines) >= AT_ONCE:
            raise TooMuch("wrong.talk-too-fast")
        line = Remark(self.last + 1, seat, at, name, fit(text), reaction if reaction in REACTIONS else "")
        if not line.text and not line.reaction:
            raise Declined("wrong.talk-empty")
        return msgspec.structs.replace(self, lines=(*self.lines, line)[-KEPT:])

    def close(self, yes: bool) -> Talk:
        return msgspec.structs.replace(self, is_closed=yes)


def fit(text: str) -> str:
    """A text in one line, fit to store and show."""
    line = "".join(letter if letter.isprintable() else " " for letter in text).strip()
    if len(line) > LONGEST:
        raise Declined("wrong.talk-too-long", most=LONGEST)
    return line
