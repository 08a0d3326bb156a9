"""Browsers that come to a table: for which seat, with which form, in which language and shape of window."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Annotated
from urllib.parse import parse_qsl

from fastapi import Depends, Request
from fastapi.responses import Response

from byways.table.http.visitors import AtTable, Language, Visitor, number_in
from byways.table.i18n import Voice
from byways.table.pages.phrases import voice_of
from byways.table.play.visits import Visit, arrive


async def sent(request: Request) -> dict[str, str]:
    """The fields of a form."""
    return dict(parse_qsl((await request.body()).decode(errors="replace"), keep_blank_values=True))


Fields = Annotated[dict[str, str], Depends(sent)]


class PageVisit(Visit):
    """A visit by a browser: `fields` are what a form sent; `tall` is a window that is higher than wide."""

    fields: dict[str, str]
    language: str
    tall: bool = False

    @property
    def voice(self) -> Voice:
        return voice_of(self.table, self.language)

    async def play(self, step: Callable[[int, int], Awaitable[None]]) -> Response:
        """Take a step for a seat, which names what it saw last."""
        await step(self.player(), number_in(self.fields.get("seen")))
        return Response(status_code=204)

    def links(self, base: str) -> dict[int, str]:
        """The addresses where friends sit down and programs connect; the last is my own, which takes all my seats to another device."""
        ways, seats, held = {"program": f"ws{base.removeprefix('http')}program"}, self.table.seats, self.held
        keys = {number: key for number, key in self.me.keys(self.table).items() if number not in held[1:]}
        order = sorted(keys, key=lambda number: number in held)
        return {number: f"{ways.get(seats[number].kind, f'{base}join')}/{self.table.id}/{keys[number]}" for number in order}


def is_tall(request: Request) -> bool:
    """Whether a page is higher than wide, as its script has told."""
    return request.cookies.get("tall") == "1"


async def visit(table: AtTable, request: Request, me: Visitor, fields: Fields, language: Language) -> PageVisit:
    wanted = request.query_params.get("seat")
    return PageVisit(table, me, arrive(table, me, None if wanted is None else number_in(wanted)), fields, language, is_tall(request))


Visiting = Annotated[PageVisit, Depends(visit)]
