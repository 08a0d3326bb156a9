"""The drawing: cards, tokens, goals, players and hands."""

from __future__ import annotations

from io import BytesIO
from xml.etree import ElementTree as ET

import msgspec
import pytest
from PIL import Image

from byways.drawing import png
from byways.games.the_way import GAME
from byways.games.the_way.drawing.layout import center, corner
from byways.games.the_way.state import CELLS, Position, Variations
from tests.games.the_way.positions import OPEN, ROUND, SHUT, next_game, play, position
from tests.pictures import SVG, layer, piece, place, with_class


def drawn(position: Position, seat: int | None = 0) -> str:
    return GAME.draw(position.view(seat))


def test_every_card_lies_at_its_place() -> None:
    svg = drawn(position())
    assert [place(piece(svg, f"board-card-{name}")) for name in ("a1", "e5")] == [corner(0), corner(24)]


def test_the_tokens_stand_where_they_are_and_beside_each_other_on_one_card() -> None:
    apart, together = drawn(position(tokens=("b1", "a5"))), drawn(position(tokens=("b3", "b3")))
    assert place(piece(apart, "board-token-circle")) == center(CELLS["b1"])
    circle, square = (place(piece(together, f"board-token-{name}")) for name in ("circle", "square"))
    assert (circle[1], circle[0] < center(CELLS["b3"])[0] < square[0]) == (square[1], True)


def test_connected_cards_have_a_bridge() -> None:
    bridges = [with_class(layer(drawn(position(board)), "board"), "bridge")[0].attrib["d"].count("M") for board in (ROUND, SHUT, OPEN)]
    assert bridges == [22, 8, 40]


def test_the_ways_that_the_token_can_follow_are_lit() -> None:
    lit = [with_class(layer(drawn(position(board)), "board"), "lit")[0].attrib["d"] for board in (SHUT, OPEN)]
    assert (lit[0], lit[1].count("M")) == ("", 3 * 40)
    assert with_class(layer(drawn(position(OPEN), None), "board"), "lit")[0].attrib["d"] == ""


def test_piles_and_locks_are_seen() -> None:
    covered = play(position(), "card NE", "place c3", "lay SW", "stay", "card N", "place c3", "lay W", "stay")
    card = piece(drawn(covered), "board-card-c3")
    assert (len(with_class(card, "under")), len(with_class(card, "lock")), with_class(card, "count")[0].text) == (2, 1, "+2")
    swapped = play(position(variations=Variations(replace=True)), "card NE", "place c3", "lay SW", "stay")
    card = piece(drawn(swapped), "board-card-c3")
    assert (len(with_class(card, "under")), len(with_class(card, "lock"))) == (0, 1)


ONE_WAY = {"c3": "NiEo"}


def test_arrows_are_hidden_only_where_they_cannot_come_to_count() -> None:
    counting, never = (drawn(position(printed=ONE_WAY, variations=Variations(arrows=on))) for on in (True, False))
    assert [len(with_class(piece(svg, "board-card-c3"), "arrow")) for svg in (counting, never)] == [2, 0]


@pytest.mark.parametrize("phase", ["choose", "vary", "piece", "play"])
def test_in_variation_4_arrows_are_pale_while_they_do_not_count(phase: str) -> None:
    hands = ("N NE NES NiSo", "N NE NES NS")
    for seat in (0, 1, None):
        svg = ET.fromstring(drawn(position(printed=ONE_WAY, hands=hands, various=True, phase=phase), seat))
        off_board = seat == 0 or phase == "play"  # in the hand, or among the unseen cards
        assert len(with_class(svg, "idle")) >= (4 if off_board else 2)
    counting = drawn(position(printed=ONE_WAY, various=True, variations=Variations(arrows=True)))
    assert not with_class(ET.fromstring(counting), "idle")


@pytest.mark.parametrize("steps", [(), ("turn b1 right",), ("card NE",), ("card NE", "place c3", "lay SW")])
def test_unseen_cards_stay_in_view_during_a_turn_but_while_a_card_is_laid(steps: tuple[str, ...]) -> None:
    now = play(position(printed={"b1": "NE"}), *steps)
    assert "Still hidden" in drawn(now)
    assert "Still hidden" not in drawn(play(position(), "card NE", "place c3"))


