"""What teaches a game: its page for players with figures, and answers about what somebody points at.

All of it is in the game's room, and a room may lack any of it. In its folder `teaching/how_to_play`, `LANGUAGE.md` is the page,
`LANGUAGE-short.md` a turn in short with the legend, and `figures.toml` says which moments of which records the figures show. Its module
`drawing.pictures` draws components, and `drawing.touch` knows what lies where.
"""

from __future__ import annotations

import re
from functools import cache
from importlib.resources.abc import Traversable
from random import Random
from xml.etree import ElementTree as ET

import msgspec

from byways.drawing import num, render, write
from byways.game import Game, Illegal, Refused, View
from byways.i18n import ENGLISH, Message, Sentence
from byways.record import Record
from byways.room import Touched, find_room

XMLNS = ' xmlns="http://www.w3.org/2000/svg"'
PLACE = re.compile(r"translate\(\s*([-\d.]+)[ ,]+([-\d.]+)")
LIVELY = ("role", "tabindex", "data-choice", "data-thing", "data-turn", "data-turner", "aria-label")  # what a picture on paper lacks
FIGURE = re.compile(r"!\[(?P<words>[^\]]*)\]\((?P<name>[a-z0-9-]+)\)")


class Figure(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A moment of a record in `how_to_play`, or of the room's example: after `at` entries, as `seat` sees it (None: a spectator).

    `marks` are numbers or words put on it, each at a piece or a point. `points` are pieces and options that stand out, `shown` is an option
    whose preview is open; without `options` none are drawn. `part` cuts out x, y, width and height.
    """

    at: int
    record: str = ""
    seat: int | None = None
    marks: dict[str, str | tuple[float, float]] = {}
    part: tuple[float, float, float, float] | None = None
    points: tuple[str, ...] = ()
    shown: str = ""
    options: bool = True


def folder_of(game: Game) -> Traversable | None:
    return find_room(game.room).file("teaching", "how_to_play")


def how_to_play(game: Game, language: str = ENGLISH) -> str | None:
    """The page for players as Markdown, in a language or else in English; None for a room without one."""
    return page_of(game, language, "{}.md")


def in_short(game: Game, language: str = ENGLISH) -> str | None:
    """A turn in short and the legend, as Markdown."""
    return page_of(game, language, "{}-short.md")


def page_of(game: Game, language: str, name: str) -> str | None:
    folder = folder_of(game)
    files = [folder.joinpath(name.format(one)) for one in (language, ENGLISH)] if folder else []
    return next((file.read_text("utf-8") for file in files if file.is_file()), None)


@cache
def figures(game: Game) -> dict[str, Figure]:
    """The figures that show moments, by name."""
    folder = folder_of(game)
    if folder is None or not (file := folder.joinpath("figures.toml")).is_file():
        return {}
    return msgspec.toml.decode(file.read_bytes(), type=dict[str, Figure])


@cache
def figure(game: Game, name: str, language: str = ENGLISH, sprite: str | None = None) -> str:
    """A figure of the page for players, by name, as SVG, its art as in `Game.draw`. The page describes the built-in components."""
    game = game.built_in
    drawn = ET.fromstring(drawing(game, name, language).replace(XMLNS, ""))  # so tags stay plain
    if name in figures(game):
        annotate(drawn, figures(game)[name], f"figure-{name}")
    for one in drawn.iter():
        for attribute in LIVELY:
            one.attrib.pop(attribute, None)
    drawn.set("role", "img")
    return game.illustrated(render(drawn).replace("<svg", f"<svg{XMLNS}", 1), sprite)


def drawing(game: Game, name: str, language: str) -> str:
    pictures = find_room(game.room).pictures
    if name in pictures:
        return pictures[name](game, game.language(language))
    if name not in figures(game):
        raise Refused(Message("refuse.no-figure", {"figure": name, "title": game.title}))
    return game.draw(view_in(game, figures(game)[name]), f"figure-{name}", language, sprite="", tall=True)


def view_in(game: Game, chosen: Figure) -> View:
    file = find_room(game.room).file("teaching", *(("how_to_play", f"{chosen.record}.json") if chosen.record else ("example.json",)))
    assert file is not None
    record = msgspec.json.decode(file.read_bytes(), type=Record)
    view = record.position(game, chosen.at).view(chosen.seat)
    return view if chosen.options else msgspec.structs.replace(view, choices=())


def annotate(drawn: ET.Element, chosen: Figure, name: str) -> None:
    for what, looks in (*((point, "pointed") for point in chosen.points), *[(chosen.shown, "shown")][: bool(chosen.shown)]):
        found = find(drawn, name, what)
        found.set("class", f"{found.get('class', '')} {looks}".lstrip())
    labels = drawn[-1]
    for words, where in chosen.marks.items():
        x, y = place_of(drawn, name, where) if isinstance(where, str) else where
        ET.SubElement(labels, "circle", {"class": "mark", "cx": num(x), "cy": num(y), "r": "13"})
        write(labels, words, x, y, "marked")
    if chosen.part:
        left, top, width, height = map(num, chosen.part)
        drawn.attrib |= {"viewBox": f"{left} {top} {width} {height}", "width": width, "height": height}


def find(drawn: ET.Element, name: str, what: str) -> ET.Element:
    """A piece by its id, or an option by its notation."""
    for one in drawn.iter():
        if one.get("id") == f"{name}-{what}" or one.get("data-choice") == what:
            return one
    raise Refused(Message("refuse.not-drawn", {"what": what}))


def place_of(drawn: ET.Element, name: str, piece: str) -> tuple[float, float]:
    placed = PLACE.match(find(drawn, name, piece).get("transform", ""))
    if placed is None:
        raise Refused(Message("refuse.no-place", {"piece": piece}))
    return float(placed[1]), float(placed[2])


def touched(game: Game, view: View, piece: str, x: float, y: float, tall: bool = False) -> Touched | None:
    """What lies at a point of a view's drawing, as far as the game knows."""
    touch = find_room(game.room).touch
    return None if touch is None else touch.touched(view, piece, x, y, tall)


def explain(game: Game, view: View, piece: str, x: float, y: float, rng: Random, tall: bool = False) -> list[Sentence]:
    """What somebody points at, and which rule bars choosing it: found in a world that the seat imagines, so it tells no secret."""
    found = touched(game, view, piece, x, y, tall)
    if found is None:
        return []
    barred = why_not(view, found, rng)
    return [sentence for sentence in (barred, found.what) if sentence]


def why_not(view: View, found: Touched, rng: Random) -> Sentence | None:
    if found.choice is None or view.seat is None or found.choice in view.choices or view.outcome:
        return None
    try:
        view.imagine(rng).choose(view.seat, found.choice)
    except Illegal as complaint:
        return complaint.sentence
    return None
