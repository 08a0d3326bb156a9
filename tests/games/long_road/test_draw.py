"""The picture: everything on the table, nothing that a viewer may not know, every choice a button."""

from __future__ import annotations

from random import Random
from xml.etree import ElementTree as ET

import pytest
from msgspec.structs import replace

from byways.drawing import png
from byways.games.long_road import GAME, LongRoadOptions
from byways.games.long_road.draw import caravan_place, draw, line_place
from byways.games.long_road.state import Position
from byways.games.long_road.view import View
from tests.games.long_road.tables import at_turn, cards, finish, placed, play, road, roads, table
from tests.pictures import piece, with_class

SVG = "{http://www.w3.org/2000/svg}"


def picture(position: Position, seat: int | None, language: str = "en") -> ET.Element:
    view = position.view(seat)
    assert isinstance(view, View)
    return ET.fromstring(draw(view, "b", language))


def words(root: ET.Element) -> list[str]:
    return [element.text or "" for element in root.iter(f"{SVG}text")]


def ids(root: ET.Element) -> set[str]:
    return {element.attrib["id"] for element in root.iter() if "id" in element.attrib}


def full() -> Position:
    line = (placed("judge", 1, "rifle"), placed("mayor", 0, "dagger"))
    return at_turn(roads=roads(road("tepee-3", "ranch-1 river-1", *line)))


def test_destinations_caravans_characters_and_hands_are_there() -> None:
    found = ids(picture(full(), 0))
    assert {f"b-road-{number}" for number in range(3)} <= found
    assert {"b-placed-0-0", "b-placed-0-1", "b-card-45", "b-money-0", "b-arms-1", "b-arrival-3"} <= found
    assert {f"b-card-{card}" for card in full().hands[0]} <= found


def test_r29_all_see_the_cards_that_were_taken() -> None:
    position = at_turn(taken=(cards("store-1"), cards("river-1 saloon-1", 3)))
    for seat in (0, 1, None):
        assert {"Red has taken: General Store.", "Black has taken: Saloon and River."} <= set(words(picture(position, seat)))


def test_a_face_down_character_of_another_is_a_question_mark() -> None:
    mine, theirs = words(picture(full(), 0)), words(picture(full(), 1))
    assert "Mayor" in mine
    assert "Judge" not in mine
    assert "Judge" in theirs
    assert "?" in mine


def test_a_spectator_sees_no_hand() -> None:
    shown = words(picture(full(), None))
    assert not {"Mayor", "Judge"} & set(shown)
    assert not any(word.startswith("Boss:") for word in shown)


def test_names_in_italian_where_the_viewer_wants_them() -> None:
    shown = words(picture(full(), 0, "it"))
    assert "Sindaco" in shown
    assert "Fiume" in shown


def test_every_choice_is_a_button_with_a_spoken_label() -> None:
    position = play(full(), "0: play ranch-1 tepee", "0: reward coin")
    root = picture(position, 0)
    buttons = [element for element in root.iter() if element.get("role") == "button"]
    assert sorted(button.attrib["data-choice"] for button in buttons) == sorted(map(str, position.choices(0)))
    assert all(button.get("aria-label") for button in buttons)


@pytest.mark.parametrize("count", [1, 5, 6, 9, 14, 20])
def test_many_cards_and_characters_find_room(count: int) -> None:
    for places in (caravan_place, line_place):
        spots = [places(1, nth, count) for nth in range(count)]
        assert len({spot[:2] for spot in spots}) == count
        assert all(x >= 0 and x + wide <= 400 and y >= 108 and y + 14.6 <= 108 + 80 for x, y, wide in spots)
    assert all(line_place(0, nth, count)[0] + line_place(0, nth, count)[2] <= 152 for nth in range(count))


def test_a_drawing_is_about_as_high_as_the_stage_of_a_phone() -> None:
    for seats in (2, 4):
        root = ET.fromstring(GAME.draw(table(seats).view(0)))
        width, height = map(float, root.attrib["viewBox"].split()[2:])
        assert height / width < 1.5


def test_what_is_bought_and_given_tentatively_shows_at_once() -> None:
    bought = play(at_turn(roads=roads(road("tepee-3", "", placed("mayor", 0)))), "0: play river-1 cactus", "0: buy pistol")
    assert figures(bought, "money-0") == ["$", "2"]
    assert figures(bought, "arms-0") == ["0", "1", "0"]
    assert figures(bought, "placed-0-0")[1:] == ["2", "Mayor"]
    armed = play(bought, "0: arm pistol tepee 1")
    assert figures(armed, "arms-0") == ["0", "0", "0"]
    assert figures(armed, "placed-0-0")[1] == "7"
    assert GAME.say(armed.view(0).aim).endswith("You have 2 $.")
    assert figures(armed, "money-0", seat=1) == ["$", "6"]


def figures(position: Position, piece: str, seat: int = 0) -> list[str]:
    """What is written on a piece."""
    return words(next(element for element in picture(position, seat).iter() if element.get("id") == f"b-{piece}"))


def test_boss_and_end_tile_are_things_of_their_own_on_one_line_where_they_fit() -> None:
    def tops(end: int, boss: int) -> list[str]:
        root = picture(replace(at_turn(), end=end, bosses=(boss, 2)), 0)
        found = [element.attrib["transform"] for element in root.iter() if element.get("id") in ("b-boss", "b-tile")]
        return [transform.split()[1] for transform in found]

    assert len(set(tops(0, 1))) == 1
    assert len(set(tops(2, 3))) == 2


def test_looking_at_an_option_shows_the_order_of_activation() -> None:
    line = (placed("judge", 1, "rifle"), placed("officer", 1, up=True))
    position = play(at_turn(roads=roads(road("tepee-3", "", *line))), "0: play ranch-1 tepee", "0: reward coin")
    button = next(option for option in picture(position, 0).iter() if option.get("data-choice") == "assign gunslinger")
    badges = ["".join(ghost.itertext()) for ghost in button.iter(f"{SVG}g") if ghost.get("class") == "ghost"]
    assert badges == ["?", "2", "1"]


def test_draft_sale_and_end_are_drawn() -> None:
    drafting = picture(table(3, LongRoadOptions(draft=True)), 1)
    assert drafting.attrib["aria-label"] == "The Long Road. Keep one character and pass the others on."
    ended = finish(table(3), Random(1))
    assert "The herds are sold and the money is counted." in picture(ended, 0).attrib["aria-label"]


def test_the_picture_becomes_a_png() -> None:
    assert png(str(GAME.draw(full().view(0))), 390).startswith(b"\x89PNG")


def test_the_winner_alone_wears_the_crown() -> None:
    over = finish(table(2))
    assert over.outcome is not None
    drawn = GAME.draw(over.view(None), "t")
    crowned = [seat for seat in (0, 1) if with_class(piece(drawn, f"t-seat-{seat}"), "crown")]
    assert tuple(crowned) == over.outcome.winners