def test_labels_name_arrows_only_while_they_count() -> None:
    for variations, named in ((Variations(arrows=True), True), (Variations(), False)):
        start = position(hands=("N NE NES NiSo", "N"), various=True, variations=variations)
        laying = play(start, "card NiSo", "place c3")
        labels = [one.get("aria-label", "") for now in (start, laying) for one in ET.fromstring(drawn(now)).iter()]
        assert any("arrow" in label or "in from the" in label for label in labels) == named


@pytest.mark.parametrize("seat", [0, 1, None])
def test_both_goals_are_marked_in_the_colour_of_their_piece(seat: int | None) -> None:
    svg = drawn(position(reached=(True, False)), seat)
    marks = {
        place: [mark.attrib["class"] for mark in with_class(piece(svg, f"board-card-{place}"), "aim")] for place in ("a1", "e1", "a5", "e5")
    }
    assert marks == {"a1": ["aim aim-0"], "e1": ["aim aim-1"], "a5": [], "e5": []}


def test_start_and_midpoint_have_colour_and_letter_of_their_piece() -> None:
    svg = drawn(position())
    for at, owner, letter in (("a1", 0, "C"), ("e5", 0, "C"), ("a5", 1, "S"), ("e1", 1, "S")):
        card = piece(svg, f"board-card-{at}")
        assert with_class(card, f"of-{owner}")
        assert [text.text for text in with_class(card, "initial")] == [letter]


def test_goals_show_their_state() -> None:
    before, after = position(), position(reached=(True, False))
    ticks = [len(with_class(piece(drawn(now), "board-card-e5"), "check")) for now in (before, after)]
    aims = [[len(with_class(piece(drawn(now), f"board-card-{name}"), "aim")) for name in ("a1", "e5")] for now in (before, after)]
    assert (ticks, aims) == ([0, 1], [[0, 1], [1, 0]])
    assert "Circle (you): back to Start a1; holds 4 cards" in drawn(after)


def test_cards_that_cannot_be_turned_can_be_looked_up() -> None:
    now = play(position(hands=("N NE NES NS", "N NE NES NS")), "card NES", "place c3", "lay NES", "stay", "stay")
    things = {one.attrib["id"]: one.attrib["aria-label"] for one in ET.fromstring(drawn(now)).iter() if "data-thing" in one.attrib}
    cards = [label for name, label in things.items() if "-card-" in name]
    assert cards == ["Circle: Start", "Square: Midpoint", "c3: tee", "Square: Start", "Circle: Midpoint"]
    assert [label for name, label in things.items() if "-hand-" in name] == ["dead end", "corner", "straight"]
    assert [label for name, label in things.items() if "-token-" in name] == [
        "Circle (you): to Midpoint e5; holds 3 cards",
        "Square (Rowan): to Midpoint e1; holds 4 cards",
    ]


def pieces_of(svg: str, kind: str) -> list[str]:
    return [name for element in layer(svg, "pieces") if (name := element.attrib["id"].removeprefix("board-")).startswith(kind)]


def test_the_own_hand_lies_below_and_others_are_seen_from_behind() -> None:
    now = position(hands=("N NE", "NES NS NS"))
    assert [pieces_of(drawn(now, seat), "hand") for seat in (0, None)] == [["hand-N-0", "hand-NE-0"], []]
    assert pieces_of(drawn(now), "back") == ["back-1-0", "back-1-1", "back-1-2"]
    assert pieces_of(drawn(now, None), "back") == ["back-0-0", "back-0-1", "back-1-0", "back-1-1", "back-1-2"]


def test_a_card_that_was_laid_is_no_longer_in_the_hand() -> None:
    laid = play(position(hands=("NE NE NS", "N")), "card NE", "place c3", "lay SW")
    assert pieces_of(drawn(laid), "hand") == ["hand-NE-0", "hand-NS-0"]


