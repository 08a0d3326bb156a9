"""Snapshots: the changing parts of a table's page, rendered once for all viewers who see the same thing."""

from __future__ import annotations

from collections import deque
from collections.abc import Sequence
from functools import cached_property, lru_cache
from typing import Self

import msgspec
from markupsafe import Markup, escape

from byways.daily import PRACTICE
from byways.game import Choice, Event, View
from byways.room import find_room
from byways.table.i18n import Voice, language_in, voice
from byways.table.pages import pictures
from byways.table.pages.cache import Memo
from byways.table.pages.daily import day_text
from byways.table.pages.lessons import lesson_shown, path_shown
from byways.table.pages.phrases import Person, noted, players, prompt, stood_in, voice_of
from byways.table.pages.render import Address, address, render
from byways.table.pages.results import result_of
from byways.table.pages.solving import puzzle_shown
from byways.table.pages.steps import AnimationStep, recent_steps
from byways.table.play.leaving import can_play_on_alone, people_playing
from byways.table.play.retrying import can_retry
from byways.table.play.screens import Screen
from byways.table.play.table import Table
from byways.table.sse import Snapshot

LINES = 100  # lines of the log that a page shows


def next_of_holder(table: Table, seat: int) -> int | None:
    """Another awaited seat held by the same browser, if this seat is not awaited; otherwise None."""
    awaited = table.match.screens[seat].view.awaited
    others = [other for other in table.seats.people_of(table.seats[seat].holder) if other in awaited]
    return others[0] if others and seat not in awaited else None


def expected(table: Table, view: View, language: str) -> str:
    """The headline of a page. It does not ask a player to choose while a bot plays for them."""
    stands_in = "" if view.outcome else stood_in(table, view.seat, language)
    return stands_in if stands_in and view.seat in view.awaited else f"{stands_in} {prompt(table, view, language)}".strip()


class LogLine(msgspec.Struct, frozen=True, dict=True):
    id: str
    moment: int
    text: str
    watch: str = ""  # label of the button that opens the show beginning here

    @cached_property
    def html(self) -> Markup:
        watch = f'<button type="button" data-watch="{self.moment}" aria-label="{escape(self.watch)}"></button>' if self.watch else ""
        return Markup(f'<li id="{self.id}" data-moment="{self.moment}">{escape(self.text)}{watch}</li>\n')


class Log:
    """The last lines of a screen's log in one language, each worded once."""

    def __init__(self) -> None:
        self.worded, self.lines, self.html = 0, deque[LogLine](maxlen=LINES), ""

    def follow(self, events: Sequence[tuple[int, Event]], speaking: Voice) -> Self:
        if self.worded < len(events):
            for number in range(max(self.worded, len(events) - LINES), len(events)):
                moment, event = events[number]
                watch = speaking.say("show.watch") if event.show == "begins" else ""
                self.lines.append(LogLine(f"line-{number}", moment, speaking.tell(event.wording), watch))
            self.worded, self.html = len(events), "".join([line.html for line in self.lines])
        return self


SNAPSHOTS: Memo[Snapshot] = Memo()
LOGS: Memo[Log] = Memo()


def snapshot(table: Table, seat: int | None, language: str, tall: bool) -> Snapshot:
    """Everything on a seat's page that changes, cached by language and window shape."""
    counts = (table.match.screens[seat].number, table.seats.changes, table.seats.presence, len(table.solving.praise))
    state = (*counts, table.match.script.step, table.solving.attempt)
    return SNAPSHOTS.get(table, (seat, language, tall), state, lambda: draw_snapshot(table, seat, language, tall))


