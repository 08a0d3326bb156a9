"""The style sheet of Traxx, light and dark."""

from byways.drawing import looked_at, stylesheet
from byways.games.traxx.components import COLOURS

RULES = {
    **{f".shade-{shade}": f"fill:${COLOURS[shade]};stroke:$seam;stroke-width:1.5;stroke-linejoin:round" for shade in COLOURS},
    "text.shade": "fill:#1c1916;font-size:19px;font-weight:600",
    "text.big": "fill:#1c1916;font-size:20px;font-weight:600",
    "text.small": "fill:#1c1916;font-size:18.5px;font-weight:600",
    "text.used": "fill:$ink",
    "text.own": "font-weight:600",
    "text.wide": "font-size:19px",
    "text.right": "text-anchor:end",
    "text.score": "font-size:30px;font-weight:600",
    "text.soon": "font-style:italic",
    ".mark": "fill:#5b3a86;stroke:#fffdf6;stroke-width:1.5",  # gold is reserved for reached numbers
    "text.marked": "fill:#fffdf6;font-size:19px;font-weight:600",
    ".medal": "fill:#fffdf6;stroke:#2e2a25;stroke-width:2",
    ".got": "fill:$accent;stroke:#2e2a25;stroke-width:2",
    ".dotted": "fill:#f3d795;stroke:#2e2a25;stroke-width:2;stroke-dasharray:4 3",
    ".rim": "fill:none;stroke:#fffdf6;stroke-width:14;stroke-linecap:round;stroke-linejoin:round",
    ".line": "fill:none;stroke:#2b2622;stroke-width:8;stroke-linecap:round;stroke-linejoin:round",
    ".dots": "fill:none;stroke:#2b2622;stroke-width:7;stroke-dasharray:.1 12;stroke-linecap:round",
    ".start": "fill:#2b2622;stroke:#fffdf6;stroke-width:3",
    ".end": "fill:#fffdf6;stroke:#2b2622;stroke-width:3.5",
    ".far": "pointer-events:none",  # clicks go to what is beneath
    ".pen .seat": "stroke:#fffdf6;stroke-width:2",
    ".lead": "fill:#2b2622",
    ".next": "fill:none;stroke:#0b6b66;stroke-width:6;stroke-linejoin:round",
    # a frame, because a glow would cover the letter and the number of the field
    ".field.pointed,.byways .field.advised": "filter:drop-shadow(0 0 1.5px #2e2a25)",
    ".field.pointed .next": "stroke:$trail;stroke-width:9",
    ".field.advised .next": "stroke:$accent;stroke-width:9",
    "text.step": "font-size:18.5px;font-weight:600",
    ".button": "fill:$raised;stroke:$choice;stroke-width:2.5",
    ".button.only": "fill:$choice",
    "text.only": "fill:$chosen",
    "text.what": "font-size:18.5px",
    **looked_at(".button", "fill:$choice;stroke-width:3"),
    **looked_at(".button~text", "fill:$chosen"),
    ".face": "fill:$raised;stroke:$faint;stroke-width:1.5",
    ".back": "fill:#3d3630;stroke:$faint;stroke-width:1.5",
    ".weave": "fill:none;stroke:#8a7f6e;stroke-width:1.5",
    ".cross": "fill:none;stroke:$ink;stroke-width:3;stroke-linecap:round",
    ".struck": "fill:none;stroke:#2e2a25;stroke-width:2;stroke-linecap:round",
    ".spent": "fill-opacity:.28",
    ".gone": "opacity:.3",
    ".turned path": "fill-opacity:.28;stroke-opacity:.28",
    ".turned text.shade": "fill:$ink",
    ".now": "fill:none;stroke:$ink;stroke-width:3",
    ".rule": "fill:none;stroke:$faint;stroke-width:1",
    ".half": "fill:$faint",
    ".fresh": "fill:none;stroke:$accent;stroke-width:3",
    ".tiny .fine,.byways .tiny.fine": "display:none",  # too small to read
}
LIGHT = {
    **{"blue": "#8fb5e3", "green": "#9bcd86", "yellow": "#f4d75e", "grey": "#b7bbc0", "red": "#e78b7b", "white": "#fdfaf2"},
    "seam": "#8f8674",
}
DARK = {
    **{"blue": "#6d94c6", "green": "#78a866", "yellow": "#cfb043", "grey": "#8c9096", "red": "#c06b5c", "white": "#e2ddd0"},
    "seam": "#1f1d1a",
}
STYLE = stylesheet(RULES, LIGHT, DARK)
