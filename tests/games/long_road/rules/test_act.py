"""An act can be undone back to where its seat last saw something new, and others see it once it is final."""

import pytest
from msgspec.structs import replace

from byways.game import Event
from byways.games.long_road import GAME
from byways.games.long_road.rules.act import before_act, finalize, with_act
from byways.games.long_road.state import Placed, Position
from byways.games.long_road.view import view
from tests.games.long_road.positions import (
    CACTUS,
    ROCK,
    TEPEE,
    arms,
    at_turn,
    cards,
    names,
    pass_time,
    placed,
    road,
    roads,
    selling,
    table,
    team,
    who,
)

REVEREND = 1 << who("reverend")
TURN = ("play ranch-1 tepee", "reward coin", "assign mayor", "play saloon-1 cactus", "buy dagger", "arm dagger tepee 1")


def step(position: Position, *choices: str, seat: int = 0, tell: list[Event] | None = None) -> Position:
    """Make choices that can still be undone."""
    for choice in choices:
        position = position.choose(seat, GAME.parse(choice), tell)
    return position


def turn_with(*line: Placed) -> Position:
    """Return a turn of seat 0 with this line on the tepee road."""
    return replace(at_turn(seats=2), roads=roads(road("tepee-3", "", *line)))


def test_r41_a_turn_can_be_taken_back_to_its_beginning_and_no_other_seat_sees_it_before_its_end() -> None:
    start = position = replace(at_turn(), roads=roads(cactus=road("cactus-1", coins=0)))
    events: list[Event] = []
    for choice in TURN:
        position = step(position, choice, tell=events)
        assert position.view(1) == start.view(1)
        assert position.view(None) == start.view(None)
    assert not events
    for _ in TURN:
        position = position.undo(0)
    assert position == start


def test_r41_cards_that_were_drawn_stay_drawn() -> None:
    position = replace(at_turn(), decks=(cards("store-1"), *table().decks[1:]))
    drawn = pass_time(step(position, "change river-1", "draw"))
    assert not drawn.acts[0]
    assert GAME.say(drawn.view(0).no_undo) == "You have seen new cards. That cannot be taken back."
    assert step(drawn, "play ranch-1 tepee").undo(0) == drawn


def test_r41_a_character_beside_another_seats_face_down_one_stays_there_if_that_may_be_the_reverend() -> None:
    played = step(turn_with(placed("judge", 1)), "play ranch-1 tepee", "reward coin", "assign mayor")
    assert not any(played.acts)
    assert names(tuple(one.character for one in played.roads[TEPEE].line)) == "judge mayor"
    assert GAME.say(played.view(0).no_undo).startswith("Your character came beside a face-down one")


def test_r41_choices_of_one_activation_can_be_taken_back() -> None:
    line = (placed("sheriff", 0, "pistol", up=True), placed("mayor", 1, "dagger", up=True), placed("judge", 1, "dagger", up=True))
    position = pass_time(selling(2, *line, caravan="ranch-1 saloon-1"))
    seized = step(position, "seize dagger mayor")
    assert view(seized, 0).arms[0] == arms("dagger")
    assert seized.view(1) == position.view(1)
    assert seized.undo(0) == position
    assert not any(step(seized, "take ranch-1 tepee").acts)


def test_r41_an_act_becomes_final_when_a_seat_leaves() -> None:
    position = step(at_turn(seats=3), "play ranch-1 tepee", "reward coin", "buy dagger")
    events: list[Event] = []
    left = position.remove(2, events)
    assert [event.name for event in events] == ["first", "play", "reward", "leave"]
    assert [str(choice) for choice in left.acts[0]] == ["buy dagger"]
    assert len(left.roads[TEPEE].cards) == 1
    assert GAME.say(left.undo(0).view(0).no_undo) == "There is nothing to take back: what you did last is final."


def test_cards_played_by_a_removed_seat_stay() -> None:
    left = step(at_turn(seats=3), "play ranch-1 tepee", "reward coin").remove(0)
    assert len(left.roads[TEPEE].cards) == 1
    assert left.money[0] == 7


@pytest.mark.parametrize("open", [False, True])
def test_events_do_not_point_to_a_character_that_left_with_its_seat(open: bool) -> None:
    start = replace(at_turn(seats=3), open=open)
    assign = next(choice for choice in map(str, step(start, "play ranch-1 tepee", "reward coin").choices(0)) if choice.startswith("assign"))
    events: list[Event] = []
    step(start, "play ranch-1 tepee", "reward coin", assign).remove(0, events)
    played = next(event for event in events if event.name == "character").for_seat(1)
    assert played is not None
    assert (played.pieces, played.moves) == ((), ())


