"""What people see: pages and the drawings that come by the stream, made from views."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import Any

import msgspec
from jinja2 import Environment, PackageLoader, StrictUndefined
from markdown_it import MarkdownIt
from markupsafe import Markup
from msgspec import inspect

from byways.bots import TIERS
from byways.game import Game, Part, View
from byways.table import pictures
from byways.table.live import Table
from byways.table.plan import TIMED
from byways.table.store import bot_called
from byways.words import repetition, result

LINES = 100  # of the log that a page shows
TONGUES = {"en": "English", "it": "Italiano"}  # languages as those who speak them call them
POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'{style}; img-src 'self'; font-src 'self'; connect-src 'self'; "
    "form-action 'self'; base-uri 'none'; frame-ancestors 'none'"
)

WIDE = '<div class="wide" tabindex="0" role="region" aria-label="A table">'  # on a small screen it is scrolled, also by keys
# Under which headings of its rules a game shows which moment of its example.
PICTURED = {"Set-up": "start", "A turn": "turn", "A round": "turn", "The end": "end"}

pages = Environment(loader=PackageLoader("byways.table"), autoescape=True, trim_blocks=True, lstrip_blocks=True, undefined=StrictUndefined)


def render(template: str, **values: object) -> str:
    return pages.get_template(template).render(values)


def policy_for(game: Game) -> str:
    """The content policy of a game's pages."""
    return POLICY.format(style=pictures.style_source(game))


def reconstructed(game: Game) -> list[str]:
    """The parts of a game that were made for Byways because the printed ones are not published."""
    parts = {field: getattr(game.components, field) for field in game.components.__struct_fields__}
    return [
        name.replace("_", " ") for name, part in parts.items() if any(map(is_reconstruction, part if isinstance(part, tuple) else (part,)))
    ]


def is_reconstruction(part: object) -> bool:
    return isinstance(part, Part) and part.provenance == "reconstruction"


@cache
def rules(game: Game) -> str | None:
    """The rules of a game as a page with pictures, or None where it has none."""
    try:
        text = MarkdownIt("commonmark", {"html": False}).enable("table").render(game.page)
    except (FileNotFoundError, TypeError):
        return None
    text = text.replace("<table>", f"{WIDE}<table>").replace("</table>", "</table></div>")
    for heading, moment in PICTURED.items():
        place = f"<h2>{heading}</h2>\n"
        text = text.replace(place, place + render("figure.html", game=game, moment=moment, caption=pictures.caption(game, moment)), 1)
    return Markup(text)


def bots(game: Game) -> dict[str, list[str]]:
    """The bots of a game as people choose among them: how strong they are, then by name."""
    names = {"Bots": [bot for bot in TIERS if bot in game.bot_names], "By name": [bot for bot in game.bot_names if bot not in TIERS]}
    return {title: chosen for title, chosen in names.items() if chosen}


def usual_bot(game: Game) -> str:
    return "medium" if "medium" in game.bot_names else game.bot_names[-1]


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
            return f"{bot_called(seat.bot)} for {seat.name or 'somebody'}"
        case "bot":
            return bot_called(seat.bot)
        case "free":
            return "free seat"
        case "program":
            return (seat.name or "a program") + ("" if table.looking[number] else ", not connected")
    return seat.name or "a person"


def next_of_holder(table: Table, seat: int) -> int | None:
    """At one screen: who of the others that play in the same browser is awaited, if this seat is not."""
    holder, awaited = table.seats[seat].holder, table.match.screens[seat].view.awaited
    others = [other for other in awaited if table.seats[other].holder == holder and table.seats[other].kind == "person"]
    return others[0] if others and seat not in awaited and holder is not None else None


