"""What people see: pages and the streamed drawings, made from views."""

from __future__ import annotations

from collections import deque
from collections.abc import Mapping, Sequence
from functools import cache, cached_property, lru_cache
from typing import Self, cast

import msgspec
import segno
from jinja2 import Environment, PackageLoader, StrictUndefined
from markupsafe import Markup, escape
from msgspec import inspect

from byways.acts import acts
from byways.bots import TIERS
from byways.drawing import TOKENS
from byways.game import Choice, Event, Game, View
from byways.lesson import lessons
from byways.record import Step
from byways.roster import all_bots
from byways.speech import ENGLISH, languages_of, locale
from byways.table.chat import LONGEST, REACTIONS, Talk
from byways.table.errors import Missing
from byways.table.i18n import TABLE_WORDS, Voice, language_in, voice
from byways.table.pages import pictures
from byways.table.pages.articles import Reading, guide_page, short_page
from byways.table.pages.assets import STATIC
from byways.table.pages.cache import Memo
from byways.table.pages.lessons import lesson_shown
from byways.table.pages.phrases import (
    Person,
    advice,
    ending,
    idea,
    ideas,
    in_full,
    note,
    noted,
    own_components,
    people,
    prompt,
    stood_in,
    voice_of,
)
from byways.table.pages.results import shown
from byways.table.pages.steps import Shown, between, in_words, lately, past_act
from byways.table.play import leaving as manners
from byways.table.play.hints import Advised
from byways.table.play.new_table import usual_bot
from byways.table.play.table import Table
from byways.table.play.visits import Visit
from byways.table.sse import Snapshot
from byways.words import CardWords, card_words, headline, reconstructed_parts

CLOCKS = ("30", "120", "600", "86400", "259200")  # seconds for an act
PARTS = ("result", "lesson", "stands-in", "seat-2", "seat-4")  # of a snapshot: a page marks its body with those it has
LINES = 100  # lines of the log that a page shows
POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'{style}; img-src 'self'; font-src 'self'; connect-src 'self'; "
    "manifest-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'"
)

TABLE = "<table>"

pages = Environment(
    loader=PackageLoader("byways.table.pages"),
    autoescape=True,
    trim_blocks=True,
    lstrip_blocks=True,
    undefined=StrictUndefined,
    auto_reload=False,
)


@cache
def mark(seat: int) -> Markup:
    """What stands for a seat on a page."""
    return Markup(pages.get_template("mark.html").render(seat=seat))


pages.globals |= {"tokens": TOKENS, "static": STATIC, "mark": mark}


def render(template: str, voice: Voice, /, **values: object) -> str:
    """A page in the words of one viewer."""
    return pages.get_template(template).render(values, say=voice.say, card=voice.card, page_language=voice.page_language, tongues=tongues())


def advised(table: Table, hint: Advised, language: str = ENGLISH) -> str:
    """A hint: a few acts with what they are worth and why, or one choice."""
    told = [(one.act[0], *idea(table, one, language)) for one in hint.ideas]
    sentence = ideas(table, language) if told else advice(table, hint.choice, language)
    choices = [one.act[0] for one in hint.ideas] or [hint.choice]
    return render("advice.html", voice_of(table, language), sentence=sentence, choices=choices, ideas=told)


@cache
def tongues() -> dict[str, str]:
    """The languages to choose from, each by its own name."""
    return {code: str(locale(code).get_language_name()).capitalize() for code in languages_of(TABLE_WORDS)}


def policy_for(game: Game) -> str:
    """The content policy of a page in which drawings of a game bring their style along."""
    return POLICY.format(style=pictures.style_source(game))


def rules_page(game: Game, page: Reading | None, language: str = ENGLISH) -> str:
    """A page about a game with a list of its sections."""
    if page is None:
        raise Missing("wrong.no-rules", game, title=game.title)
    speaking = voice(language, game)
    text = Markup(str(page.text).replace(TABLE, render("wide.html", speaking).rstrip() + TABLE).replace("</table>", "</table></div>"))
    values = {"own": own_components(game, language), "lessons": [*lessons(game)], "fine": guide_page(game, language) is not None}
    values["style"] = pictures.style_address(game)
    return render("rules.html", speaking, game=game, text=text, sections=page.sections, **values)


