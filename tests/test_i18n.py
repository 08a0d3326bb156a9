"""Messages are put into words by catalogues."""

from __future__ import annotations

import re
import zlib
from pathlib import Path

import pytest

import byways
from byways import i18n
from byways.errors import COMMON_CATALOGUE
from byways.game import Game, all_games, find_game, stream
from byways.i18n import Catalogue, Message, Speaker, catalogue, languages_of

SOURCE = Path(byways.__file__).parent
HEAD = 'msgid ""\nmsgstr ""\n"Content-Type: text/plain; charset=UTF-8\\n"\n'
ENGLISH = (
    HEAD
    + """"Plural-Forms: nplurals=2; plural=(n != 1);\\n"

msgid "take"
msgstr "{who:seat} takes {card:the}."

msgid "change"
msgid_plural "cards"
msgstr[0] "{who:seat} changes one card."
msgstr[1] "{who:seat} changes {cards} cards."

msgid "both"
msgstr "Both happened: {first} {then}"

msgid "all"
msgstr "All happened: {steps:sentences}."

msgid "sell"
msgstr "They sell {what:name} for {price} $."

msgctxt "name"
msgid "ranch"
msgstr "Ranch"

msgctxt "the"
msgid "ranch"
msgstr "the Ranch"

msgctxt "name"
msgid "ford"
msgstr "Ford"
"""
)


def speaker(text: str = ENGLISH, language: str = "en") -> Speaker:
    made = Speaker(language, (), ("Ann", "Bob"), lambda key, form: {"tepee": "Tepee"}.get(key))
    made.catalogues = [Catalogue(language, text.encode())]
    return made


@pytest.mark.parametrize(
    ("message", "words"),
    [
        (Message("take", {"who": 0, "card": "ranch"}), "Ann takes the Ranch."),
        (Message("take", {"who": 1, "card": "ford"}), "Bob takes Ford."),
        (Message("take", {"who": 1, "card": "tepee"}), "Bob takes Tepee."),
        (Message("change", {"who": 0, "cards": 1}), "Ann changes one card."),
        (Message("change", {"who": 0, "cards": 3}), "Ann changes 3 cards."),
        (Message("sell", {"what": ("ranch", "ford", "tepee"), "price": 4}), "They sell Ranch, Ford, and Tepee for 4 $."),
        (Message("sell", {"what": ("ford",), "price": -4}), "They sell Ford for −4 $."),
        (Message("all", {"steps": ("Ann slides", "Bob stays", "Ann moves")}), "All happened: Ann slides. Bob stays. Ann moves."),
    ],
)
def test_values_are_inserted_in_the_requested_form(message: Message, words: str) -> None:
    assert speaker().say(message) == words


def test_the_text_of_a_component_is_filled_with_names() -> None:
    found = speaker(
        HEAD + '\nmsgid "about"\nmsgstr "It can {text:says}."\n\nmsgctxt "says"\nmsgid "use {tepee}"\nmsgstr "enter a {tepee}"\n'
    )
    assert found.say(Message("about", {"text": "use {tepee}"})) == "It can enter a Tepee."
    assert found.say(Message("about", {"text": "burn {tepee}"})) == "It can burn Tepee."


def test_a_message_can_contain_messages() -> None:
    one, other = Message("take", {"who": 0, "card": "ranch"}), Message("change", {"who": 1, "cards": 2})
    assert speaker().say(Message("both", {"first": one, "then": other})) == ("Both happened: Ann takes the Ranch. Bob changes 2 cards.")


def test_a_string_is_unchanged() -> None:
    assert speaker().say("Once upon a {time}") == "Once upon a {time}"


def test_plural_forms_depend_on_the_language() -> None:
    polish = (
        HEAD
        + """"Plural-Forms: nplurals=3; plural=(n==1 ? 0 : n%10>=2 && n%10<=4 && (n%100<12 || n%100>14) ? 1 : 2);\\n"

msgid "change"
msgid_plural "cards"
msgstr[0] "{cards} karta"
msgstr[1] "{cards} karty"
msgstr[2] "{cards} kart"
"""
    )
    said = [speaker(polish, "pl").say(Message("change", {"cards": count})) for count in (1, 2, 5)]
    assert said == ["1 karta", "2 karty", "5 kart"]


def test_a_missing_text_falls_back_to_english_with_translated_names() -> None:
    italian = Speaker("it", (), ("Ann", "Bob"), lambda key, form: {"ranch": "Fattoria", "tepee": "Tenda"}.get(key))
    italian.english = speaker()
    assert italian.say(Message("take", {"who": 0, "card": "ranch"})) == "Ann takes Fattoria."
    assert italian.say(Message("sell", {"what": ("ranch", "tepee"), "price": 4})) == "They sell Fattoria and Tenda for 4 $."
    assert italian.say(Message("take", {"who": 0, "card": "ford"})) == "Ann takes Ford."
    assert italian.has("take")


def test_a_translated_text_is_used() -> None:
    italian = speaker(
        HEAD
        + """
msgid "sell"
msgstr "Vendono {what:name} per {price} $."
""",
        "it",
    )
    italian.english = speaker()
    assert italian.say(Message("sell", {"what": ("tepee", "ford"), "price": 4})) == "Vendono Tepee e Ford per 4 $."


