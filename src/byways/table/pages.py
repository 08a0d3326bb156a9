"""What people see: pages and the streamed drawings, made from views."""

from __future__ import annotations

from collections.abc import Container, Mapping, Sequence
from functools import cache
from typing import cast

import msgspec
from jinja2 import Environment, PackageLoader, StrictUndefined
from markdown_it import MarkdownIt
from markupsafe import Markup
from msgspec import inspect

from byways.bots import TIERS
from byways.game import Game, Part
from byways.roster import all_bots
from byways.table import pictures
from byways.table.live import Table
from byways.table.memo import Memo
from byways.table.plan import usual_bot
from byways.table.store import Listing
from byways.table.words import listed, note, own_components, people, prompt, ranking
from byways.words import result

LINES = 100  # lines of the log that a page shows
TONGUES = {"en": "English", "it": "Italiano"}  # languages by their own names
POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'{style}; img-src 'self'; font-src 'self'; connect-src 'self'; "
    "form-action 'self'; base-uri 'none'; frame-ancestors 'none'"
)

WIDE = '<div class="wide" tabindex="0" role="region" aria-label="A table">'  # on a small screen it scrolls, by keys too
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
    """The bots of a game as a menu: levels of strength first, then bots by name."""
    offered = all_bots(game)
    names = {"Bots": [bot for bot in TIERS if bot in offered], "By name": [bot for bot in offered if bot not in TIERS]}
    return {title: chosen for title, chosen in names.items() if chosen}


class Field(msgspec.Struct, frozen=True):
    """An option of a game in a form: one of some values, or a number."""

    name: str
    default: object
    values: tuple[str, ...] = ()
    least: int | None = None
    most: int | None = None

    @property
    def label(self) -> str:
        return self.name.replace("_", " ")


def fields(game: Game) -> list[Field]:
    found = cast(inspect.StructType, inspect.type_info(game.options))
    return [field_of(field.encode_name, field.default, field.type) for field in found.fields]


def field_of(name: str, default: object, kind: inspect.Type) -> Field:
    match kind:
        case inspect.BoolType():
            return Field(name, str(default).lower(), ("false", "true"))
        case inspect.LiteralType(values):
            return Field(name, str(default), tuple(map(str, values)))
        case inspect.IntType(ge=least, le=most):
            return Field(name, default, (), least, most)
    return Field(name, default)


def next_of_holder(table: Table, seat: int) -> int | None:
    """For players who share a browser: which of the others is awaited, if this seat is not."""
    awaited = table.match.screens[seat].view.awaited
    others = [other for other in table.seats.people_of(table.seats[seat].holder) if other in awaited]
    return others[0] if others and seat not in awaited else None


SNAPSHOTS: Memo[str] = Memo()


def snapshot(table: Table, seat: int | None, language: str) -> str:
    """Everything on a seat's page that changes; made once for all viewers in one language."""
    state = (table.match.screens[seat].number, table.seats.changes)
    return SNAPSHOTS.get(table, (seat, language), state, lambda: draw_snapshot(table, seat, language))


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


class Address(msgspec.Struct, frozen=True):
    """The addresses of a table for one seat."""

    table: str
    seat: int | None

    def to(self, what: str = "") -> str:
        path = f"/play/{self.table}/{what}".rstrip("/")
        return path if self.seat is None else f"{path}?seat={self.seat}"


def address(table: Table, seat: int | None) -> Address:
    return Address(table.id, seat)


async def past(table: Table, seat: int | None, number: int, language: str) -> str | None:
    """What a seat saw at one moment of its story, and what it was told."""
    seen = await table.story(seat)
    if not 0 <= number < len(seen):
        return None
    step, game = seen[number], table.game
    view = msgspec.structs.replace(step.view, choices=())
    told = [result(game, view.outcome, language)] if view.outcome else [game.say(event.said, language) for event in step.events]
    return render(
        "past.html",
        moment=" ".join([f"Moment {number} of {len(seen) - 1}.", *told]),
        board=Markup(game.draw(view, "then", language)),
        share=shared(table, seat, number),
        on=address(table, seat).to(f"on/{number}") if table.match.position.outcome and not view.outcome else None,
    )


def shared(table: Table, seat: int | None, number: int) -> str:
    """The address of a moment for everybody: it counts what spectators have seen."""
    return f"/play/{table.id}?at={table.match.screens.same_moment(seat, number, None)}"


def table_page(
    table: Table, seat: int | None, links: Mapping[int, str], language: str, looking_at: int | None, more: Mapping[str, str]
) -> str:
    """The page of a seat; `looking_at` is a moment, counted as spectators see them; `more` are other pages of this table."""
    newest = table.match.screens[seat].number
    moment = newest if looking_at is None else table.match.screens.same_moment(None, looking_at, seat)
    values = {"game": table.game, "seat": seat, "at": address(table, seat), "newest": newest, "moment": moment}
    named = {table.game.seat_names[number]: link for number, link in links.items()}
    kinds = {table.seats[number].kind for number in links}
    open_to = {"waiting": "free" in kinds, "programs": "program" in kinds}
    drawn, names = Markup(snapshot(table, seat, language)), {"language": language, "tongues": TONGUES}
    return render("table.html", table=table, note=note(table), links=named, more=more, snapshot=drawn, **open_to, **names, **values)


class LobbyRow(msgspec.Struct, frozen=True):
    """A table in a list of the lobby."""

    id: str
    title: str
    players: str
    is_over: bool
    is_my_turn: bool


def lobby(games: Mapping[str, Game], mine: Sequence[Listing], public: Sequence[Listing], me: str, my_turn: Container[str]) -> str:
    """`me` is the visitor, as seats know them."""
    rows = {
        name: [
            LobbyRow(one.id, titled(games, one.game), ", ".join(listed(one.seats, viewer)), one.ended is not None, one.id in my_turn)
            for one in listings
        ]
        for name, listings, viewer in (("mine", mine, me), ("public", public, None))
    }
    cards = [(game, own_components(game), bots(game), usual_bot(game), reconstructed(game)) for game in games.values()]
    return render("lobby.html", cards=cards, **rows)


def titled(games: Mapping[str, Game], name: str) -> str:
    """A game's title, or its name if it is no longer served here."""
    return games[name].title if name in games else name


def set_page(game: Game) -> str:
    chosen = ["me", *["free"] * (max(2, game.seats[0]) - 1)]
    seats = [
        {"number": number, "chosen": chosen[number] if number < len(chosen) else "none", "may_be_empty": number >= game.seats[0]}
        for number in range(game.seats[1])
    ]
    return render("set.html", game=game, seats=seats, fields=fields(game), bots=bots(game), action="/new", moment=None, back=None)


def on_page(table: Table, seat: int | None, number: int) -> str:
    """How to play on from a moment of a finished game, against bots: in one's own seat, or in that of the player to choose."""
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
