"""The contract's own promises, shown on the toy game."""

import pickle
import re
from dataclasses import replace
from random import Random

import msgspec
import pytest

from byways.game import (
    Chance,
    Choice,
    Event,
    Illegal,
    Malformed,
    Outcome,
    Refused,
    View,
    all_games,
    find_game,
    places,
    put,
    say,
    stream,
)
from byways.games.long_road import GAME as LONG_ROAD
from byways.i18n import Message
from tests import toy
from tests.toy import GAME, Done, Pick


def first() -> toy.Position:
    """Seats 0 and 1 with a hand of three known cards each, awaited to pick."""
    position = GAME.start(toy.Setup(1, ((2, 2), (3, 4)), (1, 1, 1, 1, 2, 2, 3, 3, 3, 4, 4, 4)))
    for card in ("1", "3", "4"):
        position = position.happen(card)
    assert isinstance(position, toy.Position)
    return position


def test_an_event_is_told_to_whom_it_concerns_and_otherwise_to_the_others() -> None:
    event = Event("draw", "You draw a 3.", to=(1,), otherwise=Event("draw", "{1} draws a card."))
    assert event.told(1) == Event("draw", "You draw a 3.")
    assert event.told(0) == event.told(None) == Event("draw", "{1} draws a card.")
    assert Event("find", "Found.", to=(1,)).told(0) is None


def test_what_is_said_is_an_event_with_its_pieces_and_values() -> None:
    told: list[Event] = []
    say(told, "roll", "The die shows 3.", "die", "sheet-1", seat=1, pips=3)
    say(told, "draw", "You draw a 3.", "deck", to=(1,), otherwise="{1} draws a card.", card=3)
    assert told == [
        Event("roll", "The die shows 3.", ("die", "sheet-1"), {"seat": 1, "pips": 3}),
        Event("draw", "You draw a 3.", ("deck",), {"card": 3}, (1,), Event("draw", "{1} draws a card.", ("deck",))),
    ]
    say(None, "roll", "Nobody listens.")


def test_names_are_put_into_a_sentence_and_never_read_as_one() -> None:
    game = replace(toy.GAME, seat_names=("{1}", "<b>"))
    assert game.say("{0} walks to {1}.") == "{1} walks to <b>."
    assert LONG_ROAD.say("{0} plays {river-1}: {saloon-girl}.", "it") == "Rosso plays Fiume (2 bianche, 2 nere): Ragazza del Saloon."


def test_a_language_is_one_that_the_game_has_words_in() -> None:
    assert [LONG_ROAD.language(wanted) for wanted in (None, "en", "it", "de")] == ["en", "en", "it", "de"]
    with pytest.raises(Refused, match=r"^The Long Road has no words in 'tlh'; it has en, de, it\.$"):
        LONG_ROAD.text(LONG_ROAD.start(LONG_ROAD.deal(2, Random(1))).view(0), "tlh")


def test_a_chance_says_who_sees_it() -> None:
    chance = Chance("a card", ("1", "2"), (3, 1), (0,))
    assert [chance.seen(seat) for seat in (0, 1, None)] == [True, False, False]
    assert Chance("a die", ("1",), (1,)).seen(None)


def test_a_chance_draws_by_its_weights() -> None:
    rng = Random(1)
    drawn = [Chance("a card", ("1", "2"), (3, 1)).draw(rng) for _ in range(4000)]
    assert 2880 < drawn.count("1") < 3120


def test_winners_are_who_has_the_first_place_and_stayed() -> None:
    assert Outcome((1, 2, 1, 1), "", removed=(3,)).winners == (0, 2)


def test_an_outcome_that_was_kept_without_a_breakdown_still_opens() -> None:
    kept = b'{"places":[2,1],"reason":{"name":"outcome.counted","values":{}},"title":"Victory","scores":[48.0,95.0],"removed":[]}'
    assert msgspec.json.decode(kept, type=Outcome) == Outcome((2, 1), Message("outcome.counted"), "Victory", (48.0, 95.0))


def test_places_go_by_scores_ties_share_and_who_was_removed_comes_last() -> None:
    assert places((3, 7, 7, -1)) == (3, 1, 1, 4)
    assert places((3.5, 9.0, 0.0), removed=(1,)) == (1, 3, 2)
    assert places((False, True, False)) == (2, 1, 2)


def test_a_choice_without_words_of_its_own_is_said_by_its_notation() -> None:
    class Lay(Choice, frozen=True):
        face: str

    assert GAME.say(Lay("NE").sentence) == "Lay NE"


