"""Chat between the people at a table. It is stored with the table but not in records; programs and spectators never see it."""

from __future__ import annotations

import msgspec

from byways.table.errors import Declined, Forbidden, TooMuch

LONGEST = 140  # characters of a line
KEPT = 50  # latest lines stored with a table
AT_ONCE, WITHIN = 5, 10.0  # a seat's rate limit: lines, seconds
REACTIONS = ("hello", "nice", "thanks", "oh-no", "thinking", "good-game")  # on keys 1 to 6


class Remark(msgspec.Struct, frozen=True):
    """One line: a text, or a reaction that is shown in each reader's language."""

    number: int
    seat: int
    at: float
    name: str = ""  # the speaker's, because the seat may change hands later
    text: str = ""
    reaction: str = ""


class Talk(msgspec.Struct, frozen=True):
    """A table's latest lines. While `is_closed`, no seat may speak."""

    lines: tuple[Remark, ...] = ()
    is_closed: bool = False

    @property
    def last(self) -> int:
        return self.lines[-1].number if self.lines else 0

    def say(self, seat: int, name: str, at: float, text: str, reaction: str) -> Talk:
        """Return the talk with one more line, if the seat may speak now."""
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
    """Return a text as one printable line."""
    line = "".join(letter if letter.isprintable() else " " for letter in text).strip()
    if len(line) > LONGEST:
        raise Declined("wrong.talk-too-long", most=LONGEST)
    return line
