"""SVG symbols that drawings refer to by key (`<use href="#art-KEY"/>`).

A standalone drawing embeds the symbols it uses; on a page they are in a separate file, which is loaded once for all drawings.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from hashlib import sha256

USE = 'href="#art-'
USED = re.compile(r'href="#art-([a-z0-9-]+)"')
ROOT = re.compile(r'<svg[^>]*? id="([^"]*)"')
END = "</svg>"
INK = "#2b2621"
PLAIN = 'fill="none" stroke="none" stroke-linejoin="round" stroke-linecap="round"'


def with_art(svg: str, art: Mapping[str, str], sprite: str | None = None) -> str:
    """Make a drawing refer to a sprite's URL or, without one, embed the symbols with ids prefixed by the drawing's own."""
    if USE not in svg:
        return svg
    if sprite is not None:
        return svg.replace(USE, f'href="{sprite}#art-')
    found = ROOT.match(svg)
    name = f"{found[1]}-art-" if found else "art-"
    symbols = "".join(needed(svg, art)).replace('id="art-', f'id="{name}')
    return f"{svg.removesuffix(END)}<defs>{symbols}</defs>{END}".replace(USE, f'href="#{name}')


def needed(svg: str, art: Mapping[str, str]) -> list[str]:
    """Return the symbols that a drawing uses, directly or through other symbols."""
    found: dict[str, str] = {}
    keys = USED.findall(svg)
    while keys:
        new = [key for key in dict.fromkeys(keys) if key in art and key not in found]
        found |= {key: art[key] for key in new}
        keys = USED.findall("".join(found[key] for key in new))
    return list(found.values())


def sprite_file(art: Mapping[str, str]) -> str:
    """Return all symbols of a game as one SVG file."""
    return f'<svg xmlns="http://www.w3.org/2000/svg">{"".join(art.values())}{END}'


def digest(art: Mapping[str, str]) -> str:
    """Return a digest for the sprite's URL, so that browsers can cache it forever."""
    return sha256(sprite_file(art).encode()).hexdigest()[:10]


def symbol(key: str, box: str, shapes: str, fit: str = "") -> str:
    """Return a symbol. Its shapes must be styled completely, because they inherit only `currentColor` where the symbol is used."""
    return f'<symbol id="art-{key}" viewBox="{box}"{given("preserveAspectRatio", fit)} {PLAIN}>{shapes}</symbol>'


def cover(shapes: str) -> str:
    """Return a cover picture of 240 by 200 for the lobby."""
    size = 'viewBox="0 0 240 200" width="240" height="200"'
    return f'<svg xmlns="http://www.w3.org/2000/svg" id="cover" {size} {PLAIN}>{shapes}{END}'


def tile(x: float, y: float, size: float, shapes: str) -> str:
    """Clip shapes to a square."""
    return f'<svg x="{x:g}" y="{y:g}" width="{size:g}" height="{size:g}" viewBox="0 0 {size:g} {size:g}">{shapes}</svg>'


def fill(d: str, color: str, opacity: str = "") -> str:
    return f'<path d="{d}" fill="{color}"{given("opacity", opacity)}/>'


def line(d: str, color: str = INK, width: float = 1.2, opacity: str = "", dashes: str = "") -> str:
    more = given("opacity", opacity) + given("stroke-dasharray", dashes)
    return f'<path d="{d}" stroke="{color}" stroke-width="{width:g}"{more}/>'


def inked(d: str, color: str, width: float = 1.2) -> str:
    """Return a filled path with an outline."""
    return f'<path d="{d}" fill="{color}" stroke="{INK}" stroke-width="{width:g}"/>'


def disc(x: float, y: float, radius: float, color: str, width: float = 0, opacity: str = "") -> str:
    outline = f' stroke="{INK}" stroke-width="{width:g}"' if width else ""
    return f'<circle cx="{x:g}" cy="{y:g}" r="{radius:g}" fill="{color}"{outline}{given("opacity", opacity)}/>'


def ring(x: float, y: float, radius: float, color: str = INK, width: float = 1.2, dashes: str = "") -> str:
    return f'<circle cx="{x:g}" cy="{y:g}" r="{radius:g}" stroke="{color}" stroke-width="{width:g}"{given("stroke-dasharray", dashes)}/>'


def at(x: float, y: float, scale: float, shapes: str) -> str:
    return f'<g transform="translate({x:g} {y:g}) scale({scale:g})">{shapes}</g>'


def turned(degrees: float, shapes: str) -> str:
    return f'<g transform="rotate({degrees:g})">{shapes}</g>'


def given(attribute: str, value: str) -> str:
    return f' {attribute}="{value}"' if value else ""
