"""Shows: chains of events, scene by scene, from one viewer's story."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec
from markupsafe import Markup

from byways.game import Game
from byways.record import Step
from byways.room import find_room
from byways.show import Group, Moment, Scene, Token
from byways.table.i18n import Voice, language_in
from byways.table.pages import pictures
from byways.table.pages.phrases import voice_of
from byways.table.pages.render import render
from byways.table.pages.steps import AnimationStep, path_of
from byways.table.play.screens import show_after
from byways.table.play.table import Table


class Motion(AnimationStep, frozen=True, omit_defaults=True, dict=True, kw_only=True):
    """How a scene's drawing comes about: an animation step, with symbols (by URL) that fly and numbers that count."""

    flights: tuple[tuple[str, str, str, int], ...] = ()
    counts: tuple[tuple[str, int, int], ...] = ()

    @property
    def json(self) -> str:
        return msgspec.json.encode(self).decode()


class ShownToken(msgspec.Struct, frozen=True):
    """A token in words. `art` is its symbol as SVG."""

    lines: list[str]
    amount: str
    art: Markup
    heading: str
    secret: bool


class ShownScene(msgspec.Struct, frozen=True):
    """A scene in words, with its drawing and its motion."""

    number: int
    token: int
    caption: str
    tokens: list[ShownToken]
    drawing: Markup
    motion: Motion


class ShownGroup(msgspec.Struct, frozen=True):
    """A summary's seat in words. `part` is the length of its bar in percent."""

    seat: int
    token: int
    part: float
    amount: str
    total: str
    lines: list[ShownToken]


async def show_page(table: Table, seat: int | None, number: int, language: str, tall: bool) -> str | None:
    """The show that began at a moment of a seat's story, so far; None if no show began there."""
    steps = (await table.story(seat)).steps
    shows = find_room(table.game.room).shows
    if shows is None or not 0 < number < len(steps) or not begins_show(steps[number]):
        return None
    show = shows.show(steps[number - 1].view, [Moment(step.events, step.view) for step in steps[number:]])
    page = Page(table.game, voice_of(table, language), steps, number, language_in(table.game, language), tall)
    summary = show.summary
    return render(
        "show.html",
        page.voice,
        title=page.voice.tell(show.title),
        scenes=[page.scene(nth, scene) for nth, scene in enumerate(show.scenes)],
        summary=summary,
        heading=page.voice.tell(summary.title) if summary else "",
        groups=[page.group(group) for group in summary.groups] if summary else [],
        notes=[page.token(note) for note in summary.notes] if summary else [],
        then=page.voice.tell(summary.then) if summary else "",
        names=page.voice.speaker.seat_names,
        mine=seat,
    )


class Page(msgspec.Struct, frozen=True):
    """Puts the parts of a show into words and drawings for one viewer. The show's moments are numbered from `first` in the story."""

    game: Game
    voice: Voice
    steps: Sequence[Step]
    first: int
    language: str
    tall: bool

    def token(self, token: Token) -> ShownToken:
        tell, art = self.voice.tell, pictures.symbol(self.game, token.art)
        lines = token.text if isinstance(token.text, tuple) else (token.text,)
        return ShownToken([*map(tell, lines)], tell(token.amount), art, tell(token.heading), token.secret)

    def group(self, group: Group) -> ShownGroup:
        tell, token = self.voice.tell, self.steps[self.first].view.token(group.seat)
        lines = [self.token(line) for line in group.lines]
        return ShownGroup(group.seat, token, round(100 * group.share, 1), tell(group.amount), tell(group.total), lines)

    def scene(self, nth: int, scene: Scene) -> ShownScene:
        number = self.first + scene.moment
        view, name, sprite = self.steps[number].view, f"scene{nth}", pictures.sprite(self.game)  # scripts expect a name without a hyphen
        if scene.stage is None:
            drawn = pictures.still_board(self.game, view, name, self.language, self.tall)
        else:
            drawn = Markup(pictures.on_page(self.game.illustrated(scene.stage(name, self.language, self.tall), sprite)))
        caption, token = self.voice.tell(scene.caption), -1 if scene.seat is None else view.token(scene.seat)
        motion = Motion(
            number,
            caption,
            scene.seat,
            token,
            (*scene.pieces, *(move.piece for move in scene.moves)),
            tuple((move.piece, path_of(self.game, view, move, self.tall)) for move in scene.moves),
            flights=tuple((f"{sprite}#art-{flight.art}", flight.start, flight.end, flight.copies) for flight in scene.flights),
            counts=tuple((count.piece, count.before, count.after) for count in scene.counts),
        )
        tokens = [self.token(one) for one in scene.tokens]
        return ShownScene(number, token, caption, tokens, drawn, motion)


def begins_show(step: Step) -> bool:
    return any(event.show == "begins" for event in step.events)


def show_at(steps: Sequence[Step], number: int) -> int:
    """The number of the show that a moment belongs to; 0 if there is none."""
    show = 0
    for nth in range(number + 1):
        for event in steps[nth].events:
            show = show_after(event, nth, show) or (show if nth == number else 0)
    return show
