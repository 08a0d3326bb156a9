"""Explain why another turn was better: goals reached, paths kept open, and ways home left to rivals."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from msgspec.structs import replace

from byways.bots.mistakes import Difference, explanation
from byways.event import Explanation
from byways.game import Choice, put
from byways.games.labyrinth.bots.advice import (
    LOOKAHEAD,
    can_go_home,
    has_all,
    is_last_turn,
    may_go_home,
    next_seat,
    reaches,
    turn_of,
    turns_to_goal,
    walked,
    within_reach,
)
from byways.games.labyrinth.bots.rivals import Rival, rivals_of
from byways.games.labyrinth.bots.solver import solve_plain
from byways.games.labyrinth.rules.slides import Board
from byways.games.labyrinth.state import Pass
from byways.games.labyrinth.view import View, board_of
from byways.i18n import Message, Value

SHAKY = 0.05  # smallest difference in the share of slides worth mentioning
HELPED = 2  # smallest difference in a rival's possible treasures worth mentioning


def explain(view: View, played: Sequence[Choice], best: Sequence[Choice]) -> Explanation | None:
    if not all(is_turn(view, act) for act in (played, best)):
        return None
    mine, other = (walked(view, *turn) if (turn := turn_of(view, act)) else view for act in (played, best))
    if mine.homeward and mine.at == mine.goal:  # no turn is better than that
        return None
    if mine.at == mine.goal and other.at == other.goal:
        mine, other = with_find(mine), with_find(other)
    return explanation(differences(view, mine, other))


def is_turn(view: View, act: Sequence[Choice]) -> bool:
    """Whether an act is a whole turn, or a pass."""
    return turn_of(view, act) is not None or isinstance(act[-1], Pass)


def with_find(then: View) -> View:
    """The view after finding the last treasure, when the goal is home.

    Earlier finds change nothing, because the next treasure is unknown.
    """
    return replace(then, found=then.found + 1) if not then.homeward and then.found + 1 == then.treasures else then


def differences(view: View, mine: View, other: View) -> Iterator[Difference | None]:
    if other.at == other.goal and mine.at != mine.goal:
        yield missed(other)
        if other.homeward:
            return
    if is_last_turn(view):
        yield Difference(Message("mistake.final"), "", stands(other))
        return
    rivals, rival = rivals_of(view), next_seat(view)
    found = [left_open(view, rival, mine, other)] if rival is not None else []
    if rival is not None and mine.at == mine.goal and other.at != other.goal:
        found.append(hasty(rival, mine, other))
    if other.at != other.goal:
        found += [farther(mine, other), shakier(rival, mine, other) if rival is not None else None]
    if rival is not None and rivals[0].goals:
        found.append(helps(rival, rivals[0], mine, other))
    if rival is not None and may_go_home(view, rival):
        found.append(hurries(rival, has_all(view, rival), mine, other))
    yield from found
    if not any(found):
        yield later(rival, mine, other)


def hasty(rival: int, mine: View, other: View) -> Difference:
    """The turn played finds the treasure, and the best turn does not: compare what comes after."""
    then, gain = with_find(mine), later(rival, mine, other).gain
    cost = open_after(rival, then).said(rival, then) if then.homeward else reaches(mine)
    return Difference(Message("mistake.hasty"), cost or "", gain)


def missed(other: View) -> Difference:
    """The best turn reaches the goal, and the turn played did not."""
    if other.homeward:
        return Difference(Message("mistake.home"), Message("mistake.home-cost"), Message("why.home"))
    return Difference(Message("mistake.treasure"), Message("mistake.treasure-cost"), reaches(other) or "")


def left_open(view: View, rival: int, mine: View, other: View) -> Difference | None:
    """The turn played leaves the next player a way home, which the best turn shuts."""
    if not may_go_home(view, rival) or not can_go_home(mine, rival) or can_go_home(other, rival):
        return None
    said: dict[str, Value] = {"seat": rival}
    cost = Message("why.lets" if has_all(view, rival) else "why.may-let", said)
    return Difference(Message("mistake.lets", said), cost, Message("why.shuts", said))


def farther(mine: View, other: View) -> Difference | None:
    """The best turn comes closer to the goal, counted in turns within the lookahead."""
    far, near = turns_to_goal(mine, LOOKAHEAD), turns_to_goal(other, LOOKAHEAD)
    if near is None or mine.at == mine.goal or (far is not None and far <= near):
        return None
    to = kind(other)
    cost = Message(f"mistake.far{to}", {"turns": LOOKAHEAD}) if far is None else Message(f"why.near{to}", {"turns": far})
    return Difference(Message(f"mistake.farther{to}"), cost, Message(f"why.near{to}", {"turns": near}))


def shakier(rival: int, mine: View, other: View, turns: int = 1) -> Difference | None:
    """After more of the next player's slides, the best turn still leaves the goal within this many turns."""
    if mine.at == mine.goal:
        return None
    kept, more = open_after(rival, mine, turns), open_after(rival, other, turns)
    if more.share - kept.share < SHAKY:
        return None
    return Difference(Message(f"mistake.shakier{kind(other)}"), kept.said(rival, other), more.said(rival, other))


