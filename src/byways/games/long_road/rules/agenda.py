"""The agenda: each kind of step is one record, and all of them stand here."""

from __future__ import annotations

from collections.abc import Callable

import msgspec
from msgspec.structs import replace

from byways.game import Chance, Tell
from byways.games.long_road import choices as c
from byways.games.long_road.box import Box
from byways.games.long_road.choices import AnyChoice
from byways.games.long_road.rules import draft, effects, sale, turn
from byways.games.long_road.rules.common import Deeds, on, tentative
from byways.games.long_road.state import Position, Step, StepName
from byways.i18n import Message


def its_seat(position: Position, step: Step) -> tuple[int, ...]:
    return (step.seat,)


class Kind(msgspec.Struct, frozen=True, kw_only=True):
    """A step that needs no answer, or not always."""

    runs: Callable[[Position, Step, Tell], Position | None] | None = None  # by itself; None where it has to wait
    awaits: Callable[[Position, Step], tuple[int, ...]] | None = None  # nobody
    remains: bool = False  # when its seat leaves the game


class Decision(Kind, frozen=True, kw_only=True):
    """A step that asks seats, and what comes of a choice."""

    offers: Callable[[Position, int, Step], tuple[AnyChoice, ...]]
    does: Deeds
    prompt: Callable[[Box, Step, bool], Message]  # the last says whether the seat has begun a tentative act
    refusal: str  # the message for a choice of another moment
    awaits: Callable[[Position, Step], tuple[int, ...]] | None = its_seat


class Luck(Kind, frozen=True, kw_only=True):
    """A step that asks chance, and what comes of the answer."""

    chance: Callable[[Position, Step], Chance]
    comes: Callable[[Position, Step, str, Tell], Position]
    prompt: Message


def always(prompt: Message) -> Callable[[Box, Step, bool], Message]:
    return lambda box, step, begun: prompt


def open_prompt(box: Box, step: Step, begun: bool) -> Message:
    if begun:
        return Message("prompt.change")
    return Message("prompt.play") if step.stage else Message("prompt.open")


def after_prompt(box: Box, step: Step, begun: bool) -> Message:
    return Message("prompt.market") if begun or step.stage == turn.MARKET else Message("prompt.after")


def effect_prompt(box: Box, step: Step, begun: bool) -> Message:
    return Message("prompt.effect", {"character": box.keys[step.item]})


KINDS: dict[StepName, Kind] = {
    # The draft
    "draft": Decision(
        runs=draft.keep_all,
        awaits=draft.undecided,
        offers=draft.offer_pick,
        does=on(c.Pick, tentative),
        prompt=always(Message("prompt.draft")),
        refusal="refuse.while-draft",
    ),
    "pass": Luck(chance=draft.passing, comes=draft.pass_on, prompt=Message("prompt.pass")),
    # A turn
    "turn": Kind(runs=turn.begin),
    "open": Decision(
        offers=turn.offer_open,
        does=on(c.Change, tentative) | on(c.Draw, turn.do_draw) | on(c.Play, turn.play_first),
        prompt=open_prompt,
        refusal="refuse.while-open",
    ),
    "draw": Luck(chance=turn.drawing, comes=turn.draw, prompt=Message("prompt.draw")),
    "reward": Decision(
        offers=turn.offer_reward,
        does=on(c.Reward, turn.do_reward),
        prompt=always(Message("prompt.reward")),
        refusal="refuse.while-reward",
    ),
    "after": Decision(
        offers=turn.offer_after,
        does=on(c.Assign, turn.do_assign) | turn.BONUS_DEEDS | on(c.Buy, tentative) | on(c.Arm, tentative) | on(c.End, turn.do_end),
        prompt=after_prompt,
        refusal="refuse.while-after",
    ),
    "refill": Luck(runs=turn.refilled, chance=turn.refilling, comes=turn.refill, prompt=Message("prompt.draw")),
    "next": Kind(runs=sale.advance, remains=True),
    # An arrival
    "arrive": Luck(chance=sale.arriving, comes=sale.arrive, prompt=Message("prompt.arrive"), remains=True),
    "sell": Kind(runs=sale.sell_on),
    "activate": Luck(chance=sale.activating, comes=sale.activate, prompt=Message("prompt.activate")),
    "effect": Decision(
        runs=effects.do_effect,
        offers=effects.offer_effect,
        does=effects.DEEDS,
        prompt=effect_prompt,
        refusal="refuse.while-effect",
    ),
    "leave": Kind(runs=sale.leave),
    "recruit": Decision(
        runs=sale.recruit_alone,
        offers=sale.offer_recruit,
        does=on(c.Recruit, sale.do_recruit),
        prompt=always(Message("prompt.recruit")),
        refusal="refuse.while-recruit",
    ),
    "clear": Kind(runs=sale.clear),
    "turn up": Luck(chance=sale.turning_up, comes=sale.turn_up, prompt=Message("prompt.destination")),
    # The end
    "resolve": Luck(chance=sale.arriving, comes=sale.resolve, prompt=Message("prompt.resolve")),
    "count": Kind(runs=sale.count_up),
}
DECISIONS = {what: kind for what, kind in KINDS.items() if isinstance(kind, Decision)}
LUCK = {what: kind for what, kind in KINDS.items() if isinstance(kind, Luck)}


def settle(position: Position, tell: Tell) -> Position:
    """Do what needs no answer, until a seat is awaited, a chance is due or the game is over."""
    while position.todo:
        step = position.todo[0]
        kind = KINDS[step.what]
        then = kind.runs(position, step, tell) if kind.runs else None
        if then is None:
            awaited = kind.awaits(position, step) if kind.awaits else ()
            return position if awaited == position.awaited else replace(position, awaited=awaited)
        position = then
    return position