def learn_page(game: Game, begun: Mapping[str, str], language: str = ENGLISH) -> str:
    """The lessons of a game; those in `begun` can be gone on with at their tables."""
    spoken = language_in(game, language)
    offered = [
        (lesson.name, game.say(lesson.title, spoken), len(lesson.steps), begun.get(lesson.name)) for lesson in lessons(game).values()
    ]
    return render("learn.html", voice(language, game), game=game, lessons=offered)


def bots(game: Game, language: str = ENGLISH) -> dict[str, dict[str, str]]:
    """The bots of a game as a menu: levels of strength first, then bots by name."""
    offered, say = all_bots(game), voice(language).say
    tiers = {bot: say(f"tier.{bot}") for bot in TIERS if bot in offered}
    menu = {say("page.bots"): tiers, say("page.bots-by-name"): {bot: bot for bot in offered if bot not in TIERS}}
    return {title: chosen for title, chosen in menu.items() if chosen}


class Field(msgspec.Struct, frozen=True):
    """An option of a game in a form: one of some values, or a number."""

    name: str
    label: str
    about: str
    default: object
    values: dict[str, str] = {}  # with their labels
    least: int | None = None
    most: int | None = None


def fields(game: Game, language: str = ENGLISH) -> list[Field]:
    found = cast(inspect.StructType, inspect.type_info(game.options))
    return [field_of(voice(language, game), field.encode_name, field.default, field.type) for field in found.fields]


def field_of(speaking: Voice, name: str, default: object, kind: inspect.Type) -> Field:
    """In the words of its game: `option.NAME`, what it does in `option.NAME.about`, its values in `option.NAME.VALUE`."""

    def said(what: str, otherwise: str) -> str:
        return speaking.say(f"option.{what}") if speaking.speaker.has(f"option.{what}") else otherwise

    def field(default: object, values: Mapping[str, str], least: int | None = None, most: int | None = None) -> Field:
        labels = {value: said(f"{name}.{value}", words) for value, words in values.items()}
        return Field(name, said(name, name.replace("_", " ")), said(f"{name}.about", ""), default, labels, least, most)

    match kind:
        case inspect.BoolType():
            return field(str(default).lower(), {"false": speaking.say("plan.no"), "true": speaking.say("plan.yes")})
        case inspect.LiteralType(values):
            return field(str(default), {str(value): str(value) for value in values})
        case inspect.IntType(ge=least, le=most):
            return field(default, {}, least, most)
    return field(default, {})


def next_of_holder(table: Table, seat: int) -> int | None:
    """For players who share a browser: which of the others is awaited, if this seat is not."""
    awaited = table.match.screens[seat].view.awaited
    others = [other for other in table.seats.people_of(table.seats[seat].holder) if other in awaited]
    return others[0] if others and seat not in awaited else None


def expected(table: Table, view: View, language: str) -> str:
    """What a page says is expected: nothing of a player for whom a bot plays."""
    stands_in = stood_in(table, view.seat, language)
    return stands_in if stands_in and view.seat in view.awaited else f"{stands_in} {prompt(table, view, language)}".strip()


class LogLine(msgspec.Struct, frozen=True, dict=True):
    id: str
    moment: int
    text: str

    @cached_property
    def html(self) -> Markup:
        return Markup(f'<li id="{self.id}" data-moment="{self.moment}">{escape(self.text)}</li>\n')


class Log:
    """The last lines of what was told on one screen by one voice, each put into words once."""

    def __init__(self) -> None:
        self.told, self.lines, self.html = 0, deque[LogLine](maxlen=LINES), ""

    def follow(self, events: Sequence[tuple[int, Event]], speaking: Voice) -> Self:
        if self.told < len(events):
            for number in range(max(self.told, len(events) - LINES), len(events)):
                moment, event = events[number]
                self.lines.append(LogLine(f"line-{number}", moment, speaking.tell(event.said)))
            self.told, self.html = len(events), "".join([line.html for line in self.lines])
        return self


SNAPSHOTS: Memo[Snapshot] = Memo()
LOGS: Memo[Log] = Memo()


def snapshot(table: Table, seat: int | None, language: str, tall: bool) -> Snapshot:
    """Everything on a seat's page that changes; made once for all viewers in one language and shape of window."""
    lesson = table.match.lesson
    step = None if lesson is None else lesson.step(lesson.played(table.match.entries))
    state = (table.match.screens[seat].number, table.seats.changes, table.seats.presence, step)
    return SNAPSHOTS.get(table, (seat, language, tall), state, lambda: draw_snapshot(table, seat, language, tall))


