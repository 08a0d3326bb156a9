"""The card of the game, and the parts of rules.md that are specific to it."""

from __future__ import annotations

from typing import Any

import pytest

from byways.game import Refused
from byways.games.long_road import GAME, LongRoadOptions
from tests.pages import rows, section


def part(heading: str) -> list[list[str]]:
    return rows(section(GAME, "Components").split(f"\n### {heading}\n")[1].split("\n### ")[0])


def test_the_card_says_what_a_lobby_shows() -> None:
    assert (GAME.name, GAME.title, GAME.seats, GAME.version) == ("long_road", "The Long Road", (2, 4), 3)
    assert "Stefania Niccolini and Marco Canetta" in GAME.credit


def test_options_are_read_from_texts() -> None:
    assert GAME.read_options({"draft": "true", "open": "true"}) == LongRoadOptions(draft=True, open=True)
    assert GAME.read_options({}) == LongRoadOptions(False, False, False)


@pytest.mark.parametrize(
    ("given", "sentence"),
    [
        ({"packs": 7}, "The Long Road has no option 'packs'; its options are companeros, draft, open."),
        ({"draft": "perhaps"}, "The Long Road: wrong option: Expected `bool`, got `str` - at `$.draft`."),
    ],
)
def test_wrong_options_are_refused(given: dict[str, Any], sentence: str) -> None:
    with pytest.raises(Refused) as caught:
        GAME.read_options(given)
    assert str(caught.value) == sentence


def printed(key: str) -> str:
    """Return the printed name of a component, which is Italian."""
    return GAME.speaker("it").form(key, "name")


def test_the_page_lists_every_character_place_and_destination_as_they_are() -> None:
    parts = GAME.components
    assert [tuple(row[:5]) for row in part("Characters")] == [
        (printed(card.key), card.en, f"{card.value}{'+' if card.plus else ''}", card.pack, GAME.say(card.says)) for card in parts.characters
    ]
    assert [row[5] for row in part("Characters")] == [card.source for card in parts.characters]
    assert [row[5] for row in part("Places")] == [place.source for place in parts.places]
    assert [(row[0], row[1], row[4]) for row in part("Places")] == [
        (printed(place.name), GAME.speaker("en").form(place.name, "name"), GAME.say(place.says)) for place in parts.places
    ]
    cards = [(card.coins, card.daggers, card.white, card.black) for card in parts.destinations.cactus]
    assert part("Destinations")[1][1:] == [f"{coins}+{daggers}: {white}/{black}" for coins, daggers, white, black in cards]
