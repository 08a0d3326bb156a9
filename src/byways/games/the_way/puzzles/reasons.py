"""Say why a right turn is right: what the proof needs is what would make the other player's next turn succeed if it were otherwise."""

from __future__ import annotations

from collections.abc import Iterator

from byways.game import put
from byways.games.the_way.bots.advice import brief
from byways.games.the_way.cards import shape
from byways.games.the_way.puzzles.duel import Duel, State, WholeTurn, after, relevant, steps, whole_turns
from byways.games.the_way.state import PLACES
from byways.i18n import Message, Value

SHAPES = ("N", "NE", "NS", "NES", "NESW")  # of the cards without arrows


class Proof:
    """The proof that a turn is right. `then` is the state after it, in which the rival moves; the runner has `turns` turns left.

    In a `block` the rival is the runner.
    """

    def __init__(self, search: Duel, then: State, turns: int, rival: int, values: dict[str, Value]) -> None:
        self.search, self.then, self.turns, self.rival, self.values = search, then, turns, rival, values

    def of_block(self, turn: WholeTurn) -> tuple[Message, ...]:
        """Return what the proof of a `block` needs; if it needs nothing special, how the turn answers the rival's next one."""
        return tuple(self.needs(turn)) or (self.blocks(),)

    def of_run(self, turn: WholeTurn, reply: WholeTurn) -> tuple[Message, ...]:
        """Return what the proof of a forced win needs; if it needs nothing special, what is left after the rival's hardest reply."""
        return tuple(self.needs(turn)) or (self.runs(reply),)

    def needs(self, turn: WholeTurn) -> Iterator[Message]:
        """Yield what the proof fails without: the covered card's lock, the token's place, and that the rival lacks certain cards."""
        then, rival, here = self.then, self.rival, self.then.tokens[1 - self.rival]
        if turn.card and not self.is_safe(then._replace(locked=then.locked - {turn.cell})):
            yield self.said("locked", place=PLACES[turn.cell])
        if self.is_shielded(here):
            yield self.said("stands", place=PLACES[here])
        if not self.is_safe(then._replace(hands=put(then.hands, rival, SHAPES * 2), sizes=put(then.sizes, rival, then.sizes[rival] or 1))):
            yield self.without_a_card()

    def is_safe(self, then: State) -> bool:
        if self.search.runner == self.rival:
            return not self.search.wins(then, self.turns)
        return self.search.holds(then, self.turns)

    def is_shielded(self, cell: int) -> bool:
        """Whether the rival would succeed if it could alter the card under the other token."""
        alone = self.then._replace(tokens=put(self.then.tokens, 1 - self.rival, -1))
        return any(reply.cell == cell and self.succeeds(reply) for reply in whole_turns(alone, self.rival, frozenset({cell})))

    def succeeds(self, reply: WholeTurn) -> bool:
        if self.search.runner == self.rival:
            return self.search.is_right(self.then, reply, self.turns)
        return self.search.comes_home(self.then, reply) or not self.search.wins(after(self.then, self.rival, reply), self.turns)

    def without_a_card(self) -> Message:
        hand = {*self.then.hands[self.rival]}
        if not self.then.sizes[self.rival]:
            return self.said("no-cards")
        return self.said("only", shape=shape(hand.pop())) if len(hand) == 1 else self.said("cards")

    def replies(self) -> Iterator[WholeTurn]:
        """Yield the rival's turns that matter."""
        search, replies = self.search, self.turns - (self.search.runner == self.rival)
        return whole_turns(self.then, self.rival, relevant(search.runner, self.then.tokens, self.turns, replies, search.threatens))

    def blocks(self) -> Message:
        """Give the rival's best try and an answer to it, or say that the rival has none: it would not be home even without an answer."""
        best: tuple[int, WholeTurn, WholeTurn] | None = None
        for reply in sorted(self.replies(), key=lambda reply: bool(reply.card)):
            tried = after(self.then, self.rival, reply)
            if self.search.wins(tried, self.turns - 1):
                answers = [*self.search.refutations(tried, self.turns - 1)]
                if best is None or len(answers) < best[0]:
                    best = len(answers), reply, answers[0]
        if best is None:
            return self.said("cut")
        _, reply, answer = best
        tried = after(self.then, self.rival, reply)
        play, counter = brief(steps(self.then, reply, self.rival)), brief(steps(tried, answer, 1 - self.rival))
        return self.said("answer", play=play, answer=counter)

    def runs(self, reply: WholeTurn) -> Message:
        """Say that the runner only has to walk, or that it has an answer even to the rival's hardest reply."""
        if all(self.walks(after(self.then, self.rival, one)) for one in self.replies()):
            return self.said("open")
        if reply.cell < 0 or self.walks(after(self.then, self.rival, reply)):
            return self.said("mend")
        return self.said("even", play=brief(steps(self.then, reply, self.rival)))

    def walks(self, state: State) -> bool:
        """Whether the runner has a right turn that alters no card."""
        return any(self.search.is_right(state, turn, self.turns) for turn in whole_turns(state, self.search.runner, frozenset()))

    def said(self, name: str, **more: Value) -> Message:
        return Message(f"puzzle.because-{name}", {**self.values, **more})
