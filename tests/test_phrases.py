"""Sentences about any game."""

from __future__ import annotations

from dataclasses import replace

import pytest

from byways.game import Outcome, Preset, Tally, find_game
from byways.i18n import Catalogue, Message
from byways.phrases import (
    breakdown,
    brief,
    card_words,
    decided,
    headline,
    reconstructed_parts,
    reconstruction,
    repetition,
    result,
    title_for,
)
from tests import toy
from tests.messages import check_house_catalogue, plain_complaints


@pytest.mark.parametrize(
    ("outcome", "words"),
    [
        (Outcome((1, 2), "{0} came home."), "Ann wins. Ann came home."),
        (Outcome((1, 1, 3), "All passed.", "Victory"), "Ann and Bob win. All passed."),
        (Outcome((1, 1), "All passed."), "It is a tie. All passed."),
        (Outcome((1,), "All is drawn.", "Very good"), "Very good. All is drawn."),
        (Outcome((1,), "All is drawn.", Message("result.total")), "Total. All is drawn."),
        (Outcome((1,), "All is drawn.", scores=(1.0,)), "1 point. All is drawn."),
        (Outcome((1,), "All is drawn.", scores=(-3.5,)), "−3.5 points. All is drawn."),
        (Outcome((1,), "All is drawn."), "The game is over. All is drawn."),
        (Outcome((1, 1), "Nobody is left.", removed=(0, 1)), "Nobody wins. Nobody is left."),
    ],
)
def test_the_result_for_a_spectator(outcome: Outcome, words: str) -> None:
    assert result(toy.GAME, outcome) == words


@pytest.mark.parametrize(
    ("outcome", "headlines"),
    [
        (Outcome((1, 2), ""), ["You won.", "You lost to Ann."]),
        (Outcome((1, 1), ""), ["It is a tie.", "It is a tie."]),
        (Outcome((2, 1, 1), ""), ["You lost to Bob and Cid.", "You share the win with Cid.", "You share the win with Bob."]),
        (Outcome((2, 1, 3), "", scores=(5.0, 9.0, 2.0)), ["You came second of three.", "You won.", "You came third of three."]),
        (
            Outcome((2, 1, 2), "", scores=(5.0, 9.0, 5.0)),
            ["You share second place with Cid.", "You won.", "You share second place with Ann."],
        ),
        (Outcome((3, 1, 2), "", scores=(9.0, 5.0, 2.0), removed=(0,)), ["You left the game.", "You won.", "You came second of three."]),
        (Outcome((1, 1), "", removed=(0, 1)), ["You left the game.", "You left the game."]),
        (Outcome((1,), "", "Very good"), ["Very good."]),
    ],
)
def test_the_headline_depends_on_the_seat(outcome: Outcome, headlines: list[str]) -> None:
    assert [toy.GAME.say(headline(outcome, seat)) for seat in range(len(outcome.places))] == headlines


def why(outcome: Outcome, seat: int | None) -> str:
    return " ".join(toy.GAME.say(sentence) for sentence in decided(outcome, seat))


def test_a_loser_reads_what_decided_the_game() -> None:
    lines = (Tally("Cards", (20, 12)), Tally("Coins", (3, 6)), Tally("Costs", (-2, -4)))
    outcome = Outcome((1, 2), "", scores=(21.0, 14.0), breakdown=lines)
    assert why(outcome, 1) == "What decided it: Cards, 20 to your 12. You were ahead here: Coins, 6 to 3."
    assert [why(outcome, seat) for seat in (0, None)] == ["", ""]
    close = Outcome((1, 2), "", scores=(10.0, 9.0), breakdown=(Tally("Cards", (10, 9)), Tally("Costs", (0, 0))))
    assert why(close, 1) == "It was close. What decided it: Cards, 10 to your 9."
    tie = Outcome((1, 2), "", scores=(5.0, 5.0), breakdown=(Tally("Cards", (3, 5)), Tally("Coins", (2, 0))))
    assert why(tie, 1) == "It was close."


def test_of_equal_differences_the_last_decided_the_game() -> None:
    games = Tally("Game 1", (1, 0)), Tally("Game 2", (0, 1)), Tally("Game 3", (1, 0))
    assert why(Outcome((1, 2), "", scores=(2.0, 1.0), breakdown=games), 1) == (
        "It was close. What decided it: Game 3, 1 to your 0. You were ahead here: Game 2, 1 to 0."
    )


def test_without_scores_the_first_fact_that_differs_decided_the_game() -> None:
    lines = (Tally("Treasures", (2, 2)), Tally("Distance", (1.5, 3.2)), Tally("Steps", (9, 1)))
    assert why(Outcome((1, 2), "", breakdown=lines), 1) == "What decided it: Distance, 1.5 to your 3.2."


