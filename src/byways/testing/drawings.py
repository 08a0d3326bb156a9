"""Checks on drawings: a page must be able to morph one into the next, and every choice must be reachable."""

from __future__ import annotations

from collections import Counter
from collections.abc import Container
from math import isfinite
from xml.etree import ElementTree as ET

from byways.game import Game, View
from byways.room import find_room
from byways.testing.trial import Sketch, Trial, Viewer, Violation, Visit, When, check, events_for, who

NAME = "kit"  # the id prefix of the drawings
ROW, EVERY = 12, 13  # one row of 12 consecutive steps in 13 is drawn, so that each drawing can be compared with the next
LAYERS = ("board", "pieces", "options", "labels")
SVG = "{http://www.w3.org/2000/svg}"
WHERE = ("x", "y", "cx", "cy")


@check("drawing", When.STEP)
def drawings_morph(trial: Trial) -> int:
    """drawings are well-formed; a lasting piece keeps its layer and tag and moves only by its transform."""
    nth, rest = divmod(len(trial.entries) // ROW + trial.report.games, EVERY)
    if rest:
        return 0
    told, before, now = trial.told[-1], trial.before, trial.now
    concerned = [viewer for viewer in trial.viewers if events_for(told, viewer) or before.view(viewer) != now.view(viewer)]
    now.sketches.update({key: sketch for key, sketch in before.sketches.items() if key[0] not in concerned})
    if not concerned:
        return 0
    language = trial.game.languages[(nth + trial.report.games) % len(trial.game.languages)]  # in turn
    viewer = trial.rng.choice([viewer for viewer in concerned if (viewer, language) in before.sketches] or concerned)
    one, other = sketch_of(trial.game, before, viewer, language), sketch_of(trial.game, now, viewer, language)
    for name in sorted(one.keys() & other.keys()):
        if one[name] != other[name]:
            raise Violation(f"the piece '{name}' is {one[name]} in one drawing and {other[name]} in the next.")
    can_be_followed(trial, viewer, one.keys() | other.keys())
    return 1


def can_be_followed(trial: Trial, viewer: Viewer, drawn: Container[str]) -> None:
    """Check that the pieces in events are drawn, and that the places on their paths can be located."""
    view, ways = trial.visits[-1].view(viewer), find_room(trial.game.room).ways
    for event in events_for(trial.told[-1], viewer):
        if missing := [piece for piece in event.pieces if f"{NAME}-{piece}" not in drawn]:
            raise Violation(f"the event '{event.name}' names the piece '{missing[0]}', which {who(viewer)} never sees.")
        for move in event.moves:
            if move.path and ways is None:
                raise Violation(f"the event '{event.name}' gives '{move.piece}' a path, but `draw` has no `where`.")
            if ways and not all(isfinite(number) for place in move.path for number in ways.where(view, move.piece, place, False)):
                raise Violation(f"the event '{event.name}' moves '{move.piece}' along {move.path}, but `where` cannot locate them all.")


def sketch_of(game: Game, visit: Visit, viewer: Viewer, language: str) -> Sketch:
    if (viewer, language) not in visit.sketches:
        visit.sketches[viewer, language] = sketch(game, visit.view(viewer), language)
    return visit.sketches[viewer, language]


def sketch(game: Game, view: View, language: str) -> Sketch:
    """Return a drawing's lasting elements by id: layer, tag, and the attributes that position them without a transform."""
    root = ET.fromstring(game.draw(view, NAME, language, sprite=""))
    has_art(root, find_room(game.room).art)
    is_plain(root)
    if not game.text(view, language).strip():
        raise Violation("the drawing as text is empty.")
    have_layers(root)
    have_options(root, view)
    return pieces(root)


def is_plain(root: ET.Element) -> None:
    everything = list(root.iter())
    for tag in {element.tag for element in everything}:
        if not tag.startswith(SVG) or tag == f"{SVG}script":
            raise Violation(f"a drawing has the element '{tag}'.")
    for name in set().union(*(element.attrib for element in everything)):
        if name == "style" or name.lower().startswith("on"):
            raise Violation(f"a drawing has the attribute '{name}'; looks are classes and there is no script.")


def has_art(root: ET.Element, art: Container[str]) -> None:
    used = (element.get("href", "") for element in root.iter(f"{SVG}use"))
    if missing := [href for href in used if href.startswith("#art-") and href.removeprefix("#art-") not in art]:
        raise Violation(f"a drawing uses '{missing[0]}', which is not among the art of its room.")


def have_layers(root: ET.Element) -> None:
    wanted = [f"{NAME}-{layer}" for layer in LAYERS]
    extra = [child for child in root if child.get("id") not in wanted]
    if root.tag != f"{SVG}svg" or [child.get("id") for child in root if child not in extra] != wanted:
        raise Violation(f"a drawing is an svg with the layers {', '.join(wanted)} in this order, once each.")
    if any(child.get("id") or child.tag not in (f"{SVG}style", f"{SVG}title", f"{SVG}desc") for child in extra):
        raise Violation("beside its layers a drawing has at most a style, a title and a description without ids.")
    if any(element is not root[0] for element in root.iter(f"{SVG}style")):
        raise Violation("a style stands first in a drawing or nowhere.")


def pieces(root: ET.Element) -> Sketch:
    layers = [child for child in root if child.get("id")]
    found = {
        child.attrib["id"]: (layer.attrib["id"], child.tag, *(child.get(where, "") for where in WHERE))
        for layer in layers
        for child in layer
        if child.get("id")
    }
    ids = [element.attrib["id"] for element in root.iter() if "id" in element.attrib and element is not root]
    allowed = {*found, *(layer.attrib["id"] for layer in layers)}
    if repeated := [name for name, count in Counter(ids).items() if count > 1]:
        raise Violation(f"the id '{repeated[0]}' occurs more than once.")
    if strange := [name for name in ids if name not in allowed or not name.startswith(f"{NAME}-")]:
        raise Violation(f"the id '{strange[0]}' is not on a direct child of a layer, or does not begin with the drawing's name.")
    if root.get("id", NAME) != NAME:
        raise Violation("the id of the whole drawing is not its name.")
    return found


def have_options(root: ET.Element, view: View) -> None:
    layer = next(child for child in root if child.get("id") == f"{NAME}-options")
    options = [element for element in layer.iter() if "data-choice" in element.attrib]
    offered = sorted(element.attrib["data-choice"] for element in root.iter() if "data-choice" in element.attrib)
    if offered != sorted(map(str, view.choices)) or len(options) < len(offered):
        raise Violation(f"the options drawn are {offered}, the choices {sorted(map(str, view.choices))}; each is drawn once as an option.")
    for option in options:
        if option.tag != f"{SVG}g" or option.get("role") != "button" or option.get("tabindex") != "0" or not option.get("aria-label"):
            raise Violation(f"the option '{option.get('data-choice')}' is not a g with role, tabindex and spoken label.")
