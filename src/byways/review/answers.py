"""Judge another act in place of a reviewed one, by the values of the review."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec.structs import replace

from byways.bots.proofs import result
from byways.game import Game, View
from byways.review.judging import Scale, Valued
from byways.review.models import Judged, Weight
from byways.review.verdicts import with_verdict


def known(game: Game, view: View, act: Judged, answer: tuple[str, ...], scale: Scale) -> Judged | None:
    """Judge an answer that the review has valued, or one with the same result; None if there is no value."""

    def ends_in(steps: Sequence[str]) -> object:
        return result(view, [*map(game.parse, steps)])

    weights = [*act.best, Weight(act.played, act.left, act.doubt)]
    found = next((one for one in weights if one.act == answer), None) or next(
        (one for one in weights if ends_in(one.act) == ends_in(answer)), None
    )
    return None if found is None else judged(act, answer, found.chance, found.doubt, scale)


def estimated(act: Judged, valued: Sequence[Valued], answer: tuple[str, ...], scale: Scale) -> Judged | None:
    """Judge an answer by how much less it was worth than the review's best act in the same worlds; None if either was not weighed.

    An answer that came out better counts as equal, because fresh estimates vary.
    """
    weighed = {one.act: one for one in valued}
    mine, best = weighed.get(answer), weighed.get(act.best[0].act)
    if mine is None or best is None:
        return None
    left = act.chance - max(0.0, scale.worth(best.value) - scale.worth(mine.value))
    return judged(act, answer, left if scale.is_score else max(0.0, left), scale.doubt(mine.doubt, mine.value, best.value), scale)


def judged(act: Judged, answer: tuple[str, ...], left: float, doubt: float, scale: Scale) -> Judged:
    return with_verdict(replace(act, played=answer, left=left, doubt=doubt, why=None), scale)
