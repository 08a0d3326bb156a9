"""Drawings of The Long Way."""

from __future__ import annotations

from io import BytesIO
from xml.etree import ElementTree as ET

import pytest
from PIL import Image

from byways.drawing import CROWN, num, png
from byways.game import Event
from byways.games.long_way import GAME
from byways.games.long_way.drawing.draw import where
from byways.games.long_way.drawing.layout import LEFT, TOP, wide
from byways.games.long_way.state import Position
from byways.games.long_way.view import View
from tests.games.long_way.positions import EARNED, EVERYWHERE, begin, play, ready, sheet
from tests.pictures import SVG, layer, options, with_class

ROOM = sheet("a1W", "g1E", walls="c1S d4W", displays="c6=1", cafeterias=["e5 f5"], coins=3)
SITUATIONS: dict[str, Position] = {
    "entrance": begin(2),
    "exit": play(begin(), "entrance a1 west"),
    "roll": ready(ROOM, ROOM),
    "coins": play(ready(ROOM, ROOM), "light 1", "dark 3"),
    "option": ready(ROOM, ROOM, dice=(1, 3)),
    "fork": play(ready(ROOM, dice=(1, 3)), "cafeteria"),
    "display": play(ready(ROOM, dice=(1, 3)), "tile a7"),
    "double": play(ready(ROOM, dice=(2, 2)), "tile a1"),
    "bonus": play(ready(ROOM, dice=(1, 3)), *EARNED),
    "side": play(ready(ROOM, dice=(1, 3)), *EARNED, "wall c1"),
    "ready": play(ready(ROOM, dice=(1, 3)), *EARNED, "coins"),
    "eight": ready(*[ROOM] * 8, dice=(6, 6)),
    "over": play(ready(ROOM, dice=(1, 3)), "stop", "done"),
}


@pytest.mark.parametrize("position", SITUATIONS.values(), ids=SITUATIONS)
def test_every_choice_is_an_option_with_its_notation_and_a_spoken_label(position: Position) -> None:
    for viewer in (None, 0):
        view = position.view(viewer)
        drawn = options(GAME.draw(view))
        assert sorted(drawn) == sorted(map(str, view.choices))
        assert all(option.get("aria-label") for option in drawn.values())


def test_a_tile_option_holds_the_tile_as_a_ghost_with_its_walls() -> None:
    option = options(GAME.draw(SITUATIONS["option"].view(0)))["tile a7"]
    ghost = with_class(option, "ghost")[0]
    assert len(with_class(ghost, "wall")) == 2
    assert len(with_class(ghost, "dot")) == 1


@pytest.mark.parametrize(("language", "words", "length"), [("en", {"IN", "OUT"}, None), ("fr", {"ENTRÉE", "SORTIE"}, "33")])
def test_a_long_word_on_a_sign_is_squeezed(language: str, words: set[str], length: str | None) -> None:
    signs = with_class(layer(GAME.draw(SITUATIONS["roll"].view(0), language=language), "board"), "inside")
    assert {(sign.text, sign.get("textLength")) for sign in signs} >= {(word, length) for word in words}


def test_the_scale_stays_the_same_all_game_long() -> None:
    boxes = {ET.fromstring(GAME.draw(position.view(viewer))).get("viewBox") for position in GAMES for viewer in (0, None)}
    assert len(boxes) == 1


GAMES = [begin(2), SITUATIONS["roll"], SITUATIONS["option"], play(ready(ROOM, ROOM), "light 1", "dark 1")]


def test_shoppers_walk_where_their_store_is_drawn() -> None:
    store = sheet("a1W", "g1E", filled=EVERYWHERE)
    view = play(ready(store, store), "light 1", "dark 1").view(0)
    assert isinstance(view, View)
    assert where(view, "shopper-0", "a1") == (LEFT + 32, TOP + 32)
    assert where(view, "shopper-0", "entrance") == (LEFT - 17, TOP + 32)
    first, second = where(view, "shopper-1", "a1"), where(view, "shopper-1", "b1")
    assert second[0] - first[0] == pytest.approx(64 * wide(1).berths[0].scale)
    for seat in (0, 1):
        x, y = map(num, where(view, f"shopper-{seat}", "exit"))
        (piece,) = [one for one in layer(GAME.draw(view), "pieces") if one.get("id") == f"board-shopper-{seat}"]
        assert piece.attrib["transform"].startswith(f"translate({x} {y})")


