"""Choices in the picture: where they are, how large, and what they show."""

from __future__ import annotations

from xml.etree import ElementTree as ET

import pytest

from byways.games.long_way import GAME
from byways.games.long_way.drawing.layout import WIDTH
from byways.games.long_way.state import Position
from tests.games.long_way.drawing.test_draw import ROOM, SITUATIONS
from tests.games.long_way.positions import EARNED, play, ready
from tests.pictures import options, with_class


def places(position: Position) -> dict[str, tuple[float, ...]]:
    """The area of each option that reacts to a finger: its first element."""
    drawn = options(GAME.draw(position.view(0)))
    return {notation: box_of(option[0]) for notation, option in drawn.items()}


def box_of(part: ET.Element) -> tuple[float, ...]:
    if part.tag.endswith("circle"):
        x, y, radius = (float(part.attrib[name]) for name in ("cx", "cy", "r"))
        return x - radius, y - radius, 2 * radius, 2 * radius
    return tuple(float(part.attrib[name]) for name in ("x", "y", "width", "height"))


@pytest.mark.parametrize("position", SITUATIONS.values(), ids=SITUATIONS)
def test_a_finger_on_a_phone_has_24_pixels_for_every_option(position: Position) -> None:
    scale = 390 / WIDTH
    assert all(min(width, height) * scale >= 24 for _, _, width, height in places(position).values())


def test_every_button_has_a_place_that_nothing_else_ever_has() -> None:
    found = {notation: box for position in SITUATIONS.values() for notation, box in places(position).items()}
    buttons = ["reroll light", "reroll dark", "keep", "cafeteria", "stop", "coins", "done"]
    for button in buttons:
        assert [other for other in found if other != button and overlap(found[button], found[other])] == []


def overlap(one: tuple[float, ...], other: tuple[float, ...]) -> bool:
    return all(one[axis] < other[axis] + other[axis + 2] and other[axis] < one[axis] + one[axis + 2] for axis in (0, 1))


def test_a_player_who_stops_reads_that_it_is_the_end() -> None:
    def words(*act: str) -> list[str | None]:
        option = options(GAME.draw(play(ready(ROOM, dice=(1, 3)), *act).view(0)))["done"]
        return [text.text for text in with_class(option, "large")]

    assert words("stop") == ["End my game"]
    assert words(*EARNED, "coins") == ["Done"]


def test_an_option_with_a_preview_waits_for_a_second_tap() -> None:
    for name, confirmed in (("fork", True), ("display", True), ("side", True), ("ready", False), ("coins", False)):
        drawn = options(GAME.draw(SITUATIONS[name].view(0))).values()
        assert {"data-confirm" in option.attrib for option in drawn} == {confirmed}


def test_a_display_shows_itself_in_its_own_half_only() -> None:
    option = options(GAME.draw(SITUATIONS["display"].view(0)))["display a7 3"]
    shown = [ghost for ghost in with_class(option, "ghost") if "planned" not in ghost.get("class", "")]
    assert {ghost.tag.rpartition("}")[2] for ghost in shown} <= {"path", "text"}  # the way and its score


def test_display_options_show_their_number() -> None:
    option = options(GAME.draw(SITUATIONS["display"].view(0)))["display a7 3"]
    assert {text.text for text in with_class(option, "large")} == {"3"}


def test_walls_and_doorways_hide_nothing_until_they_are_looked_at() -> None:
    """Each is offered where a finger finds it, and its sign appears only then."""
    found = options(GAME.draw(SITUATIONS["bonus"].view(0)))
    walls, doorways = ([option for notation, option in found.items() if notation.startswith(kind)] for kind in ("wall", "doorway"))
    assert len(walls) == 49
    assert all(min(box_of(wall[0])[2:]) >= 58 for wall in walls)
    assert len(doorways) > 1
    for option in (*walls, *doorways):
        assert [part for part in option[1:] if "ghost" not in part.attrib["class"]] == []


def test_a_display_that_earns_a_bonus_says_so() -> None:
    now = play(ready(ROOM, dice=(1, 3)), *EARNED[:1])
    found = options(GAME.draw(now.view(0)))
    announced = {notation for notation, option in found.items() if with_class(option, "chip-word")}
    assert EARNED[1] in announced < set(found)
    assert announced == {notation for notation, option in found.items() if option.attrib["aria-label"].endswith("earns a bonus")}
    for notation in found:
        assert (notation in announced) == ("coins" in map(str, play(now, notation).choices(0)))
