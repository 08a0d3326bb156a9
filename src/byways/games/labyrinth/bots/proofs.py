"""Prove a turn's result: coming home, or letting a rival go home next."""

from __future__ import annotations

from collections.abc import Sequence

from byways.bots.proofs import ended, imagined
from byways.event import Proof
from byways.game import Choice
from byways.games.labyrinth.bots.advice import can_go_home, has_all, next_seat, turn_of, walked
from byways.games.labyrinth.view import View
from byways.i18n import Message


def proof(view: View, act: Sequence[Choice]) -> Proof | None:
    if found := ended(view, act):
        return found
    rival = next_seat(view)
    if rival is None or not has_all(view, rival) or imagined(view, act).outcome is not None:
        return None
    turn = turn_of(view, act)
    then = walked(view, *turn) if turn else view
    return Proof(won=False, why=Message("why.loses-home", {"seat": rival})) if can_go_home(then, rival) else None


result = imagined  # the position after a turn
