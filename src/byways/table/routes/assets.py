"""Files of the games for drawings: font, pictures, art and style."""

from __future__ import annotations

from fastapi import FastAPI, Request
from fastapi.responses import FileResponse, Response

from byways.i18n import ENGLISH
from byways.room import find_room
from byways.sprite import sprite_file
from byways.table.errors import Missing
from byways.table.http.visitors import YEAR
from byways.table.i18n import language_in
from byways.table.pages import pictures
from byways.table.pages.assets import KEPT
from byways.table.pages.render import policy_for
from byways.table.play.tables import Tables

FACES = {"regular": "SourceSansPro", "semibold": "SourceSansProSemibold"}


async def font(face: str) -> Response:
    """The font of all drawings, from the package that has it."""
    if face not in FACES:
        raise Missing("wrong.nothing")
    import font_source_sans_pro  # type: ignore[import-untyped]

    file = font_source_sans_pro.font_files_ttf[FACES[face]]
    return FileResponse(file, media_type="font/ttf", headers={"Cache-Control": f"public, max-age={YEAR}"})


def add_assets(app: FastAPI, tables: Tables) -> None:
    app.get("/font/{face}.ttf")(font)

    @app.get("/picture/{game}/{moment}.svg")
    async def picture(game: str, moment: str, language: str = ENGLISH) -> Response:
        found = tables.game(game)
        headers = {"Content-Security-Policy": policy_for(found), "Cache-Control": "public, max-age=3600"}
        return Response(pictures.picture(found, moment, language_in(found, language)), media_type="image/svg+xml", headers=headers)

    @app.get("/art/{game}-{digest}.svg")
    async def art(game: str, digest: str, request: Request) -> Response:
        """The art of a game, which browsers keep for good."""
        found = tables.game(game)
        if pictures.sprite(found) != request.url.path:
            raise Missing("wrong.nothing")
        return Response(sprite_file(find_room(found.room).art), media_type="image/svg+xml", headers=KEPT)

    @app.get("/style/{game}-{digest}.css")
    async def style(game: str, digest: str, request: Request) -> Response:
        """The looks of a game's drawings on pages."""
        found = tables.game(game)
        if pictures.style_address(found) != request.url.path:
            raise Missing("wrong.nothing")
        return Response(pictures.style(found), media_type="text/css", headers=KEPT)
