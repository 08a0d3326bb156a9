"""The example of every game, and the pictures that are made of it."""

from __future__ import annotations

from xml.etree import ElementTree as ET

import pytest

from byways.game import Game, Refused, all_games, find_game
from byways.sprite import digest
from byways.table.pages.pictures import MOMENTS, address, example, moment, picture, sprite, style_source
from tests import toy

LABYRINTH = find_game("labyrinth")


@pytest.mark.parametrize("game", all_games(), ids=lambda game: game.name)
def test_the_example_is_a_whole_game_of_this_version(game: Game) -> None:
    """Where it is not, rules or components have changed: `python -m tools.examples` makes it anew."""
    assert example(game).position(game).outcome is not None
    assert moment(game, "start").outcome is None
    assert moment(game, "end").outcome is not None
    assert moment(game, "turn").choices


@pytest.mark.parametrize("game", [*all_games(), toy.GAME], ids=lambda game: game.name)
def test_every_moment_is_drawn_and_said_and_none_but_a_turn_is_of_a_seat(game: Game) -> None:
    for name in MOMENTS:
        assert ET.fromstring(picture(game, name)).tag == "{http://www.w3.org/2000/svg}svg"
        assert (moment(game, name).seat is None) == (name != "turn" or not moment(game, name).awaited)
    assert style_source(game).startswith(" 'sha256-")


def test_a_game_without_an_example_shows_its_start() -> None:
    assert example(toy.GAME).entries == ()


def test_the_example_is_for_those_whose_components_play_the_same() -> None:
    text = LABYRINTH.components_text
    reworded = LABYRINTH.using(text.replace('source = "', 'source = "Once upon a time: '))
    changed = LABYRINTH.using(text.replace("bend = 16", "bend = 17"))
    assert example(reworded) == example(LABYRINTH)
    assert example(changed).entries == ()
    assert example(changed).components != LABYRINTH.digest


def test_another_picture_is_refused() -> None:
    with pytest.raises(Refused, match="There is no such picture; there are cover, start, turn, middle, end"):
        moment(toy.GAME, "later")


def test_art_has_an_address_of_its_own_for_each_version(monkeypatch: pytest.MonkeyPatch) -> None:
    assert sprite(toy.GAME) == f"/art/tuck-{digest(toy.ART)}.svg"
    assert digest(toy.ART) != digest({**toy.ART, "card": toy.ART["coin"]})
    assert sprite(LABYRINTH) is None


def test_a_picture_has_its_art_in_itself() -> None:
    assert '<symbol id="example-art-card"' in picture(toy.GAME, "start")
    assert '<symbol id="cover-art-character-gunslinger"' in picture(find_game("long_road"))


def test_a_game_without_a_cover_shows_its_middle() -> None:
    assert picture(toy.GAME) == picture(toy.GAME, "middle")
    assert picture(LABYRINTH) != picture(LABYRINTH, "middle")


def test_each_language_of_a_game_has_its_own_picture() -> None:
    long_road = find_game("long_road")
    assert [address(long_road, "end", language) for language in ("en", "it", "de", "tlh")] == [
        "/picture/long_road/end.svg",
        "/picture/long_road/end.svg?language=it",
        "/picture/long_road/end.svg?language=de",
        "/picture/long_road/end.svg",
    ]
    assert picture(long_road, "turn", "it") != picture(long_road, "turn", "en")
    assert address(toy.GAME, "end", "it") == "/picture/tuck/end.svg"
