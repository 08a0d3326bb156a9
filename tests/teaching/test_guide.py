"""A room's how-to-play pages and figures, and explanations of points in a drawing."""

from __future__ import annotations

import re
from collections.abc import Callable
from random import Random
from types import SimpleNamespace
from xml.etree import ElementTree as ET

import msgspec
import pytest

from byways.errors import COMMON_CATALOGUE
from byways.game import Choice, Game, Refused, View, all_games, find_game
from byways.i18n import ENGLISH, Message, languages_of
from byways.room import Touched, find_room
from byways.teaching import guide
from byways.teaching.guide import FIGURE, Figure, annotate, explain, figure, figures, find, how_to_play, in_short, meant
from tests import toy

LABYRINTH = find_game("labyrinth")


def test_a_room_may_have_no_guide() -> None:
    assert how_to_play(toy.GAME) is None
    assert in_short(toy.GAME) is None
    assert figures(toy.GAME) == {}
    assert explain(toy.GAME, toy_view(), "card", 0, 0, Random(1)) == []
    with pytest.raises(Refused, match="no figure 'board'"):
        figure(toy.GAME, "board")


def toy_view() -> View:
    setup = toy.Setup(1, ((1, 2), (3, 3)), (1, 1, 1, 2, 2, 2, 3, 3, 4, 4, 4, 4))
    return toy.GAME.start(setup).happen("4").happen("4").happen("2").view(0)


def drawn() -> ET.Element:
    return ET.fromstring(
        '<svg viewBox="0 0 9 9"><g id="it-board"/><g id="it-pieces"><g id="it-hat" transform="translate(3 4) scale(1)"/></g>'
        '<g id="it-options"><g data-choice="walk 1" class="option"/></g><g id="it-labels"/></svg>'
    )


def test_a_figure_is_marked_highlighted_and_cropped() -> None:
    picture = drawn()
    annotate(picture, Figure(0, marks={"1": "hat", "2": (5, 6)}, points=("hat",), shown="walk 1", part=(1, 2, 3, 4)), "it")
    assert [(mark.get("cx"), mark.get("cy")) for mark in picture.iter("circle")] == [("3", "4"), ("5", "6")]
    assert [mark.text for mark in picture.iter("text")] == ["1", "2"]
    assert find(picture, "it", "hat").get("class") == "pointed"
    assert find(picture, "it", "walk 1").get("class") == "option shown"
    assert (picture.get("viewBox"), picture.get("width")) == ("1 2 3 4", "3")


def test_a_mark_at_a_piece_that_is_not_drawn_is_refused() -> None:
    with pytest.raises(Refused, match="Nothing called 'cap'"):
        annotate(drawn(), Figure(0, marks={"1": "cap"}), "it")
    with pytest.raises(Refused, match="'board' has no place in the drawing"):
        annotate(drawn(), Figure(0, marks={"1": "board"}), "it")


def test_a_figure_can_show_a_moment_of_the_example(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(guide, "figures", lambda game: {"middle": Figure(at=6, seat=0, options=False)})
    picture = ET.fromstring(figure(LABYRINTH, "middle"))
    assert picture.get("id") == "figure-middle"
    assert not [one for one in picture.iter() if one.get("data-choice")]


def test_the_art_of_a_figure_is_inlined_or_in_a_sprite(monkeypatch: pytest.MonkeyPatch) -> None:
    view = toy_view()
    assert isinstance(view, toy.View)
    monkeypatch.setattr(guide, "drawing", lambda game, name, language: toy.draw(view, f"figure-{name}"))
    assert 'id="figure-cards-art-card"' in figure(toy.GAME, "cards")
    assert 'href="/toy.svg#art-card"' in figure(toy.GAME, "cards", sprite="/toy.svg")


@pytest.fixture
def pointing(monkeypatch: pytest.MonkeyPatch) -> None:
    """Give the toy a `touch` module that finds a card by its x."""
    known = SimpleNamespace(touched=lambda view, piece, x, y, tall: Touched(Message("about.card", {"card": int(x)}), toy.Pick(int(x))))
    monkeypatch.setitem(find_room(toy.__name__).__dict__, "touch", known)


@pytest.mark.usefixtures("pointing")
def test_a_legal_choice_is_named_without_a_reason() -> None:
    assert explain(toy.GAME, toy_view(), "", 2, 0, Random(1)) == [Message("about.card", {"card": 2})]


@pytest.mark.usefixtures("pointing")
def test_an_illegal_choice_has_its_reason_first() -> None:
    reason, what = explain(toy.GAME, toy_view(), "", 3, 0, Random(1))
    assert isinstance(reason, Message)
    assert reason.name == "refuse.choice"
    assert what == Message("about.card", {"card": 3})


@pytest.mark.parametrize(
    ("touched", "expected"),
    [
        (None, []),
        (Touched("what", toy.Pick(3)), []),
        (Touched("what", None, toy.Pick(3), toy.Pick(2)), [toy.Pick(2)]),
        (Touched("what", toy.Pick(2), toy.Done(), toy.Pick(2)), [toy.Pick(2)]),
    ],
)
def test_a_tap_means_the_legal_choices_of_a_thing(touched: Touched | None, expected: list[Choice]) -> None:
    assert meant(toy_view(), touched) == expected


@pytest.mark.usefixtures("pointing")
def test_a_spectator_gets_no_reason() -> None:
    spectator = msgspec.structs.replace(toy_view(), seat=None, choices=())
    assert explain(toy.GAME, spectator, "", 3, 0, Random(1)) == [Message("about.card", {"card": 3})]


@pytest.mark.parametrize("language", languages_of(COMMON_CATALOGUE)[1:])
@pytest.mark.parametrize("game", all_games(), ids=lambda game: game.name)
@pytest.mark.parametrize("page", [how_to_play, in_short])
def test_how_to_play_pages_have_the_same_structure_in_every_language(
    page: Callable[[Game, str], str | None], game: Game, language: str
) -> None:
    english, other = page(game, ENGLISH), page(game, language)
    assert english
    assert other
    assert english != other
    assert built(english) == built(other)


def built(page: str) -> tuple[list[str], list[str], list[str], int]:
    """The structure of a page: levels of headings, figures, links, and the number of list items."""
    figures = [found["name"] for found in FIGURE.finditer(page)]
    links = re.findall(r"(?<!!)\[[^\]]+\]\(([^)]+)\)", page)
    return re.findall(r"^#+", page, re.MULTILINE), figures, sorted(links), len(re.findall(r"^(?:- |\d+\. )", page, re.MULTILINE))


def test_screens_and_paper_have_words_of_their_own() -> None:
    traxx = find_game("traxx")
    screen, paper = (in_short(traxx, "en", on_paper=on_paper) or "" for on_paper in (False, True))
    assert "Press *Done*, or *Pass* if you draw nothing." in screen
    assert "Stop, or pass if you draw nothing." in paper
    assert "[[" not in screen + paper
    assert "Press *Done*" not in paper
