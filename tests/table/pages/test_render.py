"""The words of pages, in the language of the viewer."""

from __future__ import annotations

import re
from html import unescape
from html.parser import HTMLParser

import httpx
import pytest

from byways.bots.roster import all_bots
from byways.game import all_games, find_game
from byways.i18n import ENGLISH
from byways.phrases import headline, reconstructed_parts
from byways.table.pages import articles
from byways.table.pages.articles import fine_print, guide_page, reading
from byways.table.pages.lobby import fields
from byways.table.play.table import Table
from tests import toy
from tests.pseudo import CODE, marked, unmarked
from tests.table.serving import ServerThread, await_seat


class Words(HTMLParser):
    """What one reads or hears on a page, except days and what a game says there."""

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
def test_two_people_at_one_table_read_it_each_in_their_language(server: ServerThread, ann: httpx.Client, bob: httpx.Client) -> None:
    table = server.new(ann, seat_0="me", seat_1="free")
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
def test_all_words_of_a_page_but_the_games_are_in_the_viewers_language(server: ServerThread, over: Table, ann: httpx.Client) -> None:
    table = server.new(ann, seat_0="me", seat_1="program", seat_2="free", seat_3="bot:random")
    await_seat(table, 0)
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
def test_all_words_of_the_lobby_are_in_the_viewers_language(server: ServerThread, over: Table, ann: httpx.Client) -> None:
    server.new(ann, seat_0="me", seat_1="free", public="yes")
    ann.cookies.set("language", CODE)
    page = ann.get("/").text
    assert untranslated(page) <= {bot for game in server.games for bot in all_bots(game)}
    for game in all_games():
        parts = [part.replace("_", " ") for part in reconstructed_parts(game)]
        assert all(marked(words) in unescape(page) for words in (game.title, game.summary, game.credit, *game.kinds, *parts))


@pytest.mark.usefixtures("pseudo")
def test_only_the_text_of_a_rules_page_is_the_games(ann: httpx.Client) -> None:
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
def test_a_seating_and_a_complaint_are_said_in_the_viewers_language(ann: httpx.Client) -> None:
    ann.cookies.set("language", CODE)
    assert marked(find_game("labyrinth").seating) in ann.get("/set/labyrinth").text
    assert marked("The Way is for 2 players.") in ann.post("/new", data={"game": "the_way", "players": "3"}).text


# Figures and sections of pages to read


@pytest.mark.parametrize(
    ("page", "begin", "end"),
    [
        ("![It's](middle)", '<figure><svg aria-label="It\'s" data-looks="figure"', "</svg><figcaption>It's</figcaption></figure>"),
        ("Look: ![A & B](middle)", '<p>Look: <svg aria-label="A &amp; B" data-looks="symbol"', "</svg></p>"),
        ("- ![Words](middle)", '<ul>\n<li><svg aria-label="Words" data-looks="symbol"', "</svg></li>\n</ul>"),
        ("![Words](https://example.org/a.png)", '<p><img src="https://example.org/a.png"', 'alt="Words" /></p>'),
    ],
)
def test_a_figure_alone_has_a_caption_and_one_among_words_is_a_symbol(
    page: str, begin: str, end: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(articles, "figure", lambda *_: "<svg></svg>")
    text = reading(toy.GAME, ENGLISH, page).text
    assert (text.startswith(begin), text.endswith(f"{end}\n")) == (True, True), text


def test_a_section_has_its_words_as_an_anchor() -> None:
    page = reading(toy.GAME, ENGLISH, "## Dice & `cards`\n\n### More")
    assert page.text == '<h2 id="dice-cards">Dice &amp; <code>cards</code></h2>\n<h3>More</h3>\n'
    assert page.sections == (("dice-cards", "Dice & cards"),)


# Which language that is


def test_a_browser_gets_the_first_language_of_its_wishes_that_there_is(ann: httpx.Client) -> None:
    for asked, got in (
        ("de-AT,de;q=0.9", "de"),
        ("en;q=0.3, it;q=0.8", "it"),
        ("fr, en;q=0.5", "en"),
        ("tlh", "en"),
        ("it;q=0", "en"),
        ("", "en"),
    ):
        assert f'<html lang="{got}"' in ann.get("/", headers={"accept-language": asked}).text, asked


def test_what_somebody_has_chosen_is_kept_whatever_the_browser_asks_for(ann: httpx.Client) -> None:
    chosen = ann.post(
        "/language", data={"language": "de"}, headers={"referer": str(ann.base_url.join("/rules/traxx?x=1"))}, follow_redirects=False
    )
    assert (chosen.status_code, chosen.headers["location"]) == (303, "/rules/traxx?x=1")
    assert '<html lang="de"' in ann.get("/", headers={"accept-language": "it"}).text
    elsewhere = ann.post("/language", data={"language": "nonsense"}, headers={"referer": "http://example.org/"}, follow_redirects=False)
    assert elsewhere.headers["location"] == "/"
    assert '<html lang="en"' in ann.get("/", headers={"accept-language": "it"}).text
