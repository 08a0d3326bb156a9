"""The drawing: cards, tokens, goals, and every option where one looks for it."""

from __future__ import annotations

from itertools import pairwise
from xml.etree import ElementTree as ET

import pytest

from byways.drawing import png
from byways.games.the_way import GAME
from byways.games.the_way.draw import HEIGHT, PITCH, center, corner, road, stub
from byways.games.the_way.faces import EAST, WEST
from byways.games.the_way.state import CELLS, Position, Variations
from tests.games.the_way.boards import OPEN, ROUND, SHUT, next_game, play, position
from tests.pictures import SVG, layer, options, piece, place, with_class


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


def test_a_corner_is_round_and_its_light_follows_it() -> None:
    assert road("NE") == "M38 0Q38 38 76 38"
    assert stub("NE", EAST, 0, 0) == "M76 38Q57 38 47.5 28.5"
    assert stub("EW", EAST, 0, 0) == "M76 38L38 38"


def test_piles_and_locks_are_seen() -> None:
    covered = play(position(), "card NE", "place c3", "lay SW", "stay", "card N", "place c3", "lay W", "stay")
    card = piece(drawn(covered), "board-card-c3")
    assert (len(with_class(card, "under")), len(with_class(card, "lock")), with_class(card, "count")[0].text) == (2, 1, "+2")
    swapped = play(position(variations=Variations(replace=True)), "card NE", "place c3", "lay SW", "stay")
    card = piece(drawn(swapped), "board-card-c3")
    assert (len(with_class(card, "under")), len(with_class(card, "lock"))) == (0, 1)


def test_arrows_are_bold_only_when_they_count() -> None:
    cards = [piece(drawn(position(printed={"c3": "NiEo"}, variations=Variations(arrows=on))), "board-card-c3") for on in (True, False)]
    assert [(len(with_class(card, "arrow")), len(with_class(card, "idle"))) for card in cards] == [(2, 0), (0, 2)]


def test_goals_show_their_state() -> None:
    before, after = position(), position(reached=(True, False))
    ticks = [len(with_class(piece(drawn(now), "board-card-e5"), "tick")) for now in (before, after)]
    aims = [[len(with_class(piece(drawn(now), f"board-card-{name}"), "aim")) for name in ("a1", "e5")] for now in (before, after)]
    assert (ticks, aims) == ([0, 1], [[0, 1], [1, 0]])
    assert "Circle, Ash (you): back to Start a1; holds 4 cards" in drawn(after)


def test_what_has_no_option_to_turn_it_can_be_looked_up() -> None:
    now = play(position(hands=("N NE NES NS", "N NE NES NS")), "card NES", "place c3", "lay NES", "stay", "stay")
    things = {one.attrib["id"]: one.attrib["aria-label"] for one in ET.fromstring(drawn(now)).iter() if "data-thing" in one.attrib}
    cards = [label for name, label in things.items() if "-card-" in name]
    assert cards == ["Circle: Start", "Square: Midpoint", "c3: tee", "Square: Start", "Circle: Midpoint"]
    assert [label for name, label in things.items() if "-hand-" in name] == ["dead end", "corner", "straight"]
    assert [label for name, label in things.items() if "-token-" in name] == [
        "Circle, Ash (you): to Midpoint e5; holds 3 cards",
        "Square, Rowan: to Midpoint e1; holds 4 cards",
    ]


def test_the_own_hand_lies_below_and_the_others_is_not_shown() -> None:
    svg = drawn(position(hands=("N NE", "NES NS")))
    assert {f"board-hand-{nth}" for nth in range(2)} == {
        element.attrib["id"] for element in layer(svg, "pieces") if "hand" in element.attrib["id"]
    }
    assert not [element for element in layer(drawn(position(), None), "pieces") if "hand" in element.attrib["id"]]


# Options


@pytest.mark.parametrize(
    "now",
    [
        position(),
        play(position(), "turn b2 right"),
        play(position(), "card NE"),
        play(position(), "card NE", "place c3"),
        play(position(), "card NE", "place c3", "lay SW"),
        position(phase="choose", circle=None, first=None),
        position(phase="vary", circle=None, first=None),
        position(phase="piece", circle=None),
        position(OPEN, printed={"c3": "NoSi", "b2": "NiEo"}, variations=Variations(True, True, True)),
    ],
)
def test_every_choice_is_an_option(now: Position) -> None:
    assert sorted(options(drawn(now))) == sorted(map(str, now.choices(0)))


def test_a_turn_is_offered_on_its_half_of_the_card() -> None:
    found = options(drawn(position(printed={"c3": "NE"})))
    areas = [with_class(found[f"turn c3 {way}"], "tap")[0] for way in ("left", "right")]
    assert [(area.attrib["x"], area.attrib["width"]) for area in areas] == [(str(corner(12)[0]), "38"), (str(corner(12)[0] + 38), "38")]
    alone = with_class(options(drawn(position()))["turn c3 right"], "tap")[0]
    assert alone.attrib["width"] == "76"


def test_options_have_previews() -> None:
    start = drawn(position(SHUT.replace("┼│", "┼─", 1)))
    for name in ("turn c3 right", "move b1"):
        assert with_class(options(start)[name], "ghost")
    assert with_class(options(drawn(play(position(), "card NE")))["place c3"], "ghost")
    assert with_class(options(drawn(play(position(), "card NE", "place c3")))["lay SW"], "ghost")


