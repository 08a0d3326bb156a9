"""Static files, and the fonts, pictures, art and styles that drawings need."""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path

from fastapi import FastAPI, Request
from fastapi.responses import Response

from byways.game import Game
from byways.i18n import ENGLISH
from byways.room import find_room
from byways.sprite import sprite_file
from byways.table.errors import Missing
from byways.table.http.visitors import YEAR
from byways.table.i18n import language_in
from byways.table.pages import pictures
from byways.table.pages.assets import FILES, IMMUTABLE, VERSION, Asset, asset, static_file
from byways.table.pages.render import policy_for
from byways.table.play.tables import Tables

SVG = "image/svg+xml"
FACES = {"regular": "SourceSansPro", "semibold": "SourceSansProSemibold"}


@lru_cache
def font(face: str) -> Asset:
    import font_source_sans_pro  # type: ignore[import-untyped]

    return asset(Path(font_source_sans_pro.font_files_ttf[FACES[face]]).read_bytes(), "font/ttf")


@lru_cache(256)
def picture(game: Game, moment: str, language: str) -> Asset:
    return asset(pictures.picture(game, moment, language), SVG)


@lru_cache
def art(game: Game) -> Asset:
    return asset(sprite_file(find_room(game.room).art), SVG)


@lru_cache
def style(game: Game) -> Asset:
    return asset(pictures.page_style(game), "text/css")


def add_static_files(app: FastAPI) -> None:
    @app.get("/static/{version}/{path:path}")
    async def get_file(version: str, path: str, request: Request) -> Response:
        """Serve a static file under any version. Only the current version may be cached: an older page gets the newer files, uncached."""
        if path not in FILES:
            raise Missing("wrong.nothing")
        return static_file(path).response(request, IMMUTABLE if version == VERSION else {})

    @app.get("/font/{face}.ttf")
    async def get_font(face: str, request: Request) -> Response:
        if face not in FACES:
            raise Missing("wrong.nothing")
        return font(face).response(request, {"Cache-Control": f"public, max-age={YEAR}"})


def add_assets(app: FastAPI, tables: Tables) -> None:
    @app.get("/picture/{game}/{moment}.svg")
    async def get_picture(game: str, moment: str, request: Request, language: str = ENGLISH) -> Response:
        found = tables.game(game)
        headers = {"Content-Security-Policy": policy_for(found), "Cache-Control": "public, max-age=3600"}
        return picture(found, moment, language_in(found, language)).response(request, headers)

    @app.get("/art/{game}-{digest}.svg")
    async def get_art(game: str, digest: str, request: Request) -> Response:
        found = tables.game(game)
        if pictures.sprite(found) != request.url.path:
            raise Missing("wrong.nothing")
        return art(found).response(request, IMMUTABLE)

    @app.get("/style/{game}-{digest}.css")
    async def get_style(game: str, digest: str, request: Request) -> Response:
        found = tables.game(game)
        if pictures.style_address(found) != request.url.path:
            raise Missing("wrong.nothing")
        return style(found).response(request, IMMUTABLE)
