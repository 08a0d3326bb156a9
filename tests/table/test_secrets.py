"""No byte that is sent depends on what a seat may not know. `python -m tools.server.twin_worlds` compares many more worlds."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import closing

import msgspec
import pytest

from byways.game import Game, Options
from byways.games.long_road import GAME, LongRoadOptions
from byways.games.long_road.state import Setup
from tests.games.long_road.positions import random_record
from tests.table.serving import ServerThread
from tests.table.twins import HINTING, DealTwin, ProgramTwin, Twin, compare, variants


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


def test_no_byte_of_a_show_depends_on_the_boss_of_another(server: ServerThread) -> None:
    options = LongRoadOptions()
    record = random_record(2, options)
    setup = msgspec.convert(record.setup, Setup)
    begins = [number for number, step in enumerate(record.play(GAME)) if any(event.show == "begins" for event in step.events)]
    entries = record.entries[: begins[-1]]  # up to the sales of the end
    other = next(boss for boss in range(7) if boss not in setup.bosses)
    two = msgspec.structs.replace(setup, bosses=(setup.bosses[0], other))
    with closing(Twin(server, GAME, options, setup, entries)) as one, closing(Twin(server, GAME, options, two, entries)) as twin:
        one.settle()
        twin.settle()
        sent = one.sent([])
        assert sum("Only you see this" in part for part in sent) == len(begins) - 1 > 1
        assert sent == twin.sent([])


def test_no_byte_to_others_depends_on_a_deal_of_the_day(server: ServerThread) -> None:
    """Another deal of the same day, another player's choices and score. Until my own try is over I see no difference."""
    traxx = next(game for game in HINTING if game.name == "traxx")
    with closing(DealTwin(server, traxx, "one")) as one, closing(DealTwin(server, traxx, "two")) as two:
        assert one.table.match.screens[0].view != two.table.match.screens[0].view
        for here, there in zip(one.sent_to_others(), two.sent_to_others(), strict=True):
            assert here == there
        for twin in (one, two):
            twin.give_up()
        sent = one.sent_to_others()
        assert sent == two.sent_to_others()
        assert not any(told.startswith("200") for told in sent)
