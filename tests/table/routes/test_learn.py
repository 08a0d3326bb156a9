"""Rules, and explanations of a point on the board."""

from __future__ import annotations

import httpx
import pytest
from markupsafe import Markup

from byways.game import Choice
from byways.table.i18n import Voice
from byways.table.pages.lessons import ShownRow
from byways.table.play.table import Table
from byways.table.routes import learn
from tests.table.serving import ServerThread


def test_the_explanation_of_a_point_depends_on_the_shape_of_the_drawing(server: ServerThread, ann: httpx.Client) -> None:
    table = server.new(ann, game="labyrinth", bot="random")
    tall = {"cookie": f"{'; '.join(f'{name}={value}' for name, value in ann.cookies.items())}; tall=1"}
    for x, y, headers in ((570, 18, {}), (60, 510, tall)):
        assert "The game ends after round" in ann.get(f"/play/{table.id}/about?seat=0&x={x}&y={y}", headers=headers).text


def test_a_tap_gets_the_legal_choices_that_it_may_mean(server: ServerThread, ann: httpx.Client) -> None:
    table = server.new(ann, game="labyrinth", bot="random")
    view = table.match.screens[0].view
    slides = [choice for choice in map(str, view.choices) if choice.startswith("slide")]
    _, row, direction = next(choice for choice in slides if choice.endswith("right")).split()
    at = {"seat": 0, "x": 10, "y": 20 + 60 * int(row) + 40}
    asked = ann.get(f"/play/{table.id}/about", params=at).text
    tapped = ann.get(f"/play/{table.id}/about", params={**at, "tap": 1}).text
    assert f'data-means="slide {row} {direction}"' in tapped
    assert "data-means" not in asked


def test_a_thing_with_one_choice_tells_what_the_choice_gains(
    server: ServerThread, ann: httpx.Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    def gains(table: Table, seat: int | None, choice: Choice, voice: Voice) -> ShownRow:
        return ShownRow(str(choice), "Slide", ("It pays 4 $.",), "", Markup())

    monkeypatch.setattr(learn, "row_shown", gains)
    table = server.new(ann, game="labyrinth", bot="random")
    slides = [choice for choice in map(str, table.match.screens[0].view.choices) if choice.startswith("slide")]
    row = int(next(choice for choice in slides if choice.endswith("right")).split()[1])
    asked = ann.get(f"/play/{table.id}/about", params={"seat": 0, "x": 10, "y": 20 + 60 * row + 40}).text
    assert "<p>Slide: It pays 4 $." in asked


def test_rules_and_fine_print_have_their_own_pages(server: ServerThread, ann: httpx.Client) -> None:
    page, fine_print = ann.get("/rules/labyrinth").text, ann.get("/rules/labyrinth/fine-print").text
    assert "<h1>Labyrinth</h1>" in page
    french = {"accept-language": "fr"}
    assert '<div lang="fr">' in ann.get("/rules/labyrinth", headers=french).text
    assert '<div lang="en">' in ann.get("/rules/labyrinth/fine-print", headers=french).text
    assert "<figcaption>" in page
    assert "<table>" in fine_print
    assert "a tiny game with everything that is hard" in ann.get("/rules/tuck").text  # the docstring of a game in one module
    assert ann.get("/picture/labyrinth/middle.svg").headers["content-type"] == "image/svg+xml"
