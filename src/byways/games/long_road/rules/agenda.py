"""The agenda: a table of all task types, and the loop that runs tasks."""

from __future__ import annotations

from collections.abc import Callable

import msgspec
from msgspec.structs import replace

from byways.game import Chance, Tell
from byways.games.long_road import choices as c
from byways.games.long_road.choices import AnyChoice
from byways.games.long_road.rules import draft, effects, sale, turn
from byways.games.long_road.rules.common import Actions, add_to_act, on
from byways.games.long_road.state import Position, Task, TaskName
from byways.i18n import Message


def its_seat(position: Position, task: Task) -> tuple[int, ...]:
    return (task.seat,)


class TaskType(msgspec.Struct, frozen=True, kw_only=True):
    """A task that needs no answer, or not always."""

    run: Callable[[Position, Task, Tell], Position | None] | None = None  # returns None to wait for an answer
    awaits: Callable[[Position, Task], tuple[int, ...]] | None = None
    survives_removal: bool = False  # stays on the agenda after its seat leaves the game


class Decision(TaskType, frozen=True, kw_only=True):
    """A task that asks seats to choose."""

    offer: Callable[[Position, int, Task], tuple[AnyChoice, ...]]
    actions: Actions
    awaits: Callable[[Position, Task], tuple[int, ...]] | None = its_seat


class ChanceTask(TaskType, frozen=True, kw_only=True):
    """A task that asks chance, or pauses so that people can follow."""

    chance: Callable[[Position, Task], Chance]
    resolve: Callable[[Position, Task, str, Tell], Position]
    prompt: Message


TASK_TYPES: dict[TaskName, TaskType] = {
    # The draft
    "draft": Decision(run=draft.commit_picks, awaits=draft.undecided, offer=draft.offer_pick, actions=on(c.Pick, add_to_act)),
    "pass": ChanceTask(chance=draft.pass_chance, resolve=draft.pass_packets, prompt=Message("prompt.pass")),
    # A turn
    "turn": TaskType(run=turn.begin_turn),
    "open": Decision(
        offer=turn.offer_open,
        actions=on(c.Change, add_to_act) | on(c.Draw, turn.do_draw) | on(c.Play, turn.do_play),
    ),
    "draw": ChanceTask(chance=turn.card_chance, resolve=turn.draw, prompt=Message("prompt.draw")),
    "reward": Decision(offer=turn.offer_reward, actions=on(c.Reward, turn.do_reward)),
    "after": Decision(
        offer=turn.offer_after,
        actions=on(c.Assign, turn.do_assign) | turn.BONUS_ACTIONS | on(c.Buy, add_to_act) | on(c.Arm, add_to_act) | on(c.End, turn.do_end),
    ),
    "refill": ChanceTask(run=turn.end_refill, chance=turn.card_chance, resolve=turn.draw, prompt=Message("prompt.draw")),
    "next": TaskType(run=sale.next_turn, survives_removal=True),
    # An arrival
    "arrive": ChanceTask(chance=sale.arrival_chance, resolve=sale.arrive, prompt=Message("prompt.arrive"), survives_removal=True),
    "sell": TaskType(run=sale.continue_sale),
    "activate": ChanceTask(chance=sale.activation_chance, resolve=sale.activate, prompt=Message("prompt.activate")),
    "effect": Decision(run=effects.run_effect, offer=effects.offer_effect, actions=effects.ACTIONS),
    "leave": TaskType(run=sale.finish_activation),
    "recruit": Decision(run=sale.recruit_last, offer=sale.offer_recruit, actions=on(c.Recruit, sale.do_recruit)),
    "clear": TaskType(run=sale.clear_road),
    "turn up": ChanceTask(chance=sale.destination_chance, resolve=sale.turn_up_destination, prompt=Message("prompt.destination")),
    # The end
    "resolve": ChanceTask(chance=sale.arrival_chance, resolve=sale.sell_unfinished, prompt=Message("prompt.resolve")),
    "count": TaskType(run=sale.count_money),
}
DECISIONS = {what: kind for what, kind in TASK_TYPES.items() if isinstance(kind, Decision)}
CHANCES = {what: kind for what, kind in TASK_TYPES.items() if isinstance(kind, ChanceTask)}


def run_agenda(position: Position, tell: Tell) -> Position:
    """Run tasks until one awaits a seat or chance, or the agenda is empty."""
    while position.todo:
        task = position.todo[0]
        kind = TASK_TYPES[task.what]
        then = kind.run(position, task, tell) if kind.run else None
        if then is None:
            awaited = kind.awaits(position, task) if kind.awaits else ()
            return position if awaited == position.awaited else replace(position, awaited=awaited)
        position = then
    return position
