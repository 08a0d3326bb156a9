"""Positions, views and choices, shown with the toy game."""

import pickle
import re
from random import Random
from typing import Any

import msgspec
import pytest

from byways.game import (
    Choice,
    Components,
    Event,
    Game,
    Illegal,
    Malformed,
    Position,
    Setup,
    View,
    all_games,
    find_game,
    put,
    stream,
)
from byways.i18n import Message
from byways.room import Hooks
from tests.toy import GAME, Done, Pick, first_pick


def test_a_choice_without_a_text_is_worded_by_its_notation() -> None:
    class Lay(Choice, frozen=True):
        face: str

    assert GAME.say(Lay("NE").sentence) == "Lay NE"


def test_a_view_has_a_default_prompt() -> None:
    assert [GAME.say(View(0, awaited).prompt) for awaited in ((0,), (1, 2), ())] == [
        "It is your turn.",
        "Waiting for Bob and Cid.",
        "Waiting for the dice or the cards.",
    ]


def test_a_view_has_a_default_reason_for_no_undo() -> None:
    assert [GAME.say(View(0, awaited).no_undo) for awaited in ((0,), (1,))] == [
        "There is nothing to take back: what you did last is final.",
        "There is nothing to take back: it is not your turn.",
    ]


def test_an_illegal_choice_changes_nothing_and_says_what_would_be_possible() -> None:
    position = first_pick()
    with pytest.raises(Illegal, match=r"'pick 1' is not possible here. Possible: pick 2, pick 3\."):
        position.choose(0, Pick(1))
    assert position == first_pick()


def test_a_position_whose_choices_are_known_lists_its_attributes() -> None:
    position = first_pick()
    assert position.view(0).choices == position.choices(0)
    assert {"awaited", "choose"} <= {*dir(position)}
    assert all(name.isidentifier() for name in position.__dict__)


@pytest.mark.parametrize(("given", "shown"), [(5, "5 (int)"), (None, "None (NoneType)"), (("pick 2",), "('pick 2',) (tuple)")])
def test_what_is_no_choice_is_refused_in_a_sentence(given: Any, shown: str) -> None:
    with pytest.raises(Malformed, match=re.escape(f"Choose with a choice or its notation, not with {shown}.")):
        first_pick().choose(0, given)


def test_a_seat_that_is_not_awaited_cannot_choose() -> None:
    position = first_pick().choose(0, Pick(2)).choose(0, Done())
    with pytest.raises(Illegal, match=r"It is not Ann's turn\. Waiting for Bob\."):
        position.choose(0, Done())


def test_only_possible_results_can_happen() -> None:
    position = GAME.start(GAME.deal(2, Random(1)))
    with pytest.raises(Illegal, match=r"'9' cannot come up\. Possible for a card: 1, 2, 3, 4"):
        position.happen("9")
    with pytest.raises(Illegal, match=r"'1' cannot happen: no die or card is due\. Waiting for Ann and Bob\."):
        first_pick().happen("1")


def test_undo_takes_back_the_latest_step_of_its_own_seat() -> None:
    position = first_pick().choose(0, Pick(2)).choose(0, Done()).choose(1, Pick(3))
    assert position.undo(0) == first_pick().choose(1, Pick(3)).choose(0, Pick(2))


def test_a_final_act_is_never_taken_back() -> None:
    shown = first_pick().choose(0, Pick(2)).choose(0, Done()).choose(1, Pick(3)).choose(1, Done())
    with pytest.raises(Illegal, match="Ann has nothing to take back"):
        shown.undo(0)


def test_a_seat_is_removed_at_most_once_and_before_the_end() -> None:
    position = first_pick().remove(0)
    with pytest.raises(Illegal, match="Ann cannot leave: this seat is no longer in the game"):
        position.remove(0)
    over = position.remove(1) if position.outcome is None else position
    with pytest.raises(Illegal, match="the game is over"):
        over.remove(1 if 1 not in over.removed else 2)


@pytest.mark.parametrize("game", all_games(), ids=lambda game: game.name)
def test_a_resignation_that_leaves_one_seat_ends_every_game(game: Game) -> None:
    position = game.start(game.deal(2, stream(1, "set-up")))
    over = position.resign(1)
    assert over.outcome is not None
    assert (over.outcome.places, over.outcome.winners, over.removed, over.awaited, over.chance) == ((1, 2), (0,), (1,), (), None)
    with pytest.raises(Illegal, match="the game is over"):
        over.resign(0)


