"""Explain why another act was better: the shoppers' way, bonuses, and room for tiles to come."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Literal, cast

from byways.bots.mistakes import Difference, explanation
from byways.event import Explanation
from byways.game import Choice
from byways.games.long_way.bots.advice import length
from byways.games.long_way.bots.proofs import drawn
from byways.games.long_way.components import SIZE
from byways.games.long_way.rules.acts import CAFETERIA
from byways.games.long_way.rules.shoppers import Floor, score, walk
from byways.games.long_way.state import (
    ALL,
    NOT_LAST_COLUMN,
    AnyChoice,
    Cafeteria,
    Coins,
    Display,
    Doorway,
    Fork,
    Keep,
    Reroll,
    Sheet,
    Tile,
    Wall,
    format_points,
    name_of,
    tile_mask,
)
from byways.games.long_way.view import View
from byways.i18n import Message, Value

ROLLS = 36
STEPS = 2  # smallest difference in steps worth mentioning
FITS = 2  # smallest difference in rolls worth mentioning
BONUSES = (Wall, Doorway, Coins)


def explain(view: View, played: Sequence[Choice], best: Sequence[Choice]) -> Explanation | None:
    acts = [cast("tuple[AnyChoice, ...]", (*view.act, *act)) for act in (played, best)]
    if isinstance(acts[0][0], Keep | Reroll):
        return explanation([paid(view, acts[1][0])])
    mine, other = drawn(view, played), drawn(view, best)
    if view.phase == "doors":
        return explanation([doors(mine, other)])
    return explanation(differences(view, acts[0], acts[1], mine, other))


def differences(
    view: View, played: tuple[AnyChoice, ...], best: tuple[AnyChoice, ...], mine: Sheet, other: Sheet
) -> Iterator[Difference | None]:
    found = [stopped(view, mine, other)]
    if not mine.stopped and not other.stopped:
        found += [shut(mine, other), points(mine, other), cafeteria(played, best, other), off_way(played, best, mine, other)]
        found += [bonus(played, best), longer(mine, other), lost_spaces(mine, other), fewer_tiles(view, mine, other)]
    yield from found
    if not any(found):
        yield later(view, played, best, mine, other)


def paid(view: View, best: AnyChoice) -> Difference:
    """Explain whether to pay a coin for another roll."""
    assert view.seat is not None
    tile = view.roll.tile
    places = tile.places(empty(view.sheets[view.seat])).bit_count() if tile else 0
    cost = Message("mistake.places", {"places": places})
    if isinstance(best, Reroll):
        return Difference(Message("mistake.reroll"), cost, Message("mistake.rolls", {"die": best.die}))
    return Difference(Message("mistake.keep"), cost, Message("mistake.keeps"))


def doors(mine: Sheet, other: Sheet) -> Difference | None:
    way, better = (walk(sheet) if sheet.exit >= 0 else None for sheet in (mine, other))
    if way is None or better is None:
        return None
    if length(better) < length(way):
        cost, gain = Message("mistake.far", {"empties": way.empties}), Message("mistake.near", {"empties": better.empties})
        return Difference(Message("mistake.doors-far"), cost, gain)
    gains = [Message("why.doors", {"steps": length(one)}) for one in (way, better)]
    return Difference(Message("mistake.doors"), gains[0], gains[1])


def stopped(view: View, mine: Sheet, other: Sheet) -> Difference | None:
    if mine.stopped == other.stopped:
        return None
    said: dict[str, Value] = {"score": format_points(score(mine)), "rolls": fitting(view, mine)}
    if mine.stopped:
        return Difference(Message("mistake.stopped"), Message("mistake.stopped-cost", said), Message("mistake.goes-on", said))
    return Difference(
        Message("mistake.went-on"), Message("mistake.went-cost", said), Message("why.stop", {"score": format_points(score(other))})
    )


def shut(mine: Sheet, other: Sheet) -> Difference | None:
    better = walk(other)
    if walk(mine) is not None or better is None:
        return None
    return Difference(Message("mistake.shut"), Message("why.shuts"), Message("mistake.scores", {"score": format_points(better.score)}))


def points(mine: Sheet, other: Sheet) -> Difference | None:
    less, more = score(mine), score(other)
    if less >= more or walk(mine) is None:
        return None
    said: list[dict[str, Value]] = [{"score": format_points(one)} for one in (less, more)]
    return Difference(
        Message("mistake.points", {"points": more - less}), Message("mistake.scores", said[0]), Message("mistake.scores", said[1])
    )


def cafeteria(played: Sequence[AnyChoice], best: Sequence[AnyChoice], other: Sheet) -> Difference | None:
    """A cafeteria that only the best act draws, and the empty spaces where displays beside it would earn bonuses."""
    if CAFETERIA in played or CAFETERIA not in best:
        return None
    spaces = (Floor(other).around(other.cafeterias[-1]) & empty(other)).bit_count()
    return Difference(Message("mistake.cafeteria"), "", Message("mistake.beside", {"spaces": spaces})) if spaces else None


def off_way(played: Sequence[AnyChoice], best: Sequence[AnyChoice], mine: Sheet, other: Sheet) -> Difference | None:
    """A new display that the shoppers do not pass, unless the best act draws another one that they do not pass."""
    missed, better = (unpassed(act, sheet) for act, sheet in ((played, mine), (best, other)))
    if missed is None or better is not None or walk(other) is None:
        return None
    return Difference(Message("mistake.off-way"), Message("mistake.off-way-cost", {"space": name_of(missed.space)}))


def unpassed(act: Sequence[AnyChoice], sheet: Sheet) -> Display | None:
    """Return the new display of an act if the shoppers do not pass it."""
    way = walk(sheet)
    shown = next((step for step in act if isinstance(step, Display)), None)
    return shown if shown and way and not any(shown.space in leg for leg in way.legs) else None


def bonus(played: Sequence[AnyChoice], best: Sequence[AnyChoice]) -> Difference | None:
    """A bonus that only the best act earns."""
    if not any(isinstance(step, BONUSES) for step in best) or any(isinstance(step, BONUSES) for step in played):
        return None
    return Difference(Message("mistake.bonus"), Message("mistake.bonus-cost"), Message("why.bonus"))


def longer(mine: Sheet, other: Sheet) -> Difference | None:
    way, better = walk(mine), walk(other)
    if way is None or better is None or length(better) - length(way) < STEPS:
        return None
    said: list[dict[str, Value]] = [{"steps": length(one)} for one in (way, better)]
    return Difference(Message("mistake.short"), Message("mistake.steps", said[0]), Message("mistake.steps", said[1]))


def lost_spaces(mine: Sheet, other: Sheet) -> Difference | None:
    """Empty spaces that have no empty neighbour, so that no tile will ever fit there."""
    many, few = alone(mine), alone(other)
    if many <= few:
        return None
    return Difference(
        Message("mistake.alone"), Message("mistake.alone-cost", {"spaces": many}), Message("mistake.alone-gain", {"spaces": few})
    )


def fewer_tiles(view: View, mine: Sheet, other: Sheet) -> Difference | None:
    few, many = fitting(view, mine), fitting(view, other)
    if many - few < FITS:
        return None
    return Difference(Message("mistake.tight"), Message("mistake.fit", {"rolls": few}), Message("mistake.fit", {"rolls": many}))


def later(view: View, played: tuple[AnyChoice, ...], best: tuple[AnyChoice, ...], mine: Sheet, other: Sheet) -> Difference:
    """What the best act leads to, if nothing else distinguishes the acts."""
    less = score(mine) - score(other)
    said: dict[str, Value] = {"score": format_points(score(other)), "points": less, "rolls": fitting(view, other)}
    return Difference(
        Message(f"mistake.{what_differs(played, best)}"), "", Message("mistake.leads-less" if less > 0 else "mistake.leads", said)
    )


def what_differs(
    played: tuple[AnyChoice, ...], best: tuple[AnyChoice, ...]
) -> Literal["cafeteria", "tile", "fork", "spot", "display", "later"]:
    """Name the first step in which two acts differ."""
    for mine, other in zip(played, best, strict=False):
        if mine == other:
            continue
        match other:
            case Cafeteria():
                return "cafeteria"
            case Fork():
                return "fork"
            case Tile():
                return "tile" if isinstance(mine, Cafeteria) else "spot"
            case Display():
                return "display"
            case _:
                return "later"
    return "later"


def empty(sheet: Sheet) -> int:
    return ALL & ~sheet.occupied


def alone(sheet: Sheet) -> int:
    spaces = empty(sheet)
    near = (spaces & NOT_LAST_COLUMN) << 1 | spaces >> 1 & NOT_LAST_COLUMN | spaces << SIZE | spaces >> SIZE
    return (spaces & ~near).bit_count()


def fitting(view: View, sheet: Sheet) -> int:
    """Count the rolls, of 36, whose tile still fits."""
    return sum(bool(tile_mask(layout).places(empty(sheet))) for shape in view.chart for layout in shape)