@pytest.mark.parametrize(
    "outcome",
    [
        Outcome((1, 2), "", scores=(9.0, 7.0), breakdown=(Tally("Cards", (4, 5)), Tally("Coins", (2, 2)))),
        Outcome((1, 2), "", scores=(5.0, 9.0), removed=(1,), breakdown=(Tally("Cards", (5, 9)),)),
        Outcome((1, 2), "", breakdown=(Tally("The way", (Message("result.total"), None)),)),
        Outcome((1, 2), ""),
    ],
)
def test_nothing_is_claimed_that_the_breakdown_does_not_show(outcome: Outcome) -> None:
    assert decided(outcome, 1) == ()


def test_places_beyond_ten_players_are_numbers() -> None:
    many = Outcome(tuple(range(1, 13)), "", scores=tuple(map(float, range(12))))
    assert toy.GAME.say(headline(many, 11)) == "You took place 12 of 12."


@pytest.mark.parametrize(
    ("places", "titles"), [((1, 2), ["Victory", "", ""]), ((1, 1), ["Victory"] * 3), ((1, 1, 3), ["Victory", "Victory", "", ""])]
)
def test_only_winners_read_the_title(places: tuple[int, ...], titles: list[str]) -> None:
    outcome = Outcome(places, "", "Victory")
    assert [title_for(outcome, seat) for seat in (*range(len(places)), None)] == titles


def test_a_breakdown_in_words_ends_with_the_total() -> None:
    lines = (Tally("Cards", (7, 0)), Tally("Costs", (-2.5, None)))
    assert breakdown(Outcome((1, 2), "", scores=(4.5, 0.0), breakdown=lines), toy.GAME.say) == [
        ("Cards", ["7", "0"]),
        ("Costs", ["−2.5", "–"]),
        ("Total", ["4.5", "0"]),
    ]


def test_facts_and_single_lines_have_no_total() -> None:
    facts = (Tally("Turn", (Message("prompt.turn"), None)), Tally("Far", (1, 2)))
    assert breakdown(Outcome((1, 2), "", breakdown=facts), toy.GAME.say) == [("Turn", ["It is your turn.", "–"]), ("Far", ["1", "2"])]
    assert breakdown(Outcome((1,), "", scores=(3.0,), breakdown=(Tally("Cards", (3,)),)), toy.GAME.say) == [("Cards", ["3"])]


def test_a_repetition_in_words() -> None:
    assert [repetition(toy.GAME, times) for times in (0, 1, 2)] == [
        "",
        "This position has occurred once before.",
        "This position has occurred 2 times before.",
    ]


def test_the_common_catalogue_matches_the_source() -> None:
    check_house_catalogue()


def test_errors_are_messages() -> None:
    assert [*plain_complaints("byways", ("games", "table", "testing"))] == []


def test_reconstructed_parts_are_named() -> None:
    assert "board" in reconstructed_parts(find_game("traxx"))
    assert reconstruction(find_game("traxx")).startswith("Reconstructed for Byways, not taken from the original: ")
    assert reconstruction(toy.GAME) == ""


# The card


ITALIAN = """
msgid ""
msgstr "Content-Type: text/plain; charset=UTF-8\\n"

msgid "card.summary"
msgstr "Trova la via."

msgid "card.preset-long"
msgstr "Lunga"

msgctxt "seat"
msgid "Bob"
msgstr "Roberto"

msgctxt "kind"
msgid "dice"
msgstr "dadi"
"""


def test_the_card_is_translated_as_far_as_its_catalogue_goes(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("byways.i18n.catalogue", lambda place, language: Catalogue(language, ITALIAN.encode()))
    card, game = card_words(toy.GAME, "it"), toy.GAME
    assert (card.title, card.summary, card.credit, card.seating) == (game.title, "Trova la via.", game.credit, game.seating)
    assert card.seat_names == ("Ann", "Roberto", "Cid", "Dot")


def test_presets_are_translated(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("byways.i18n.catalogue", lambda place, language: Catalogue(language, ITALIAN.encode()))
    game = replace(toy.GAME, presets=(Preset("short", "Short", toy.GAME.options()), Preset("long", "Long", toy.GAME.options())))
    assert card_words(game, "it").presets == {"short": "Short", "long": "Lunga"}


def test_kinds_are_translated(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("byways.i18n.catalogue", lambda place, language: Catalogue(language, ITALIAN.encode()))
    assert card_words(replace(toy.GAME, kinds=("dice", "race")), "it").kinds == ("dadi", "race")


def test_the_english_card_loads_no_catalogue(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("byways.i18n.catalogue", lambda place, language: 1 // 0)
    assert card_words(toy.GAME, "en").seat_names == toy.GAME.seat_names


def test_an_act_is_described_briefly_or_step_by_step() -> None:
    traxx = find_game("traxx")
    act = [traxx.parse(step) for step in ("draw c6 from c5", "draw c7 from c6", "done")]
    assert brief(traxx, act, traxx.say) == "Draw c5–c6–c7"
    steps = [toy.GAME.parse("pick 2"), toy.GAME.parse("pick 4")]
    assert brief(toy.GAME, steps, toy.GAME.say) == "; ".join(toy.GAME.say(step.sentence).rstrip(".") for step in steps)
