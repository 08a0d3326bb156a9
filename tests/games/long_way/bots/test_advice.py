"""Short descriptions of acts, and reasons for them."""

from __future__ import annotations

from typing import Any

import pytest

from byways.game import Choice
from byways.games.long_way import GAME
from byways.games.long_way.bots.advice import brief, longer, worth
from byways.games.long_way.rules.acts import CAFETERIA, COINS, DONE, STOP
from byways.games.long_way.rules.shoppers import Walk, walk
from byways.games.long_way.state import Cafeteria, Display, Entrance, Exit, Fork, Keep, Position, Reroll, Stop, Tile
from byways.games.long_way.view import View
from byways.i18n import Message
from tests.games.advised import played


@pytest.mark.parametrize(
    ("act", "said"),
    [
        ((Entrance(0, "north"), Exit(48, "south"), DONE), "entrance at a1 (north), exit at g7 (south)"),
        ((Tile(0), Display(7, 3), COINS, DONE), "tile at a1, sofa at a2, bonus: two coins"),
        ((CAFETERIA, Fork(0, "across"), DONE), "cafeteria at a1 and b1"),
        ((CAFETERIA,), "cafeteria"),
        ((DONE,), "done"),
        ((STOP, DONE), "stop for good"),
        ((Reroll("light"),), "reroll the light die"),
    ],
)
def test_a_brief_act_leaves_out_the_obvious_steps(act: tuple[Choice, ...], said: str) -> None:
    assert GAME.say(brief(act)) == said


def test_reasons_are_true_and_none_is_missing() -> None:
    said = set[str]()
    for view, act, why, after in played(GAME, 2, range(4), taken=lambda choice: not isinstance(choice, Stop | Cafeteria)):
        assert isinstance(view, View)
        assert isinstance(after, Position)
        said |= set(why)
        if isinstance(act[0], Keep | Reroll):
            assert not why
        elif view.phase == "doors":
            check_doors(view, after, why)
        else:
            check_way(view, after, why, len(act))
    assert said >= {f"why.{kind}" for kind in ("doors", "same", "more", "less", "longer", "bonus", "shuts")}


def check_doors(view: View, after: Position, why: dict[str, dict[str, Any]]) -> None:
    way = walk(after.sheets[view.seat or 0])
    assert way is not None
    assert why == {"why.doors": {"steps": len(way.legs[0]) - 1}}


def check_way(view: View, after: Position, why: dict[str, dict[str, Any]], steps: int) -> None:
    seat = view.seat or 0
    before, then = walk(view.sheets[seat]), walk(after.sheets[seat])
    now, later = before.score if before else 0, then.score if then else 0
    assert ("why.shuts" in why) == (before is not None and then is None)
    assert ("why.opens" in why) == (before is None and then is not None)
    if before and then and "why.stop" not in why:
        assert [f"why.{kind}" in why for kind in ("less", "same", "more")] == [later < now, later == now, later > now]
        assert all(values["points"] == abs(later - now) for name, values in why.items() if name in ("why.less", "why.more"))
    assert "why.bonus" not in why or steps > len(("tile", "display", "done"))


def test_a_way_is_longer_by_its_steps() -> None:
    short, long = Walk(((0, 1, 2),), (), 0, 3), Walk(((0, 7, 8, 9, 2),), (), 0, 5)
    assert longer(short, long) == Message("why.longer", {"steps": 2})
    assert longer(long, short) is longer(None, long) is None
    assert worth(None, short) == Message("why.opens", {"score": "−3"})
    assert worth(None, None) is None
