"""Every choice is drawn on the piece it concerns."""

from __future__ import annotations

from random import Random
from xml.etree import ElementTree as ET

import pytest
from msgspec.structs import replace

from byways.games.long_road import GAME
from byways.games.long_road.choices import parse
from byways.games.long_road.drawing.cards import FINGER
from byways.games.long_road.drawing.draw import draw
from byways.games.long_road.drawing.layout import TALL, WIDE, Frame, Layout
from byways.games.long_road.drawing.options import TRAY, areas, by_piece, feet, pill_frame, target
from byways.games.long_road.drawing.scene import places
from byways.games.long_road.state import Position
from byways.games.long_road.view import View
from tests.games.long_road.positions import at_turn, cards, placed, play, road, roads, selling, table, who

SVG = "{http://www.w3.org/2000/svg}"


def seen(position: Position, seat: int = 0) -> View:
    view = position.view(seat)
    assert isinstance(view, View)
    return view


def laid() -> Position:
    line = (placed("mayor", 0), placed("judge", 1, "rifle", up=True))
    return at_turn("ranch-1 store-1 river-1", roads=roads(road("tepee-3", "ranch-2 store-2", *line)))


@pytest.mark.parametrize(
    ("notation", "piece"),
    [
        ("play river-1 cactus", f"card-{cards('river-1')[0]}"),
        ("change ranch-1", f"card-{cards('ranch-1')[0]}"),
        ("ford store-2 tepee", f"card-{cards('store-2', 3)[0]}"),
        ("take ranch-2 tepee", f"card-{cards('ranch-2', 3)[0]}"),
        ("assign gunslinger", f"held-{who('gunslinger')}"),
        ("arm dagger tepee 1", "placed-0-0"),
        ("move tepee 2 rock", f"who-{who('judge')}"),
        ("seize rifle judge", f"who-{who('judge')}"),
        ("call mayor", "placed-0-0"),
        ("buy pistol", "reserve-1"),
        ("find dagger", "reserve-0"),
        ("rob 1", "seat-1"),
        ("end", TRAY),
        ("done", TRAY),
    ],
)
def test_a_choice_is_about_a_piece(notation: str, piece: str) -> None:
    assert target(seen(laid()), parse(notation)) == piece


def test_a_reward_is_chosen_where_it_lies() -> None:
    position = play(laid(), "0: play ranch-1 tepee")
    assert [target(seen(position), choice) for choice in seen(position).choices] == ["coin-0-0", "dagger-0-0"]


def test_choosing_one_of_two_equal_cards_leaves_the_choice_of_the_other() -> None:
    position = selling(2, placed("rustler", 0, up=True), caravan="ranch-1 ranch-1 store-1")
    first = play(position)
    second = play(first, "0: take ranch-1 tepee")
    one, other = (target(seen(now), parse("take ranch-1 tepee")) for now in (first, second))
    assert one != other


def test_each_of_equal_cards_can_be_clicked() -> None:
    view = seen(play(selling(2, placed("rustler", 0, up=True), caravan="ranch-1 ranch-1 store-1")))
    drawn = ET.fromstring(str(GAME.draw(view)))
    option = drawn.find(f".//{SVG}g[@data-choice='take ranch-1 tepee']")
    assert option is not None
    assert [part.get("class") for part in option.iter(f"{SVG}rect")].count("may") == 2


@pytest.mark.parametrize("lay", [WIDE, TALL], ids=["wide", "tall"])
def test_choices_about_one_card_share_its_foot_and_fit_a_finger(lay: Layout) -> None:
    frame = lay.hand(0, 3, 5)
    for count in (2, 3, 4):
        spots = areas("card-7", {"card-7": frame}, count, lay)
        assert len({spot[:2] for spot in spots}) == count
        assert all(min(spot.wide, spot.high) >= FINGER for spot in spots)
        assert all(frame.x <= spot.x and spot.x + spot.wide <= frame.x + frame.wide + 0.01 for spot in spots)


def test_a_choice_that_is_alone_covers_its_piece() -> None:
    assert areas("seat-1", {"seat-1": Frame(1, 2, 30, 40)}, 1, WIDE) == [Frame(1, 2, 30, 40)]


def test_pointing_at_a_coin_takes_a_coin() -> None:
    coins = {f"coin-0-{nth}": Frame(20 + 20 * nth, 10, 0, 0) for nth in range(4)}
    places = coins | {"dagger-0-0": Frame(100, 10, 0, 0), "rewards-0": Frame(0, 0, 130, 46)}
    (coin,), (dagger,) = (areas(piece, places, 1, WIDE) for piece in ("coin-0-3", "dagger-0-0"))
    assert all(coin.x <= frame.x < coin.x + coin.wide for frame in coins.values())
    assert (coin.x + coin.wide, dagger.x + dagger.wide) == (dagger.x, 130)


@pytest.mark.parametrize("tall", [False, True])
def test_nearly_all_spots_fit_a_finger_in_a_whole_game(tall: bool) -> None:
    rng, position, sizes = Random(3), table(3), []
    while position.outcome is None:
        if position.chance is not None:
            position = position.happen(position.chance.draw(rng))
            continue
        seat = position.awaited[0]
        if rng.random() < 0.2:
            sizes += spots(GAME.draw(position.view(seat), sprite="", tall=tall))
        position = position.choose(seat, rng.choice(position.choices(seat)))
    assert sum(size >= 24 for size in sizes) / len(sizes) > 0.97


