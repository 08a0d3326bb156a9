"""Random acts with the room's reasons for them, to compare with what actually followed."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from functools import partial
from typing import Any, NamedTuple

from byways.game import Choice, Game, Options, Position, View, stream
from byways.i18n import Message
from byways.phrases import brief
from byways.room import find_room


class Advised(NamedTuple):
    """An act, the reasons for it by name, and the position after it."""

    view: View
    act: tuple[Choice, ...]
    why: dict[str, dict[str, Any]]
    after: Position


def played(
    game: Game, seats: int, seeds: Iterable[int], options: Options | None = None, taken: Callable[[Choice], bool] = lambda choice: True
) -> Iterator[Advised]:
    """Yield every act of random games that prefer choices accepted by `taken`, checking that all wordings exist in every language."""
    for seed in seeds:
        rng = stream(seed, game.name)
        position, acts = game.start(game.deal(seats, rng, options)), list[tuple[View, list[Choice]]]()
        while position.outcome is None:
            if due := position.chance:
                position = position.happen(due.draw(rng))
                continue
            seat = position.awaited[0]
            if not position.acts[seat]:
                acts.append((position.view(seat), []))
            wanted = [choice for choice in position.choices(seat) if taken(choice)]
            choice = rng.choice(wanted or position.choices(seat))
            acts[-1][1].append(choice)
            position = position.choose(seat, choice)
            if not any(position.acts):
                yield from (advised(game, view, tuple(act), position) for view, act in acts)
                acts.clear()


def advised(game: Game, view: View, act: tuple[Choice, ...], after: Position) -> Advised:
    advice = find_room(game.room).advice
    assert advice is not None
    reasons = advice.why(view, act)
    for language in game.languages:
        assert brief(game, act, partial(game.say, language=language))
        assert all(game.say(reason, language) for reason in reasons)
    return Advised(view, act, {reason.name: dict(reason.values) for reason in reasons if isinstance(reason, Message)}, after)
