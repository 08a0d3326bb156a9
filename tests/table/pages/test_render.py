"""Pages in the language of the viewer, and articles."""

from __future__ import annotations

import re
from html import unescape
from html.parser import HTMLParser

import httpx
import pytest

from byways.bots.roster import all_bots
from byways.errors import COMMON_CATALOGUE
from byways.game import all_games, find_game
from byways.i18n import ENGLISH, catalogue, languages_of
from byways.phrases import headline, reconstructed_parts
from byways.table.pages import articles
from byways.table.pages.articles import article, fine_print, guide_page
from byways.table.pages.lobby import fields
from byways.table.pages.render import HANDS, by_hand
from byways.table.play.table import Table
from byways.teaching.guide import how_to_play, in_short
from tests import toy
from tests.pseudo import CODE, marked, unmarked
from tests.table.serving import ServerThread, await_seat


class Words(HTMLParser):
    """A page's words for readers and screen readers, except dates and a game's sentences."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.found: list[str] = []
        self.feed(re.sub(r'<(svg|time(?=>)|p(?= id="prompt")|ol(?= id="log")|pre|datalist).*?</\1>', "", page, flags=re.DOTALL))

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.found += [value for name, value in attrs if name in ("aria-label", "label", "placeholder") and value]

    def handle_data(self, data: str) -> None:
        self.found.append(data)


def untranslated(page: str) -> set[str]:
    return unmarked("\n".join(Words(page).found))


@pytest.mark.usefixtures("pseudo")
def test_two_players_read_one_table_in_their_own_languages(server: ServerThread, ann: httpx.Client, bob: httpx.Client) -> None:
    table = server.new(ann, seat_0="me", seat_1="program")
    await_seat(table, 0)
    ann.cookies.set("language", CODE)
    for client, language, words in (
        (ann, CODE, marked("Undo")),
        (bob, ENGLISH, "<p>You are watching.</p>"),
        (ann, CODE, marked("You are ")),
    ):
        page = client.get(f"/play/{table.id}").text
        assert f'<html lang="{language}">' in page
        assert words in page
    assert marked("There is nothing here.") in ann.get("/fly").text
    assert marked("Nothing was played: the board has changed.") in ann.post(f"/play/{table.id}/choose", data={"seen": "99"}).text
    assert "There is nothing here." in ann.get("/api/fly").text


@pytest.mark.usefixtures("pseudo")
def test_a_page_is_translated_except_for_the_sentences_of_its_game(server: ServerThread, over: Table, ann: httpx.Client) -> None:
    table = server.new(ann, seat_0="me", seat_1="program", seat_2="free", seat_3="bot:random")
    shared = server.new(ann, seat_0="me", seat_1="me")
    ann.cookies.set("language", CODE)
    link = re.findall(r'data-copy="([^"]+/join/[^"]+)"', ann.get(f"/play/{table.id}").text)[-1]
    paths = [f"/play/{table.id}", f"/play/{shared.id}", link, "/set/tuck", "/fly", f"/play/{over.id}/past/0", f"/play/{over.id}/on/0"]
    paths += ["/mine", "/next/link"]
    assert over.match.position.outcome is not None
    game = (*(field.label for field in fields(toy.GAME)), *all_bots(toy.GAME), toy.GAME.say(headline(over.match.position.outcome)))
    games = unmarked(" ".join(game))
    for path in paths:
        assert untranslated(ann.get(path).text) <= games, path


@pytest.mark.usefixtures("pseudo")
def test_the_lobby_is_translated(server: ServerThread, over: Table, ann: httpx.Client) -> None:
    server.new(ann, seat_0="me", seat_1="free", public="yes")
    ann.cookies.set("language", CODE)
    page = ann.get("/").text
    assert untranslated(page) <= {bot for game in server.games for bot in all_bots(game)}
    for game in all_games():
        parts = [part.replace("_", " ") for part in reconstructed_parts(game)]
        assert all(marked(words) in unescape(page) for words in (game.title, game.summary, game.credit, *game.kinds, *parts))


@pytest.mark.usefixtures("pseudo")
def test_a_rules_page_is_translated_except_for_its_article(ann: httpx.Client) -> None:
    ann.cookies.set("language", CODE)
    for game in all_games():
        fine = fine_print(game)
        for path, shown in ((f"/rules/{game.name}", guide_page(game, ENGLISH) or fine), (f"/rules/{game.name}/fine-print", fine)):
            assert shown
            assert untranslated(ann.get(path).text) <= untranslated(shown.text) | unmarked(
                " ".join(words for _, words in shown.sections)
            ), path
        assert untranslated(ann.get(f"/learn/{game.name}").text) == set()


@pytest.mark.usefixtures("pseudo")
def test_seating_rules_and_errors_are_translated(ann: httpx.Client) -> None:
    ann.cookies.set("language", CODE)
    assert marked(find_game("labyrinth").seating) in ann.get("/set/labyrinth").text
    assert marked("The Way is for 2 players.") in ann.post("/new", data={"game": "the_way", "players": "3"}).text


# Articles


@pytest.mark.parametrize(
    ("page", "begin", "end"),
    [
        ("![It's](middle)", '<figure><svg aria-label="It\'s" data-looks="figure"', "</svg><figcaption>It's</figcaption></figure>"),
        ("Look: ![A & B](middle)", '<p>Look: <svg aria-label="A &amp; B" data-looks="symbol"', "</svg></p>"),
        ("- ![Words](middle)", '<ul>\n<li><svg aria-label="Words" data-looks="symbol"', "</svg></li>\n</ul>"),
        ("![Words](https://example.org/a.png)", '<p><img src="https://example.org/a.png"', 'alt="Words" /></p>'),
    ],
)
def test_a_figure_alone_gets_a_caption_and_one_among_words_is_a_symbol(
    page: str, begin: str, end: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(articles, "figure", lambda *_: "<svg></svg>")
    text = article(toy.GAME, ENGLISH, page).text
    assert (text.startswith(begin), text.endswith(f"{end}\n")) == (True, True), text


def test_links_between_files_become_links_between_pages(ann: httpx.Client) -> None:
    for game in all_games():
        for shown in filter(None, (guide_page(game, ENGLISH), fine_print(game))):
            links = set(re.findall(r'href="(?!http)([^"#]+)"', shown.text))
            assert links <= {f"/rules/{game.name}", f"/learn/{game.name}", f"/rules/{game.name}/fine-print"}
            assert {ann.get(link).status_code for link in links} == {200}


def test_the_anchor_of_a_section_is_made_of_its_title() -> None:
    page = article(toy.GAME, ENGLISH, "## Dice & `cards`\n\n### More")
    assert page.text == '<h2 id="dice-cards">Dice &amp; <code>cards</code></h2>\n<h3>More</h3>\n'
    assert page.sections == (("dice-cards", "Dice & cards"),)


# Languages


def test_a_browser_gets_its_best_accepted_language(ann: httpx.Client) -> None:
    for asked, got in (
        ("de-AT,de;q=0.9", "de"),
        ("en;q=0.3, it;q=0.8", "it"),
        ("fi, en;q=0.5", "en"),
        ("fi, it-CH", "it"),
        ("tlh", "en"),
        ("it;q=0", "en"),
        ("", "en"),
    ):
        assert f'<html lang="{got}"' in ann.get("/", headers={"accept-language": asked}).text, asked


def test_a_chosen_language_overrides_the_accepted_ones(ann: httpx.Client) -> None:
    chosen = ann.post(
        "/language", data={"language": "de"}, headers={"referer": str(ann.base_url.join("/rules/traxx?x=1"))}, follow_redirects=False
    )
    assert (chosen.status_code, chosen.headers["location"]) == (303, "/rules/traxx?x=1")
    assert '<html lang="de"' in ann.get("/", headers={"accept-language": "it"}).text
    elsewhere = ann.post("/language", data={"language": "nonsense"}, headers={"referer": "http://example.org/"}, follow_redirects=False)
    assert elsewhere.headers["location"] == "/"
    assert '<html lang="en"' in ann.get("/", headers={"accept-language": "it"}).text


def test_a_page_has_the_words_for_a_mouse_and_for_a_finger() -> None:
    assert by_hand("[Click|Tap] <b>.") == '<span class="by-mouse">Click</span><span class="by-finger">Tap</span> &lt;b&gt;.'


BY_HAND = re.compile(
    r"\b(click|(?<!the first )tap|tapping|klicke?|klickst|tippe|tippst|clicc\w+|tocca(?! al?\b)|toccal[ao]|toccandol[ao]"
    r"|cliqu\w+|touchez|toucher(?! à)|clic|tócal[ao]|(?<!te )(?<!le )toca(?! al?\b))\b",
    re.IGNORECASE,
)


@pytest.mark.parametrize("language", languages_of(COMMON_CATALOGUE))
def test_no_sentence_names_a_mouse_or_a_finger_alone(language: str) -> None:
    texts = [text for place in ("byways.table", *(game.room for game in all_games())) for text in sentences(place, language)]
    pages = [page for game in all_games() for page in (how_to_play(game, language), in_short(game, language)) if page]
    assert len(texts) > 1000
    assert [text for text in [*texts, *pages] if BY_HAND.search(HANDS.sub("", text))] == []


def sentences(place: str, language: str) -> list[str]:
    found = catalogue(place, language)
    assert found is not None
    return [form for text in found.texts.values() for form in text.forms]
