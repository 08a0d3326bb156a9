"""What changes on the page of a table while it is played: the drawing, the seats, the log. Made once for all who see the same."""

from __future__ import annotations

from collections import deque
from collections.abc import Sequence
from functools import cached_property, lru_cache
from typing import Self

import msgspec
from markupsafe import Markup, escape

from byways.game import Choice, Event, View
from byways.table.i18n import Voice, language_in
from byways.table.pages import pictures
from byways.table.pages.cache import Memo
from byways.table.pages.lessons import lesson_shown
from byways.table.pages.phrases import Person, noted, people, prompt, stood_in, voice_of
from byways.table.pages.render import Address, address, render
from byways.table.pages.results import shown
from byways.table.pages.steps import Shown, in_words, lately
from byways.table.play.table import Table
from byways.table.sse import Snapshot

LINES = 100  # lines of the log that a page shows


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
