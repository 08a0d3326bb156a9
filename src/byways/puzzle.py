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

    `turns` is the number of acts that the seat still has to make. `known` lists the results of the next chances, which the solver knows.
    `values` fill in the question. `solution` is the notation of a right first act. `answers` counts the right acts with different
    results, `alternatives` all acts with different results.
    """

    kind: str
    seat: Count
    alternatives: Count
    answers: Count
    solution: tuple[str, ...]
    turns: Count = 1
    known: tuple[str, ...] = ()
    values: dict[str, int | str] = {}
    number: Count = 0
    grade: Annotated[int, msgspec.Meta(ge=0, le=5)] = 0

    @property
    def question(self) -> Message:
        """The question, in the words of the room: `puzzle.KIND`."""
        return Message(f"puzzle.{self.kind}", {**self.values, "seat": self.seat, "turns": self.turns, "known": self.known})

    @property
    def title(self) -> Message:
        """The title of the puzzle's kind: `puzzle.KIND.title`."""
        return Message(f"puzzle.{self.kind}.title")

    @property
    def after_act(self) -> Puzzle:
        """The rest of the puzzle after a right act."""
        return msgspec.structs.replace(self, turns=self.turns - 1, solution=())


class Verdict(msgspec.Struct, frozen=True):
    """The judgement of a complete act.

    `why` is one sentence. `value` is the act's result and `best` the best possible result; the unit depends on the puzzle's kind. `line`
    lists the entries that follow the act, in the notation of lessons: after a wrong act, they show its consequence; after a right act, they
    lead to the next act of the puzzle, for example by the rival's hardest reply or by known cards. `world` is a position that fits the view
    and in which the line is legal, or None if the line is legal in every position that fits. `proof` lists entries that show what the
    puzzle's last act leads to, legal where the view imagines the rest: a shown solution goes on with them.
    """

    right: bool
    why: Sentence
    value: int | None = None
    best: int | None = None
    line: tuple[str, ...] = ()
    world: Position | None = None
    proof: tuple[str, ...] = ()


class Solution(msgspec.Struct, frozen=True):
    """All right acts, one for each result, and the number of acts with different results."""

    acts: tuple[tuple[Any, ...], ...]
    alternatives: int


class Hint(msgspec.Struct, frozen=True):
    """A sentence, and what to point at in the drawing: pieces and options, as in `teaching.script.Page`, and places of strokes."""

    text: Sentence
    points: tuple[str, ...] = ()


class Source(msgspec.Struct, frozen=True):
    """A kind of bot game in which to look for puzzles. `bot` plays every seat, imagining `worlds` worlds, for at most `entries` entries.

    `bot` may also be the `module:attribute` of a special player. With `within`, puzzles may begin in the middle of an act.
    """

    bot: str
    seats: int
    worlds: int
    options: Options | None = None
    entries: int = 1000
    within: bool = False
