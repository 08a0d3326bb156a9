"""The example of every game, and its pictures."""

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
    """If not, rules or components have changed: regenerate it with `python -m tools.examples`."""
    assert example(game).position(game).outcome is not None
    assert moment(game, "start").outcome is None
    assert moment(game, "end").outcome is not None
    assert moment(game, "turn").choices


@pytest.mark.parametrize("game", [*all_games(), toy.GAME], ids=lambda game: game.name)
def test_every_moment_is_drawn_and_only_a_turn_is_seen_by_a_seat(game: Game) -> None:
    for name in MOMENTS:
        assert ET.fromstring(picture(game, name)).tag == "{http://www.w3.org/2000/svg}svg"
        assert (moment(game, name).seat is None) == (name != "turn" or not moment(game, name).awaited)
    assert style_source(game).startswith(" 'sha256-")


def test_a_game_without_an_example_shows_its_start() -> None:
    assert example(toy.GAME).entries == ()


def test_the_example_is_used_with_components_that_play_the_same() -> None:
    text = LABYRINTH.components_text
    reworded = LABYRINTH.using(text.replace('source = "', 'source = "Once upon a time: '))
    changed = LABYRINTH.using(text.replace("bend = 16", "bend = 17"))
    assert example(reworded) == example(LABYRINTH)
    assert example(changed).entries == ()
    assert example(changed).components != LABYRINTH.digest


def test_an_unknown_picture_is_refused() -> None:
    with pytest.raises(Refused, match="There is no such picture; there are cover, start, turn, middle, end"):
        moment(toy.GAME, "later")


def test_the_address_of_art_changes_with_its_version(monkeypatch: pytest.MonkeyPatch) -> None:
    assert sprite(toy.GAME) == f"/art/tuck-{digest(toy.ART)}.svg"
    assert digest(toy.ART) != digest({**toy.ART, "card": toy.ART["coin"]})
    assert sprite(LABYRINTH) is None


def test_a_picture_contains_its_art() -> None:
    assert '<symbol id="example-art-card"' in picture(toy.GAME, "start")
    assert '<symbol id="cover-art-character-gunslinger"' in picture(find_game("long_road"))


def test_a_game_without_a_cover_shows_its_middle() -> None:
    middle = picture(toy.GAME, "middle")
    assert 'viewBox="0 0 400 200"' in middle
    assert picture(toy.GAME) == middle.replace('viewBox="0 0 400 200"', 'viewBox="0 -33.3333 400 266.667"')  # in the shape of a cover
    assert picture(LABYRINTH) != picture(LABYRINTH, "middle")


def test_pictures_differ_by_language() -> None:
    long_road = find_game("long_road")
    assert [address(long_road, "end", language) for language in ("en", "it", "de", "tlh")] == [
        "/picture/long_road/end.svg",
        "/picture/long_road/end.svg?language=it",
        "/picture/long_road/end.svg?language=de",
        "/picture/long_road/end.svg",
    ]
    assert picture(long_road, "turn", "it") != picture(long_road, "turn", "en")
    assert address(toy.GAME, "end", "it") == "/picture/tuck/end.svg"
