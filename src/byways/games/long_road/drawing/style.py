"""The drawings' style sheet, light and dark."""

from __future__ import annotations

from byways.drawing import RULES as BASE
from byways.drawing import looked_at, stylesheet
from byways.games.long_road.choices import ROADS

SIZE = 12  # default font size
SIZES = {"big": 20, "title": 16, "name": 13, "small": 11.5}
HATS = ("#b3362b", "#3a3733", "#956c05", "#2c7546")  # the seats' colours
BLACK = "#2b2621"  # text on cards, which are light in both colour schemes
UNUSED = (".ink", ".halo", ".spot", ".sign", ".trail", ".outline", ".turner", ".seat-4", ".seat-5")
RULES = {
    **{selector: "" for selector in BASE if selector.partition("~")[0].split()[-1] in UNUSED},
    "text": BASE["text"].replace("16px", f"600 {SIZE}px").replace("$ink", BLACK),
    **{f"text.{looks}": f"font-size:{size}px" for looks, size in SIZES.items()},
    "text.letter": BASE["text.letter"].replace("16px", "12px"),
    "text.plain": "font-weight:400",
    "text.right": "text-anchor:end",
    "text.ink": "fill:$ink",
    "text.pale": "fill:#fffdf6",
    **{f".lane-{number}": f"fill:${road}" for number, road in enumerate(ROADS)},
    ".land": "opacity:$haze",
    ".panel": "fill:$hollow;fill-opacity:.55",
    ".card": "fill:$face;color:$face;stroke:#8a7650;stroke-width:1.2",
    ".goal": "color:$board",
    ".slot": "fill:none;stroke:$faint;stroke-width:1.2;stroke-dasharray:3 3",
    ".vacant": "fill:$raised;fill-opacity:.75;stroke:$faint;stroke-width:1.2;stroke-dasharray:6 4",
    ".seat-box": "fill:$raised;stroke:$hollow;stroke-width:1.2",
    ".turn": "fill:$raised;stroke:$ink;stroke-width:2",
    **{f".hat-{seat}": f"color:{color}" for seat, color in enumerate(HATS)},
    ".ink-hat": "color:$ink",
    ".cream": "color:#fffdf6",
    ".gold": "fill:#e2a42e;stroke:#7a5200;stroke-width:1.2",
    ".secret": "fill:#3a332b;color:#3a332b",
    ".disc": f"fill:{BLACK};stroke:#fff;stroke-width:1.2",
    ".order": f"fill:#fff;stroke:{BLACK};stroke-width:1.2",
    ".light": f"fill:#fff;stroke:{BLACK};stroke-width:1",
    ".rack": "fill:$rack",
    ".gone": "opacity:.4",
    ".veil": "fill:$face;fill-opacity:.6",
    ".now": "fill:none;stroke:$trail;stroke-width:4",
    ".beam": "fill:#fff3c4;fill-opacity:$beam",
    ".lit": "fill:none;stroke-width:3",
    ".purse-pill": "stroke:#fffdf6;stroke-width:1",
    **{f".lit.by-{seat}": f"stroke:{color}" for seat, color in enumerate(HATS)},
    **{f".purse-pill.by-{seat}": f"fill:{color}" for seat, color in enumerate(HATS)},
    ".may": "fill-opacity:0;stroke:$choice;stroke-width:2.5",
    ".pill": "fill:$choice;stroke:$on;stroke-width:1",
    "text.on": "fill:$on",
    ".frame": "fill:none;stroke:$choice;stroke-width:3;stroke-dasharray:7 5",
    ".frame.veil": "fill:$raised",
    ".badge": "fill:$trail;stroke:$raised;stroke-width:1",
    "text.badge-word": "fill:$paper",
    **looked_at(".may", "stroke-width:5"),
    **looked_at(".pill", "fill:$ink;stroke:$ink"),
    **looked_at(".on", "fill:$paper"),
    **{f".seat-{seat}": f"fill:{color}" for seat, color in enumerate(HATS[1:], 1)},
}
LIGHT = {
    **{"tepee": "#ebd2a8", "cactus": "#d3ddb9", "rock": "#d9d2da", "haze": "1", "beam": ".75"},
    **{"face": "#fffdf7", "board": "#fbf1d8", "choice": "#0b6b66", "on": "#ffffff", "rack": "#fffdf6"},
}
DARK = {
    **{"tepee": "#4a3a26", "cactus": "#38422c", "rock": "#38343f", "haze": ".25", "beam": ".12"},
    **{"face": "#f1e9d8", "board": "#e9dcc0", "choice": "#57cfc0", "on": "#08211e", "rack": "#cbbf9f"},
}


STYLE = stylesheet(RULES, LIGHT, DARK)
