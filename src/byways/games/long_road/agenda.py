"""The agenda: each kind of step is one record, and all of them stand here."""

from __future__ import annotations

from collections.abc import Callable

import msgspec
from msgspec.structs import replace

from byways.game import Chance, Tell
from byways.games.long_road import choices as c
from byways.games.long_road import draft, effects, sale, turn
from byways.games.long_road.box import Box
from byways.games.long_road.choices import AnyChoice
from byways.games.long_road.common import Deeds, on, tentative
from byways.games.long_road.state import Position, Step


def nobody(position: Position, step: Step) -> tuple[int, ...]:
    return ()


def its_seat(position: Position, step: Step) -> tuple[int, ...]:
    return (step.seat,)


class Kind(msgspec.Struct, frozen=True, kw_only=True):
    """A step that needs no answer, or not always."""

    runs: Callable[[Position, Step, Tell], Position | None] | None = None  # by itself; None where it has to wait
    awaits: Callable[[Position, Step], tuple[int, ...]] = nobody
    remains: bool = False  # when its seat leaves the game


class Decision(Kind, frozen=True, kw_only=True):
    """A step that asks seats, and what comes of a choice."""

    offers: Callable[[Position, int, Step], tuple[AnyChoice, ...]]
    does: Deeds
    prompt: Callable[[Box, Step, bool], str]  # the last says whether the seat has begun a tentative act
    duty: str  # what it is time to do now
    awaits: Callable[[Position, Step], tuple[int, ...]] = its_seat


class Luck(Kind, frozen=True, kw_only=True):
    """A step that asks chance, and what comes of the answer."""

    chance: Callable[[Position, Step], Chance]
    comes: Callable[[Position, Step, str, Tell], Position]
    prompt: str


def always(words: str) -> Callable[[Box, Step, bool], str]:
    return lambda box, step, begun: words


def open_prompt(box: Box, step: Step, begun: bool) -> str:
    if begun:
        return "Lay aside more cards, or draw."
    return "Play a caravan card." if step.stage else "Play a caravan card, or change cards first."


def after_prompt(box: Box, step: Step, begun: bool) -> str:
    if begun or step.stage == turn.MARKET:
        return "Buy, arm, or end the turn."
    return "Play a character, use the bonus, buy, arm, or end the turn."


def effect_prompt(box: Box, step: Step, begun: bool) -> str:
    return f"Use the ability of the {{{box.keys[step.item]}}}."


KINDS: dict[str, Kind] = {
    # The draft
    "draft": Decision(
        runs=draft.keep_all,
        awaits=draft.undecided,
        offers=draft.offer_pick,
        does=on(c.Pick, tentative),
        prompt=always("Keep one character and pass the others on."),
        duty="keep a character",
    ),
    "pass": Luck(chance=draft.passing, comes=draft.pass_on, prompt="The characters are passed on."),
    # A turn
    "turn": Kind(runs=turn.begin),
    "open": Decision(
        offers=turn.offer_open,
        does=on(c.Change, tentative) | on(c.Draw, turn.do_draw) | on(c.Play, turn.play_first),
        prompt=open_prompt,
        duty="play a caravan card",
    ),
    "draw": Luck(chance=turn.drawing, comes=turn.draw, prompt="A card is drawn."),
    "reward": Decision(
        offers=turn.offer_reward,
        does=on(c.Reward, turn.do_reward),
        prompt=always("Take a coin or a dagger."),
        duty="take the reward",
    ),
    "after": Decision(
        offers=turn.offer_after,
        does=on(c.Assign, turn.do_assign) | turn.BONUS_DEEDS | on(c.Buy, tentative) | on(c.Arm, tentative) | on(c.End, turn.do_end),
        prompt=after_prompt,
        duty="finish the turn",
    ),
    "refill": Luck(runs=turn.refilled, chance=turn.refilling, comes=turn.refill, prompt="A card is drawn."),
    "next": Kind(runs=sale.advance, remains=True),
    # An arrival
    "arrive": Luck(chance=sale.arriving, comes=sale.arrive, prompt="A destination is reached.", remains=True),
    "sell": Kind(runs=sale.sell_on),
    "activate": Luck(chance=sale.activating, comes=sale.activate, prompt="The next character is activated."),
    "effect": Decision(
        runs=effects.do_effect,
        offers=effects.offer_effect,
        does=effects.DEEDS,
        prompt=effect_prompt,
        duty="use the character's ability",
    ),
    "leave": Kind(runs=sale.leave),
    "recruit": Decision(
        runs=sale.recruit_alone,
        offers=sale.offer_recruit,
        does=on(c.Recruit, sale.do_recruit),
        prompt=always("Take a character into your hand."),
        duty="take a character back",
    ),
    "clear": Kind(runs=sale.clear),
    "turn up": Luck(chance=sale.turning_up, comes=sale.turn_up, prompt="A destination is turned up."),
    # The end
    "resolve": Luck(chance=sale.arriving, comes=sale.resolve, prompt="An unfinished caravan is sold."),
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
            awaited = kind.awaits(position, step)
            return position if awaited == position.awaited else replace(position, awaited=awaited)
        position = then
    return position
