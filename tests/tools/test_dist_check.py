"""References found in files. `tests/test_systems.py` and `make dist` run the whole check."""

from __future__ import annotations

from tools.dist_check import named


def test_references_of_pages_styles_and_scripts_are_found() -> None:
    page = '<a href="/rules?a=1&amp;b=2"><img src="x.svg"><use href="/art/t.svg#tile"/><a href="#top"><a href="https://example.org/">'
    assert [*named("/play/t", "text/html", page)] == ["/rules?a=1&b=2", "/play/x.svg", "/art/t.svg"]
    assert [*named("/static/1/table.css", "text/css", "src: url(/font/regular.ttf); fill: url(#x)")] == ["/font/regular.ttf"]
    assert [*named("/static/1/a.js", "text/javascript", 'import { b } from "./b.js";')] == ["/static/1/b.js"]


def test_other_files_have_no_references() -> None:
    assert [*named("/font/regular.ttf", "font/ttf", 'href="/x"')] == []