def test_a_choice_shows_the_way_and_the_score_as_they_would_be() -> None:
    choosing = SITUATIONS["fork"]
    option = options(GAME.draw(choosing.view(0)))["fork a1 down"]  # the shoppers go there first now
    (line,) = (path for path in with_class(option, "would") if path.get("d"))
    (points,) = (text.text for text in with_class(option, "would") if text.text)
    placed = play(choosing, "fork a1 down")
    assert line.get("d") == "".join(path.attrib["d"] for path in with_class(layer(GAME.draw(placed.view(0)), "pieces"), "path"))
    assert points in score_words(GAME.draw(placed.view(0)))
    assert points not in {text.text for text in layer(GAME.draw(choosing.view(0)), "labels").iter()}
    assert line.get("class") == "ghost would outlook"


def test_choices_that_change_no_sheet_have_no_preview() -> None:
    assert not with_class(options(GAME.draw(SITUATIONS["option"].view(0)))["stop"], "would")
    assert not with_class(layer(GAME.draw(SITUATIONS["entrance"].view(0)), "options"), "would")


def test_the_new_tile_is_seen_by_its_own_seat_only() -> None:
    position = play(ready(ROOM, ROOM, dice=(1, 3)), "0: tile a7", "0: display a7 1")
    assert "board-tile-0-1" in GAME.draw(position.view(0))
    assert GAME.draw(position.view(1)) == GAME.draw(ready(ROOM, ROOM, dice=(1, 3)).view(1))


@pytest.mark.parametrize("act", [("tile a1", "display a1 1"), ("cafeteria", "fork a1 down")])
def test_events_name_what_was_drawn_by_its_id(act: tuple[str, ...]) -> None:
    events: list[Event] = []
    position = play(ready(sheet(), sheet(), dice=(1, 1)), *act, "done", "1: stop", "1: done", tell=events)
    sheet_id, *pieces = events[0].pieces
    assert pieces
    assert all(f'id="board-{piece}"' in GAME.draw(position.view(0)) for piece in pieces)
    assert f'id="board-{sheet_id}"' in GAME.draw(position.view(1))


@pytest.mark.parametrize(
    ("walls", "bonus", "expected"),
    [
        ("", ("wall e2", "side south"), ["wall-0-e2-south"]),
        ("e2W", ("doorway d2 east",), ["wall-0-e2-west"]),
        ("d2E e2W", ("doorway d2 east",), ["wall-0-d2-east", "wall-0-e2-west"]),
        ("a1W", ("doorway a1 west",), ["wall-0-a1-west"]),
        ("", ("coins",), []),
    ],
)
def test_the_event_of_a_bonus_names_its_wall_to_its_own_seat(walls: str, bonus: tuple[str, ...], expected: list[str]) -> None:
    events: list[Event] = []
    before = play(ready(sheet(walls=walls, displays="c6=1"), sheet(), dice=(1, 3)), *EARNED, "1: stop", "1: done")
    after = play(before, *bonus, "done", tell=events)
    mine, other = (next(seen for event in events if event.name == "bonus" and (seen := event.for_seat(seat))).pieces for seat in (0, 1))
    assert [piece for piece in mine if piece.startswith("wall")] == expected
    assert not [piece for piece in other if piece.startswith("wall")]
    assert all(f'id="board-{piece}"' in GAME.draw(after.view(0)) for piece in mine)


def test_the_wall_of_a_tile_is_no_piece_until_a_bonus_opens_it() -> None:
    chosen = play(ready(sheet(displays="c6=1"), dice=(1, 3)), *EARNED)
    doorway = next(str(choice) for choice in chosen.view(0).choices if str(choice).startswith("doorway"))
    pieces = ["board-wall-0-" in GAME.draw(position.view(0)) for position in (chosen, play(chosen, doorway))]
    assert pieces == [False, True]


def test_an_empty_store_shows_what_it_is_for_until_it_has_an_entrance() -> None:
    empty = begin(2)
    assert with_class(layer(GAME.draw(empty.view(0)), "pieces"), "sketch")
    assert not with_class(layer(GAME.draw(play(empty, "0: entrance a1 north").view(0)), "pieces"), "sketch")


def test_plates_of_cafeterias_say_above_the_way_when_shoppers_come() -> None:
    pieces = layer(GAME.draw(ready(sheet("a1W", "g1E", cafeterias=["g7 g6", "a3 b3"])).view(0), "t"), "pieces")
    order = [piece.get("id") for piece in pieces]
    assert order.index("t-way") < order.index("t-stops")
    assert [text.text for text in pieces[order.index("t-stops")].iter(f"{SVG}text")] == ["2", "1"]


