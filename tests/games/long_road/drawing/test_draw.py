"""The drawing shows everything on the table, nothing hidden, and every choice on the piece it concerns."""

from __future__ import annotations

from itertools import pairwise
from random import Random
from xml.etree import ElementTree as ET

import pytest
from msgspec.structs import replace

from byways.drawing import png
from byways.games.long_road import GAME, LongRoadOptions
from byways.games.long_road.drawing import draw as drawing
from byways.games.long_road.drawing.draw import draw, where
from byways.games.long_road.drawing.layout import TALL, WIDE, Layout
from byways.games.long_road.state import Arms, Position
from byways.games.long_road.view import View
from byways.room import Drawings, Ways
from tests.games.long_road.positions import at_turn, cards, finish, placed, play, road, roads, selling, table, who
from tests.pictures import piece as piece_in
from tests.pictures import with_class

_: Drawings[View] = drawing
__: Ways[View] = drawing

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


def test_an_empty_side_of_a_road_says_what_comes_there() -> None:
    root = picture(full(), 0)
    assert [words(piece(root, side)) for side in ("line-0", "caravan-0")] == [[], []]
    assert " ".join(words(piece(root, "line-1"))) == "characters share the sale"
    assert words(piece(root, "caravan-1")) == ["cards to be sold"]


def art(root: ET.Element) -> list[str]:
    return [element.get("href", "").removeprefix("#art-") for element in root.iter(f"{SVG}use")]


def piece(root: ET.Element, name: str) -> ET.Element:
    return next(element for element in root.iter() if element.get("id") == f"b-{name}")


def test_r29_all_see_the_cards_that_were_taken() -> None:
    position = at_turn(taken=(cards("store-1"), cards("river-1 saloon-1", 3)))
    for seat in (0, 1, None):
        root = picture(position, seat)
        assert art(piece(root, f"card-{cards('river-1', 3)[0]}")) == ["place-river"]
        assert words(piece(root, "taken-1")) == ["2"]


def test_a_face_down_character_of_another_is_a_card_back_with_hat_and_letter() -> None:
    mine, theirs = picture(full(), 0), picture(full(), 1)
    assert "Mayor" in words(mine)
    assert "Judge" not in words(mine)
    assert "character-judge" not in art(piece(mine, "placed-0-0"))
    assert art(piece(mine, "placed-0-0"))[0] == "back"
    assert words(piece(mine, "placed-0-0")) == ["B"]
    assert "Judge" in words(theirs)


def test_a_seats_face_down_character_has_a_crossed_eye() -> None:
    assert "eye" in art(piece(picture(full(), 0), "placed-0-1"))


def test_a_spectator_sees_no_hand() -> None:
    shown = words(picture(full(), None))
    assert not {"Mayor", "Judge"} & set(shown)
    assert "b-boss" not in ids(picture(full(), None))


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


def test_the_size_never_changes() -> None:
    drafting = table(3, LongRoadOptions(draft=True))
    moments = (table(2), table(4), drafting, play(full(), "0: play ranch-1 tepee"), finish(table(3), Random(1)))
    assert {picture(position, seat).attrib["viewBox"] for position in moments for seat in (0, None)} == {"0 0 1000 706"}


def test_tentative_buying_and_arming_is_drawn_for_its_seat() -> None:
    bought = play(at_turn(roads=roads(road("tepee-3", "", placed("mayor", 0)))), "0: play river-1 cactus", "0: buy pistol")
    assert figures(bought, "money-0") == ["2"]
    assert art(piece(picture(bought, 0), "arms-0")) == ["weapon-pistol"]
    assert figures(bought, "placed-0-0") == ["R", "Mayor", "2"]
    armed = play(bought, "0: arm pistol tepee 1")
    assert art(piece(picture(armed, 0), "arms-0")) == []
    assert figures(armed, "placed-0-0")[-1] == "7"
    assert GAME.say(armed.view(0).aim).endswith("You have 2 $.")
    assert figures(armed, "money-0", seat=1) == ["6"]


def figures(position: Position, piece: str, seat: int = 0) -> list[str]:
    """Return the texts on a piece."""
    return words(next(element for element in picture(position, seat).iter() if element.get("id") == f"b-{piece}"))


def test_many_weapons_are_counted_and_a_single_one_needs_no_figure() -> None:
    position = replace(table(4), arms=((9, 2, 1), (1, 1, 0), (0, 0, 0), (0, 0, 0)))
    assert figures(position, "arms-0") == ["9", "2", ""]
    assert figures(position, "arms-1") == []