@pytest.mark.parametrize("game", [game for game in all_games() if game.seats[1] > 2], ids=lambda game: game.name)
def test_the_others_play_on_after_a_resignation_and_the_last_one_wins(game: Game) -> None:
    position = game.start(game.deal(3, stream(1, "set-up")))
    left = position.resign(0)
    assert (left.outcome, left) == (None, position.remove(0))
    over = left.resign(2)
    assert over.outcome is not None
    assert (over.outcome.winners, over.outcome.removed) == ((1,), (0, 2))
    with pytest.raises(Illegal, match="this seat is no longer in the game"):
        left.resign(0)


@pytest.mark.parametrize("name", ["labyrinth", "long_way", "traxx"])
def test_a_removal_that_leaves_one_seat_ends_no_game_in_which_it_can_play_on(name: str) -> None:
    game = find_game(name)
    assert game.start(game.deal(2, stream(1, "set-up"))).remove(1).outcome is None


def test_a_resigned_game_says_why_it_is_over_and_counts_what_was_scored() -> None:
    traxx, told = find_game("traxx"), list[Event]()
    outcome = traxx.start(traxx.deal(2, stream(1, "set-up"))).resign(0, told).outcome
    assert outcome is not None
    assert traxx.say(outcome.reason) == "Otter resigned, so Fox has won."
    assert outcome.scores == (-60, -60)
    assert [event.name for event in told] == ["remove", "end"]


def test_a_game_without_an_end_for_resignations_gets_an_outcome_without_scores() -> None:
    reason, told = Message("outcome.resigned", {"seat": 1, "winner": 0}), list[Event]()
    hooks: Hooks[Position, Choice, Setup, Components] = Hooks()
    position = hooks.finish(msgspec.structs.replace(first_pick(), awaited=(), removed=(1,)), reason, told)
    assert position.outcome is not None
    assert (position.outcome.winners, position.outcome.scores, position.outcome.reason) == ((0,), None, reason)
    assert [event.wording for event in told] == [reason]


def test_choices_are_computed_once_per_position() -> None:
    position = first_pick()
    assert position.choices(0) is position.choices(0)
    assert position.choices(0) is position.view(0).choices


def test_a_view_begins_with_the_common_fields() -> None:
    position = first_pick().choose(0, Pick(2))
    assert position.header(0) == (0, (0, 1), position.choices(0), (Pick(2),), (), None)
    assert position.header(None) == (None, (0, 1), (), (), (), None)
    seen = position.view(0)
    assert (seen.seat, seen.awaited, seen.choices, seen.act, seen.removed, seen.outcome) == position.header(0)


def test_a_prompt_states_what_to_do_or_what_to_wait_for_or_the_result() -> None:
    picked = first_pick().choose(0, Pick(2)).choose(0, Done())
    assert picked.view(1).prompt == "Pick one or two cards."
    assert picked.view(0).prompt == picked.view(None).prompt == Message("prompt.waiting", {"seats": (1,)})
    assert GAME.say(picked.view(0).prompt) == "Waiting for Bob."
    assert picked.choose(1, Pick(3)).choose(1, Done()).view(0).prompt == "Waiting for the cards."
    assert first_pick().remove(0).view(1).prompt == "All rounds are played."


def test_cached_values_are_not_part_of_a_position_or_view() -> None:
    position, view = first_pick(), first_pick().view(0)
    assert position.choices(0)
    assert position == first_pick()
    assert hash(position) == hash(first_pick())
    for copy in (msgspec.structs.replace(position), pickle.loads(pickle.dumps(position)), pickle.loads(pickle.dumps(view))):
        assert not vars(copy)


def test_put_changes_one_item_of_a_copy() -> None:
    assert put((1, 2, 3), 1, 9) == (1, 9, 3)


def test_a_choice_can_be_given_by_its_notation() -> None:
    position = first_pick()
    assert position.choose(0, "pick 2") == position.choose(0, Pick(2))
    with pytest.raises(Malformed):
        position.choose(0, "fly")
    with pytest.raises(Illegal):
        position.choose(0, "pick 4")


def test_notebooks_display_views_and_positions_without_secrets() -> None:
    position = first_pick()
    own, public = position.view(0)._repr_svg_(), position._repr_svg_()
    assert own.startswith("<svg")
    assert "data-choice" in own
    assert "data-choice" not in public
    assert re.search(r'id="([^"]+)"', own) != re.search(r'id="([^"]+)"', public)


@pytest.mark.parametrize("name", ["labyrinth", "traxx", "long_way", "the_way", "long_road"])
def test_every_game_gives_the_same_reason_for_a_resignation(name: str) -> None:
    game, told = find_game(name), list[Event]()
    outcome = game.start(game.deal(2, stream(1, "set-up"))).resign(0, told).outcome
    assert outcome is not None
    assert (outcome.winners, outcome.reason) == ((1,), Message("outcome.resigned", {"seat": 0, "winner": 1}))
    assert all("Only one player" not in game.say(event.wording) for event in told)
