"""Components as data."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from byways import game
from byways.components import Flaw, Words, in_play, line_of, read_components, renamed
from byways.game import Refused
from byways.i18n import Message


class Tile(game.Part, frozen=True, tag_field="kind"):
    name: Words
    worth: int = 1


class Bridge(Tile, frozen=True, tag="bridge"): ...


class Ford(Tile, frozen=True, tag="ford"): ...


class Map(game.Components, frozen=True):
    tiles: tuple[Bridge | Ford, ...]
    by_road: dict[str, Ford]
    title: Words = ""


RIVER = Map((Bridge("printed", "the rules", "Old bridge"),), {"north": Ford("printed", "the rules", "Shallows")}, "A river")


def test_texts_do_not_affect_play_at_any_depth() -> None:
    other = Map((Bridge("reconstruction", "a guess", "Ponte"),), {"north": Ford("reconstruction", "a guess", "Guado")})
    assert in_play(other) == in_play(RIVER)


@pytest.mark.parametrize(
    "other",
    [
        replace(RIVER, tiles=()),
        replace(RIVER, tiles=(replace(RIVER.tiles[0], worth=2),)),
        replace(RIVER, tiles=(Ford("printed", "the rules", "Old bridge"),)),
        replace(RIVER, by_road={"south": RIVER.by_road["north"]}),
    ],
)
def test_every_other_field_affects_play(other: Map) -> None:
    assert in_play(other) != in_play(RIVER)


def test_a_line_is_found_in_arrays_of_tables() -> None:
    text = '[[cards]]\nfields = 1\n\n[[cards]]\nname = "x"\nfields = [\n1,\n]\n[board.rim]\na = 1\n'
    assert [line_of(path, text) for path in ("$.cards[1].fields[0]", "$.cards[0].fields", "$.board.rim.a", "$.cards[1]", "$")] == [
        6,
        2,
        10,
        4,
        1,
    ]


class Well(game.Components, frozen=True):
    depth: int

    def __post_init__(self) -> None:
        if self.depth < 3:
            raise Flaw("flaw.shallow", depth=self.depth)


def test_a_flaw_is_refused_with_its_message_and_line() -> None:
    with pytest.raises(Refused) as refused:
        read_components(Well, "# how deep\ndepth = 2", "tests.toy")
    flaw = Message("flaw.shallow", {"depth": 2})
    assert refused.value.sentence == Message("refuse.components-line", {"line": 1, "reason": flaw})
    assert refused.value.by == "tests.toy"


def test_custom_names_are_those_that_differ_from_the_catalogues() -> None:
    own = {"en": {"river": "River", "store": "Shop", "mill": "Mill"}, "it": {"river": "Fiume", "store": "Emporio", "mill": "Mulino"}}
    assert renamed(own, "byways.games.long_road") == {"store", "mill"}
