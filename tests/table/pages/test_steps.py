"""Events as steps that a page animates."""

from __future__ import annotations

from bisect import bisect_right
from pathlib import Path
from random import Random
from types import SimpleNamespace
from xml.etree.ElementTree import fromstring

import msgspec
import pytest

from byways.acts import Act
from byways.drawing import num
from byways.game import Event, Move, find_game
from byways.record import Choose, Step, Undo, read
from byways.review.moments import moments
from byways.room import find_room
from byways.table.pages.steps import acting_seat, between, past_act, recent_steps, steps_at
from byways.table.play.screens import LATELY, Screen
from byways.table.play.stories import SeatStory
from tests import toy
from tests.table.play.test_screens import ANN_IS_DONE, BOB_IS_DONE
from tests.table.play.test_screens import shown as screens_after
from tests.table.tables import DEALT, stored

RECORDS = Path(__file__).parents[2] / "records"
WALK = Event("walk", "{1} walks.", ("pawn-1",), {"seat": 1}, moves=(Move("pawn-1", ("a", "b")), Move("cart")), banner=True)


def step(*events: Event, seat: int | None = 0) -> Step:
    return Step((), events, stored(*DEALT).head.start(toy.GAME).view(seat))


def test_a_step_has_the_acting_seat_the_pieces_and_their_paths(monkeypatch: pytest.MonkeyPatch) -> None:
    ways = SimpleNamespace(where=lambda view, piece, place, tall: (ord(place), 0))
    monkeypatch.setitem(find_room(toy.__name__).__dict__, "ways", ways)
    (one,) = steps_at(toy.GAME, 7, step(WALK), toy.GAME.say)
    assert (one.number, one.text, one.seat, one.pieces, one.banner) == (7, "Bob walks.", 1, ("pawn-1",), True)
    assert one.moves == (("pawn-1", ((97, 0), (98, 0))), ("cart", ()))


def test_without_known_places_pieces_move_in_a_straight_line() -> None:
    assert steps_at(toy.GAME, 7, step(WALK), toy.GAME.say)[0].moves == (("pawn-1", ()), ("cart", ()))


def test_only_acts_of_other_seats_are_marked() -> None:
    own, rain = Event("walk", "{0} walks.", values={"seat": 0}), Event("rain", "It rains.")
    assert [one.marked for one in steps_at(toy.GAME, 1, step(WALK, own, rain), toy.GAME.say, marked=True)] == [True, False, False]
    assert not steps_at(toy.GAME, 1, step(WALK), toy.GAME.say)[0].marked


def test_a_chance_result_is_not_the_viewers_choice() -> None:
    own = Event("draw", "{0} draws a card.", values={"seat": 0})
    drawn = msgspec.structs.replace(step(own, WALK), by_chance=True)
    assert [one.by_chance for one in steps_at(toy.GAME, 1, drawn, toy.GAME.say)] == [True, False]
    assert not steps_at(toy.GAME, 1, step(own), toy.GAME.say)[0].by_chance


@pytest.mark.parametrize("record", ["long_road-3", "long_way-2"])
def test_the_announcement_of_a_turn_has_no_acting_seat(record: str) -> None:
    kept = read((RECORDS / f"{record}.json").read_bytes())
    turn = next(event for played in kept.play(kept.load_game()) for event in played.events if event.name == "turn")
    assert acting_seat(turn) is None


def texts_on(screen: Screen) -> list[str]:
    return [one.text for one in recent_steps(toy.GAME, screen, toy.GAME.say)]


def test_recent_steps_are_those_since_the_viewer_last_chose() -> None:
    assert texts_on(screens_after()[0]) == ["A card is burned.", "You draw a 4.", "Bob draws a card."]
    assert texts_on(screens_after(Choose(0, "pick 1"))[0]) == []
    assert texts_on(screens_after(Choose(0, "pick 1"), Undo(0))[0]) == []
    assert texts_on(screens_after(*ANN_IS_DONE, *BOB_IS_DONE)[0]) == ["Ann shows 1.", "Bob shows 2."]


def test_recent_steps_are_limited() -> None:
    screen = screens_after()[None]
    screen.lately *= 30
    assert len(screen.lately) > LATELY
    assert len(texts_on(screen)) < LATELY


def test_steps_between_two_moments_exclude_the_first() -> None:
    story = [step(), step(WALK), step(WALK), step(WALK)]
    assert [one.number for one in between(toy.GAME, story, 1, 3, toy.GAME.say)] == [2, 3]


def test_a_past_act_names_each_piece_once() -> None:
    act = past_act(Act(5, (1,), (WALK, WALK), 2), step().view, toy.GAME.say)
    assert (act.end, act.seats, act.round, act.lines, act.pieces) == (5, (1,), 2, ("Bob walks.", "Bob walks."), ("pawn-1",))


def test_the_board_after_the_last_act_of_a_round_shows_the_next_round() -> None:
    game = find_game("traxx")
    view = game.start(game.deal(2, Random(1))).view(0)
    assert view.round is not None
    act = past_act(Act(5, (1,), (), view.round - 1), view, game.say)
    assert (act.round, act.round_after) == (view.round - 1, view.round)


@pytest.mark.parametrize("name", ["labyrinth-1", "long_road-1", "long_way-1", "the_way-1", "traxx-1"])
@pytest.mark.parametrize("seat", [0, None])
def test_looking_back_and_a_review_mark_the_same_act_alike(name: str, seat: int | None) -> None:
    record = read((RECORDS / f"{name}.json").read_bytes())
    game, lengths = find_game(record.game), [0]
    told = SeatStory(game, msgspec.structs.replace(record, entries=()), seat)
    for number, entry in enumerate(record.entries, 1):
        told.follow(entry)
        lengths += [number] * (len(told.steps) - len(lengths))
    for moment in moments(record.play(game, tells=False)):
        begin, end = (bisect_right(lengths, entries) - 1 for entries in (moment.begin, moment.end))
        stop = next(act.end for act in told.acts if act.end >= end)
        reviewed, past = (
            [step for step in between(game, told.steps, *span, str, tall=True) if step.seat == moment.seat]
            for span in ((begin, end), (told.act_before(stop), stop))
        )
        assert past[: len(reviewed)] == reviewed  # dice and cards come after it


def test_the_marks_of_a_slide_are_where_its_tiles_are() -> None:
    record = read((RECORDS / "labyrinth-1.json").read_bytes())
    game = find_game(record.game)
    told = SeatStory(game, msgspec.structs.replace(record, entries=()), None)
    for entry in record.entries:
        told.follow(entry)
    for act in told.acts[1:]:
        steps = between(game, told.steps, told.act_before(act.end), act.end, str)
        drawn = fromstring(game.draw(told.steps[act.end].view, "then"))
        placed = {one.get("id"): one.get("transform", "") for one in drawn.iter() if one.get("id")}
        for piece, path in (move for step in steps for move in step.moves if move[0].startswith("tile-")):
            assert placed[f"then-{piece}"].startswith(f"translate({num(path[-1][0])} {num(path[-1][1])})"), piece
