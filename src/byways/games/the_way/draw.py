"""A view of The Way as SVG, and as text for a terminal or a screen reader."""

from __future__ import annotations

from byways.games.the_way.view import View


def draw(view: View, name: str) -> str:
    raise NotImplementedError


def text(view: View) -> str:
    raise NotImplementedError
