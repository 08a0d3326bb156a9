"""Prove the result of an act in the last two rounds, and for lines that cannot go on."""

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
    """Compare the seat's score with the rivals' scores, and the maximum of each where the rules limit it."""
    assert view.seat is not None
    mine = drawn(view, act)
    rivals = [seat for seat in range(len(view.sheets)) if seat not in (view.seat, *view.removed)]
    ahead, most = max(rivals, key=lambda seat: view.sheets[seat].score, default=None), most_in_the_end(view, mine)
    if ahead is not None and most is not None and view.sheets[ahead].score > most:
        return Proof(won=False, why=Message("why.behind", {"seat": ahead, "points": view.sheets[ahead].score - most}))
    others = [most_of_rival(view, seat) for seat in rivals]
    return WINS if all(score is not None and score < mine.score for score in others) else None


def most_in_the_end(view: View, mine: Sheet) -> int | None:
    """Return the most points that the viewer can have after this act; None if more than one card is left."""
    assert view.seat is not None
    if mine.is_stuck(view.board, view.deck):
        return mine.score
    return best_score(replace(view, turned=(*view.turned, view.deck[0])), view.seat, mine) if len(view.deck) == 1 else None


def most_of_rival(view: View, seat: int) -> int | None:
    """Return the most points that a rival can have; None if cards are left for its line."""
    sheet = view.sheets[seat]
    if sheet.is_stuck(view.board, (view.turned[-1], *view.deck)):
        return sheet.score
    return None if view.deck else best_score(view, seat, sheet)


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