def test_no_preview_hides_a_token_and_clicks_go_through_it() -> None:
    svg = drawn(position(tokens=("b1", "a5")))
    assert [element.get("id") for element in layer(svg, "labels")][:2] == ["board-token-circle", "board-token-square"]
    assert "passed" in piece(svg, "board-token-circle").attrib["class"]
    assert "passed" not in piece(svg, "board-token-square").get("class", "")  # a Start is never turned


def test_the_players_are_introduced_above_the_board() -> None:
    words = [text.text for text in layer(drawn(position(results=(1,))), "board").iter(f"{SVG}text")]
    assert {"You", "Rowan", "e5", "e1"} <= set(words)
    assert len(with_class(layer(drawn(position(results=(1,))), "board"), "pip")) == 5
    free = position(phase="choose", circle=None, first=None)
    assert {"Circle", "Square"} <= {text.text for text in layer(drawn(free), "board").iter(f"{SVG}text")}


def test_the_drawing_has_the_same_size_all_through_a_set() -> None:
    won = play(position(tokens=("b1", "a5"), reached=(True, False)), "move a1")
    moments = [
        position(),
        play(position(), "card NE", "place c3"),
        position(phase="vary", circle=None),
        won,
        won.happen("gather"),
        next_game(won),
    ]
    assert len({ET.fromstring(drawn(now)).attrib["viewBox"] for now in moments}) == 1


# The end, and what is in between


def test_the_winner_is_crowned() -> None:
    won = play(position(tokens=("b1", "a5"), reached=(True, False), single=True), "move a1")
    assert len(with_class(piece(drawn(won), "board-token-circle"), "crown")) == 1
    assert not with_class(piece(drawn(won), "board-token-square"), "crown")


def test_a_draw_has_no_crown() -> None:
    drawn_game = play(position(single=True, turns=1, turn=1), "stay")
    assert not with_class(layer(drawn(drawn_game), "pieces"), "crown")


def test_between_two_games_the_last_board_is_drawn_with_its_winner() -> None:
    won = play(position(tokens=("b1", "a5"), reached=(True, False)), "move a1")
    svg = drawn(won)
    assert "Game 1 of 3" in svg
    assert "won" in [text.text for text in layer(svg, "board").iter(f"{SVG}text")]
    assert not with_class(layer(svg, "board"), "aim")
    assert place(piece(svg, "board-token-circle")) == center(CELLS["a1"])
    assert [len(with_class(piece(svg, f"board-token-{name}"), "crown")) for name in ("circle", "square")] == [1, 0]
    assert "Game 2 of 3" in drawn(next_game(won), 1)


def test_the_deck_grows_lower_as_it_is_dealt() -> None:
    gathered = play(position(tokens=("b1", "a5"), reached=(True, False)), "move a1", "*gather")
    deep = [len(with_class(piece(drawn(now), "board-deck"), "under")) for now in (gathered, gathered.happen("NE"), next_game_of(gathered))]
    assert deep == [8, 7, 0]


def next_game_of(gathered: Position) -> Position:
    for card in gathered.stock:
        gathered = gathered.happen(card)
    return gathered


@pytest.mark.parametrize("dark", [False, True])
def test_the_drawing_renders_as_a_picture(dark: bool) -> None:
    assert png(drawn(position()), 390, dark).startswith(b"\x89PNG")


@pytest.mark.parametrize("tall", [False, True])
@pytest.mark.parametrize("seat", [0, 1, None])
def test_nothing_is_clipped_at_the_edges_of_the_paper(seat: int | None, tall: bool) -> None:
    covered = play(position(), "card NE", "place c3", "lay SW", "stay")
    home = play(position(tokens=("b1", "a5"), reached=(True, False), single=True), "move a1")
    choosing = position(various=True, phase="choose", circle=None)
    for now in (covered, home, choosing, msgspec.structs.replace(choosing, table=msgspec.structs.replace(choosing.table, phase="vary"))):
        with Image.open(BytesIO(png(GAME.draw(now.view(seat), tall=tall)))) as picture:
            width, height = picture.size
            edges = ((0, 0, width, 1), (0, height - 1, width, height), (0, 0, 1, height), (width - 1, 0, width, height))
            assert all(len(picture.crop(edge).getcolors() or ()) == 1 for edge in edges)