def draw_snapshot(table: Table, seat: int | None, language: str, tall: bool) -> Snapshot:
    screen, spoken, speaking = table.match.screens[seat], language_in(table.game, language), voice_of(table, language)
    stands_in = stood_in(table, seat, language)
    view = msgspec.structs.replace(screen.view, choices=()) if table.is_closed or stands_in else screen.view
    steps = recent_steps(table.game, screen, speaking.tell, tall)
    if table.puzzle:  # the solver looks at the board, which no show covers
        steps = [msgspec.structs.replace(one, show=0) for one in steps]
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
        puzzle=puzzle_shown(table, view, language),
        can_undo=table.match.can_undo(view),
        path=path_shown(table, seat),
        board=pictures.board(table.game, view, "board", language, tall),
        steps=as_json(steps),
        can_retry=can_retry(table, seat),
        steps_taken="\n".join(map(str, view.act)),
        news=any(step.marked for step in steps),
        lines=Markup(log_html(table, seat, language)),
        cover=pictures.address(table.game, pictures.COVER) if find_room(table.game.room).cover else "",
        choices=Markup("".join(in_list(speaking, choice) for choice in view.choices)),
        seats=seat_lines(table, view, language),
        mine=None if seat is None else table.seats[seat],
        next=None if seat is None else next_of_holder(table, seat),
        result=None if table.puzzle else result_of(table, view, language),
        alone=can_play_on_alone(table, seat),
        asks=asks_to_end(table, seat, language),
        offer=rematch_offer(table, language),
        turn=turn(table, view),
        watch=last_show(screen) if view.outcome else 0,
        daily=daily_note(table, language),
    )
    return Snapshot(text, screen.number)


def daily_note(table: Table, language: str) -> str:
    """What a table of a deal of the day is; empty at other tables."""
    say = voice(language).say
    if table.daily in ("", PRACTICE):
        return say("daily.note-practice") if table.daily else ""
    return say("daily.note", day=day_text(table.daily, language))


def last_show(screen: Screen) -> int:
    """The number of the show at the end of the game; 0 if there is none."""
    for moment, event in reversed(screen.events):
        if event.show == "begins":
            return moment
        if event.show == "ends" and moment < screen.number:
            break
    return 0


def seat_lines(table: Table, view: View, language: str) -> Markup:
    """The list of players. Lines are cached, because most of them rarely change."""
    at, goes_on = address(table, view.seat), view.seat not in (None, *view.removed) and view.outcome is None and not table.is_closed
    speaking = voice_of(table, language)
    lines = [
        seat_line(speaking, one, view.token(one.number), at, goes_on and one.number not in view.removed)
        for one in players(table, view, language)
    ]
    return Markup("".join(lines))


@lru_cache(4096)
def seat_line(speaking: Voice, one: Person, token: int, at: Address, calls_bots: bool) -> str:
    return render("seat.html", speaking, one=one, token=token, at=at, calls_bots=calls_bots) + "\n"


@lru_cache(4096)
def in_list(speaking: Voice, choice: Choice) -> Markup:
    """A choice as an option of the list beside the text field."""
    return Markup(f'<option value="{escape(str(choice))}">{escape(speaking.tell(choice.sentence))}</option>\n')


def turn(table: Table, view: View) -> str:
    """ "yours" or "theirs" for a player, "over" at the end, and an empty string for a spectator."""
    if view.seat is None or table.is_closed or view.outcome is not None:
        return "over" if table.is_closed or view.outcome is not None else ""
    return "yours" if view.seat in view.awaited and table.seats[view.seat].kind == "person" else "theirs"


def asks_to_end(table: Table, seat: int | None, language: str) -> str:
    """Say who wants to end the game, for a player yet to agree; otherwise empty."""
    asking = tuple(number for number, one in enumerate(table.seats) if one.ends)
    if seat is None or not asking or table.ended or table.seats[seat].ends or seat not in people_playing(table):
        return ""
    return voice_of(table, language).say("play.asks-end", seats=asking, count=len(asking))


def rematch_offer(table: Table, language: str) -> str:
    """Say who offers a rematch; empty if unknown."""
    offered = [notice for notice in table.notices if notice.name == "rematch"]
    return noted(table, offered[-1], language) if table.rematch and offered else ""


def log_html(table: Table, seat: int | None, language: str) -> str:
    """The log of a seat's screen, interleaved with notices about seats."""
    screen, speaking = table.match.screens[seat], voice_of(table, language)
    played = LOGS.get(screen, language, speaking, Log).follow(screen.events, speaking)
    noticed = [
        LogLine(f"notice-{notice.seat}-{notice.at:.3f}", screen.number_after(notice.after), noted(table, notice, language))
        for notice in sorted((*table.notices, *table.absences.notices), key=lambda notice: notice.at)
    ]
    if not noticed:
        return played.html
    return "".join([line.html for line in sorted([*played.lines, *noticed], key=lambda line: line.moment)[-LINES:]])


def as_json(steps: Sequence[AnimationStep]) -> Markup:
    return Markup(f"[{','.join(step.html for step in steps)}]")