@pytest.mark.parametrize("lay", [WIDE, TALL], ids=["wide", "tall"])
@pytest.mark.parametrize("arms", [(1, 0, 0), (0, 0, 3), (1, 1, 1), (5, 0, 0), (5, 2, 1), (12, 5, 3)])
def test_weapons_of_a_player_lie_side_by_side_in_their_frame(arms: Arms, lay: Layout) -> None:
    view = replace(table(4), arms=(arms, *table(4).arms[1:])).view(0)
    assert isinstance(view, View)
    row = piece(ET.fromstring(draw(view, "b", "en", lay is TALL)), "arms-0")
    edges = [(float(one.get("x", 0)), float(one.get("x", 0)) + float(one.attrib["width"])) for one in row.iter(f"{SVG}use")]
    cut = [width / 4 if sum(arms) <= 3 else width / 3 for width in (right - left for left, right in edges)]  # art is narrower than its box
    inner = [(left + by, right - by) for (left, right), by in zip(edges, cut, strict=True)]
    assert all(one[1] <= other[0] + 4 for one, other in pairwise(inner))
    assert inner[0][0] >= -1
    assert inner[-1][1] <= lay.arms(lay.seat(0, 4)).wide + 1


def test_boss_and_end_tile_show_the_viewers_count() -> None:
    position = replace(at_turn(), end=0, bosses=(1, 2), taken=(cards("ranch-1 store-1"), ()))
    assert "× 1" in figures(position, "boss")
    assert figures(position, "tile") == ["8", "most caravan cards: you 2, best rival 0"]


def test_at_a_sale_hats_lie_on_the_destination_and_characters_to_come_are_numbered() -> None:
    line = (placed("judge", 0, up=True), placed("mayor", 1, up=True), placed("scout", 1, up=True))
    position = play(selling(2, *line, caravan="ranch-1 store-1 saloon-1"), "0: take ranch-1 tepee")
    root = picture(position, 0)
    assert words(piece(root, "rewards-0")) == ["R"]
    assert piece(root, f"who-{who('judge')}")[-1].get("class") == "veil"
    assert words(piece(root, f"who-{who('scout')}"))[2] == "1"


def test_in_a_sale_of_the_last_round_hats_take_the_place_of_the_rewards_that_are_left() -> None:
    line = (placed("judge", 0, up=True), placed("mayor", 1, up=True))
    position = play(selling(2, *line, caravan="ranch-1 store-1 saloon-1"), "0: take ranch-1 tepee")
    rest = replace(position, roads=(replace(position.roads[0], coins=2, daggers=1), *position.roads[1:]))
    assert {"b-coin-0-0", "b-dagger-0-0"}.isdisjoint(ids(picture(rest, 0)))
    assert {"b-coin-0-0", "b-dagger-0-0"} <= ids(picture(replace(rest, sale=None, todo=()), 0))


def test_looking_at_an_option_shows_the_order_of_activation() -> None:
    line = (placed("judge", 1, "rifle"), placed("officer", 1, up=True))
    position = play(at_turn(roads=roads(road("tepee-3", "", *line))), "0: play ranch-1 tepee", "0: reward coin")
    button = next(option for option in picture(position, 0).iter() if option.get("data-choice") == "assign gunslinger")
    badges = ["".join(ghost.itertext()) for ghost in button.iter(f"{SVG}g") if ghost.get("class") == "ghost would"]
    assert badges == ["?", "2", "1"]


def test_draft_sale_and_end_are_drawn() -> None:
    drafting = picture(table(3, LongRoadOptions(draft=True)), 1)
    assert drafting.attrib["aria-label"] == "The Long Road. Keep one character and pass the others on."
    ended = finish(table(3), Random(1))
    assert "The herds are sold and the money is counted." in picture(ended, 0).attrib["aria-label"]


def test_the_picture_becomes_a_png() -> None:
    assert png(str(GAME.draw(full().view(0))), 390).startswith(b"\x89PNG")


def test_the_places_of_things_in_motion() -> None:
    view = full().view(0)
    assert isinstance(view, View)
    card = f"card-{cards('river-1', 3)[0]}"
    assert where(view, card, "caravan-0") == WIDE.laid(0, 1, 2)[:2]
    assert where(view, card, "caravan-1") == WIDE.caravan_area(1)[:2]
    assert where(view, card, "hand-0") == WIDE.cards[:2]
    assert where(view, card, "hand-1")[1] < 0
    assert where(view, "who-3", "line-2") == WIDE.line_area(2)[:2]


def test_the_winner_alone_wears_the_crown() -> None:
    over = finish(table(2))
    assert over.outcome is not None
    drawn = GAME.draw(over.view(None), "t")
    crowned = [seat for seat in (0, 1) if with_class(piece_in(drawn, f"t-seat-{seat}"), "crown")]
    assert tuple(crowned) == over.outcome.winners
