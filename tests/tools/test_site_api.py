"""The reference page of the JSON API."""

from __future__ import annotations

from tools.site_api import api_page, type_of


def test_the_page_lists_every_request_and_type() -> None:
    page = api_page()
    assert "### `POST /api/tables/{name}/choose`" in page
    assert "### `GET /api/games`\n\nThe games on this server" in page
    assert "| 200 | list of [GameCard](#gamecard) |" in page
    assert "### NewTable" in page


def test_a_schema_is_put_into_words() -> None:
    assert type_of({"anyOf": [{"type": "string"}, {"type": "null"}]}) == "string or null"
    assert type_of({"type": "array", "items": {"enum": ["a", "b"]}}) == "list of `a`, `b`"
    assert type_of({}) == "any JSON"
