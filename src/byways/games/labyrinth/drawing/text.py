"""A view of Labyrinth as text: the board in box-drawing characters, then everything in words."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

from byways.games.labyrinth import GAME
from byways.games.labyrinth.drawing.layout import Place
from byways.games.labyrinth.drawing.scene import Scene, headline, seat_letter
from byways.games.labyrinth.state import EAST, NORTH, OPENINGS, SOUTH, WEST, Direction, Insert, Slide, Tile, Walk
from byways.games.labyrinth.view import View
from byways.i18n import Message, Speaker, Value

Block = tuple[str, str, str]

HOLE: Block = ("     ", " [ ] ", "     ")
THICK = str.maketrans("│─┐└┌┘┬├┴┤┼", "┃━┓┗┏┛┳┣┻┫╋")
SIGNS: dict[Direction, str] = {"left": "<", "right": ">", "up": "^", "down": "v"}


def text(view: View, language: str = "en") -> str:
    """Return a view as text. Every tile has five by three characters; avatars are capitals, homes small letters, goals stars."""
    scene, speaker = Scene(view), GAME.speaker(language)
    return "\n".join([speaker.say(headline(view)), "", *print_board(scene), "", *map(speaker.say, remarks(scene, speaker))]) + "\n"


def print_board(scene: Scene) -> list[str]:
    columns, entries = scene.grid.columns, entrances(scene)
    tiles = print_tiles(scene)
    lines = [spread([str(column + 1) for column in range(columns)])]
    lines.append(spread([entries.get(("down", column), "") for column in range(columns)]))
    for row in range(scene.grid.rows):
        top, middle, bottom = map("".join, zip(*tiles[row * columns : (row + 1) * columns], strict=True))
        lines += [f"    {top}", f"{row + 1:2} {entries.get(('right', row), ' ')}{middle}{entries.get(('left', row), '')}", f"    {bottom}"]
    lines.append(spread([entries.get(("up", column), "") for column in range(columns)]))
    return [line.rstrip() for line in lines]


def spread(words: list[str]) -> str:
    return "    " + "".join(f"{word:^5}" for word in words)


def print_tiles(scene: Scene) -> list[Block]:
    tiles = [print_tile(tile.connector) if tile else HOLE for tile in scene.cells]
    for cell in within_reach(scene):
        tiles[cell] = print_tile(scene.maze.tiles[cell].connector, True)
    for cell, marks in marks_on(scene).items():
        tiles[cell] = put_marks(tiles[cell], *marks)
    return tiles


def within_reach(scene: Scene) -> list[int]:
    walks = [scene.grid.cell(choice.row, choice.column) for choice in scene.view.choices if isinstance(choice, Walk)]
    starts = [scene.standing[scene.view.seat]] if walks and scene.view.seat is not None else []
    return starts + [cell for cell in walks if cell is not None]


@lru_cache(maxsize=32)
def print_tile(connector: str, thick: bool = False) -> Block:
    north, east, south, west = (OPENINGS[connector] & side for side in (NORTH, EAST, SOUTH, WEST))
    top, bottom = f"  {'│' if north else ' '}  ", f"  {'│' if south else ' '}  "
    middle = f"{'──' if west else '  '}{connector}{'──' if east else '  '}"
    return (top.translate(THICK), middle.translate(THICK), bottom.translate(THICK)) if thick else (top, middle, bottom)


def marks_on(scene: Scene) -> dict[int, list[str]]:
    """The letters on each cell: avatars, homes, and a star for a goal."""
    marks: dict[int, list[str]] = {}
    for seat in scene.seats:
        marks.setdefault(scene.standing[seat], ["", "", ""])[0] += seat_letter(seat)
        marks.setdefault(scene.view.avatars[seat].home, ["", "", ""])[1] += seat_letter(seat).lower()
    places = [scene.goal] if scene.hunting else [place for _, _, place in scene.treasures]
    for place in places:
        cell = scene.grid.cell(*place) if place else None
        if cell is not None:
            marks.setdefault(cell, ["", "", ""])[2] = "*"
    return marks


def put_marks(tile: Block, avatars: str, homes: str, goal: str) -> Block:
    """Write letters onto a tile: three avatars in the middle row, four more below. The list under the board has all of them."""
    top, middle, bottom = tile
    if avatars:
        crew = {1: middle[1] + avatars + middle[3], 2: avatars + middle[3]}.get(len(avatars), avatars[:3])
        middle = middle[0] + crew + middle[4]
    rest = f"{avatars[3:7]:4}"
    return f"{goal:2}{top[2]}{homes[:2]:>2}", middle, f"{rest[:2]}{bottom[2]}{rest[2:]}"


def entrances(scene: Scene) -> dict[tuple[Direction, int], str]:
    """Signs for possible slides, and a cross where a slide would undo the previous one."""
    view = scene.view
    if view.act:
        return {}
    slides = [choice for choice in view.choices if isinstance(choice, Slide)] if view.choices else scene.grid.slides
    found = {(slide.direction, slide.index): SIGNS[slide.direction] for slide in slides}
    if view.last and view.last.undoing in scene.grid.lines:
        found[view.last.undoing.direction, view.last.index] = "x"
    return found


def remarks(scene: Scene, speaker: Speaker) -> Iterator[Message]:
    view = scene.view
    for seat in scene.seats:
        yield from describe(scene, seat)
    if scene.hunting:
        yield errand(scene)
    if scene.gems:
        yield Message("text.gems", {"gems": names_of(scene.gems, speaker)})
    yield Message("text.spare", in_words(scene.spare, speaker))
    if scene.dropped and scene.hole is not None:
        turns = [(choice, scene.spare.turn(choice.degree)) for choice in view.choices if isinstance(choice, Insert)]
        yield Message("text.turns", {"turns": tuple(f"{tile.connector} ({choice})" for choice, tile in turns)})
        yield Message("text.dropped", {**in_words(scene.dropped, speaker), "hole": where(scene.at(scene.hole))})
    if view.act:
        yield Message("text.act", {"steps": tuple(step.sentence for step in view.act)})
    if view.last:
        yield Message("text.last", {"slide": view.last.sentence})
    if not view.act:
        yield Message("text.legend")
    if len(view.act) == 2:
        yield Message("text.reach")


def describe(scene: Scene, seat: int) -> Iterator[Message]:
    """Say where a seat's avatar and home are and, at the end, its treasures."""
    at, home = where(scene.at(scene.standing[seat])), where(scene.at(scene.view.avatars[seat].home))
    known: dict[str, Value] = {"seat": seat, "mark": seat_letter(seat), "at": at, "small": seat_letter(seat).lower(), "home": home}
    yield Message("text.you" if seat == scene.view.seat else "text.seat", known)
    if fetched := tuple(where(place) for owner, _, place in scene.treasures if owner == seat):
        yield Message("text.fetched", {"seat": seat, "places": fetched, "count": len(fetched)})


def errand(scene: Scene) -> Message:
    view, place = scene.view, where(scene.goal)
    if view.homeward:
        return Message("text.home", {"place": place})
    if view.treasures == 1:
        return Message("text.treasure", {"place": place})
    return Message("text.treasure-nth", {"place": place, "nth": view.found + 1, "treasures": view.treasures})


def where(place: Place) -> Message:
    return Message("text.cell", {"row": place[0], "column": place[1]}) if place else Message("place.spare")


def in_words(tile: Tile, speaker: Speaker) -> dict[str, Value]:
    return {"connector": tile.connector, "gems": names_of(tile.gems, speaker)}


def names_of(gems: tuple[str, ...], speaker: Speaker) -> tuple[str, ...]:
    return tuple(name_of(gem, speaker) for gem in gems)


def name_of(gem: str, speaker: Speaker) -> str:
    """A gem's name. Custom gems are named by their keys."""
    try:
        return speaker.form(gem, "name")
    except LookupError:
        return gem
