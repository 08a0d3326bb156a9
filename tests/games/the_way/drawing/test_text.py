"""The board as text."""

from __future__ import annotations

import pytest

from byways.games.the_way import GAME
from byways.games.the_way.state import Variations
from tests.games.the_way.positions import ROUND, SHUT, play, position


def lines(text: str) -> list[str]:
    return text.splitlines()


def test_the_board_is_drawn_with_its_connections() -> None:
    start = position("┼└──┼ │││││ │╷│││ │││││ ┼───┼", printed={"c3": "NiEo"}, variations=Variations(arrows=True))
    assert lines(GAME.text(start.view(0)))[2:16] == [
        "     a     b     c     d     e",
        "   Cs│     │               Sm│",
        " 1 ──C──   └─────────────────┼──",
        "     │                       │",
        "     │                       │",
        "     │     │     │     │     │",
        " 2   │     │     │     │     │",
        "     │     │     │     │     │",
        "     │           │     │     │",
        "     │           v     │     │",
        " 3   │     ╷     └─>   │     │",
        "     │     │           │     │",
        "     │     │           │     │",
        "     │     │     │     │     │",
    ]


def test_arrows_that_can_never_count_are_not_printed() -> None:
    one, other = (GAME.text(position(printed={"c3": face}, hands=("N", "N")).view(0)) for face in ("NiEo", "NE"))
    assert one == other


@pytest.mark.parametrize("phase", ["choose", "vary", "piece", "play"])
def test_in_variation_4_arrows_are_printed_and_said_not_to_count_now(phase: str) -> None:
    one, other = (GAME.text(position(printed={"c3": face}, various=True, phase=phase).view(0)) for face in ("NiEo", "NE"))
    assert one.splitlines()[9:12] != other.splitlines()[9:12]
    assert "The arrows ^ v < and > do not count now, but they may in a game of this set." in one


def test_a_legend_says_what_the_letters_mean() -> None:
    legend = "C and S are the pieces, Cs and Ss their Starts, Cm and Sm their Midpoints."
    assert legend in lines(GAME.text(position().view(None)))
    told = GAME.text(position(variations=Variations(arrows=True)).view(0))
    assert "You may only walk the way that ^ v < and > point." in told


def test_a_seat_is_told_its_own_open_way() -> None:
    now = position(ROUND, tokens=("d1", "a5"))
    assert "Your way is open to: a1 b1 c1 e1 a2 e2 a3 e3 a4 e4 a5 b5 c5 d5 e5." in GAME.text(now.view(0))
    assert "open to:" not in GAME.text(now.view(None))
    assert "open to:" not in GAME.text(position(SHUT, printed={"a1": "N"}).view(0))


def test_tokens_on_one_card_are_both_seen() -> None:
    assert "   CS" in GAME.text(position(tokens=("b3", "b3")).view(0))


def test_below_the_board_is_the_knowledge_of_the_seat() -> None:
    start = position(tokens=("b1", "a5"), reached=(True, False), hands=("N NE", "NES NS"))
    assert lines(GAME.text(start.view(0)))[-6:] == [
        "Circle (you): back to Start a1; holds 2 cards, now on b1.",
        "Square (Rowan): to Midpoint e1; holds 2 cards, now on a5.",
        "Your way is open to: a1 c1 d1 e1 a2 e2 a3 e3 a4 e4 a5 b5 c5 d5 e5.",
        "Your hand: N (dead end) and NE (corner).",
        "Not seen (named by open sides): NES NESW NS.",
        "Alter a card if you like, then move or stay.",
    ]


def test_locks_piles_and_the_unfinished_turn_are_described() -> None:
    text = GAME.text(play(position(), "card NE", "place c3", "lay SW").view(0))
    assert "Locked (#): c3." in text
    assert "Under c3: NS." in text
    assert "So far you have covered c3 with a corner (SW)." in text
    assert "c3 (?) is now open to the south and west." in text


def test_the_other_sees_nothing_of_an_unfinished_turn() -> None:
    assert GAME.text(play(position(), "card NE", "place c3", "lay SW").view(1)) == GAME.text(position().view(1))


def test_the_heading_tells_game_score_and_variations() -> None:
    start = position(results=(0, None), turn=6, variations=Variations(True, False, True))
    assert (
        lines(GAME.text(start.view(0)))[0]
        == "The Way. Game 3 of 3, turn 4. Ash 1, Rowan 0, 1 drawn. With one-way arrows and replacing instead of covering."
    )
    assert lines(GAME.text(position(single=True).view(0)))[0] == "The Way. Single game, turn 1."


def test_each_seat_reads_its_own_title_of_the_end() -> None:
    won = play(position(ROUND, tokens=("b1", "a5"), reached=(True, False), results=(0, 0)), "move a1")
    ends = [lines(GAME.text(won.view(seat)))[-1] for seat in (0, 1, None)]
    told = "Ash wins all three games: a Victory, and a Defeat for Rowan."
    assert ends == [f"Victory. {told}", f"Defeat. {told}", f"Victory. {told}"]


def test_a_single_game_ends_in_a_sentence() -> None:
    won = play(position(ROUND, tokens=("b1", "a5"), reached=(True, False), single=True), "move a1")
    assert lines(GAME.text(won.view(1)))[-1] == "Ash is back on Start after reaching the Midpoint."


def test_before_the_pieces_are_chosen_they_have_no_players() -> None:
    text = GAME.text(position(phase="choose", circle=None, first=None).view(0))
    assert "Circle: to Midpoint e5, now on a1." in text
    assert lines(text)[-1] == "Go first, or choose your piece."
