"""The style sheet of Labyrinth, light and dark."""

from __future__ import annotations

from byways.drawing import FOCUSED, looked_at, stylesheet, turning
from byways.drawing import RULES as SHARED
from byways.games.labyrinth.drawing.gems import COLORS
from byways.games.labyrinth.drawing.layout import TILE
from byways.games.labyrinth.state import STEPS

RULES = {
    "text": f"{SHARED['text']};font-size:17px",  # on a phone, a 7 by 7 board is drawn at two thirds, so letters are eleven pixels high
    "g .letter": "font-size:18px",
    ".bed": "fill:$hollow;stroke:$ink;stroke-width:5",
    ".loose": "fill:$hedge;stroke:$edge;stroke-width:1",
    ".fixed": "fill:$stone;stroke:$edge;stroke-width:1",
    ".stud": "fill:$edge",
    ".wall": "fill:none;stroke:$wall;stroke-width:25",
    ".way": "fill:none;stroke:$way;stroke-width:21",
    ".lit": "fill:none;stroke:$lit;stroke-width:21",
    ".gem": "stroke:$wall;stroke-width:.9;stroke-linejoin:round",
    ".cut": "fill:none;stroke:#2e2a25;stroke-opacity:.6;stroke-width:.8;stroke-linecap:round",
    ".gleam": "fill:none;stroke:#fffdf6;stroke-opacity:.85;stroke-width:.9;stroke-linecap:round",
    **{f".gem-{name}": f"fill:{color}" for name, color in COLORS.items()},
    ".rest": "fill:$faint;fill-opacity:.35",
    ".barred": "fill:none;stroke:$ink;stroke-width:3;stroke-linecap:round",
    ".yard": "fill:none;stroke-width:4",
    ".fence": "fill:none;stroke:$pale;stroke-width:6.5",
    ".errand": "fill:$raised;stroke-width:1.5",
    ".round-arrow": "fill:none;stroke:$choice;stroke-width:2.5;stroke-linecap:round;stroke-linejoin:round;pointer-events:none",
    ".knob": "fill:$raised;stroke:$choice;stroke-width:2;pointer-events:none",
    ".goal": "fill:none;stroke-width:5;stroke-linecap:round",
    ".frame": "fill:none;stroke-width:4;stroke-linecap:round;stroke-linejoin:round",
    ".rim": "fill:none;stroke:$pale;stroke-width:8;stroke-linecap:round;stroke-linejoin:round",
    # it lies on passages, which are pale in dark mode too
    ".trail": "fill:none;stroke:$step;stroke-width:6;stroke-dasharray:.1 9;stroke-linecap:round;stroke-linejoin:round",
    ".dot": "fill:$step",
    ".tap": "fill:$choice;fill-opacity:0;stroke:none",
    **looked_at(".tap", "fill-opacity:.2;stroke:$choice;stroke-width:3"),
    ".pointed .tap": "stroke:$goal;stroke-width:3",
    ".slid": "transition:transform .35s ease",
    **{
        selector: looks
        for way, (down, right) in STEPS.items()
        for selector, looks in looked_at(f".slid-{way}", f"transform:translate({right * TILE}px,{down * TILE}px)").items()
    },
    # degrees are counter-clockwise, and gems stay in their corners
    ".turning .wall,.byways .turning .way": turning(TILE / 2, -90),
    ".take": "fill:none;stroke:none;pointer-events:none",
    ".shown .take": "stroke:$choice;stroke-width:3;stroke-dasharray:9 6;pointer-events:all",
    f"{FOCUSED} .take": "stroke:$ink;stroke-dasharray:none",  # one of the turns is always shown, so focus needs a different style
}
LIGHT = {
    "hedge": "#a9bb94",
    "stone": "#869d81",
    "edge": "#6f8468",
    "wall": "#4f5f4a",
    "way": "#fbf6e6",
    "goal": "#c8261b",
    "lit": "#8fd1c4",
    "step": "#0b6b66",
}
DARK = {
    "hedge": "#4c5c46",
    "stone": "#3a4a41",
    "edge": "#2a352b",
    "wall": "#1c231c",
    "way": "#c9bd9d",
    "goal": "#d8342a",
    "lit": "#57b8ab",
    "step": "#0b4a46",
}
STYLE = stylesheet(RULES, LIGHT, DARK)
