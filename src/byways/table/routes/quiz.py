"""What would you have played? A player tries another act in place of a reviewed one, and a bot judges it."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from random import Random

import msgspec
from fastapi import FastAPI
from fastapi.responses import HTMLResponse, Response

from byways.game import View
from byways.record import Choose, played
from byways.review.models import Judged, Review
from byways.review.verdicts import NOISE
from byways.table.errors import Forbidden
from byways.table.http.visitors import PageVisit, Visiting, number_in
from byways.table.pages import pictures
from byways.table.pages.render import render
from byways.table.play.tables import Tables
from byways.table.routes.review import TableReviewText, about, about_act, draw_ghosts, found, played_looks, seen_of

MOST = 40  # maximum steps of an act


class Attempt(msgspec.Struct, frozen=True):
    """An unfinished act in a world that agrees with what the player saw. Its steps reveal nothing new."""

    taken: tuple[str, ...]
    view: View
    is_whole: bool


def attempt(view: View, taken: Sequence[str], at: PageVisit) -> Attempt:
    """Play the steps taken so far. Raises if one is illegal, like a choice at the table."""
    seat = at.player()
    position, is_whole = view.imagine(Random(0)), False
    for notation in taken:
        step = played(at.table.game, position, Choose(seat, notation), tells=False)
        position, is_whole = step.after, seat in step.finished or seat not in step.after.awaited
    return Attempt(tuple(taken), position.view(seat), is_whole)


async def quiz_page(at: PageVisit, tables: Tables, review: Review, act: Judged) -> str:
    """The board to answer on or, once the act is whole, the verdict."""
    if at.seat != act.seat:
        raise Forbidden("wrong.try-own")
    view = (await seen_of(at, act, "before"))[0].view
    lines = [line.strip() for line in at.fields.get("act", "").split("\n")[:MOST]]
    made = attempt(view, [line for line in lines if line], at)
    judged = await tables.reviews.judge(at.table, review, act, view, made.taken) if made.is_whole else None
    tell = TableReviewText(review, at.table, at.language, at.seat)
    if judged:
        board = await asyncio.to_thread(draw_ghosts, at, view, [(played_looks(view), made.taken)])
    else:
        board = pictures.board(at.table.game, made.view, "then", at.language, at.tall)
    return render(
        "review-try.html",
        at.voice,
        **about(at),
        **about_act(at, act),
        tell=tell,
        taken=made.taken,
        prompt=at.voice.tell(made.view.prompt),
        judged=judged,
        verdict=verdict(at, tell, judged) if judged else "",
        board=board,
    )


def verdict(at: PageVisit, tell: TableReviewText, answer: Judged) -> str:
    """How good an answer is. Acts within the noise of the best are right."""
    name = "try-right" if answer.cost <= NOISE * answer.doubt else "try-wrong" if answer.verdict else "try-close"
    values = {"act": tell.act(answer.played), "worth": tell.worth(answer.left), "best": tell.worth(answer.chance)}
    return at.voice.say(f"reviewed.{name}", **values)


def add_quiz(app: FastAPI, tables: Tables) -> None:
    @app.post("/play/{name}/try/{begin}")
    async def answer(at: Visiting, begin: str) -> Response:
        review = await tables.reviews.find(at.table)
        return HTMLResponse(await quiz_page(at, tables, review, found(review, number_in(begin))))