def test_a_move_is_traced_along_the_ways_of_both_cards() -> None:
    found = options(drawn(position(OPEN)))
    (trail,) = with_class(found["move b1"], "trail")
    a1, b1 = corner(CELLS["a1"]), corner(CELLS["b1"])
    assert trail.get("d") == stub("NESW", EAST, *a1) + stub("NESW", WEST, *b1)


def test_a_turn_shows_where_one_could_go_after_it() -> None:
    now = position(ROUND)
    shown = {name: with_class(option, "would") for name, option in options(drawn(now)).items() if name.startswith("turn")}
    lit = {name: with_class(layer(drawn(play(now, name)), "board"), "lit")[0].attrib["d"] for name in shown}
    before = with_class(layer(drawn(now), "board"), "lit")[0].attrib["d"]
    assert {name: [ghost.get("d") for ghost in ghosts] for name, ghosts in shown.items()} == {
        name: [after] if after != before else [] for name, after in lit.items()
    }
    assert len({len(ghosts) for ghosts in shown.values()}) == 2  # some turns change where the piece can go, some do not


def test_a_card_in_hand_turns_while_its_place_and_its_face_are_chosen() -> None:
    steps = ["card NE", "place c3", "lay SW"]
    turners = [with_class(layer(drawn(play(position(), *steps[:count])), "pieces"), "turner") for count in range(4)]
    assert [len(found) for found in turners] == [0, 1, 1, 0]
    faces = options(drawn(play(position(), *steps[:2])))
    assert list(faces) == ["lay NE", "lay ES", "lay SW", "lay NW"]  # to the right, as the page turns it
    assert all("data-turn" in option.attrib and with_class(option, "take") for option in faces.values())


def test_an_unfinished_alteration_is_marked_for_its_own_seat_only() -> None:
    steps = ["card NE", "place c3", "lay SW"]
    marked = [len(with_class(layer(drawn(play(position(), *steps[:count])), "board"), "pending")) for count in range(4)]
    assert marked == [0, 0, 1, 1]
    assert drawn(play(position(), *steps), 1) == drawn(position(), 1)
    chosen = with_class(piece(drawn(play(position(), "card NE")), "board-hand-1"), "chosen")
    assert len(chosen) == 1


def test_equal_cards_in_hand_are_one_option_with_a_frame_around_each() -> None:
    found = options(drawn(position(hands=("NE NE NS NS", "N NE NES NS"))))
    frames = [with_class(found[f"card {card}"], "hold") for card in ("NE", "NS")]
    lefts = [float(frame.attrib["x"]) for pair in frames for frame in pair]
    assert [later - left for left, later in pairwise(lefts)] == [PITCH] * 3
    assert {float(frame.attrib["width"]) < PITCH for pair in frames for frame in pair} == {True}


@pytest.mark.parametrize("seat", [0, 1])
def test_ways_and_goal_of_a_piece_have_its_colour(seat: int) -> None:
    svg = drawn(position(ROUND, seat=seat), seat)
    looks = {
        look
        for found in ("would", "trail")
        for element in with_class(layer(svg, "options"), found)
        for look in element.attrib["class"].split()
    }
    assert looks - {"ghost", "would", "trail"} == {f"track-{seat}"}
    assert [goal.attrib["class"] for goal in with_class(layer(svg, "board"), "aim")] == [f"aim aim-{seat}"]


def test_variations_are_large_enough_for_a_finger_on_a_phone() -> None:
    """A phone of 390 by 844 shows a lesson's board at 0.63 of its size: 24 and 11 pixels there."""
    found = options(drawn(position(phase="vary", circle=None, first=None)))
    spots = [with_class(option, "spot")[0].attrib for option in found.values()]
    assert min(float(spot["height"]) for spot in spots) >= 24 / 0.63
    assert all("large" in text.attrib["class"] for option in found.values() for text in option.iter(f"{SVG}text"))
    places = sorted((float(spot["y"]), float(spot["x"])) for spot in spots)
    assert all(down - up >= 43 or (down == up and right - left >= 108) for (up, left), (down, right) in pairwise(places))
    assert max(y for y, _ in places) + 43 <= HEIGHT


# The end, and what is in between


def test_the_winner_is_crowned() -> None:
    won = play(position(tokens=("b1", "a5"), reached=(True, False), single=True), "move a1")
    assert len(with_class(piece(drawn(won), "board-token-circle"), "crown")) == 1
    assert not with_class(piece(drawn(won), "board-token-square"), "crown")


def test_nobody_is_crowned_in_a_draw() -> None:
    drawn_game = play(position(single=True, turns=1, turn=1), "stay")
    assert not with_class(layer(drawn(drawn_game), "pieces"), "crown")


def test_between_two_games_the_board_is_drawn_as_well() -> None:
    won = play(position(tokens=("b1", "a5"), reached=(True, False)), "move a1")
    assert "Game 1 of 3" in drawn(won)
    assert "Game 2 of 3" in drawn(next_game(won), 1)


@pytest.mark.parametrize("dark", [False, True])
def test_it_makes_a_picture(dark: bool) -> None:
    assert png(drawn(position()), 390, dark).startswith(b"\x89PNG")
