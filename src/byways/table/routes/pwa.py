"""Progressive web app: a manifest, icons, and a service worker that only shows notifications."""

from __future__ import annotations

from functools import cache

import msgspec
from fastapi import FastAPI, Request
from fastapi.responses import Response

from byways.drawing import png
from byways.table.errors import Missing
from byways.table.http.visitors import Language
from byways.table.i18n import voice
from byways.table.pages.assets import FOLDER, static_file

ICONS = {"180": 180, "192": 192, "512": 512, "maskable": 512}  # width in pixels, by name
PAPER, INK = "#f7f2e6", "#2e2a25"


def icon_address(name: str) -> str:
    return f"/picture/icon-{name}.png"


@cache
def icon(name: str) -> bytes:
    """The icon as PNG. The maskable icon has a margin, so that a system may crop it to any shape."""
    mark = (FOLDER / "icon.svg").read_text("utf-8").strip()
    if name == "maskable":
        head, drawn = mark.removesuffix("</svg>").split(">", 1)
        mark = f'{head}><rect width="32" height="32" fill="{INK}"/><g transform="translate(4 4) scale(.75)">{drawn}</g></svg>'
    return png(mark, ICONS[name])


def manifest(language: str) -> bytes:
    say = voice(language).say
    icons = [
        {"src": icon_address(name), "sizes": f"{width}x{width}", "type": "image/png", "purpose": "any" if name.isdecimal() else name}
        for name, width in ICONS.items()
    ]
    looks = {"display": "standalone", "background_color": PAPER, "theme_color": PAPER, "icons": icons}
    return msgspec.json.encode({"name": say("page.name"), "description": say("lobby.lead"), "start_url": "/", "scope": "/", **looks})


def add_app(app: FastAPI) -> None:
    @app.get("/app.webmanifest")
    async def about(language: Language) -> Response:
        return Response(manifest(language), media_type="application/manifest+json")

    @app.get("/picture/icon-{name}.png")
    async def picture(name: str) -> Response:
        if name not in ICONS:
            raise Missing("wrong.nothing")
        return Response(icon(name), media_type="image/png", headers={"Cache-Control": "public, max-age=86400"})

    @app.get("/worker.js")
    async def worker(request: Request) -> Response:
        """The service worker. It is at the root, because it controls only pages below its own address."""
        return static_file("worker.js").response(request, {"Cache-Control": "no-cache"})
