from __future__ import annotations

from typing import cast

from byways.game import find_game, stream
from byways.games.the_way import TheWayOptions
from byways.games.the_way.puzzles.duel import CELLS, Duel, after, relevant, state_of, steps, whole_turns
from byways.games.the_way.state import CELLS as CELL
from byways.games.the_way.state import Position
from byways.games.the_way.view import View
from tests.games.the_way.puzzles.oracle import turns

GAME = find_game("the_way")
CROSS, HOME = "NESW", CELL["a1"]


def opening() -> Position:
    position = cast(Position, GAME.start(GAME.deal(2, stream("duel", "set-up"), TheWayOptions(single=True))))
    return position.choose(position.awaited[0], "first").choose(1 - position.awaited[0], "piece circle")


def test_whole_turns_are_those_of_the_rules() -> None:
    position = opening()
    seat = position.awaited[0]
    state, piece = state_of(cast(View, position.view(seat))), position.table.piece(seat)
    found = {steps(state, turn, piece) for turn in whole_turns(state, piece, frozenset(CELLS))}
    assert {act for act, _ in turns(position, seat)} <= found
    for act in sorted(found, key=str)[::40]:
        position_after = position
        for step in act:
            position_after = position_after.choose(seat, step)


def test_only_cards_on_a_way_matter() -> None:
    tokens = CELL["b1"], CELL["e5"]
    assert relevant(0, tokens, 1, 1, False) == {CELL["a1"], CELL["b1"]}
    assert relevant(0, (CELL["c1"], CELL["e5"]), 2, 2, False) == {CELL["a1"], CELL["b1"], CELL["c1"]}
    assert CELL["e4"] in relevant(0, (CELL["b1"], CELL["e4"]), 8, 8, True)


def test_beside_an_open_start_nothing_stops_the_runner() -> None:
    state = state_of(cast(View, opening().view(0)))._replace(cards=(CROSS,) * 25, tokens=(CELL["b1"], CELL["e5"]))
    search = Duel(0, threatens=False)
    assert search.wins(state, 1)
    assert search.holds(state, 1)
    assert not search.wins(state._replace(tokens=(CELL["c1"], CELL["e5"])), 1)


def test_a_turn_leaves_its_card_locked_and_out_of_the_hand() -> None:
    state = state_of(cast(View, opening().view(0)))
    cover = next(turn for turn in whole_turns(state, 0, frozenset(CELLS)) if turn.card)
    then = after(state, 0, cover)
    assert cover.cell in then.locked
    assert (len(then.hands[0]), then.sizes[0]) == (len(state.hands[0]) - 1, state.sizes[0] - 1)
