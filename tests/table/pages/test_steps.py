"""What a page needs to show acts step by step."""

from __future__ import annotations

from pathlib import Path
from types import SimpleNamespace

import msgspec
import pytest

from byways.acts import Act
from byways.game import Event, Move
from byways.record import Choose, Step, Undo, read
from byways.room import find_room
from byways.table.pages.steps import Told, between, in_words, lately, past_act, seat_of, shown
from byways.table.play.screens import LATELY, Screen
from tests import toy
from tests.table.play.test_screens import ANN_IS_DONE, BOB_IS_DONE
from tests.table.play.test_screens import shown as screens_after
from tests.table.tables import DEALT, stored

RECORDS = Path(__file__).parents[2] / "records"
WALK = Event("walk", "{1} walks.", ("pawn-1",), {"seat": 1}, moves=(Move("pawn-1", ("a", "b")), Move("cart")), banner=True)


def step(*events: Event, seat: int | None = 0) -> Step:
    return Step((), events, stored(*DEALT).head.start(toy.GAME).view(seat))


def test_a_step_says_who_did_what_and_by_which_points_a_piece_went(monkeypatch: pytest.MonkeyPatch) -> None:
    ways = SimpleNamespace(where=lambda view, piece, place, tall: (ord(place), 0))
    monkeypatch.setitem(find_room(toy.__name__).__dict__, "ways", ways)
    (one,) = shown(toy.GAME, 7, step(WALK), toy.GAME.say)
    assert (one.number, one.text, one.seat, one.pieces, one.banner) == (7, "Bob walks.", 1, ("pawn-1",), True)
    assert one.moves == (("pawn-1", ((97, 0), (98, 0))), ("cart", ()))


def test_a_game_that_does_not_know_where_places_lie_lets_pieces_go_straight() -> None:
    assert shown(toy.GAME, 7, step(WALK), toy.GAME.say)[0].moves == (("pawn-1", ()), ("cart", ()))


def test_what_others_did_stays_marked_but_neither_ones_own_acts_nor_what_nobody_did() -> None:
    own, rain = Event("walk", "{0} walks.", values={"seat": 0}), Event("rain", "It rains.")
    assert [one.marked for one in shown(toy.GAME, 1, step(WALK, own, rain), toy.GAME.say, marked=True)] == [True, False, False]
    assert not shown(toy.GAME, 1, step(WALK), toy.GAME.say)[0].marked


def test_what_chance_brings_the_viewer_is_none_of_their_choices() -> None:
    own = Event("draw", "{0} draws a card.", values={"seat": 0})
    drawn = msgspec.structs.replace(step(own, WALK), by_chance=True)
    assert [one.by_chance for one in shown(toy.GAME, 1, drawn, toy.GAME.say)] == [True, False]
    assert not shown(toy.GAME, 1, step(own), toy.GAME.say)[0].by_chance


@pytest.mark.parametrize("record", ["long_road-3", "long_way-2"])
def test_whoever_is_next_has_done_nothing_yet_so_nobody_waits_for_it(record: str) -> None:
    kept = read((RECORDS / f"{record}.json").read_bytes())
    turn = next(event for played in kept.play(kept.load_game()) for event in played.told if event.name == "turn")
    assert seat_of(turn) is None


def told_to(screen: Screen) -> list[str]:
    return [one.text for one in lately(toy.GAME, screen, toy.GAME.say)]


def test_what_happened_lately_is_all_since_ones_own_last_step() -> None:
    assert told_to(screens_after()[0]) == ["A card is burned.", "You draw a 4.", "Bob draws a card."]
    assert told_to(screens_after(Choose(0, "pick 1"))[0]) == []
    assert told_to(screens_after(Choose(0, "pick 1"), Undo(0))[0]) == []
    assert told_to(screens_after(*ANN_IS_DONE, *BOB_IS_DONE)[0]) == ["Ann shows 1.", "Bob shows 2."]


def test_lately_does_not_reach_back_for_ever() -> None:
    screen = screens_after()[None]
    screen.lately *= 30
    assert len(screen.lately) > LATELY
    assert len(told_to(screen)) < LATELY


def test_what_happened_between_two_moments_is_told_for_those_who_look_back() -> None:
    story = [step(), step(WALK), step(WALK), step(WALK)]
    assert [one.number for one in between(toy.GAME, story, 1, 3, toy.GAME.say)] == [2, 3]


def test_what_one_seat_did_in_a_row_is_said_together() -> None:
    steps = shown(toy.GAME, 1, step(WALK, WALK, Event("rain", "It rains.")), toy.GAME.say)
    assert in_words(steps) == [Told(1, ("Bob walks.", "Bob walks.")), Told(-1, ("It rains.",))]


def test_an_act_of_the_past_has_its_lines_and_each_piece_once() -> None:
    act = past_act(Act(5, (1,), (WALK, WALK), 2), toy.GAME.say)
    assert (act.end, act.seats, act.round, act.lines, act.pieces) == (5, (1,), 2, ("Bob walks.", "Bob walks."), ("pawn-1",))
