"""What the games print, against their components."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

from byways.game import find_game
from byways.printing.book import check_order
from byways.room import find_room
from byways.sheets import Board, Pieces, Prints
from byways.teaching.guide import in_short

GAMES = ("labyrinth", "long_road", "long_way", "the_way", "traxx")


def prints(name: str, players: int | None = None, **options: str) -> Prints:
    game = find_game(name)
    sheets = find_room(game.room).sheets
    assert sheets is not None
    return sheets.prints(game, check_order(game, players, "en", options))


def counts(found: Prints) -> Counter[str]:
    """The number of pieces and boards, by the name of their title."""
    counted: Counter[str] = Counter()
    for sheet in found.sheets:
        title = getattr(sheet.title, "name", str(sheet.title)).removeprefix("print.")
        counted[title] += sum(piece.count for piece in sheet.pieces) if isinstance(sheet, Pieces) else sheet.count
    return counted


def components(name: str) -> Any:
    return find_game(name).components


def test_labyrinth_has_a_tile_for_every_space_and_a_spare() -> None:
    found = counts(prints("labyrinth"))
    assert (found["fixed"], found["loose"], found["treasures"]) == (9, 41, 9)
    assert (found["avatars"], found["homes"]) == (6, 6)
    large = counts(prints("labyrinth", 2, rows="9", columns="11"))
    assert (large["fixed"] + large["loose"], large["treasures"], large["avatars"]) == (100, 20, 2)
    assert counts(prints("labyrinth", classic="true"))["treasures"] == 50


def test_all_tiles_of_labyrinth_differ_in_their_gems() -> None:
    tiles = [
        piece.face
        for sheet in prints("labyrinth").sheets
        if isinstance(sheet, Pieces) and "shapes" in sheet.parts
        for piece in sheet.pieces
    ]
    assert len(set(tiles)) == 50


def test_traxx_has_a_board_for_each_start_and_all_cards() -> None:
    assert counts(prints("traxx")) == {"board": 4, "alone": 1, "cards": 15, "table": 3}
    assert counts(prints("traxx", 2))["board"] == 2
    assert counts(prints("traxx", 1))["alone"] == 4
    assert len({sheet.art for sheet in prints("traxx").sheets if isinstance(sheet, Board)}) == 5


def test_the_long_way_has_a_sheet_for_each_player_and_the_chart() -> None:
    assert counts(prints("long_way", 5)) == {"chart": 1, "sheet-of": 5}


def test_the_way_has_its_deck_and_the_cards_with_arrows_besides() -> None:
    deck = components("the_way").cards
    found = counts(prints("the_way"))
    assert (found["cards"], found["corners"], found["pieces"]) == (len(deck.all), 4, 2)
    assert found["arrows"] == sum(count for face, count in deck.deck.items() if set(face) & set("io"))


@pytest.mark.parametrize(("players", "pistols"), [(2, 3), (3, 4), (4, 5)])
def test_the_long_road_has_everything_in_the_box(players: int, pistols: int) -> None:
    parts, found = components("long_road"), counts(prints("long_road", players))
    assert found["deck"] == 15 * players
    assert (found["characters"], found["destinations"], found["bosses"]) == (30, 15, 7)
    assert (found["arrivals"], found["ends"], found["road-tiles"]) == (4, 2, 3)
    assert found["weapons"] == sum(weapon.supply[players - 2] for weapon in parts.weapons) == 12 + pistols + pistols - 2
    assert (found["money"], found["hats"], found["references"]) == (52, 5 * players + 1, players)


@pytest.mark.parametrize("name", GAMES)
def test_the_signs_on_paper_are_in_the_legend(name: str) -> None:
    for language in find_game(name).languages:
        legend = in_short(find_game(name), language) or ""
        assert all(f"({sign})" in legend for sign in prints(name).legend)