def test_the_present_way_is_drawn_with_its_score() -> None:
    store = sheet("a1W", "g1E", filled=EVERYWHERE, displays="b1=1 c1=2")
    svg = GAME.draw(ready(store).view(0))
    assert with_class(layer(svg, "pieces"), "path")
    assert score_words(svg) == ["2", "2 displays"]


def score_words(svg: str) -> list[str]:
    (piece,) = [one for one in layer(svg, "pieces") if one.get("id", "").endswith("-score")]
    return [text.text for text in piece if text.text]


def test_tied_ways_are_dotted_in_the_final_drawing_only() -> None:
    playing, over = ready(OPEN), play(ready(OPEN), "light 1", "dark 1")
    assert not with_class(layer(GAME.draw(playing.view(0)), "pieces"), "tied")
    assert with_class(layer(GAME.draw(over.view(0)), "pieces"), "tied")[0].get("d")


OPEN = sheet("a1W", "g7E", filled=EVERYWHERE)


def test_no_way_is_said_in_words() -> None:
    svg = GAME.draw(ready(sheet("a1W", "g1E", walls="a1ES")).view(0))
    assert "no way out" in svg
    assert not with_class(layer(svg, "pieces"), "path")


def test_at_the_end_all_ways_are_shown_and_the_winner_has_a_crown() -> None:
    stores = [sheet("a1W", "g1E", filled=EVERYWHERE, displays="b1=1"), sheet("a1W", "g1E", filled=EVERYWHERE)]
    over = play(ready(*stores), "light 1", "dark 1")
    svg = GAME.draw(over.view(1))
    assert len(with_class(ET.fromstring(svg), "path")) == 2
    assert sum(path.get("d") == CROWN for path in ET.fromstring(svg).iter()) == 1
    assert "Red wins" in svg


def test_alone_there_is_a_crown_from_nine_points_on_only() -> None:
    def crowned(displays: str) -> bool:
        svg = GAME.draw(play(ready(sheet("a1W", "a2W", walls=ROW, filled=EVERYWHERE, displays=displays)), "light 1", "dark 1").view(0))
        return any(path.get("d") == CROWN for path in ET.fromstring(svg).iter())

    spots = ["a1", "b1", "c1", "d1", "e1", "f1", "g1", "g2", "f2", "e2"]
    assert not crowned(" ".join(f"{spot}=1" for spot in spots[:8]))
    assert crowned(" ".join(f"{spot}=1" for spot in spots[:9]))


ROW = " ".join(f"{column}1S" for column in "abcdef")


def test_seats_are_told_apart_by_letter_and_shape() -> None:
    svg = GAME.draw(SITUATIONS["eight"].view(0))
    badges = [group for group in layer(svg, "pieces") if "-badge-" in group.get("id", "")]
    assert len({with_class(badge, "seat")[0].get("d") for badge in badges}) == 8
    assert len({text.text for badge in badges for text in with_class(badge, "letter")}) == 8


def has_blank_edges(svg: str) -> bool:
    with Image.open(BytesIO(png(svg))) as picture:
        width, height = picture.size
        edges = ((0, 0, width, 1), (0, height - 1, width, height), (0, 0, 1, height), (width - 1, 0, width, height))
        return all(len(picture.crop(edge).getcolors() or ()) == 1 for edge in edges)


@pytest.mark.parametrize("position", SITUATIONS.values(), ids=SITUATIONS)
def test_everything_stays_inside_the_paper(position: Position) -> None:
    assert has_blank_edges(GAME.draw(position.view(0)))


EXITS = ("a1N", "g1N", "g1E", "g7E", "g7S", "a7S", "a7W", "a1W")


@pytest.mark.parametrize("tall", [False, True])
@pytest.mark.parametrize("seats", range(1, 9))
def test_awaited_crowned_and_toured_stores_of_all_players_stay_inside_the_paper(seats: int, tall: bool) -> None:
    stores = [sheet("d1N", EXITS[nth], displays="d1=1", coins=12) for nth in range(seats)]
    awaited = ready(*stores, dice=(1, 3))
    over = play(awaited, *(f"{seat}: {word}" for seat in range(seats) for word in ("stop", "done")))
    assert over.outcome is not None
    for position in (begin(seats), awaited, over):
        assert has_blank_edges(GAME.draw(position.view(0), tall=tall))
