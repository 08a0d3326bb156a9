"""Puzzles as rooms see them: the question, the verdict of a judge, and hints. `byways.puzzles` stores, makes, checks and plays them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any

import msgspec

from byways.i18n import Message, Sentence

if TYPE_CHECKING:
    from byways.position import Options, Position

Count = Annotated[int, msgspec.Meta(ge=0)]


class Puzzle(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A question to a seat in a position, with the figures of the proof.

    `turns` are the acts that the seat still has to make. `known` are results of chances to come, in order; the solver knows them.
    `values` fill in the question. `solution` is the notation of a right first act. `answers` counts the right acts with different
    results, `alternatives` all acts with different results. `worth` holds values by result, where a judge would need too long.
    """

    kind: str
    seat: Count
    alternatives: Count
    answers: Count
    solution: tuple[str, ...]
    turns: Count = 1
    known: tuple[str, ...] = ()
    values: dict[str, int | str] = {}
    worth: dict[str, int] = {}
    number: Count = 0
    grade: Annotated[int, msgspec.Meta(ge=0, le=5)] = 0

    @property
    def question(self) -> Message:
        """The question, in the words of the room: `puzzle.KIND`."""
        return Message(f"puzzle.{self.kind}", {**self.values, "seat": self.seat, "turns": self.turns, "known": self.known})

    @property
    def title(self) -> Message:
        """The kind in few words: `puzzle.KIND.title`."""
        return Message(f"puzzle.{self.kind}.title")

    def after(self, chances: int) -> Puzzle:
        """What is left to solve after a right act and some of the known chances."""
        return msgspec.structs.replace(self, turns=self.turns - 1, known=self.known[chances:], solution=())


class Verdict(msgspec.Struct, frozen=True):
    """The judgement of a whole act.

    `why` is one sentence. `value` is what the act leads to and `best` what was possible, in the unit of the kind. `line` are entries after
    the act in the notation of records: for a wrong act they show its consequence; for a right one they are what comes before the next act
    of the puzzle, the rival's hardest reply or known cards. `world` is a position that fits the view and in which the line is legal, if it
    needs something hidden; None if every position will do.
    """

    right: bool
    why: Sentence
    value: int | None = None
    best: int | None = None
    line: tuple[str, ...] = ()
    world: Position | None = None


class Solution(msgspec.Struct, frozen=True):
    """All right acts, one for each result, and the number of acts with different results."""

    acts: tuple[tuple[Any, ...], ...]
    alternatives: int


class Hint(msgspec.Struct, frozen=True):
    """A sentence, and the pieces and options of the drawing that it is about, as in `teaching.script.Page`."""

    text: Sentence
    points: tuple[str, ...] = ()


class Source(msgspec.Struct, frozen=True):
    """A kind of game to look for puzzles in: `bot` plays every seat, for at most `entries` entries. Bots imagine `worlds` worlds.

    `bot` may also be the `module:attribute` of a player made for this. With `within`, puzzles may begin in the middle of an act.
    """

    bot: str
    seats: int
    worlds: int
    options: Options | None = None
    entries: int = 1000
    within: bool = False
