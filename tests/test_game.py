"""The card of a game, shown with the toy game."""

import re
from dataclasses import replace
from random import Random
from typing import Any

import pytest

from byways.game import (
    Illegal,
    Malformed,
    Preset,
    Refused,
    all_games,
    find_game,
    stream,
)
from byways.games.long_road import GAME as LONG_ROAD
from tests import toy
from tests.toy import GAME, first_pick


def test_names_are_inserted_into_a_sentence_but_not_formatted() -> None:
    game = replace(toy.GAME, seat_names=("{1}", "<b>"))
    assert game.say("{0} walks to {1}.") == "{1} walks to <b>."
    assert LONG_ROAD.say("{0} plays {river-1}: {saloon-girl}.", "it") == "Rosso plays Fiume (2 bianche, 2 nere): Ragazza del Saloon."


def test_a_language_without_a_catalogue_is_refused() -> None:
    assert [LONG_ROAD.language(wanted) for wanted in (None, "en", "it", "de-AT")] == ["en", "en", "it", "de"]
    with pytest.raises(Refused, match=r"^The Long Road is not available in 'tlh'; its languages are en, de, "):
        LONG_ROAD.text(LONG_ROAD.start(LONG_ROAD.deal(2, Random(1))).view(0), "tlh")


def test_a_game_refuses_too_few_and_too_many_players() -> None:
    for seats in (1, 5):
        with pytest.raises(Refused, match=f"Tuck is for 2 to 4 players, not for {seats}"):
            GAME.deal(seats, Random(1))


def test_options_are_read_from_texts_and_refused_with_what_was_expected() -> None:
    assert GAME.read_options({"rounds": "3"}) == toy.Options(rounds=3)
    with pytest.raises(Refused, match="Tuck has no option 'round'; its options are rounds"):
        GAME.read_options({"round": "3"})
    with pytest.raises(Refused, match="wrong option: rounds must be at most 4"):
        GAME.read_options({"rounds": "9"})


def test_a_game_takes_the_minutes_of_its_preset_or_else_of_its_card() -> None:
    own = replace(
        GAME, presets=(Preset("one", "One", toy.Options(rounds=1), minutes=(1, 2)), Preset("three", "Three", toy.Options(rounds=3)))
    )
    assert [own.minutes_of(toy.Options(rounds=rounds)) for rounds in (1, 3, 4)] == [(1, 2), (1, 5), (1, 5)]


def test_games_are_found_by_their_entry_point() -> None:
    assert find_game("labyrinth") in all_games()
    with pytest.raises(Refused, match=r"There is no game 'chess'; there are .*labyrinth"):
        find_game("chess")


def test_malformed_and_illegal_are_different_errors() -> None:
    with pytest.raises(Malformed):
        GAME.parse("pick")
    with pytest.raises(Illegal):
        first_pick().choose(0, GAME.parse("trade"))


def test_the_streams_of_a_seed_differ_and_repeat() -> None:
    names = ("set-up", "chance", "seat 0", "seat 1")
    drawn = [stream(7, name).random() for name in names]
    assert len(set(drawn)) == len(names)
    assert drawn == [stream(7, name).random() for name in names]


def test_custom_components_have_another_digest() -> None:
    assert GAME.with_components({"highest": 5}).digest != GAME.digest == GAME.with_components({}).digest


def test_an_older_digest_means_the_built_in_components() -> None:
    card = replace(GAME, older_digests=("before",))
    own = card.with_components({"highest": 5})
    assert [card.knows(digest) for digest in ("before", card.digest, own.digest)] == [True, True, False]
    assert [own.knows(digest) for digest in ("before", card.digest, own.digest)] == [False, False, True]
    assert own.with_components("before") == own.with_components(card.digest) == own.built_in == card
    with pytest.raises(Refused, match="different components of Tuck"):
        card.with_components(own.digest)


def test_a_game_with_the_same_custom_components_is_the_same_game() -> None:
    own = GAME.with_components({"highest": 5})
    assert own.with_components({"highest": 5, "copies": 4}) is own
    assert GAME.built_in is GAME


def test_custom_components_keep_the_name_of_their_file_until_replaced() -> None:
    own = GAME.using("highest = 5", "mine.toml")
    assert [game.own_file for game in (own, own.with_components({"highest": 5}))] == ["mine.toml"] * 2
    assert [game.own_file for game in (GAME, own.built_in, own.with_components({"highest": 6}), own.using(""))] == [""] * 4
    assert own == GAME.using("highest = 5") != GAME


def test_a_game_with_unhashable_components_is_hashable() -> None:
    the_way = find_game("the_way")
    assert hash(the_way.using(the_way.components_text)) == hash(the_way)


def test_a_drawing_is_displayed_by_notebooks() -> None:
    drawing = GAME.draw(first_pick().view(0))
    assert drawing._repr_svg_().startswith("<svg")


def test_a_drawing_embeds_its_symbols_or_refers_to_a_sprite() -> None:
    view = toy.view(first_pick(), 0)
    alone = GAME.draw(view, "b")
    assert '<use href="#b-art-card"' in alone
    assert re.findall(r'<symbol id="([^"]*)"', alone) == ["b-art-card"]
    assert GAME.draw(view, "b", sprite="/art.svg") == toy.draw(view, "b").replace("#art-", "/art.svg#art-")
    assert GAME.illustrated("<svg/>") == "<svg/>"


@pytest.mark.parametrize(
    ("old", "new", "line", "reason"),
    [
        ("straight = 12", "straight = -1", 26, "Expected `int` >= 0"),
        ('"almandine-garnet"', "7", 6, "Expected `str`, got `int`"),
        ('"almandine-garnet"', '"amethyst"', 3, "two gems have the same name"),
        ("[shapes]", "[forms]", 1, "Object contains unknown field `forms`"),
        ("cross = 1", "", 23, "Object missing required field `cross`"),
    ],
)
def test_wrong_components_are_refused_with_line_and_reason(old: str, new: str, line: int, reason: str) -> None:
    text = find_game("labyrinth").components_text
    assert old in text
    with pytest.raises(Refused) as refused:
        find_game("labyrinth").using(text.replace(old, new))
    assert reason in str(refused.value)
    assert str(refused.value).startswith(f"The components are wrong in line {line}:")


def test_a_file_that_is_not_toml_is_refused() -> None:
    with pytest.raises(Refused, match=r"The components cannot be read: .*line 1"):
        find_game("labyrinth").using("[gems\nx = 1")


def test_the_representation_of_a_game_is_short() -> None:
    assert repr(GAME) == "<Game tuck, version 1>"
    assert repr(GAME.using("highest = 5")) == "<Game tuck, version 1, custom components>"


@pytest.mark.parametrize(("options", "said"), [({"rows": 99}, "rows"), ({"treasures": 0}, "treasures"), ({"rows": "nine"}, "rows")])
def test_wrong_options_are_refused_before_anything_is_dealt(options: dict[str, Any], said: str) -> None:
    labyrinth = find_game("labyrinth")
    with pytest.raises(Refused, match=said):
        labyrinth.deal(2, Random(1), labyrinth.options(**options))
