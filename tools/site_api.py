"""The reference page of the JSON API, from its OpenAPI description."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from byways.game import all_games
from byways.table.api.routes import make_api
from byways.table.http.limits import Limits
from byways.table.play.tables import Tables
from byways.table.store.store import Store
from byways.table.workers.pool import Workers


def api_page() -> str:
    """Return the page as Markdown: every request, then every type of request and response."""
    described = make_api(Tables(all_games(), Store("sqlite+aiosqlite://"), Workers(1)), Limits()).openapi()
    lines = [
        "# JSON API reference",
        described["info"]["description"],
        "The table serves this description at `/api/openapi.json`.",
        "## Requests",
    ]
    for path, methods in described["paths"].items():
        for method, request in methods.items():
            lines += request_lines(f"{method.upper()} /api{path}", request)
    lines.append("## Types")
    for name, schema in described["components"]["schemas"].items():
        lines += type_lines(name, schema)
    return "\n\n".join(lines) + "\n"


def request_lines(title: str, request: dict[str, Any]) -> Iterator[str]:
    yield f"### `{title}`"
    yield request["description"]
    queries = [one for one in request.get("parameters", ()) if one["in"] == "query"]
    yield table(("query", "type"), [(f"`{one['name']}`", type_of(one["schema"])) for one in queries])
    if "requestBody" in request:
        yield f"Body: {type_of(body(request['requestBody']))}"
    yield table(("status", "meaning"), [(status, meaning(answer)) for status, answer in sorted(request["responses"].items())])


def meaning(answer: dict[str, Any]) -> str:
    is_right = answer["description"] == "Successful Response"
    return type_of(body(answer)) if is_right else answer["description"].replace("\n", " ")


def type_lines(name: str, schema: dict[str, Any]) -> Iterator[str]:
    yield f"### {name}"
    yield schema.get("description", "")
    rows = schema.get("properties", {}).items()
    yield table(("field", "type", ""), [(f"`{field}`", type_of(one), one.get("description", "")) for field, one in rows])


def table(head: tuple[str, ...], rows: list[tuple[str, ...]]) -> str:
    return "\n".join(f"| {' | '.join(row)} |" for row in (head, ("---",) * len(head), *rows)) if rows else ""


def body(message: dict[str, Any]) -> dict[str, Any]:
    """Return the schema of a message's body, or an empty schema if the message has no body."""
    for content in message.get("content", {}).values():
        return dict(content.get("schema", {}))
    return {}


def type_of(schema: dict[str, Any]) -> str:
    """Describe a schema in a few words, with links to the types on this page."""
    if "$ref" in schema:
        name = schema["$ref"].rsplit("/", 1)[1]
        return f"[{name}](#{name.lower()})"
    if "anyOf" in schema:
        return " or ".join(map(type_of, schema["anyOf"]))
    if "enum" in schema:
        return ", ".join(f"`{value}`" for value in schema["enum"])
    if schema.get("type") == "array":
        return f"list of {type_of(schema.get('items', {}))}"
    return str(schema.get("type", "any JSON"))
