"""The numbers of cards, characters and destinations."""

from __future__ import annotations

from byways.games.long_road import GAME
from byways.games.long_road.box import box_of
from tests.games.long_road.positions import BOX


def test_a_card_is_its_deck_times_15_plus_its_kind() -> None:
    assert BOX.kinds == 15
    assert len(BOX.code) == 60
    assert BOX.deck(2)[0] == 30
    assert BOX.code[30 + BOX.kind_of["river-1"]] == "river-1"


def test_four_cards_for_each_symbol_three_free_and_twelve_signposts() -> None:
    assert [BOX.symbol[:15].count(symbol) for symbol in (-1, 0, 1, 2)] == [3, 4, 4, 4]
    assert sum(BOX.signpost[:15]) == 12
    assert (sum(BOX.white[:15]), sum(BOX.black[:15])) == (16, 16)


def test_what_a_card_pays() -> None:
    assert BOX.pay(BOX.kind_of["ranch-1"], 4, 2) == 8


def test_characters_go_by_their_english_names() -> None:
    assert BOX.keys[7] == BOX.characters[7].key == "saloon-girl"
    assert BOX.keys[BOX.character_of["saloon-girl"]] == "saloon-girl"
    assert [len(pack) for pack in BOX.packs] == [5] * 6


def test_the_built_in_components_need_not_be_named() -> None:
    assert box_of(None) is BOX
    assert box_of(GAME.components).codes == BOX.codes
