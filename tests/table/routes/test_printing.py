"""Games on paper, from the table."""

from __future__ import annotations

import sys

import httpx
import pypdfium2
import pytest

from byways.table.http.limits import RateLimit
from tests.printing.pdf import texts
from tests.table.serving import ServerThread


def test_a_game_is_printed_from_its_page_in_the_language_of_the_visitor(server: ServerThread, ann: httpx.Client) -> None:
    assert '<a href="/print/traxx">Print</a>' in ann.get("/rules/traxx").text
    assert 'action="/print/traxx.pdf"' in ann.get("/print/traxx").text
    asked = {"paper": "letter", "ink": "outline", "players": "2"}
    pdf = ann.get("/print/traxx.pdf", params=asked, headers={"accept-language": "de"})
    assert (pdf.headers["content-type"], pdf.headers["content-disposition"]) == ("application/pdf", 'inline; filename="traxx.pdf"')
    assert any("Traxx: Plan" in text for text in texts(pypdfium2.PdfDocument(pdf.content)))
    again = ann.get("/print/traxx.pdf", params=asked, headers={"accept-language": "de", "if-none-match": pdf.headers["etag"]})
    assert again.status_code == 304


def test_wrong_wishes_are_sentences(server: ServerThread, ann: httpx.Client) -> None:
    for wish, said in {
        "traxx.pdf?players=9": "Traxx is for 1 to 4 players, not for 9.",
        "traxx.pdf?paper=a3": "possible are a4, letter.",
        "traxx.pdf?ink=pink": "possible are colour, grey, outline.",
        "tuck.pdf": "Tuck has no sheets to print.",
        "chess.pdf": "There is no game",
    }.items():
        answer = ann.get(f"/print/{wish}")
        assert answer.status_code == 400
        assert said in answer.text


def test_new_pdfs_are_limited_by_address_but_kept_ones_are_not(
    server: ServerThread, ann: httpx.Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(server.app.state.limits, "prints", RateLimit(1, 0.001))
    first = [ann.get("/print/the_way.pdf?ink=grey").status_code for _ in range(2)]
    refused = ann.get("/print/the_way.pdf?ink=outline")
    assert (first, refused.status_code) == ([200, 200], 429)
    assert "too many PDFs at once" in refused.text


def test_without_typst_the_page_says_what_to_install(server: ServerThread, ann: httpx.Client, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "typst", None)
    page = ann.get("/print/traxx").text
    assert "byways[print]" in page
    assert "<form" not in page.partition("<main>")[2].partition("</main>")[0]
    assert ann.get("/print/traxx.pdf?players=3").status_code == 400
