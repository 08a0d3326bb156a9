"""Reasons for and against acts of Traxx."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from byways.games.traxx import GAME
from byways.games.traxx.bots import advice
from byways.games.traxx.bots.advice import brief, room
from byways.games.traxx.rules import worth
from byways.games.traxx.state import BIT, DONE, NEIGHBOURS, Draw, Position, Sheet
from byways.games.traxx.view import View
from byways.i18n import Message
from tests.games.advised import played
from tests.games.traxx.positions import lay

NUMBERS = range(2, 11)


def test_an_act_is_described_by_its_fields() -> None:
    assert GAME.say(brief((Draw("c6", "c5"), Draw("c7", "c6"), DONE))) == "draw c5–c6–c7"
    assert GAME.say(brief((DONE,))) == "draw nothing more"


def test_reasons_are_true_and_none_is_missing() -> None:
    said = set[str]()
    for seats, seeds in ((1, range(30)), (3, range(5))):
        for view, _, why, after in played(GAME, seats, seeds, taken=lambda choice: choice != DONE):
            assert isinstance(view, View)
            assert isinstance(after, Position)
            said |= set(why)
            assert [name for name in why if name not in true_ones(view, after, why)] == []
            assert ("why.scores" in why) == (sum(after.sheets[view.seat or 0].points) > sum(view.sheets[view.seat or 0].points))
    assert said == {f"why.{kind}" for kind in ("scores", "near", "first", "lower", "shut", "shut-end", "cut", "open")}


def true_ones(view: View, after: Position, why: dict[str, dict[str, Any]]) -> Iterator[str]:
    """The reasons that hold for the sheets after an act."""
    before, sheet = view.sheets[view.seat or 0], after.sheets[view.seat or 0]
    for name, values in why.items():
        match name.removeprefix("why."):
            case "scores":
                paid = {one.values["number"]: one.values.get("points", one.values["number"]) for one in values["numbers"]}
                holds = all(sheet.points[number - 2] == points > before.points[number - 2] for number, points in paid.items())
            case "near":
                field = view.board.numbers[values["number"] - 2]
                beside = any(field in NEIGHBOURS[end] for end in sheet.ends)
                holds = not sheet.used & BIT[field] and beside == (values["steps"] == 1)
            case "first":
                numbers = [one.values["number"] for one in values["numbers"]]
                holds = all(worth(view.sheets, before, number) == number > worth(after.sheets, before, number) for number in numbers)
            case "lower":
                lower = [number for number in NUMBERS if number < values["number"] and not sheet.points[number - 2]]
                holds = bool(lower) and all(worth(after.sheets, sheet, number) < number for number in lower)
            case "shut":
                holds = open_ends(sheet) == 0
            case "shut-end":
                holds = open_ends(sheet) == 1 < len(sheet.ends)
            case _:
                holds = bool(view.deck) and 0 < values["fields"] <= sheet.empty
        if holds:
            yield name


def open_ends(sheet: Sheet) -> int:
    return sum(any(not sheet.used & BIT[field] for field in NEIGHBOURS[end]) for end in sheet.ends)


def test_alone_a_number_scored_after_a_higher_one_in_the_same_act_is_named_with_its_points() -> None:
    seen = lay("a4", card="BGAR").view(0)
    assert isinstance(seen, View)
    reasons = advice.why(seen, [Draw("a3", "a4"), Draw("b3", "a3"), Draw("c4", "b3"), DONE])
    assert GAME.say(reasons[0]) == "Scores the 4 for 2 and the 7."


def test_fields_that_are_cut_off_are_counted() -> None:
    """A line along the second row keeps the first one within reach as long as an end is there."""
    view = next(played(GAME, 1, range(1))).view
    assert isinstance(view, View)
    along = ("b1", "b2", "b3", "b4", "b5", "b6", "c7")
    assert room(view, Sheet(along[:-1]), Sheet(along)) == Message("why.open", {"fields": 61 - len(along)})
    assert room(view, Sheet(along), Sheet(("c1", *along))) == Message("why.cut", {"fields": 5})
