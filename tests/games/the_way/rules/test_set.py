"""Victory conditions: a set of three games, and the deal between them."""

from __future__ import annotations

from collections import Counter
from random import Random
from typing import Any, cast

import pytest

from byways import referee
from byways.bots import RandomPlayer
from byways.game import Event
from byways.games.the_way import GAME
from byways.games.the_way.state import CELLS, STARTS, Position
from byways.record import Happen
from tests.games.the_way.positions import ROUND, next_game, nine, play, position, texts


def about_to_win(seat: int, **table: Any) -> Position:
    """A position in which seat 0 or 1, Circle or Square, only has to step onto its Start."""
    tokens = ("b1", "a4") if seat else ("b1", "a5")
    reached = (seat == 0, seat == 1)
    return position(ROUND, tokens=tokens, reached=reached, seat=seat, **table)


def win(seat: int, results: tuple[int | None, ...] = ()) -> Position:
    return play(about_to_win(seat, results=results), "move a5" if seat else "move a1")


def draw(results: tuple[int | None, ...] = ()) -> Position:
    return play(position(turns=1, turn=1, seat=1, results=results), "stay")


# 1: sets of three


@pytest.mark.parametrize("results", [(), (0,), (1,), (None,)])
def test_before_the_third_game_the_set_continues(results: tuple[int | None, ...]) -> None:
    assert win(0, results).outcome is None


def test_a_set_is_all_three_games_even_at_two_to_nothing() -> None:
    two = win(0, (0,))
    assert (two.outcome, two.table.won, two.table.phase) == (None, (2, 0), "gather")


@pytest.mark.parametrize(
    ("results", "seat", "title", "reason"),
    [
        ((0, 0), 0, "Victory", "Ash wins all three games: a Victory, and a Defeat for Rowan."),
        ((1, 1), 1, "Victory", "Rowan wins all three games: a Victory, and a Defeat for Ash."),
        ((0, 1), 0, "Win", "Ash wins the set 2 to 1: a Win, and a Loss for Rowan."),
        ((1, 1), 0, "Win", "Rowan wins the set 2 to 1: a Win, and a Loss for Ash."),
    ],
)
def test_three_games_are_a_victory_and_two_a_win(results: tuple[int, int], seat: int, title: str, reason: str) -> None:
    outcome = win(seat, results).outcome
    assert outcome is not None
    assert (GAME.say(outcome.title), GAME.say(outcome.reason)) == (title, reason)
    assert outcome.scores == tuple(float((*results, seat).count(player)) for player in (0, 1))
    steps = 15 if seat else 16  # the loser has not left, or is one step from Start
    labels = "Game 1", "Game 2", f"Game 3, won by {steps} steps"
    games = [(label, (int(winner == 0), int(winner == 1))) for label, winner in zip(labels, (*results, seat), strict=True)]
    assert [(GAME.say(line.label), line.values) for line in outcome.breakdown] == games
    assert outcome.winners == (0,) if reason.startswith("Ash") else (1,)


@pytest.mark.parametrize(
    ("results", "title", "winners"),
    [((0, 0), "Win", (0,)), ((1, None), "Win", (1,)), ((0, 1), "Draw", (0, 1)), ((None, None), "Draw", (0, 1))],
)
def test_w9_more_won_games_win_the_set_and_equal_ones_draw_it(
    results: tuple[int | None, ...], title: str, winners: tuple[int, ...]
) -> None:
    outcome = draw(results).outcome
    assert outcome is not None
    assert (GAME.say(outcome.title), outcome.winners) == (title, winners)


def test_w9_after_a_drawn_game_the_lot_gives_first_choice() -> None:
    drawn = next_game(draw())
    assert drawn.chance is not None
    assert (drawn.chance.what, drawn.chance.weights, drawn.chance.seen_by) == (("0", "1"), (1, 1), None)
    assert [drawn.happen(seat).awaited for seat in "01"] == [(0,), (1,)]


# 2: who chooses


@pytest.mark.parametrize("winner", [0, 1])
def test_the_loser_chooses_to_go_first_or_the_piece(winner: int) -> None:
    dealt = next_game(win(winner))
    assert (dealt.awaited, texts(dealt)) == ((1 - winner,), ["first", "piece circle", "piece square"])


def test_a_player_who_goes_first_leaves_the_piece_to_the_other() -> None:
    chosen = play(next_game(win(0)), "first")
    assert (chosen.awaited, texts(chosen)) == ((0,), ["piece circle", "piece square"])
    begun = play(chosen, "piece square")
    assert (begun.awaited, begun.table.circle, begun.table.first) == ((1,), 1, 1)


@pytest.mark.parametrize(("piece", "circle"), [("circle", 1), ("square", 0)])
def test_a_player_who_chooses_the_piece_lets_the_other_go_first(piece: str, circle: int) -> None:
    begun = play(next_game(win(0)), f"piece {piece}")
    assert (begun.awaited, begun.table.circle, begun.table.first, begun.table.phase) == ((0,), circle, 0, "play")


def test_the_choice_is_made_after_the_deal_knowing_board_and_hand() -> None:
    dealt = next_game(win(0))
    assert [len(hand) for hand in dealt.hands] == [4, 4]
    assert dealt.view(1).hand == dealt.hands[1]  # type: ignore[attr-defined]


