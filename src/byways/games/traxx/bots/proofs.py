"""Prove the result of an act in the last two rounds."""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from typing import cast

from msgspec.structs import replace

from byways.bots.proofs import WINS
from byways.event import Proof
from byways.game import Choice
from byways.games.traxx.bots.players import acts
from byways.games.traxx.state import AnyChoice, Sheet
from byways.games.traxx.view import View, with_dots
from byways.i18n import Message


def proof(view: View, act: Sequence[Choice]) -> Proof | None:
    """Compare the seat's score with each rival's minimum and, with the last card, maximum."""
    assert view.seat is not None
    if len(view.deck) > 1:
        return None
    mine = drawn(view, act)
    most = mine.score if not view.deck else best_score(replace(view, turned=(*view.turned, view.deck[0])), view.seat, mine)
    rivals = [seat for seat in range(len(view.sheets)) if seat not in (view.seat, *view.removed)]
    ahead = max(rivals, key=lambda seat: view.sheets[seat].score, default=None)
    if ahead is not None and view.sheets[ahead].score > most:
        return Proof(won=False, why=Message("why.behind", {"seat": ahead, "points": view.sheets[ahead].score - most}))
    if view.deck:
        return None
    return WINS if all(best_score(view, seat, view.sheets[seat]) < mine.score for seat in rivals) else None


def drawn(view: View, act: Sequence[Choice]) -> Sheet:
    """Return the viewer's sheet after an act."""
    assert view.seat is not None
    return with_dots(replace(view, act=cast("tuple[AnyChoice, ...]", (*view.act, *act))), view.seat)


def best_score(view: View, seat: int, sheet: Sheet) -> int:
    """Return the highest score a sheet can have after this round's card, as if no rival had reached any number first since."""
    card, sheets = view.turned[-1], view.sheets
    before = replace(view, sheets=(*sheets[:seat], sheet, *sheets[seat + 1 :]))
    return max(with_dots(replace(before, act=act), seat).score for act in acts(view.board, sheet, (), card))


def result(view: View, act: Sequence[Choice]) -> Hashable:
    """Return the fields, the points and, while cards are left, the line's ends."""
    sheet = drawn(view, act)
    return sheet.used, sheet.points, frozenset(sheet.ends) if view.deck else None