def helps(rival: int, there: Rival, mine: View, other: View) -> Difference | None:
    """The turn played lets the next player reach more of its possible treasures."""
    seat = next_seat(mine) or 0
    many, few = (within_reach(then, then.avatars[seat].at, there.goals) for then in (mine, other))
    if many - few < HELPED:
        return None
    said: list[dict[str, Value]] = [{"seat": rival, "reached": number, "all": len(there.goals)} for number in (many, few)]
    return Difference(Message("mistake.helps", said[0]), Message("mistake.reach", said[0]), Message("mistake.reach", said[1]))


def hurries(rival: int, is_sure: bool, mine: View, other: View) -> Difference | None:
    """The turn played lets the next player be home within the lookahead, which the best turn does not."""
    if can_go_home(mine, rival) or not may_be_home(mine, rival) or may_be_home(other, rival):
        return None
    said: dict[str, Value] = {"seat": rival, "turns": LOOKAHEAD}
    cost = Message("mistake.hurries" if is_sure else "mistake.may-hurry", said)
    return Difference(Message("mistake.nearer", said), cost, Message("mistake.holds", said))


def may_be_home(then: View, rival: int) -> bool:
    """Whether a rival can be home within the lookahead while all others pass."""
    there = then.avatars[rival]
    board = board_of(then)._replace(goal=there.home, rides=False)
    return solve_plain(board, standing(then, there.at), LOOKAHEAD, lambda: False) is not None


def later(rival: int | None, mine: View, other: View) -> Difference:
    """Compare how often the goal is near after the next player's slide; without a difference there, say what the best turn keeps."""
    if other.at == other.goal or rival is None:
        return Difference(Message("mistake.later"), "", (reaches(other) if other.at == other.goal else "") or stands(other))
    if soon := shakier(rival, mine, other, LOOKAHEAD):
        return soon
    kept = open_after(rival, other)
    return Difference(Message("mistake.later"), "", (kept if kept.slides else open_after(rival, other, LOOKAHEAD)).said(rival, other))


def stands(then: View) -> Message:
    row, column = then.maze.grid.place(then.at)
    return Message("mistake.stands", {"row": row, "column": column})


def kind(other: View) -> str:
    return "-home" if other.homeward else ""


class Ways(NamedTuple):
    """How many of the next player's pushes leave the goal within some turns, and the number of all its pushes.

    A push counts if the player can then leave its tile, as it must. A player without one can only pass.
    """

    slides: int
    all: int
    turns: int

    @property
    def share(self) -> float:
        return self.slides / self.all

    def said(self, rival: int, then: View) -> Message:
        values: dict[str, Value] = {"seat": rival, "per_cent": round(100 * self.share)}
        if self.turns == 1:
            return Message(f"mistake.share{kind(then)}", values)
        return Message(f"mistake.share-turns{kind(then)}", {**values, "turns": self.turns})


def open_after(rival: int, then: View, turns: int = 1) -> Ways:
    board, me = board_of(then), then.at
    ahead, replies = board.ahead, list[bool]()
    for number, ends in enumerate(ahead.apart(board.ends(then.avatars[rival].at))):
        if ends:
            carry = ahead.grid.lines[ahead.pushes[number][0]].carry
            replies.append(leads(board.push(ahead, number), then, carry.get(me, me), turns))
    replies = replies or [leads(board, then, me, turns)]
    return Ways(sum(replies), len(replies), turns)


def leads(board: Board, then: View, at: int, turns: int) -> bool:
    """Whether a seat reaches its goal from a cell within some turns."""
    return bool(board.near() >> at & 1) or (turns > 1 and solve_plain(board, standing(then, at), turns, lambda: False) is not None)


def standing(then: View, at: int) -> View:
    """The view before the seat's next turn, with its avatar on this cell."""
    assert then.seat is not None
    return replace(then, avatars=put(then.avatars, then.seat, replace(then.avatars[then.seat], at=at)), act=())
