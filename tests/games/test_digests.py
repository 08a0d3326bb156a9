"""A game's component digest covers everything that changes play, and nothing else."""

from __future__ import annotations

from collections.abc import Iterator
from copy import copy

import msgspec
import pytest
from msgspec.structs import force_setattr

from byways.bots import RandomPlayer
from byways.components import fields_in_play, in_play
from byways.game import Game, Part, all_games, put, stream
from byways.i18n import languages_of
from byways.referee import Referee, play

# The current digest of every built-in box. If one changes, play has changed, so raise the version of the game. Exceptions: a new text
# field lacks the type `Words`; or a new field does not change play with its value here, and the old digest goes to `older_digests`.
DIGESTS = {
    "labyrinth": "62d7143fb0f6db9b",
    "long_road": "1afa04457bacf18f",
    "long_way": "5ac537d7358bf1cc",
    "the_way": "1ea0a2ab7dacd42f",
    "traxx": "fceccd4ccad765ac",
}
SOURCES = ("provenance", "source")  # text fields of every part
# The other text fields.
WORDS = {
    "long_road": {
        *("weapons.en", "places.en"),
        *(f"{part}.{language}" for part in ("weapons", "places", "characters") for language in languages_of("byways.games.long_road")[1:]),
        *("places.says", "ends.faces.says", "characters.says"),
    },
    "long_way": {"chart.shapes.name"},
}

every_game = pytest.mark.parametrize("game", all_games(), ids=lambda game: game.name)


def others(value: object, path: str = "") -> Iterator[tuple[str, object]]:
    """Yield the value with one leaf changed, for each leaf and with its path. The result need not be a valid box."""
    match value:
        case msgspec.Struct():
            for name in value.__struct_fields__:
                for where, other in others(getattr(value, name), f"{path}.{name}".strip(".")):
                    force_setattr(changed := copy(value), name, other)
                    yield where, changed
        case tuple() if value:
            for index, item in enumerate(value):
                yield from ((where, put(value, index, other)) for where, other in others(item, path))
        case dict():
            for key, item in value.items():
                yield from ((where, {**value, key: other}) for where, other in others(item, path))
                yield path, {f"{name}x" if name == key else name: kept for name, kept in value.items()}
        case bool():
            yield path, not value
        case int():
            yield path, value + 1
        case _:
            yield path, f"{value}x"


def parts(value: object, path: str) -> Iterator[str]:
    """Yield the paths of the parts of a box."""
    if isinstance(value, Part):
        yield path
    elif isinstance(value, tuple):
        yield from (where for item in value for where in parts(item, path))


@pytest.mark.slow
@every_game
def test_text_fields_keep_the_digest_and_all_others_change_it(game: Game) -> None:
    box, same = game.components, in_play(game.components)
    sources = {f"{part}.{word}" for name in box.__struct_fields__ for part in parts(getattr(box, name), name) for word in SOURCES}
    is_words: dict[str, set[bool]] = {}
    for where, other in others(box):
        is_words.setdefault(where, set()).add(in_play(other) == same)
    words = sources | WORDS.get(game.name, set())
    assert is_words == {where: {where in words} for where in is_words}
    assert words <= is_words.keys()


@every_game
def test_the_built_in_components_play_as_they_did(game: Game) -> None:
    assert game.digest == DIGESTS[game.name]


@every_game
def test_other_texts_do_not_change_play(game: Game) -> None:
    spoken = game.with_components(msgspec.to_builtins(with_other_words(game.components)))
    assert spoken.components != game.components
    assert spoken.digest == game.digest
    ours, theirs = random_game(game), random_game(spoken)
    assert (theirs.entries, theirs.outcome) == (ours.entries, ours.outcome)


def with_other_words(value: object) -> object:
    if isinstance(value, tuple):
        return tuple(map(with_other_words, value))
    if not isinstance(value, msgspec.Struct):
        return value
    changed, played = copy(value), fields_in_play(type(value))
    for name in value.__struct_fields__:
        now = getattr(value, name)
        force_setattr(changed, name, with_other_words(now) if name in played else OTHER.get(now, f"{now} or so"))
    return changed


OTHER = {"printed": "reconstruction", "reconstruction": "printed"}


def random_game(game: Game) -> Referee:
    seats = max(2, game.seats[0])
    return play(game, [RandomPlayer(stream(1, f"seat {seat}")) for seat in range(seats)], 1)
