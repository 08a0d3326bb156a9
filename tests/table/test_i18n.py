"""Every text of the table is in its catalogues."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

import byways.table
from byways.errors import COMMON_CATALOGUE
from byways.game import all_games, find_game
from byways.i18n import ENGLISH, Catalogue, Message, Value, catalogue, languages_of
from byways.table.i18n import TABLE_WORDS, Voice, inside, language_in
from tests import toy
from tests.messages import (
    ID,
    check_texts,
    check_translations,
    keys_of,
    messages_in_template,
    plain_complaints,
    strings,
    templates,
    words_in_template,
)

FOLDER = Path(byways.table.__file__).parent
PAGES = FOLDER / "pages"
TEMPLATES = sorted(path.name for path in (PAGES / "templates").iterdir())

ITALIAN = """
msgid ""
msgstr "Content-Type: text/plain; charset=UTF-8\\nPlural-Forms: nplurals=2; plural=(n != 1);\\n"

msgid "wrong.still-here"
msgstr "{seat:seat} è qui, o c'era un minuto fa."
"""


def own() -> Catalogue:
    found = catalogue(TABLE_WORDS, ENGLISH)
    assert found
    return found


def in_source() -> Iterator[tuple[str, set[str] | None]]:
    """The names of all messages in source and templates, with the names of their values where those are literal."""
    for path in FOLDER.rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(node, ast.Call) and node.args:
                yield from ((name, values_of(node)) for name in strings(node.args[0]))
    for template in templates(TABLE_WORDS):
        yield from messages_in_template(template)


def values_of(call: ast.Call) -> set[str] | None:
    match call:
        case ast.Call(func=ast.Name("Message")):
            return keys_of(call.args[1:])
    named = [word.arg for word in call.keywords]
    return None if None in named else {str(name) for name in named}


def messages() -> list[tuple[str, set[str] | None]]:
    kinds = {name.partition(".")[0] for name in own().texts}
    found = [(name, values) for name, values in in_source() if ID.fullmatch(name) and name not in TEMPLATES]
    return [(name, values) for name, values in found if name.partition(".")[0] in kinds]


# The catalogue


def test_every_message_has_a_text_with_its_values_and_every_text_is_used() -> None:
    check_texts(own(), own().texts, messages(), set())
    check_translations(TABLE_WORDS)


def test_complaints_are_messages_not_literal_texts() -> None:
    assert [*plain_complaints(TABLE_WORDS)] == []


def test_message_names_clash_with_no_game_and_not_with_the_house() -> None:
    for place in (COMMON_CATALOGUE, *(game.room for game in all_games())):
        found = catalogue(place, ENGLISH)
        assert found
        assert not own().texts.keys() & found.texts.keys()


# Translation


def test_a_message_names_the_seats_of_its_game() -> None:
    assert Voice(ENGLISH, toy.GAME).say("wrong.still-here", seat=1) == "Bob is here, or was a minute ago."


def test_untranslated_messages_are_english(monkeypatch: pytest.MonkeyPatch) -> None:
    italian = Voice("it", toy.GAME)
    italian.speaker.catalogues = [Catalogue("it", ITALIAN.encode())]
    assert italian.say("wrong.still-here", seat=0) == "Ann è qui, o c'era un minuto fa."
    assert italian.say("wrong.nothing") == "There is nothing here."


def test_a_page_in_an_unknown_language_is_english() -> None:
    assert (Voice("en").page_language, Voice("tlh").page_language) == ("en", "en")


def test_a_game_without_the_viewers_language_is_shown_in_english() -> None:
    assert [language_in(find_game("long_road"), wished) for wished in ("it", "en", "de", "tlh")] == ["it", "en", "de", "en"]
    assert language_in(toy.GAME, "it") == "en"


@pytest.mark.parametrize(
    ("sentence", "value"), [("Waiting for {1}.", "Waiting for Bob."), (Message("prompt.turn"), Message("prompt.turn"))]
)
def test_the_plain_sentence_of_a_game_becomes_an_english_value(sentence: str | Message, value: Value) -> None:
    assert inside(toy.GAME, sentence) == value


@pytest.mark.parametrize("language", languages_of(TABLE_WORDS))
def test_the_two_ways_to_see_acts_again_have_different_labels(language: str) -> None:
    assert Voice(language).say("play.again") != Voice(language).say("play.look-back")


@pytest.mark.parametrize(("language", "words"), [("en", "You are Red."), ("de", "Du bist Rot."), ("it", "Sei il Rosso.")])
def test_players_without_a_name_are_told_their_colour(language: str, words: str) -> None:
    assert Voice(language, find_game("long_road")).say("play.you", who=Message("seat.the", {"seat": 0})) == words


# Texts outside the catalogues


@pytest.mark.parametrize("template", TEMPLATES)
def test_templates_contain_no_literal_text(template: str) -> None:
    assert words_in_template(PAGES / "templates" / template) == []


def test_scripts_contain_no_literal_text() -> None:
    scripts = [*(PAGES / "static").glob("*.js")]
    assert scripts
    for script in scripts:
        assert re.findall(r"(?:textContent|innerText|ariaLabel|title) = [\"'`].*", script.read_text("utf-8")) == []