def draw_snapshot(table: Table, seat: int | None, language: str, tall: bool) -> Snapshot:
    screen, spoken, speaking = table.match.screens[seat], language_in(table.game, language), voice_of(table, language)
    stands_in = stood_in(table, seat, language)
    view = msgspec.structs.replace(screen.view, choices=()) if table.is_closed or stands_in else screen.view
    steps = lately(table.game, screen, speaking.tell, tall)
    text = render(
        "snapshot.html",
        speaking,
        table=table,
        screen=screen,
        view=view,
        at=address(table, seat),
        prompt=expected(table, view, language),
        stands_in=stands_in,
        hints_ready=table.hints.is_ready,
        aim=speaking.tell(view.aim),
        no_undo=speaking.tell(view.no_undo),
        lesson=lesson_shown(table, seat, spoken),
        board=Markup(pictures.on_page(table.game.draw(view, language=spoken, sprite=pictures.sprite(table.game), tall=tall))),
        steps=as_json(steps),
        told=in_words(step for step in steps if step.marked),
        lines=Markup(log_html(table, seat, language)),
        cover=pictures.address(table.game, pictures.COVER),
        choices=Markup("".join(in_list(speaking, choice) for choice in view.choices)),
        seats=seat_lines(table, view, language),
        mine=None if seat is None else table.seats[seat],
        next=None if seat is None else next_of_holder(table, seat),
        result=shown(table, view, language),
        asks=asks_to_end(table, seat, language),
        turn=turn(table, view),
    )
    return Snapshot(text, screen.number)


def seat_lines(table: Table, view: View, language: str) -> Markup:
    """Who sits where. A line stays the same through most of a game."""
    at, calls_bots = address(table, view.seat), view.seat is not None and view.outcome is None and not table.is_closed
    speaking = voice_of(table, language)
    return Markup("".join([seat_line(speaking, one, view.token(one.number), at, calls_bots) for one in people(table, view, language)]))


@lru_cache(4096)
def seat_line(speaking: Voice, one: Person, token: int, at: Address, calls_bots: bool) -> str:
    return render("seat.html", speaking, one=one, token=token, at=at, calls_bots=calls_bots) + "\n"


@lru_cache(4096)
def in_list(speaking: Voice, choice: Choice) -> Markup:
    """A choice for those who type it."""
    return Markup(f'<option value="{escape(str(choice))}">{escape(speaking.tell(choice.sentence))}</option>\n')


def turn(table: Table, view: View) -> str:
    """Whose turn it is for somebody who plays, "yours" or "theirs"; or that it is "over". Nothing to those who watch."""
    if view.seat is None or table.is_closed or view.outcome is not None:
        return "over" if table.is_closed or view.outcome is not None else ""
    return "yours" if view.seat in view.awaited and table.seats[view.seat].kind == "person" else "theirs"


def asks_to_end(table: Table, seat: int | None, language: str) -> str:
    """To a player who has not agreed: who wants to end the game."""
    asking = tuple(number for number, one in enumerate(table.seats) if one.ends)
    if seat is None or not asking or table.ended or table.seats[seat].ends or not table.seats[seat].holder:
        return ""
    return voice_of(table, language).say("play.asks-end", seats=asking, count=len(asking))


def leave_page(at: Visit, language: str) -> str:
    """The ways out of a game, and what each does."""
    table, speaking = at.table, voice_of(at.table, language)
    resigned = manners.after_resigning(at) if manners.can_resign(at) else None
    values = {
        "resigns": manners.can_resign(at),
        "verdict": speaking.tell(headline(resigned)) if resigned else "",
        "at": address(table, at.seat),
        "closes": manners.may_close(at),
        "idle": [(number, in_full(table, number, language)) for number in manners.idle(at)],
    }
    return render("leave.html", speaking, table=table, **values)


def log_html(table: Table, seat: int | None, language: str) -> str:
    """What happened on a seat's screen, and between it what happened to seats."""
    screen, speaking = table.match.screens[seat], voice_of(table, language)
    played = LOGS.get(screen, language, speaking, Log).follow(screen.events, speaking)
    noticed = [
        LogLine(f"notice-{notice.seat}-{notice.at:.3f}", screen.moment(notice.after), noted(table, notice, language))
        for notice in sorted((*table.notices, *table.absences.told), key=lambda notice: notice.at)
    ]
    if not noticed:
        return played.html
    return "".join([line.html for line in sorted([*played.lines, *noticed], key=lambda line: line.moment)[-LINES:]])