def test_beside_a_known_character_nothing_new_is_seen() -> None:
    own = replace(turn_with(placed("judge", 1, up=True)), teams=(team("gunslinger mayor"), team("drover")))
    assert len(step(own, "play ranch-1 tepee", "reward coin", "assign mayor").acts[0]) == 3


def test_beside_a_character_that_cannot_be_the_reverend_nothing_new_is_seen() -> None:
    harmless = replace(placed("judge", 1), could=placed("judge", 1).could & ~REVEREND)
    assert len(step(turn_with(harmless), "play ranch-1 tepee", "reward coin", "assign mayor").acts[0]) == 3


def test_a_reverend_who_moves_beside_a_face_down_character_stays_there() -> None:
    harmless = replace(placed("judge", 1), could=placed("judge", 1).could & ~REVEREND)
    lines = roads(road("tepee-3", "", harmless), road("cactus-1", "", placed("reverend", 0), placed("mayor", 0)))
    position = step(replace(at_turn("relay-1 ranch-1 river-1"), roads=lines), "play relay-1 rock", "reward coin")
    assert len(step(position, "move cactus 2 tepee").acts[0]) == 3
    assert not any(step(position, "move cactus 1 tepee").acts)
    assert len(step(position, "move cactus 1 rock").acts[0]) == 3


def test_a_seat_sees_its_own_act_applied() -> None:
    seen = view(step(at_turn(), "play river-1 rock", "assign mayor"), 0)
    assert len(seen.hands[0]) == 2
    assert len(seen.roads[ROCK].line) == 1
    assert [str(choice) for choice in seen.act] == ["play river-1 rock", "assign mayor"]
    assert seen.base == at_turn().view(0)


def test_events_are_reported_in_order_when_an_act_is_final() -> None:
    events: list[Event] = []
    step(at_turn(), "play ranch-1 tepee", "reward coin", "assign mayor", "end", tell=events)
    assert [GAME.say(mine.wording) for event in events if (mine := event.for_seat(1))][-3:] == [
        "Red plays Ranch on the tepee road.",
        "Red takes a coin as a reward.",
        "Red plays a character face down on the tepee road.",
    ]


def pieces_told(line: Placed, character: str, move: str) -> dict[str, tuple[str, ...]]:
    """Return the pieces named in the events of a character played on the tepee road and moved in the same turn."""
    lines = roads(road("tepee-3", "", line), road("cactus-1", "", placed("drover", 0)), road("rock-1", coins=0))
    events: list[Event] = []
    position = replace(at_turn("ranch-1 relay-1 river-1", "mayor doctor"), roads=lines)
    step(position, "play ranch-1 tepee", "reward coin", f"assign {character}", "play relay-1 rock", move, "end", tell=events)
    seen = [mine for event in events if (mine := event.for_seat(1))]
    return {event.name: event.pieces for event in seen if event.name in ("character", "move")}


def test_events_name_a_character_by_its_place_when_others_see_it() -> None:
    assert pieces_told(placed("judge", 1, up=True), "mayor", "move tepee 2 cactus") == {
        "character": ("placed-1-1",),
        "move": ("placed-1-1",),
    }
    assert pieces_told(placed("sheriff", 0), "doctor", "move tepee 1 rock") == {
        "character": (f"who-{who('doctor')}",),
        "move": ("placed-0-0", "placed-2-0"),
    }
    assert pieces_told(placed("judge", 1, up=True), "mayor", "move cactus 1 rock") == {
        "character": ("placed-0-1",),
        "move": ("placed-1-0", "placed-2-0"),
    }


def test_the_acting_seat_is_told_its_steps_without_pieces() -> None:
    events: list[Event] = []
    step(at_turn(), "play ranch-1 tepee", "reward coin", "end", tell=events)
    assert [mine.pieces for event in events if (mine := event.for_seat(0)) and event.name in ("play", "reward")] == [(), ()]


def test_an_act_is_known_by_the_positions_before_and_after_it() -> None:
    start = at_turn()
    assert before_act(start) is with_act(start) is finalize(start, None) is start
    position = step(start, "play saloon-1 cactus")
    assert before_act(position) is start
    assert with_act(position) == finalize(position, None)
    assert len(with_act(position).roads[CACTUS].cards) == 1
    assert with_act(replace(position)) == with_act(position)  # as after an undo, when only the steps are known


def test_events_never_point_to_a_character_face_down_that_is_unmasked_at_once() -> None:
    position = replace(at_turn(), roads=roads(road("tepee-3", "", placed("reverend", 1))))
    events: list[Event] = []
    step(position, "play ranch-1 tepee", "reward coin", "assign mayor", tell=events)
    seen = {event.name: event.pieces for told in events if (event := told.for_seat(1))}
    assert (seen["character"], seen["unmask"]) == ((), ("placed-0-0", f"who-{who('reverend')}", f"who-{who('mayor')}"))