def test_a_view_without_words_of_its_own_has_a_prompt() -> None:
    assert [GAME.say(View(0, awaited).prompt) for awaited in ((0,), (1, 2), ())] == [
        "It is your turn.",
        "Waiting for Bob and Cid.",
        "Waiting for the dice or the cards.",
    ]


def test_a_view_without_words_of_its_own_says_why_nothing_can_be_taken_back() -> None:
    assert [GAME.say(View(0, awaited).no_undo) for awaited in ((0,), (1,))] == [
        "There is nothing to take back: what you did last is final.",
        "There is nothing to take back: it is not your turn.",
    ]


def test_an_illegal_choice_changes_nothing_and_says_what_would_be_possible() -> None:
    position = first()
    with pytest.raises(Illegal, match=r"'pick 1' is not possible here. Possible: pick 2, pick 3\."):
        position.choose(0, Pick(1))
    assert position == first()


def test_who_is_not_awaited_cannot_choose() -> None:
    position = first().choose(0, Pick(2)).choose(0, Done())
    with pytest.raises(Illegal, match=r"It is not Ann's turn\. Waiting for Bob\."):
        position.choose(0, Done())


def test_only_what_may_come_can_happen() -> None:
    position = GAME.start(GAME.deal(2, Random(1)))
    with pytest.raises(Illegal, match=r"'9' cannot come up\. Possible for a card: 1, 2, 3, 4"):
        position.happen("9")
    with pytest.raises(Illegal, match=r"'1' cannot happen: no die or card is due\. Waiting for Ann and Bob\."):
        first().happen("1")


def test_undo_takes_back_the_own_latest_step_whatever_others_did_meanwhile() -> None:
    position = first().choose(0, Pick(2)).choose(0, Done()).choose(1, Pick(3))
    assert position.undo(0) == first().choose(1, Pick(3)).choose(0, Pick(2))


def test_what_is_final_is_never_taken_back() -> None:
    shown = first().choose(0, Pick(2)).choose(0, Done()).choose(1, Pick(3)).choose(1, Done())
    with pytest.raises(Illegal, match="Ann has nothing to take back"):
        shown.undo(0)


def test_a_seat_goes_once_and_only_before_the_end() -> None:
    position = first().remove(0)
    with pytest.raises(Illegal, match="Ann cannot leave: there is no such seat in this game any more"):
        position.remove(0)
    over = position.remove(1) if position.outcome is None else position
    with pytest.raises(Illegal, match="the game is over"):
        over.remove(1 if 1 not in over.removed else 2)


def test_choices_are_made_once_for_a_position() -> None:
    position = first()
    assert position.choices(0) is position.choices(0)
    assert position.choices(0) is position.view(0).choices


def test_a_view_begins_with_what_is_the_same_for_all_games() -> None:
    position = first().choose(0, Pick(2))
    assert position.header(0) == (0, (0, 1), position.choices(0), (Pick(2),), (), None)
    assert position.header(None) == (None, (0, 1), (), (), (), None)
    seen = position.view(0)
    assert (seen.seat, seen.awaited, seen.choices, seen.act, seen.removed, seen.outcome) == position.header(0)


def test_a_prompt_says_what_is_expected_or_whom_or_what_one_waits_for_or_how_it_ended() -> None:
    picked = first().choose(0, Pick(2)).choose(0, Done())
    assert picked.view(1).prompt == "Pick one or two cards."
    assert picked.view(0).prompt == picked.view(None).prompt == Message("prompt.waiting", {"seats": (1,)})
    assert GAME.say(picked.view(0).prompt) == "Waiting for Bob."
    assert picked.choose(1, Pick(3)).choose(1, Done()).view(0).prompt == "Waiting for the cards."
    assert first().remove(0).view(1).prompt == "All rounds are played."


def test_what_a_position_or_a_view_has_worked_out_is_no_part_of_it() -> None:
    position, view = first(), first().view(0)
    assert position.choices(0)
    assert position == first()
    assert hash(position) == hash(first())
    for copy in (msgspec.structs.replace(position), pickle.loads(pickle.dumps(position)), pickle.loads(pickle.dumps(view))):
        assert not vars(copy)


def test_a_game_refuses_too_few_and_too_many_players() -> None:
    for seats in (1, 5):
        with pytest.raises(Refused, match=f"Tuck is for 2 to 4 players, not for {seats}"):
            GAME.deal(seats, Random(1))


