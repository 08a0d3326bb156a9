"""Views as arrays: from the view alone, of fixed size, and with a number for every choice."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from itertools import count
from pathlib import Path
from random import Random
from typing import Any

import numpy as np
import pytest

from byways.adapters import encoder_of, usual_seats
from byways.encoding import Encoder
from byways.game import Game, Position, all_games, find_game, stream

LONGEST = 150
TABLES: list[tuple[str, int, dict[str, Any]]] = [
    ("labyrinth", 2, {}),
    ("labyrinth", 4, {"treasures": 3, "classic": True, "shortest": 5}),
    ("long_road", 2, {}),
    ("long_road", 4, {"draft": True}),
    ("long_road", 3, {"open": True, "companeros": True}),
    ("long_way", 3, {}),
    ("the_way", 2, {}),
    ("the_way", 2, {"single": True, "arrows": True, "replace": True}),
    ("the_way", 2, {"various": True, "turns": 20}),
    ("traxx", 1, {}),
    ("traxx", 3, {}),
]
GAMES = [game for game in all_games() if game.room.startswith("byways.")]


@pytest.fixture(params=TABLES, ids=lambda table: " ".join(map(str, table)))
def table(request: pytest.FixtureRequest) -> tuple[Game, Encoder, Position, Random]:
    name, seats, given = request.param
    game, rng = find_game(name), stream(5, "encodings")
    options = game.read_options(given)
    return game, encoder_of(game, options, seats), game.start(game.deal(seats, rng, options)), rng


def random_game(position: Position, rng: Random, longest: int | None = LONGEST) -> Iterator[Position]:
    for _ in count() if longest is None else range(longest):
        yield position
        if position.outcome is not None:
            return
        if due := position.chance:
            position = position.happen(due.draw(rng))
        else:
            seat = rng.choice(position.awaited)
            position = position.choose(seat, rng.choice(position.choices(seat)))


def test_observations_have_one_size_and_lie_between_minus_one_and_one(table: tuple[Game, Encoder, Position, Random]) -> None:
    _, encoder, start, rng = table
    for position in random_game(start, rng):
        for seat in range(encoder.seats):
            observation = encoder.observe(position.view(seat))
            assert observation.shape == (encoder.size,)
            assert observation.dtype == np.float32
            assert abs(observation).max() == 1


def test_masks_are_the_legal_choices_of_a_whole_game(table: tuple[Game, Encoder, Position, Random]) -> None:
    _, encoder, start, rng = table
    position = start
    for position in random_game(start, rng, None):
        for seat in range(encoder.seats):
            mask = encoder.mask(position.choices(seat))
            assert {encoder.actions[number] for number in np.flatnonzero(mask)} == set(position.choices(seat))
    assert position.outcome is not None


def test_an_observation_does_not_change_with_what_the_seat_may_not_know(table: tuple[Game, Encoder, Position, Random]) -> None:
    _, encoder, start, rng = table
    different = 0
    for number, position in enumerate(random_game(start, rng)):
        for seat in range(encoder.seats) if number % 4 == 0 else ():
            view = position.view(seat)
            world = view.imagine(rng)
            different += world != position
            assert (encoder.observe(world.view(seat)) == encoder.observe(view)).all()
    assert different > 0 or encoder.seats == 1


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_dealing_the_hidden_part_again_gives_the_same_first_observation(game: Game) -> None:
    seats, rng = usual_seats(game), stream(3, "deals")
    encoder = encoder_of(game, game.options(), seats)
    for _ in range(20):
        setup = game.deal(seats, rng)
        for seat in range(seats):
            one, other = game.start(setup).view(seat), game.start(game.redeal(setup, seat, rng)).view(seat)
            assert (encoder.observe(one) == encoder.observe(other)).all()


def test_observations_tell_positions_apart(table: tuple[Game, Encoder, Position, Random]) -> None:
    _, encoder, start, rng = table
    views = [position.view(0) for position in random_game(start, rng)]
    seen = {encoder.observe(view).tobytes() for view in views}
    assert len(seen) > len(set(map(repr, views))) * 0.5


def test_the_parts_of_an_observation_share_its_memory(table: tuple[Game, Encoder, Position, Random]) -> None:
    _, encoder, start, _ = table
    observation = encoder.observe(start.view(0))
    parts = encoder.split(observation)
    assert {part.name: part.shape for part in encoder.parts} == {name: part.shape for name, part in parts.items()}
    assert (np.concatenate([part.ravel() for part in parts.values()]) == observation).all()
    assert parts["seat"][0] == 1


def test_every_action_reads_back_from_its_notation(table: tuple[Game, Encoder, Position, Random]) -> None:
    game, encoder, _, _ = table
    notations = [*map(str, encoder.actions)]
    assert len(set(notations)) == len(notations)
    assert tuple(map(game.parse, notations)) == encoder.actions


# If one of these changes, programs that were trained before play nonsense: raise the version of the game.
NUMBERS = {
    "labyrinth": (70, "ada082113128"),
    "long_road": (863, "dedbba2b0f50"),
    "long_way": (655, "0c2f70ef4947"),
    "the_way": (436, "190ae5e7e77e"),
    "traxx": (313, "d5887f2f8cde"),
}


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_the_numbers_of_actions_are_stable(game: Game) -> None:
    actions = encoder_of(game, game.options(), usual_seats(game)).actions
    digest = hashlib.sha256("\n".join(map(str, actions)).encode()).hexdigest()[:12]
    assert (len(actions), digest) == NUMBERS[game.name]


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_the_documentation_lists_every_part(game: Game) -> None:
    page = (Path(__file__).parents[2] / "docs" / "research.md").read_text("utf-8")
    section = page.partition(f"### {game.title}\n")[2].partition("\n### ")[0]
    for part in encoder_of(game, game.options(), usual_seats(game)).parts[2:]:
        assert f"| `{part.name}` | {' × '.join(map(str, part.shape))} | {part.about} |" in section