def test_a_contraction_joins_a_value_to_the_word_before_it() -> None:
    french = speaker(
        HEAD
        + """
msgid "board"
msgstr "Le plateau de {who:seat}, {where}."

msgctxt "contraction"
msgid "\\\\bde (?=[AEIOU][a-z])"
msgstr "d’"
""",
        "fr",
    )
    french.people = ("Anne", "Bob")
    said = [french.say(Message("board", {"who": who, "where": "E4"})) for who in (0, 1)]
    assert said == ["Le plateau d’Anne, E4.", "Le plateau de Bob, E4."]


CARD = (
    HEAD
    + """
msgid "card.title"
msgstr "La via"

msgid "full"
msgstr "{title:title} è per {who:seat}; fatti per Byways: {parts:part}."

msgctxt "seat"
msgid "Ann"
msgstr "Anna"

msgctxt "part"
msgid "further_cards"
msgstr "altre carte"
"""
)


def test_card_texts_fall_back_to_english_one_by_one() -> None:
    italian = speaker(CARD, "it")
    assert italian.say(Message("full", {"title": "The Way", "who": (0, 1), "parts": ("further_cards", "two_boards")})) == (
        "La via è per Anna e Bob; fatti per Byways: altre carte e two boards."
    )
    assert (italian.on_card("title", "The Way"), italian.on_card("summary", "Find it.")) == ("La via", "Find it.")
    assert italian.fill("{0} e {1}") == "Anna e Bob"


def test_a_seat_without_a_player_has_its_name_in_a_form() -> None:
    italian = speaker(CARD + '\nmsgid "you"\nmsgstr "Sei {seat:the}."\n\nmsgctxt "the"\nmsgid "Ann"\nmsgstr "l’Anna"\n', "it")
    said = [named.say(Message("you", {"seat": seat})) for named in (italian, italian.naming(("Lee", ""))) for seat in (0, 1)]
    assert said == ["Sei l’Anna.", "Sei Bob.", "Sei Lee.", "Sei Bob."]


def test_english_texts_come_from_the_card() -> None:
    english = speaker(CARD)
    assert english.on_card("title", "The Way") == "The Way"
    assert english.seat_names == ("Ann", "Bob")


def test_an_unknown_message_raises_with_its_name() -> None:
    with pytest.raises(LookupError, match="There are no words for 'dance' in 'en'"):
        speaker().say(Message("dance"))
    with pytest.raises(LookupError, match="There is no name for 'saloon' in 'en'"):
        speaker().say(Message("take", {"who": 0, "card": "saloon"}))


def test_messages_are_values() -> None:
    assert Message("take", {"who": 0}) == Message("take", {"who": 0})
    assert hash(Message("take", {"who": 0})) == hash(Message("take", {"who": 0}))
    assert Message("take", {"who": 0}) != Message("take", {"who": 1})


# What a language costs


LONG_ROAD = find_game("long_road")
RENAMED = LONG_ROAD.using(LONG_ROAD.components_text.replace('name = "ranch"', 'name = "ranch"\nfr = "Hacienda"'))


@pytest.mark.parametrize("game", [*all_games(), RENAMED], ids=repr)
def test_a_game_in_english_loads_only_english(game: Game, monkeypatch: pytest.MonkeyPatch) -> None:
    loaded: list[str] = []

    def load(place: str, language: str) -> Catalogue | None:
        loaded.append(language)
        return catalogue(place, language)

    monkeypatch.setattr(i18n, "catalogue", load)
    monkeypatch.setitem(game.__dict__, "_speakers", {})
    view = game.start(game.deal(game.seats[0], stream(7, "set-up"))).view(0)
    assert game.draw(view)
    assert game.text(view)
    assert game.say(view.prompt)
    assert {*loaded} == {"en"}


@pytest.mark.parametrize("language", languages_of(COMMON_CATALOGUE))
def test_a_language_adds_less_than_300_kilobytes_to_the_wheel(language: str) -> None:
    texts = [*SOURCE.rglob(f"catalogues/{language}.po"), *SOURCE.rglob(f"how_to_play/{language}*.md")]
    assert len(texts) >= 2 + 3 * len(all_games())
    assert sum(len(zlib.compress(text.read_bytes())) for text in texts) < 300_000


# French

UNFRENCH = re.compile(r"[ \u00a0][;:!?»]|«[ \u00a0]|\w'\w")


@pytest.mark.parametrize("place", [COMMON_CATALOGUE, "byways.table", *(game.room for game in all_games())])
def test_french_has_narrow_no_break_spaces_and_round_apostrophes(place: str) -> None:
    found = catalogue(place, "fr")
    assert found
    texts = [*found.names.values(), *(form for text in found.texts.values() for form in text.forms)]
    assert [text for text in texts if UNFRENCH.search(text)] == []


@pytest.mark.parametrize(("count", "noun"), [(0, "point"), (1, "point"), (2, "points")])
def test_french_counts_nothing_in_the_singular(count: int, noun: str) -> None:
    said = find_game("traxx").say(Message("mistake.final-score", {"points": count}), "fr")
    assert said == f"Votre ligne finit alors à {count} {noun}."


def test_french_elides_before_a_name_but_not_before_a_field() -> None:
    french = Speaker("fr", ("byways.table", COMMON_CATALOGUE), ("Red", "Orange")).naming(("Rémi", "Élise"))
    assert [french.say(Message("plan.name-of", {"seat": seat})) for seat in (0, 1)] == ["Nom de Rémi", "Nom d’Élise"]
    assert french.contracted("Tracer de e4 à e5") == "Tracer de e4 à e5"