# 3: the next game


def test_covered_unplayed_and_left_out_cards_are_dealt_again() -> None:
    covered = play(about_to_win(0), "card N", "place c3", "lay N", "stay", "card NE", "place c3", "lay SW", "stay")
    won = play(covered, "card NES", "place d3", "lay ESW", "move a1")
    assert nine(won) == Counter(["NS", "N", "NS", *("NE", "NS"), *("N", "NES", "NS"), "NESW"])
    gathered = play(won, "*gather")
    assert (Counter(gathered.stock), gathered.hands, gathered.left) == (nine(won), ((), ()), ())
    assert gathered.table.piles == ((),) * 25


def test_each_player_is_dealt_four_cards_and_one_sits_out() -> None:
    dealt = next_game(win(0))
    assert ([len(hand) for hand in dealt.hands], len(dealt.left), dealt.stock) == ([4, 4], 1, ())


def test_the_visible_board_stays() -> None:
    covered = play(about_to_win(0), "card NES", "place d3", "lay ESW", "move a1")
    assert next_game(covered).table.cards == covered.table.cards


def test_cards_are_dealt_one_by_one_and_seen_by_their_receivers() -> None:
    now, seen = play(win(0), "*gather"), []
    while now.table.phase == "deal":
        assert now.chance is not None
        seen.append(now.chance.seen_by)
        now = now.happen(now.chance.what[0])
    assert seen == [(0,), (1,)] * 4 + [()]


def test_a_card_is_dealt_in_proportion_to_its_count() -> None:
    gathered = play(win(0), "*gather")
    assert gathered.chance is not None
    assert dict(zip(gathered.chance.what, gathered.chance.weights, strict=True)) == {"N": 2, "NE": 2, "NES": 2, "NS": 2, "NESW": 1}


def test_w4_locks_are_gone_in_the_next_game() -> None:
    covered = play(about_to_win(0), "card NES", "place d3", "lay ESW", "move a1")
    assert covered.table.locked == (CELLS["d3"],)
    begun = play(next_game(covered), "piece circle")
    assert (begun.table.locked, texts(begun, "turn d3")) == ((), ["turn d3 right", "turn d3 left"])


def test_w8_tokens_go_back_to_start_and_midpoints_are_to_be_reached_again() -> None:
    begun = play(next_game(win(0)), "piece circle")
    assert (begun.table.tokens, begun.table.reached, begun.table.turn) == (STARTS, (False, False), 0)
    assert [begun.table.cards[CELLS[place]] for place in ("a1", "a5", "e1", "e5")] == ["NESW"] * 4


def test_w8_pieces_and_first_move_are_chosen_again() -> None:
    dealt = next_game(win(0))
    assert (dealt.table.circle, dealt.table.first) == (None, None)


def test_w11_cards_of_a_hand_cannot_be_followed_into_the_next_one() -> None:
    hands = [("N NE NES NS", "N NE NES NS"), ("N N NE NE", "NES NES NS NS")]
    one, other = (play(about_to_win(0, hands=held), "move a1", "*gather") for held in hands)
    assert (one, one.chance) == (other, other.chance)


def test_w15_no_view_shows_the_card_left_out() -> None:
    gathered = play(win(0), "*gather")
    for card in ("N", "NE", "NES", "NS", "N", "NE", "NES", "NS"):
        gathered = gathered.happen(card)
    assert gathered.chance is not None
    assert (gathered.chance.what, gathered.chance.seen_by) == (("NESW",), ())
    told: list[Event] = []
    gathered.happen("NESW", told)
    assert [GAME.say(event.wording) for event in told] == [
        "One card is left out, face down.",
        "Rowan lost the last game and gets first choice.",
    ]


def test_w15_the_record_of_a_set_names_the_cards_left_out_but_the_story_of_a_seat_does_not() -> None:
    record = referee.play(GAME, [RandomPlayer(Random(seat)) for seat in range(2)], 1, GAME.read_options({"turns": 2})).record
    games = [step for step in record.play(GAME) if step.before.chance and step.before.chance.seen_by == ()]
    assert record.setup["left"] == cast(Position, record.start(GAME)).left[0]
    assert [cast(Happen, step.entry).what for step in games] == [cast(Position, step.after).left[0] for step in games]
    for seat in (0, 1, None):
        told = [step for step in record.story(GAME, seat) if any(event.name == "left" for event in step.events)]
        assert [step.entries for step in told] == [(), ()]


def test_a_dealt_card_is_reported_to_its_receiver() -> None:
    told: list[Event] = []
    play(win(0), "*gather", tell=told).happen("NE", told)
    heard = [[event.for_seat(seat) for event in told][-1] for seat in (0, 1, None)]
    assert [event and GAME.say(event.wording) for event in heard] == ["You get a corner.", "Ash gets a card.", "Ash gets a card."]


# A single game


def test_a_single_game_ends_with_its_winner() -> None:
    outcome = play(about_to_win(1, single=True), "move a5").outcome
    assert outcome is not None
    assert (outcome.winners, outcome.title, outcome.scores) == ((1,), "", None)