def people(table: Table, view: View) -> list[dict[str, Any]]:
    """Who sits where, as far as this view may tell who is awaited."""
    clocks = table.match.referee.clocks
    return [
        {
            "number": number,
            "colour": table.game.seat_names[number],
            "who": who(table, number),
            "kind": table.seats[number].kind,
            "is_me": number == view.seat,
            "is_awaited": number in view.awaited,
            "deadline": clocks[number].deadline if number in view.awaited and table.seats[number].kind in TIMED else None,
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


def snapshot(table: Table, seat: int | None, language: str) -> str:
    """All of a seat's page that changes; made once for all who look in one language."""
    screen = table.match.screens[seat]
    state = (screen.number, table.changes)
    made = table.drawn.get((seat, language))
    if made is None or made[0] != state:
        made = table.drawn[seat, language] = (state, draw_snapshot(table, seat, language))
    return made[1]


def draw_snapshot(table: Table, seat: int | None, language: str) -> str:
    screen = table.match.screens[seat]
    view = screen.view
    return render(
        "snapshot.html",
        table=table,
        screen=screen,
        view=view,
        at=address(table, seat),
        prompt=prompt(table, view, language),
        board=Markup(table.game.draw(view, language=language)),
        lines=[(number, table.game.say(line, language)) for number, line in list(enumerate(screen.log))[-LINES:]],
        choices=[(choice, table.game.say(choice.sentence, language)) for choice in view.choices],
        people=people(table, view),
        mine=None if seat is None else table.seats[seat],
        next=None if seat is None else next_of_holder(table, seat),
        ranking=ranking(table, view),
    )


def prompt(table: Table, view: View, language: str | None = None) -> str:
    """What is expected now, or how it ended; and whether the game has stood like this before."""
    if view.outcome:
        return result(table.game, view.outcome, language)
    return f"{table.game.say(view.prompt, language)} {repetition(table.match.referee.repeated)}".rstrip()


class Address(msgspec.Struct, frozen=True):
    """The addresses of a table for one seat."""

    table: str
    seat: int | None

    def to(self, what: str = "") -> str:
        path = f"/play/{self.table}/{what}".rstrip("/")
        return path if self.seat is None else f"{path}?seat={self.seat}"


def address(table: Table, seat: int | None) -> Address:
    return Address(table.id, seat)


def past(table: Table, seat: int | None, number: int, language: str) -> str | None:
    """What a seat saw at one moment of its story, and what it was told."""
    story = table.story(seat)
    if not 0 <= number < len(story):
        return None
    step, game = story[number], table.game
    view = msgspec.structs.replace(step.view, choices=())
    told = [result(game, view.outcome, language)] if view.outcome else [game.say(event.sentence, language) for event in step.events]
    return render(
        "past.html",
        moment=" ".join([f"Moment {number} of {len(story) - 1}.", *told]),
        board=Markup(game.draw(view, "then", language)),
        share=shared(table, seat, number),
        on=address(table, seat).to(f"on/{number}") if table.match.position.outcome and not view.outcome else None,
    )


def shared(table: Table, seat: int | None, number: int) -> str:
    """The address of a moment for everybody: it counts what whoever watches has seen."""
    return f"/play/{table.id}?at={table.match.screens.same_moment(seat, number, None)}"


def table_page(
    table: Table, seat: int | None, links: Mapping[int, str], language: str, looking_at: int | None, more: Mapping[str, str]
) -> str:
    """The page of a seat; `looking_at` is a moment, counted as whoever watches does; `more` are other pages of this table."""
    newest = table.match.screens[seat].number
    moment = newest if looking_at is None else table.match.screens.same_moment(None, looking_at, seat)
    values = {"game": table.game, "seat": seat, "at": address(table, seat), "newest": newest, "moment": moment}
    named = {table.game.seat_names[number]: link for number, link in links.items()}
    kinds = {table.seats[number].kind for number in links}
    open_to = {"waiting": "free" in kinds, "programs": "program" in kinds}
    drawn, names = Markup(snapshot(table, seat, language)), {"language": language, "tongues": TONGUES}
    return render("table.html", table=table, links=named, more=more, snapshot=drawn, **open_to, **names, **values)


def set_page(game: Game) -> str:
    chosen = ["me", *["free"] * (max(2, game.seats[0]) - 1)]
    seats = [
        {"number": number, "chosen": chosen[number] if number < len(chosen) else "none", "may_be_empty": number >= game.seats[0]}
        for number in range(game.seats[1])
    ]
    return render("set.html", game=game, seats=seats, fields=fields(game), bots=bots(game), action="/new", moment=None, back=None)


def on_page(table: Table, seat: int | None, number: int) -> str:
    """How to play on from a moment of a game that is over: as whoever one was, or whoever was to choose, against bots."""
    begun = table.until(seat, number)
    position = begun.position(table.game)
    mine = seat if seat is not None and seat not in position.removed else next(iter(position.awaited), 0)
    seats = [
        {"number": other, "chosen": "me" if other == mine else f"bot:{usual_bot(table.game)}", "may_be_empty": False}
        for other in range(len(table.seats))
    ]
    at = address(table, seat)
    values = {"action": at.to(f"on/{number}"), "moment": number, "back": shared(table, seat, number)}
    return render("set.html", game=table.game, seats=seats, fields=[], bots=bots(table.game), **values)