def as_json(steps: Sequence[Shown]) -> Markup:
    return Markup(f"[{','.join(step.html for step in steps)}]")


class Address(msgspec.Struct, frozen=True):
    """The addresses of a table for one seat."""

    table: str
    seat: int | None

    def to(self, what: str = "") -> str:
        path = f"/play/{self.table}/{what}".rstrip("/")
        return path if self.seat is None else f"{path}?seat={self.seat}"


def address(table: Table, seat: int | None) -> Address:
    return Address(table.id, seat)


async def past(table: Table, seat: int | None, number: int, since: int | None, language: str, tall: bool) -> str | None:
    """What a seat saw at the end of an act, what it was told of it, and what happened since another moment, usually the act before."""
    seen = await table.story(seat)
    if not 0 <= number < len(seen) or (since is not None and not 0 <= since <= number):
        return None
    step, game, speaking = seen[number], table.game, voice_of(table, language)
    view = msgspec.structs.replace(step.view, choices=())
    steps = between(game, seen, act_before(seen, number) if since is None else since, number, speaking.tell, tall)
    return render(
        "past.html",
        speaking,
        told=[ending(table, view, language)] if view.outcome else [one.text for one in steps],
        steps=as_json(steps),
        board=Markup(pictures.on_page(game.draw(view, "then", language_in(game, language), pictures.sprite(game), tall))),
        share=shared(table, seat, number),
        on=address(table, seat).to(f"on/{number}") if table.match.position.outcome and not view.outcome else None,
    )


def act_before(story: list[Step], number: int) -> int:
    """The last moment before another one at which an act ended."""
    return max((act.end for act in acts(story) if act.end < number), default=0)


async def missed(table: Table, seat: int | None, number: int, language: str) -> str:
    """How much happened since a moment, for somebody who was away."""
    count = sum(act.end > number for act in acts(await table.story(seat)))
    return render("missed.html", voice(language, table.game), count=count)


async def history(table: Table, seat: int | None, language: str) -> str:
    """All that a seat has seen, act by act."""
    seen, speaking = await table.story(seat), voice_of(table, language)
    return render("history.html", speaking, acts=[past_act(act, speaking.tell) for act in acts(seen)])


def shared(table: Table, seat: int | None, number: int) -> str:
    """The address of a moment for everybody: it counts what spectators have seen."""
    return f"/play/{table.id}?at={table.match.screens.same_moment(seat, number, None)}"


def said(table: Table, seat: int | None, talk: Talk, since: int, language: str) -> str:
    """What people have said after a line, for one of them."""
    speaking, view = voice_of(table, language), table.match.screens[seat].view
    lines = [line for line in talk.lines if line.number > since]
    return render("said.html", speaking, talk=talk, lines=lines, view=view, names=speaking.speaker.seat_names)


def table_page(
    table: Table, seat: int | None, links: Mapping[int, str], language: str, tall: bool, looking_at: int | None, own: Mapping[str, object]
) -> str:
    """The page of a seat; `looking_at` is a moment, counted as spectators see them; `own` is what the page says for this visitor alone."""
    moment = None if looking_at is None else table.match.screens.same_moment(None, looking_at, seat)
    values: dict[str, object] = {"game": table.game, "seat": seat, "at": address(table, seat), "moment": moment}
    values["style"] = pictures.style_address(table.game)
    if seat is not None:
        values |= {"me": in_full(table, seat, language), "name": table.seats[seat].name}
    invitations = [invitation(table, number, link) for number, link in links.items()]
    kinds = {one.kind for one in invitations}
    open_to = {"waiting": "free" in kinds, "programs": "program" in kinds, "invitations": invitations}
    text = snapshot(table, seat, language, tall).text
    shown: dict[str, object] = {"note": note(table, language), "snapshot": Markup(text), "parts": parts_in(text, seat)}
    shown |= {"short": short_page(table.game, language_in(table.game, language)), "reactions": REACTIONS, "longest": LONGEST, **own}
    return render("table.html", voice_of(table, language), table=table, **shown, **open_to, **values)


def parts_in(text: str, seat: int | None) -> list[str]:
    """Which of the parts are on a page that change how others look."""
    return [part for part in PARTS if f' id="{part}"' in text] + ["say"] * (seat is not None)


