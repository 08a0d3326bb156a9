"""What studies count in each game."""

from __future__ import annotations

from random import Random

import msgspec
import pytest

from byways.game import Game, all_games, find_game, stream
from byways.games.long_road.box import BUILT_IN
from byways.record import Choose, Happen, Record, new_record
from byways.room import find_room
from byways.study.facts import MOMENTS, facts_of

GAMES = [game for game in all_games() if game.room.startswith("byways.")]


def random_record(game: Game, seed: int = 3) -> Record:
    options = game.read_options({"single": True, "turns": 20} if game.name == "the_way" else {})
    setup, rng = game.deal(2, stream(seed, "set-up"), options), Random(seed)
    position, entries = game.start(setup), list[Choose | Happen]()
    while position.outcome is None:
        if due := position.chance:
            entries.append(Happen(due.draw(rng)))
        else:
            seat = rng.choice(position.awaited)
            entries.append(Choose(seat, str(rng.choice(position.choices(seat)))))
        position = entries[-1].apply(game, position)
    return msgspec.structs.replace(new_record(game, setup, options, ("a", "b")), entries=tuple(entries))


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_a_game_is_counted(game: Game) -> None:
    record = random_record(game)
    facts = facts_of(game, record)
    assert facts.choices == sum(isinstance(entry, Choose) for entry in record.entries)
    assert 0 <= facts.forced < facts.choices
    assert len(facts.leaders) == len(facts.offered) == MOMENTS
    assert facts.acts <= facts.choices
    assert {seat for seat, _, _ in facts.used} <= {0, 1}
    assert facts.used
    assert facts.win(0) + facts.win(1) == 1


def test_a_destination_is_used_by_whoever_takes_a_card_there() -> None:
    game = find_game("long_road")
    record = random_record(game)
    takers = {entry.seat for entry in record.entries if isinstance(entry, Choose) and entry.choice.startswith("take ")}
    used = [(seat, name) for seat, kind, name in facts_of(game, record).used if kind == "destination"]
    assert {seat for seat, _ in used} == takers != set()
    assert {name for _, name in used} <= {*BUILT_IN.destination_codes}


@pytest.mark.parametrize("game", [game for game in GAMES if game.name in ("traxx", "long_way", "long_road")], ids=lambda game: game.name)
def test_whoever_leads_at_the_end_of_a_game_for_points_has_won(game: Game) -> None:
    position = random_record(game).position(game)
    leads = find_room(game.room).study.leads(position)
    assert position.outcome is not None
    if leads[0] != leads[1]:
        assert position.outcome.places[leads.index(max(leads))] == 1
