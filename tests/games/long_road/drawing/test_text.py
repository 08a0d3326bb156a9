"""The table as text."""

from __future__ import annotations

import re

from byways.games.long_road import GAME, LongRoadOptions
from byways.games.long_road.drawing.text import text
from byways.games.long_road.view import View
from tests.games.long_road.positions import at_turn, cards, placed, play, road, roads, table


def read(seat: int | None, language: str = "en") -> str:
    line = (placed("judge", 1, "rifle"), placed("mayor", 0, "dagger dagger"))
    view = at_turn("ranch-1 saloon-1 river-1", roads=roads(road("tepee-3", "ranch-1 river-1", *line))).view(seat)
    assert isinstance(view, View)
    return text(view, language)


def test_a_road_tells_prices_rewards_caravan_and_line() -> None:
    assert "The tepee road: 4 $ for white herds, 2 $ for black herds. Rewards left: coin × 2 and dagger." in read(0)
    assert "  caravan: Ranch (1 white, 2 black) and River (2 white, 2 black)" in read(0)
    assert "  line:\n    1 face down (Black: rifle)\n    2 Mayor face down (Red: dagger × 2), value 6 now: then 1 $ per card" in read(0)


def test_a_seat_sees_its_own_hand_and_what_its_characters_do() -> None:
    assert (
        "Your cards:\n  Ranch (1 white, 2 black). It goes on the tepee road, and its signpost takes a reward. Bonus: play one more"
        in read(0)
    )
    assert "  Gunslinger 6 (2 $ per armed character still to come)\n" in read(0)
    assert re.search(r"Your boss pays 6\s\$ for each \w+.*: you have taken 0\.", read(0))
    assert "Your cards" not in read(None)


def test_all_of_it_in_italian() -> None:
    assert "Pista del tepee: 4 $ per mandria bianca" in read(0, "it")
    assert "Fiume (2 bianche, 2 nere)" in read(0, "it")


def test_a_seat_reads_its_tentative_steps_and_the_cards_it_put_under_decks() -> None:
    position = play(at_turn("ranch-1 saloon-1 river-1"), "0: change river-1")
    assert "Chosen so far: Change River (2 white, 2 black)." in GAME.text(position.view(0))
    assert "so far" not in GAME.text(position.view(1))


def test_tentative_buying_is_counted_for_its_seat_alone() -> None:
    position = play(at_turn("ranch-1 saloon-1 river-1"), "0: play river-1 rock", "0: buy pistol")
    assert "Red: 2 $" in GAME.text(position.view(0))
    assert "Red: 6 $" in GAME.text(position.view(1))


def test_r29_all_see_the_cards_that_were_taken() -> None:
    position = at_turn(taken=(cards("store-1"), cards("river-1 saloon-1", 3)))
    for seat in (0, 1, None):
        assert "Red has taken: General Store.\nBlack has taken: Saloon and River.\n" in GAME.text(position.view(seat))


def test_a_draft_lists_the_characters_to_choose_from() -> None:
    assert "Choose from: " in GAME.text(table(2, LongRoadOptions(draft=True)).view(0))


def test_a_legend_says_how_to_read_a_line_and_what_weapons_add() -> None:
    assert "In a line, 1 is nearest to the destination." in read(None)
    assert "Weapons add to the value: dagger 2, pistol 5, and rifle 8." in read(None)


def test_the_end_tile_compares_the_viewer_with_the_best_rival() -> None:
    assert re.search(r"End tile: 8\s\$ for .*: you \d+", read(0))