def spots(svg: str) -> list[float]:
    """Return the smaller dimension of each option."""
    options = [option for option in ET.fromstring(svg).iter() if option.get("data-choice")]
    return [min(float(option[0].attrib[side]) for side in ("width", "height")) for option in options]


def drawn(view: View, notation: str, lay: Layout) -> ET.Element:
    return next(one for one in ET.fromstring(draw(view, "board", tall=lay is TALL)).iter() if one.get("data-choice") == notation)


@pytest.mark.parametrize("lay", [WIDE, TALL], ids=["wide", "tall"])
def test_pills_lie_in_the_foot_that_their_piece_keeps_free(lay: Layout) -> None:
    caravan = "ranch-1 store-1 saloon-1 canyon-2 relay-2 river-1 stagecoach-1"
    line = (placed("sheriff", 0, "rifle", up=True), *(placed(name, 1, "dagger", up=True) for name in ("mayor", "judge", "scout")))
    selling_now = play(selling(2, *line, caravan=caravan))
    for position in (laid(), play(laid(), "0: play river-1 cactus"), selling_now, play(selling_now, "0: seize dagger mayor")):
        view = seen(position)
        frames, free = places(view, lay), feet(view, lay, places(view, lay), by_piece(view))
        assert free
        for piece, height in free.items():
            choices = [choice for choice in view.choices if target(view, choice) == piece]
            spots = zip(choices, areas(piece, frames, len(choices), lay), strict=True) if choices else ()
            pills = [pill for choice, area in spots if (pill := pill_frame(area, lay, choice, len(choices) == 1))]
            assert all(pill.y >= frames[piece].y + frames[piece].high - height for pill in pills)
            assert height < frames[piece].high


def overlap(one: Frame, other: Frame) -> bool:
    return one.x < other.x + other.wide and other.x < one.x + one.wide and one.y < other.y + other.high and other.y < one.y + one.high


@pytest.mark.parametrize("lay", [WIDE, TALL], ids=["wide", "tall"])
@pytest.mark.parametrize(
    ("line", "caravan"),
    [
        ("mayor", "ranch-1 store-1 saloon-1 canyon-2 relay-2 river-1 stagecoach-1"),
        ("mayor judge scout officer banker drunkard farrier", "ranch-1 store-1 saloon-1"),
    ],
)
def test_no_pill_of_a_sale_lies_over_another_piece(line: str, caravan: str, lay: Layout) -> None:
    others = (placed(name, 1, "dagger", up=True) for name in line.split())
    view = seen(play(selling(2, placed("sheriff", 0, "rifle", up=True), *others, caravan=caravan)))
    frames = {name: frame for name, frame in places(view, lay).items() if name.startswith(("card", "who", "placed"))}
    offered = {piece: choices for piece, choices in by_piece(view).items() if piece in frames}
    assert offered
    for piece, choices in offered.items():
        found = zip(choices, areas(piece, frames, len(choices), lay), strict=True)
        pills = [pill for choice, area in found if (pill := pill_frame(area, lay, choice, len(choices) == 1))]
        assert not [name for name, frame in frames.items() if name != piece and any(overlap(frame, pill) for pill in pills)]


def test_a_long_sentence_on_a_button_has_two_lines_and_is_not_squeezed() -> None:
    view = seen(play(at_turn(), "0: change ranch-1"))
    lines = [part for part in drawn(view, "draw", WIDE) if part.tag == f"{SVG}text"]
    assert " ".join(part.text or "" for part in lines) == "Pay and draw as many new cards"
    assert (len(lines), any("textLength" in part.attrib for part in lines)) == (2, False)


def test_the_button_is_filled_when_nothing_else_is_left() -> None:
    def looks(position: Position) -> str:
        button = next(one for one in ET.fromstring(GAME.draw(position.view(0), sprite="")).iter() if one.get("data-choice") == "end")
        return button[0].attrib["class"]

    bare = replace(at_turn("river-1"), money=(0, 0), teams=((), ()))
    assert looks(play(bare, "0: play river-1 cactus")) == "pill"
    assert looks(play(laid(), "0: play river-1 cactus")) == "may"


@pytest.mark.parametrize(("lay", "last"), [(WIDE, 4), (TALL, 2)], ids=["wide", "tall"])
def test_a_newcomer_is_framed_at_its_place_unless_the_others_make_room(lay: Layout, last: int) -> None:
    """A character, and a card."""
    for count in range(6):
        line = [placed(name, 1) for name in ("judge", "officer", "mayor", "banker", "trader", "scout")[:count]]
        caravan = ["canyon-1", "canyon-2", "store-1", "store-2", "saloon-1", "saloon-2"][:count]
        position = at_turn(roads=roads(road("tepee-3", " ".join(caravan), *line)))
        played = play(position, "0: play ranch-1 tepee", "0: reward coin")
        character = framed(played, lay, "assign")
        assert (character == lay.line_area(0)) == (not lay.is_placed_alike(count, count + 1))
        assert (framed(position, lay, "play") == lay.caravan_area(0)) == (not lay.is_laid_alike(count, count + 1))
        assert lay.is_placed_alike(count, count + 1) or count >= last


def framed(position: Position, lay: Layout, kind: str) -> Frame:
    """The frame that the preview of the first option of a kind shows."""
    root = ET.fromstring(draw(seen(position), "b", tall=lay.tall))
    option = next(one for one in root.iter() if one.get("data-choice", "").startswith(kind))
    (frame,) = (one for one in option.iter() if one.get("class", "").startswith("ghost frame"))
    return Frame(*(float(frame.get(name, "")) for name in ("x", "y", "width", "height")))
