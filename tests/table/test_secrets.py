"""No byte that is sent tells what a seat may not know. `python -m tools.server.twin_worlds` compares many more worlds."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from byways.game import Game, Options
from tests.table.serving import ServerThread
from tests.table.twins import HINTING, ProgramTwin, compare, variants


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ServerThread]:
    with ServerThread(tmp_path_factory.mktemp("server"), HINTING) as server:
        server.tables.reviews.worlds = 2  # for hints
        yield server


@pytest.mark.parametrize("game", HINTING, ids=lambda game: game.name)
@pytest.mark.slow
def test_no_byte_depends_on_what_a_seat_may_not_know(server: ServerThread, game: Game) -> None:
    assert compare(server, game, game.options(), 3, 12) >= 1


@pytest.mark.parametrize("game", HINTING, ids=lambda game: game.name)
@pytest.mark.slow
def test_nor_does_any_line_to_a_program(server: ServerThread, game: Game) -> None:
    assert compare(server, game, game.options(), 3, 24, ProgramTwin) >= 1


@pytest.mark.parametrize(("game", "options"), [(game, options) for game in HINTING for options in [*variants(game)][1:]])
@pytest.mark.slow
def test_nor_with_other_options(server: ServerThread, game: Game, options: Options) -> None:
    assert compare(server, game, options, 3, 1) >= 1
