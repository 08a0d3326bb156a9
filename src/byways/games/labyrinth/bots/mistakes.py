"""Why another turn was better: goals reached, ways kept open, and ways home left to rivals."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from msgspec.structs import replace

from byways.bots.mistakes import Difference, explanation
from byways.event import Explanation
from byways.game import Choice
from byways.games.labyrinth.bots.advice import (
    LOOKAHEAD,
    can_go_home,
    has_all,
    may_go_home,
    next_seat,
    reaches,
    turn_of,
    turns_to_goal,
    walked,
)
from byways.games.labyrinth.bots.rivals import Rival, rivals_of
from byways.games.labyrinth.view import View, board_of
from byways.i18n import Message, Value

SHAKY = 0.05  # the smallest difference in the share of slides that is worth mentioning
HELPED = 2  # the same for the possible treasures of a rival


def explain(view: View, played: Sequence[Choice], best: Sequence[Choice]) -> Explanation | None:
    turn, better = turn_of(view, played), turn_of(view, best)
    if better is None:  # a pass, or an unfinished turn
        return None
    mine, other = walked(view, *turn) if turn else view, walked(view, *better)
    if mine.at == mine.goal and other.at == other.goal:
        mine, other = with_find(mine), with_find(other)
    return explanation(differences(view, mine, other))


def with_find(then: View) -> View:
    """The view after its last treasure: the goal is home. An earlier find changes nothing, because the next treasure is unknown."""
    return replace(then, found=then.found + 1) if not then.homeward and then.found + 1 == then.treasures else then


def differences(view: View, mine: View, other: View) -> Iterator[Difference | None]:
    if other.at == other.goal and mine.at != mine.goal:
        yield missed(other)
        if other.homeward:
            return
    rivals, rival = rivals_of(view), next_seat(view)
    found = [left_open(view, rival, mine, other)] if rival is not None else []
    if other.at != other.goal:
        found += [farther(mine, other), shakier(rival, mine, other) if rival is not None else None]
    if rival is not None and rivals[0].goals:
        found.append(helps(rival, rivals[0], mine, other))
    yield from found
    if not any(found):
        yield later(rival, other)


def missed(other: View) -> Difference:
    """The goal was in reach of this turn."""
    if other.homeward:
        return Difference(Message("mistake.home"), Message("mistake.home-cost"), Message("why.home"))
    return Difference(Message("mistake.treasure"), Message("mistake.treasure-cost"), reaches(other) or "")


def left_open(view: View, rival: int, mine: View, other: View) -> Difference | None:
    """A way home for the next player, which the best turn shuts."""
    if not may_go_home(view, rival) or not can_go_home(mine, rival) or can_go_home(other, rival):
        return None
    said: dict[str, Value] = {"seat": rival}
    cost = Message("why.lets" if has_all(view, rival) else "why.may-let", said)
    return Difference(Message("mistake.lets", said), cost, Message("why.shuts", said))


def farther(mine: View, other: View) -> Difference | None:
    """The number of turns to the goal, as far as it can be foreseen."""
    far, near = turns_to_goal(mine, LOOKAHEAD), turns_to_goal(other, LOOKAHEAD)
    if near is None or mine.at == mine.goal or (far is not None and far <= near):
        return None
    to = kind(other)
    cost = Message(f"mistake.far{to}", {"turns": LOOKAHEAD}) if far is None else Message(f"why.near{to}", {"turns": far})
    return Difference(Message(f"mistake.farther{to}"), cost, Message(f"why.near{to}", {"turns": near}))


def shakier(rival: int, mine: View, other: View) -> Difference | None:
    """After how many slides of the next player the goal can be reached in one turn."""
    kept, more = open_after(mine), open_after(other)
    if mine.at == mine.goal or more.share - kept.share < SHAKY:
        return None
    return Difference(Message(f"mistake.shakier{kind(other)}"), kept.said(rival, other), more.said(rival, other))


def helps(rival: int, there: Rival, mine: View, other: View) -> Difference | None:
    """How many of its possible treasures the next player could reach."""
    many, few = within_reach(there, mine), within_reach(there, other)
    if many - few < HELPED:
        return None
    said: list[dict[str, Value]] = [{"seat": rival, "reached": number, "all": len(there.goals)} for number in (many, few)]
    return Difference(Message("mistake.helps", said[0]), Message("mistake.reach", said[0]), Message("mistake.reach", said[1]))


def later(rival: int | None, other: View) -> Difference:
    """What the best turn leads to, where nothing else tells the turns apart."""
    title, kept = Message("mistake.later"), open_after(other)
    if other.at == other.goal:
        return Difference(title, "", reaches(other) or "")
    if rival is not None and kept.slides:
        return Difference(title, "", kept.said(rival, other))
    row, column = other.maze.grid.place(other.at)
    return Difference(title, "", Message("mistake.stands", {"row": row, "column": column}))


def kind(other: View) -> str:
    return "-home" if other.homeward else ""


def within_reach(there: Rival, then: View) -> int:
    """Count the possible treasures of the next player that one turn reaches."""
    assert then.seat is not None
    board = board_of(then)._replace(rides=False)
    ends = board.ends(then.avatars[next_seat(then) or 0].at)
    return sum(bool(ends & board._replace(goal=goal).goals(board.ahead)) for goal in there.goals)


class Ways(NamedTuple):
    """The number of the next player's slides after which one turn reaches the goal, and of all its slides."""

    slides: int
    all: int

    @property
    def share(self) -> float:
        return self.slides / self.all

    def said(self, rival: int, then: View) -> Message:
        return Message(f"mistake.open{kind(then)}", {"seat": rival, "slides": self.slides, "all": self.all})


def open_after(then: View) -> Ways:
    board = board_of(then)
    ahead, barred = board.ahead, board.last and board.last.undoing
    pushes = [number for number, (slide, _) in enumerate(ahead.pushes) if slide != barred]
    found = 0
    for number in pushes:
        carry = ahead.grid.lines[ahead.pushes[number][0]].carry
        found += board.push(ahead, number).near() >> carry.get(then.at, then.at) & 1
    return Ways(found, len(pushes))
