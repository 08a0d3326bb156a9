"""What is said of any game."""

from __future__ import annotations

from dataclasses import replace

import pytest

from byways.game import Outcome, Preset, Tally, find_game
from byways.i18n import Catalogue, Message
from byways.phrases import breakdown, brief, card_words, headline, reconstructed_parts, reconstruction, repetition, result, title_for
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
def test_the_outcome_in_words_for_who_watches(outcome: Outcome, words: str) -> None:
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
def test_the_headline_is_for_who_looks(outcome: Outcome, headlines: list[str]) -> None:
    assert [toy.GAME.say(headline(outcome, seat)) for seat in range(len(outcome.places))] == headlines


def test_where_there_are_more_players_than_words_places_are_numbers() -> None:
    many = Outcome(tuple(range(1, 13)), "", scores=tuple(map(float, range(12))))
    assert toy.GAME.say(headline(many, 11)) == "You took place 12 of 12."


@pytest.mark.parametrize(
    ("places", "titles"), [((1, 2), ["Victory", "", ""]), ((1, 1), ["Victory"] * 3), ((1, 1, 3), ["Victory", "Victory", "", ""])]
)
def test_only_who_has_won_reads_what_the_rules_call_it(places: tuple[int, ...], titles: list[str]) -> None:
    outcome = Outcome(places, "", "Victory")
    assert [title_for(outcome, seat) for seat in (*range(len(places)), None)] == titles


def test_a_breakdown_in_words_ends_with_the_total() -> None:
    lines = (Tally("Cards", (7, 0)), Tally("Costs", (-2.5, None)))
    assert breakdown(Outcome((1, 2), "", scores=(4.5, 0.0), breakdown=lines), toy.GAME.say) == [
        ("Cards", ["7", "0"]),
        ("Costs", ["−2.5", "–"]),
        ("Total", ["4.5", "0"]),
    ]


def test_facts_have_no_total_and_one_line_is_its_own() -> None:
    facts = (Tally("Turn", (Message("prompt.turn"), None)), Tally("Far", (1, 2)))
    assert breakdown(Outcome((1, 2), "", breakdown=facts), toy.GAME.say) == [("Turn", ["It is your turn.", "–"]), ("Far", ["1", "2"])]
    assert breakdown(Outcome((1,), "", scores=(3.0,), breakdown=(Tally("Cards", (3,)),)), toy.GAME.say) == [("Cards", ["3"])]


def test_a_repetition_in_words() -> None:
    assert [repetition(toy.GAME, times) for times in (0, 1, 2)] == [
        "",
        "The game has stood like this once before.",
        "The game has stood like this 2 times before.",
    ]


def test_the_catalogue_of_the_house_has_what_its_source_says_and_no_more() -> None:
    check_house_catalogue()


def test_the_house_complains_by_messages() -> None:
    assert [*plain_complaints("byways", ("games", "table", "testing"))] == []


def test_what_was_made_for_byways_is_named() -> None:
    assert "board" in reconstructed_parts(find_game("traxx"))
    assert reconstruction(find_game("traxx")).startswith("Made for Byways, not printed: ")
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


def test_the_card_is_read_in_a_language_as_far_as_its_catalogue_has_words(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("byways.i18n.catalogue", lambda place, language: Catalogue(language, ITALIAN.encode()))
    card, game = card_words(toy.GAME, "it"), toy.GAME
    assert (card.title, card.summary, card.credit, card.seating) == (game.title, "Trova la via.", game.credit, game.seating)
    assert card.seat_names == ("Ann", "Roberto", "Cid", "Dot")


def test_ready_made_options_are_read_in_a_language_too(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("byways.i18n.catalogue", lambda place, language: Catalogue(language, ITALIAN.encode()))
    game = replace(toy.GAME, presets=(Preset("short", "Short", toy.GAME.options()), Preset("long", "Long", toy.GAME.options())))
    assert card_words(game, "it").presets == {"short": "Short", "long": "Lunga"}


def test_kinds_of_games_are_read_in_a_language_too(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("byways.i18n.catalogue", lambda place, language: Catalogue(language, ITALIAN.encode()))
    assert card_words(replace(toy.GAME, kinds=("dice", "race")), "it").kinds == ("dadi", "race")


def test_no_catalogue_is_read_for_the_card_in_english(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("byways.i18n.catalogue", lambda place, language: 1 // 0)
    assert card_words(toy.GAME, "en").seat_names == toy.GAME.seat_names


def test_an_act_is_said_briefly_or_step_by_step() -> None:
    traxx = find_game("traxx")
    act = [traxx.parse(step) for step in ("draw c6 from c5", "draw c7 from c6", "done")]
    assert brief(traxx, act, traxx.say) == "Draw c5–c6–c7"
    steps = [toy.GAME.parse("pick 2"), toy.GAME.parse("pick 4")]
    assert brief(toy.GAME, steps, toy.GAME.say) == "; ".join(toy.GAME.say(step.sentence).rstrip(".") for step in steps)