def test_options_are_read_from_texts_and_refused_with_what_was_expected() -> None:
    assert GAME.read_options({"rounds": "3"}) == toy.Options(rounds=3)
    with pytest.raises(Refused, match="Tuck has no option 'round'; it has rounds"):
        GAME.read_options({"round": "3"})
    with pytest.raises(Refused, match=r"wrong option: Expected `int` <= 4"):
        GAME.read_options({"rounds": "9"})


def test_games_are_found_by_their_entry_point() -> None:
    assert find_game("labyrinth") in all_games()
    with pytest.raises(Refused, match=r"There is no game 'chess'; there are .*labyrinth"):
        find_game("chess")


def test_malformed_and_illegal_are_different_errors() -> None:
    with pytest.raises(Malformed):
        GAME.parse("pick")
    with pytest.raises(Illegal):
        first().choose(0, GAME.parse("trade"))


def test_the_streams_of_a_seed_differ_and_repeat() -> None:
    names = ("set-up", "chance", "seat 0", "seat 1")
    drawn = [stream(7, name).random() for name in names]
    assert len(set(drawn)) == len(names)
    assert drawn == [stream(7, name).random() for name in names]


def test_put_changes_one_item_of_a_copy() -> None:
    assert put((1, 2, 3), 1, 9) == (1, 9, 3)


def test_own_components_have_another_digest() -> None:
    assert GAME.with_components({"highest": 5}).digest != GAME.digest == GAME.with_components({}).digest


def test_a_digest_of_earlier_means_the_built_in_components_and_no_others() -> None:
    card = replace(GAME, older_digests=("before",))
    own = card.with_components({"highest": 5})
    assert [card.knows(digest) for digest in ("before", card.digest, own.digest)] == [True, True, False]
    assert [own.knows(digest) for digest in ("before", card.digest, own.digest)] == [False, False, True]
    assert own.with_components("before") == own.with_components(card.digest) == own.built_in == card
    with pytest.raises(Refused, match="other components of Tuck than the ones here"):
        card.with_components(own.digest)


def test_a_game_with_its_own_components_again_is_the_same_game() -> None:
    own = GAME.with_components({"highest": 5})
    assert own.with_components({"highest": 5, "copies": 4}) is own
    assert GAME.built_in is GAME


def test_own_components_know_the_name_of_their_file_until_others_take_their_place() -> None:
    own = GAME.using("highest = 5", "mine.toml")
    assert [game.own_file for game in (own, own.with_components({"highest": 5}))] == ["mine.toml"] * 2
    assert [game.own_file for game in (GAME, own.built_in, own.with_components({"highest": 6}), own.using(""))] == [""] * 4
    assert own == GAME.using("highest = 5") != GAME


def test_a_game_has_a_hash_whatever_its_components_hold() -> None:
    the_way = find_game("the_way")
    assert hash(the_way.using(the_way.components_text)) == hash(the_way)


def test_a_drawing_shows_itself_in_a_notebook() -> None:
    drawing = GAME.draw(first().view(0))
    assert drawing._repr_svg_().startswith("<svg")


def test_a_drawing_has_the_art_that_it_uses_or_finds_it_in_a_sprite() -> None:
    view = toy.view(first(), 0)
    alone = GAME.draw(view, "b")
    assert '<use href="#b-art-card"' in alone
    assert re.findall(r'<symbol id="([^"]*)"', alone) == ["b-art-card"]
    assert GAME.draw(view, "b", sprite="/art.svg") == toy.draw(view, "b").replace("#art-", "/art.svg#art-")
    assert GAME.illustrated("<svg/>") == "<svg/>"


@pytest.mark.parametrize(
    ("old", "new", "line", "reason"),
    [
        ("straight = 12", "straight = -1", 26, "Expected `int` >= 0"),
        ('"almandine-garnet"', "7", 6, "Expected `str`, got `int`"),
        ('"almandine-garnet"', '"amethyst"', 3, "two gems have the same name"),
        ("[shapes]", "[forms]", 1, "Object contains unknown field `forms`"),
        ("cross = 1", "", 23, "Object missing required field `cross`"),
    ],
)
def test_wrong_components_are_refused_with_line_and_reason(old: str, new: str, line: int, reason: str) -> None:
    text = find_game("labyrinth").components_text
    assert old in text
    with pytest.raises(Refused) as refused:
        find_game("labyrinth").using(text.replace(old, new))
    assert reason in str(refused.value)
    assert str(refused.value).startswith(f"The components are wrong in line {line}:")


def test_a_file_that_is_no_toml_is_refused() -> None:
    with pytest.raises(Refused, match=r"The components cannot be read: .*line 1"):
        find_game("labyrinth").using("[gems\nx = 1")