class Invitation(msgspec.Struct, frozen=True):
    """A link to a seat, and the same as a code for cameras, unless it is for a program."""

    seat: int
    kind: str
    link: str
    code: Markup


def invitation(table: Table, number: int, link: str) -> Invitation:
    kind = table.seats[number].kind
    code = "" if kind == "program" else segno.make(link, micro=False).svg_inline(border=2, light="#fff", omitsize=True)
    return Invitation(number, kind, link, Markup(code))


def lobby(games: Mapping[str, Game], mine: Sequence[object], public: Sequence[object], name: str, is_new: bool, language: str) -> str:
    """`mine` and `public` are rows of lists, and `name` is what the visitor is called."""
    cards = [lobby_card(game, language) for game in games.values()]
    return render("lobby.html", voice(language), cards=cards, name=name, mine=mine, public=public, is_new=is_new)


class LobbyCard(msgspec.Struct, frozen=True):
    """What the lobby shows of a game."""

    game: Game
    words: CardWords
    picture: str
    kinds: tuple[str, ...]
    others: dict[str, dict[str, str]]
    players: int
    usual: str
    own: str
    reconstruction: str
    learns: bool


def lobby_card(game: Game, language: str) -> LobbyCard:
    words, speaking, parts = card_words(game, language), voice(language, game), reconstructed_parts(game)
    return LobbyCard(
        game=game,
        words=words,
        picture=pictures.address(game, pictures.COVER, language),
        kinds=(*by_number(game, language), *words.kinds),
        others=others(game, language),
        players=max(2, game.seats[0]),
        usual=f"bot:{usual_bot(game)}",
        own=own_components(game, language),
        reconstruction=speaking.say("reconstruction", parts=parts) if parts else "",
        learns=bool(lessons(game)),
    )


def by_number(game: Game, language: str) -> tuple[str, ...]:
    """The kind of a game, as far as it follows from how many can play."""
    say = voice(language).say
    kinds = {(2, 2): say("lobby.duel"), (1, game.seats[1]): say("lobby.solo")}
    return tuple(kind for seats, kind in kinds.items() if seats == game.seats)


def others(game: Game, language: str) -> dict[str, dict[str, str]]:
    """Who may sit in all other seats of a game, as a menu."""
    offered, say, most = all_bots(game), voice(language).say, game.seats[1] - 1
    tiers = {f"bot:{bot}": say(f"lobby.bots-{bot}", bots=most) for bot in TIERS if bot in offered}
    people = {"free": say("lobby.friends", friends=most), "me": say("lobby.one-screen")}
    named = {f"bot:{bot}": bot for bot in offered if bot not in TIERS}
    menu = {say("page.bots"): tiers, say("plan.people"): people, say("page.bots-by-name"): named}
    return {title: chosen for title, chosen in menu.items() if chosen}


def titled(games: Mapping[str, Game], name: str, language: str) -> str:
    """A game's title, or its name if it is no longer served here."""
    return card_words(games[name], language).title if name in games else name


def set_page(game: Game, name: str, language: str) -> str:
    chosen = ["me", *["free"] * (max(2, game.seats[0]) - 1)]
    seats = [
        {"number": number, "chosen": chosen[number] if number < len(chosen) else "none", "may_be_empty": number >= game.seats[0]}
        for number in range(game.seats[1])
    ]
    values = {"fields": fields(game, language), "action": "/new", "moment": None, "back": None, "name": name}
    return render("set.html", voice(language, game), game=game, seats=seats, bots=bots(game, language), clocks=CLOCKS, **values)


def on_page(table: Table, seat: int | None, number: int, name: str, language: str) -> str:
    """How to play on from a moment of a finished game, against bots: in one's own seat, or in that of the player to choose."""
    begun = table.until(seat, number)
    position = begun.position(table.game)
    mine = seat if seat is not None and seat not in position.removed else next(iter(position.awaited), 0)
    seats = [
        {"number": other, "chosen": "me" if other == mine else f"bot:{usual_bot(table.game)}", "may_be_empty": False}
        for other in range(len(table.seats))
    ]
    at = address(table, seat)
    values = {"fields": [], "action": at.to(f"on/{number}"), "moment": number, "back": shared(table, seat, number), "name": name}
    menu = bots(table.game, language)
    return render("set.html", voice(language, table.game), game=table.game, seats=seats, bots=menu, clocks=CLOCKS, **values)
