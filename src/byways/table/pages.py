"""What people see: pages and the drawings that come by the stream, made from views."""

from __future__ import annotations

from base64 import b64encode
from collections.abc import Mapping
from functools import cache
from hashlib import sha256
from random import Random
from typing import Any
from xml.etree import ElementTree as ET

import msgspec
from jinja2 import Environment, PackageLoader, StrictUndefined
from markdown_it import MarkdownIt
from markupsafe import Markup
from msgspec import inspect

from byways.game import Game, Part, View
from byways.table.live import Table
from byways.terminal import repetition, result

LINES = 100  # of the log that a page shows
POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'{style}; img-src 'self'; font-src 'self'; connect-src 'self'; "
    "form-action 'self'; base-uri 'none'; frame-ancestors 'none'"
)

pages = Environment(loader=PackageLoader("byways.table"), autoescape=True, trim_blocks=True, lstrip_blocks=True, undefined=StrictUndefined)


def render(template: str, **values: object) -> str:
    return pages.get_template(template).render(values)


@cache
def example(game: Game) -> str:
    """A board of a game before its first choice, as whoever watches sees it."""
    return game.draw(game.start(game.deal(max(2, game.seats[0]), Random(1))).view(None), "example")


@cache
def policy_for(game: Game) -> str:
    """The content policy of a game's pages: the style of a drawing is the same for all drawings of a game, and allowed by its hash."""
    style = ET.fromstring(example(game)).findtext("{http://www.w3.org/2000/svg}style")
    return POLICY.format(style=f" 'sha256-{b64encode(sha256(style.encode()).digest()).decode()}'" if style else "")


def reconstructed(game: Game) -> list[str]:
    """The parts of a game that were made for Byways because the printed ones are not published."""
    parts = {field: getattr(game.components, field) for field in game.components.__struct_fields__}
    return [
        name.replace("_", " ") for name, part in parts.items() if any(map(is_reconstruction, part if isinstance(part, tuple) else (part,)))
    ]


def is_reconstruction(part: object) -> bool:
    return isinstance(part, Part) and part.provenance == "reconstruction"


@cache
def has_secrets(game: Game) -> bool:
    """Whether people at one screen need a curtain: something is dealt in secret, or everybody acts at once."""
    position = game.start(game.deal(max(2, game.seats[0]), Random(1)))
    return hasattr(game.part("rules"), "redeal") or len(position.awaited) != 1


@cache
def rules(game: Game) -> str | None:
    """The rules of a game as a page, or None where it has none."""
    try:
        return Markup(MarkdownIt("commonmark", {"html": False}).enable("table").render(game.page))
    except (FileNotFoundError, TypeError):
        return None


class Field(msgspec.Struct, frozen=True):
    """An option of a game in a form: one of some values, or a number."""

    name: str
    default: Any
    values: tuple[str, ...] = ()
    least: int | None = None
    most: int | None = None

    @property
    def label(self) -> str:
        return self.name.replace("_", " ")


def fields(game: Game) -> list[Field]:
    found = inspect.type_info(game.options)
    assert isinstance(found, inspect.StructType)
    return [field_of(field.encode_name, field.default, field.type) for field in found.fields]


def field_of(name: str, default: Any, kind: inspect.Type) -> Field:
    match kind:
        case inspect.BoolType():
            return Field(name, str(default).lower(), ("false", "true"))
        case inspect.LiteralType(values):
            return Field(name, str(default), tuple(map(str, values)))
        case inspect.IntType(ge=least, le=most):
            return Field(name, default, (), least, most)
    return Field(name, default)


def who(table: Table, number: int) -> str:
    seat = table.seats[number]
    match seat.kind:
        case "bot" if seat.holder:
            return f"bot {seat.bot} for {seat.name or 'somebody'}"
        case "bot":
            return f"bot {seat.bot}"
        case "free":
            return "free seat"
    return seat.name or "a person"


def next_of_holder(table: Table, seat: int) -> int | None:
    """At one screen: who of the others that play in the same browser is awaited, if this seat is not."""
    holder, awaited = table.seats[seat].holder, table.course.screens[seat].view.awaited
    others = [other for other in awaited if table.seats[other].holder == holder and table.seats[other].kind == "person"]
    return others[0] if others and seat not in awaited and holder is not None else None


def people(table: Table, view: View) -> list[dict[str, Any]]:
    """Who sits where, as far as this view may tell who is awaited."""
    return [
        {
            "number": number,
            "colour": table.game.seat_names[number],
            "who": who(table, number),
            "kind": table.seats[number].kind,
            "is_me": number == view.seat,
            "is_awaited": number in view.awaited,
            "deadline": table.course.clocks[number].deadline if number in view.awaited and table.seats[number].kind == "person" else None,
        }
        for number in range(len(table.seats))
    ]


def ranking(table: Table, view: View) -> list[tuple[int, str, str]]:
    """The places of all seats with their scores, best first."""
    if view.outcome is None:
        return []
    outcome, names = view.outcome, table.game.seat_names
    scores = [f"{score:g}" for score in outcome.scores] if outcome.scores else [""] * len(outcome.places)
    return sorted((place, f"{names[seat]} ({who(table, seat)})", scores[seat]) for seat, place in enumerate(outcome.places))


def snapshot(table: Table, seat: int | None) -> str:
    """All of a seat's page that changes; made once for all who look."""
    screen = table.course.screens[seat]
    state = (screen.number, table.changes)
    made = table.drawn.get(seat)
    if made is None or made[0] != state:
        made = table.drawn[seat] = (state, draw_snapshot(table, seat))
    return made[1]


def draw_snapshot(table: Table, seat: int | None) -> str:
    screen = table.course.screens[seat]
    view = screen.view
    return render(
        "snapshot.html",
        table=table,
        screen=screen,
        view=view,
        at=address(table, seat),
        prompt=prompt(table, view),
        board=Markup(table.game.draw(view)),
        lines=list(enumerate(screen.log))[-LINES:],
        people=people(table, view),
        mine=None if seat is None else table.seats[seat],
        next=None if seat is None else next_of_holder(table, seat),
        ranking=ranking(table, view),
    )


def prompt(table: Table, view: View) -> str:
    """What is expected now, or how it ended; and whether the game has stood like this before."""
    if view.outcome:
        return result(table.game, view.outcome)
    return f"{view.prompt.format(*table.game.seat_names)} {repetition(table.course.record.repeated(table.game))}".rstrip()


class Address(msgspec.Struct, frozen=True):
    """The addresses of a table for one seat."""

    table: str
    seat: int | None

    def to(self, what: str = "") -> str:
        path = f"/play/{self.table}/{what}".rstrip("/")
        return path if self.seat is None else f"{path}?seat={self.seat}"


def address(table: Table, seat: int | None) -> Address:
    return Address(table.id, seat)


def past(table: Table, seat: int | None, number: int) -> str | None:
    """What a seat saw at one moment of its story."""
    views = table.story(seat)
    if not 0 <= number < len(views):
        return None
    view = msgspec.structs.replace(views[number], choices=())
    prompt = result(table.game, view.outcome) if view.outcome else f"Moment {number} of {len(views) - 1}."
    return render("past.html", prompt=prompt, board=Markup(table.game.draw(view, "then")))


def table_page(table: Table, seat: int | None, links: Mapping[int, str]) -> str:
    values = {"game": table.game, "seat": seat, "at": address(table, seat), "newest": table.course.screens[seat].number}
    named = {table.game.seat_names[number]: link for number, link in links.items()}
    return render("table.html", table=table, links=named, snapshot=Markup(snapshot(table, seat)), **values)
