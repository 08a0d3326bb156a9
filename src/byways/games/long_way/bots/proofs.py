"""Prove the result of an act once rivals have stopped."""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from typing import cast

from byways.bots.proofs import WINS, imagined
from byways.event import Proof
from byways.game import Choice
from byways.games.long_way.rules.acts import apply_act
from byways.games.long_way.rules.shoppers import score
from byways.games.long_way.state import AnyChoice, Keep, Reroll, Sheet
from byways.games.long_way.view import View
from byways.i18n import Message


def proof(view: View, act: Sequence[Choice]) -> Proof | None:
    """Compare with rivals that have stopped. A seat that stops keeps its score, and one that continues may stop in its next turn."""
    if isinstance(act[0], Keep | Reroll) or view.phase == "doors":
        return None
    mine = drawn(view, act)
    rivals = [seat for seat in range(len(view.sheets)) if seat not in (view.seat, *view.removed)]
    stopped = {seat: score(view.sheets[seat]) for seat in rivals if view.sheets[seat].stopped}
    ahead = max(stopped, key=lambda seat: stopped[seat], default=None)
    if mine.stopped and ahead is not None and stopped[ahead] > score(mine):
        return Proof(won=False, why=Message("why.behind", {"seat": ahead, "points": stopped[ahead] - score(mine)}))
    return WINS if len(stopped) == len(rivals) and all(points < score(mine) for points in stopped.values()) else None


def drawn(view: View, act: Sequence[Choice]) -> Sheet:
    """Return the viewer's sheet after an act."""
    assert view.seat is not None
    return apply_act(view.sheets[view.seat], cast("tuple[AnyChoice, ...]", (*view.act, *act)), view.phase == "doors", view.roll).sheet


def result(view: View, act: Sequence[Choice]) -> Hashable:
    """Return the sheet or, if dice are rolled again, the position."""
    return imagined(view, act) if isinstance(act[0], Keep | Reroll) else drawn(view, act)
