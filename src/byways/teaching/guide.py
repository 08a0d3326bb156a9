"""The how-to-play pages of a game with their figures, and explanations of what lies at a point of a drawing.

All of it is optional and lives in the game's room. In the folder `teaching/how_to_play`, `LANGUAGE.md` is the page, `LANGUAGE-short.md`
summarises a turn with a legend, `LANGUAGE-alone.md` summarises a turn of a solo game, and `figures.toml` lists the moments that figures
show. The module `drawing.pictures` draws components, and `drawing.touch` finds what lies at a point.
"""

from __future__ import annotations

import re
from functools import cache
from importlib.resources.abc import Traversable
from random import Random
from xml.etree import ElementTree as ET

import msgspec

from byways.drawing import num, render, write
from byways.game import Choice, Game, Illegal, Refused, View
from byways.i18n import ENGLISH, Message, Sentence
from byways.record import Record
from byways.room import Row, Touched, find_room

XMLNS = ' xmlns="http://www.w3.org/2000/svg"'
PLACE = re.compile(r"translate\(\s*([-\d.]+)[ ,]+([-\d.]+)")
LIVELY = (
    "role",
    "tabindex",
    "data-choice",
    "data-thing",
    "data-turn",
    "data-turner",
    "data-anchor",
    "aria-label",
)  # attributes that a still picture does not need
MEDIUM = re.compile(r"\[\[(?P<screen>.*?)\|\|(?P<paper>.*?)\]\]", re.DOTALL)  # `[[on the screen||on paper]]`
FIGURE = re.compile(r"!\[(?P<words>[^\]]*)\]\((?P<name>[a-z0-9-]+)\)")


class Figure(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A moment of a record in `how_to_play`, or of the room's example: after `at` entries, as `seat` sees it (None: a spectator).

    `marks` are labels, each on a piece or at a point. `points` lists highlighted pieces and options, `shown` is the option with an open
    preview, `options` says whether options are drawn, and `part` crops the drawing to x, y, width and height.
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


def how_to_play(game: Game, language: str = ENGLISH, *, on_paper: bool = False) -> str | None:
    """The how-to-play page as Markdown, in English if the language has none; None if the room has no page."""
    return page_of(game, language, "{}.md", on_paper)


def in_short(game: Game, language: str = ENGLISH, seats: int | None = None, *, on_paper: bool = False) -> str | None:
    """The summary of a turn with the legend, as Markdown. A solo game may have its own summary."""
    short = page_of(game, language, "{}-short.md", on_paper)
    alone = page_of(game, language, "{}-alone.md", on_paper) if seats == 1 else None
    return alone + short[short.index("\n## ") :] if short and alone else short


def page_of(game: Game, language: str, name: str, on_paper: bool) -> str | None:
    folder = folder_of(game)
    files = [folder.joinpath(name.format(one)) for one in (language, ENGLISH)] if folder else []
    text = next((file.read_text("utf-8") for file in files if file.is_file()), None)
    return None if text is None else MEDIUM.sub(r"\g<paper>" if on_paper else r"\g<screen>", text)


@cache
def figures(game: Game) -> dict[str, Figure]:
    """The figures of `figures.toml` by name."""
    folder = folder_of(game)
    if folder is None or not (file := folder.joinpath("figures.toml")).is_file():
        return {}
    return msgspec.toml.decode(file.read_bytes(), type=dict[str, Figure])


@cache
def figure(game: Game, name: str, language: str = ENGLISH, sprite: str | None = None) -> str:
    """A figure of the how-to-play page as SVG, always drawn with the built-in components. `sprite` is as in `Game.draw`."""
    game = game.built_in
    drawn = ET.fromstring(drawing(game, name, language).replace(XMLNS, ""))  # without a namespace in every tag
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
    """The thing at a point of a view's drawing; None if there is none, or if the room has no `drawing.touch`."""
    touch = find_room(game.room).touch
    return None if touch is None else touch.touched(view, piece, x, y, tall)


def meant(view: View, found: Touched | None) -> list[Choice]:
    """The legal choices that a tap on a thing may mean. If there is only one, the tap makes it; otherwise the player picks one."""
    return [] if found is None else [choice for choice in dict.fromkeys(found.choices) if choice in view.choices]


def row(game: Game, view: View, choice: Choice) -> Row:
    """A choice as listed among several that a tap may mean."""
    rows = find_room(game.room).rows
    return Row(choice.sentence) if rows is None else rows.row(view, choice)


def explain(game: Game, view: View, piece: str, x: float, y: float, rng: Random, tall: bool = False) -> list[Sentence]:
    """Explain what lies at a point: the rule that forbids choosing it, if any, then what it is."""
    found = touched(game, view, piece, x, y, tall)
    if found is None:
        return []
    return [sentence for sentence in (why_not(view, found, rng), found.what) if sentence]


def why_not(view: View, found: Touched, rng: Random) -> Sentence | None:
    """Why the seat cannot choose a thing. It is tried in an imagined position, so the reason reveals nothing hidden from the seat."""
    if not found.choices or view.seat is None or meant(view, found) or view.outcome:
        return None
    try:
        view.imagine(rng).choose(view.seat, found.choices[0])
    except Illegal as complaint:
        return complaint.sentence
    return None
