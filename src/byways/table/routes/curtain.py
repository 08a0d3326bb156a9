"""The curtain between players who share a browser: a seat is shown only after its player asks for it.

A per-table cookie names the open seat, and the curtain deletes the cookie, so the browser's back button never shows another player's
screen. A visitor who plays all seats alone can turn the curtain off.
"""

from __future__ import annotations

from fastapi import FastAPI, Request
from fastapi.responses import HTMLResponse, RedirectResponse, Response

from byways.table.http.visitors import PageVisit, Visiting
from byways.table.pages.phrases import in_full
from byways.table.pages.render import address, render

OPEN = "open"  # the cookie
ALL = "all"  # the cookie's value without a curtain


def has_curtain(at: PageVisit, request: Request) -> bool:
    """Whether players share this browser at a table with secrets."""
    is_shared = len(at.held) > 1 and at.table.match.position.outcome is None and at.table.game.secrets
    return is_shared and request.cookies.get(OPEN) != ALL


def is_behind_curtain(at: PageVisit, request: Request) -> bool:
    is_open = "seat" in request.query_params and request.cookies.get(OPEN) == str(at.seat)
    return has_curtain(at, request) and not is_open


def curtain(at: PageVisit) -> Response:
    """The curtain page, with awaited seats first. It closes the open seat."""
    awaited = [seat for seat in at.held if seat in at.table.match.position.awaited]
    seats = [*awaited, *(seat for seat in at.held if seat not in awaited)]
    who = in_full(at.table, awaited[0], at.language) if awaited else ""
    response = HTMLResponse(render("curtain.html", at.voice, table=at.table, seats=seats, who=who))
    response.delete_cookie(OPEN, path=f"/play/{at.table.id}")
    return response


def add_curtain(app: FastAPI) -> None:
    @app.post("/play/{name}/open")
    async def open_curtain(at: Visiting) -> Response:
        response = RedirectResponse(address(at.table, seat := at.player()).to(), 303)
        response.set_cookie(OPEN, ALL if at.fields.get("all") else str(seat), path=f"/play/{at.table.id}", httponly=True, samesite="lax")
        return response
