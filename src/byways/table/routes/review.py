"""The review of a game on a page: the course of the game, each seat's figures, and one act on the board.

Figures and words are about all seats, for the game is over and its record open to everybody. A board is what the viewer saw, or would have
seen, as in looking back.
"""

from __future__ import annotations

from collections.abc import Iterator

import msgspec
from fastapi import FastAPI
from fastapi.responses import HTMLResponse, Response
from markupsafe import Markup

from byways.game import Complaint, Position, View
from byways.record import Choose, Folded, Step, Story, played
from byways.review.chart import STYLE, chart
from byways.review.models import Account, Judged, Review, Turn
from byways.review.phrases import Telling
from byways.review.verdicts import NOISE, turning_points
from byways.table.errors import Missing
from byways.table.http.visitors import PageVisit, Visiting, number_in
from byways.table.i18n import language_in
from byways.table.pages import pictures
from byways.table.pages.assets import KEPT, digest_of
from byways.table.pages.board import as_json
from byways.table.pages.phrases import in_full, voice_of
from byways.table.pages.render import address, render
from byways.table.pages.results import mark
from byways.table.pages.steps import between
from byways.table.play.match import Match
from byways.table.play.table import Table
from byways.table.play.tables import Tables

WIDTH, HEIGHT = 400.0, 190.0  # of the chart
CHART = f"/style/chart-{digest_of(STYLE.encode())}.css"

BOARDS = ("before", "played", "best")


class AtTable(Telling):
    """Puts a review into the words of one viewer, with the names of those who sit there."""

    def __init__(self, review: Review, table: Table, language: str) -> None:
        super().__init__(review, table.game, language_in(table.game, language))
        self.say = voice_of(table, language).tell  # type: ignore[method-assign]


class Figures(msgspec.Struct, frozen=True):
    """One seat's game in figures."""

    seat: int
    name: str
    mark: Markup
    account: Account | None


class ListedAct(msgspec.Struct, frozen=True):
    """An act in the list of all."""

    act: Judged
    address: str
    name: str
    text: str
    cost: str
    verdict: str
    is_turn: bool


def summary(at: PageVisit, review: Review) -> str:
    """All that changes while a review grows."""
    tell, view = AtTable(review, at.table, at.language), at.table.match.screens[at.seat].view
    return render("review-summary.html", at.voice, **about(at), review=review, tell=tell, **summed_up(at, review, tell, view))


def about(at: PageVisit) -> dict[str, object]:
    return {"table": at.table, "game": at.table.game, "at": address(at.table, at.seat)}


def summed_up(at: PageVisit, review: Review, tell: Telling, view: View) -> dict[str, object]:
    game, turns = at.table.game, turns_at(review)
    return {
        "chart": Markup(pictures.on_page(chart(tell, view, "course", WIDTH, HEIGHT))),
        "figures": [
            Figures(seat, in_full(at.table, seat, at.language), mark(game, view, seat), review.accounts[seat] if review.accounts else None)
            for seat in range(review.seats)
        ],
        "lines": [line(at, act, tell, act.begin in turns) for act in review.acts],
        "per_cent": int(100 * review.progress),
        "is_ready": at.table.hints.is_ready,
    }


def line(at: PageVisit, act: Judged, tell: Telling, is_turn: bool) -> ListedAct:
    link = f"{address(at.table, at.seat).to('review')}{'?' if at.seat is None else '&'}act={act.begin}"
    return ListedAct(act, link, tell.name(act.seat), tell.act(act.played), tell.change(-act.cost), tell.verdict(act), is_turn)


def turns_at(review: Review) -> dict[int, list[Turn]]:
    """Where the game turned, by the first entry of an act: of the seat's own, or of what came next."""
    turns: dict[int, list[Turn]] = {}
    for turn in turning_points(review):
        act = turn.act or next((act for act in review.acts if act.begin >= turn.begin), review.acts[-1])
        turns.setdefault(act.begin, []).append(turn)
    return dict(sorted(turns.items()))


async def review_page(at: PageVisit, review: Review, begin: int | None) -> str:
    first = next(iter([*turns_at(review), *(act.begin for act in review.acts)]), None)
    shown = first if begin is None else begin
    act = None if shown is None else found(review, shown)
    values = {"style": pictures.style_address(at.table.game), "chart_style": CHART, "summary": Markup(summary(at, review))}
    values["act"] = Markup(await act_shown(at, review, act, "played")) if act else ""
    return render("review.html", at.voice, **about(at), **values)


def found(review: Review, begin: int) -> Judged:
    """An act by the number of its first entry."""
    if (act := next((act for act in review.acts if act.begin == begin), None)) is None:
        raise Missing("wrong.no-judged-act")
    return act


async def act_shown(at: PageVisit, review: Review, act: Judged, board: str) -> str:
    """What was played, what was best, what it cost, and the board with one of these, or as it was before."""
    story, game, tell = await seen_of(at, act, board), at.table.game, AtTable(review, at.table, at.language)
    steps = [
        msgspec.structs.replace(step, marked=step.seat == act.seat)
        for step in between(game, story, 0, len(story) - 1, at.voice.tell, at.tall)
    ]
    view = to_draw(at, story, act, board == "best" and not any(step.marked for step in steps))
    number = moment(at.table.match, at.seat, act.begin)
    return render(
        "review-act.html",
        at.voice,
        **about(at),
        act=act,
        tell=tell,
        nth=review.acts.index(act) + 1,
        review=review,
        name=in_full(at.table, act.seat, at.language),
        mark=mark(game, view, act.seat),
        shown=board,
        turns=[tell.turn(turn) for turn in turns_at(review).get(act.begin, ()) if turn.act is None],
        is_close=0 < act.cost <= NOISE * act.doubt,
        steps=as_json(steps),
        board=Markup(pictures.on_page(game.draw(view, "then", language_in(game, at.language), pictures.sprite(game), at.tall))),
        on=address(at.table, at.seat).to(f"on/{number}"),
    )


def to_draw(at: PageVisit, story: list[Step], act: Judged, is_unseen: bool) -> View:
    """What the viewer saw in the end. Where nothing is told of the best act, as it goes on: of one's own, how it begins is to be seen among
    the choices."""
    if is_unseen and at.seat == act.seat:
        return msgspec.structs.replace(story[0].view, choices=(at.table.game.parse(act.best[0].act[0]),))
    return msgspec.structs.replace(story[-1].view, choices=())


def moment(match: Match, seat: int | None, entries: int) -> int:
    """The number on a seat's screen when the record had so many entries."""
    log = [number for number, entry in enumerate(match.entries, 1) if not isinstance(entry, Folded)]
    return match.screens[seat].moment(log[entries - 1] if entries else 0)


async def seen_of(at: PageVisit, act: Judged, board: str) -> list[Step]:
    """What the viewer saw from before an act on: nothing more, the act as it was played, or as it would have been best."""
    match = at.table.match
    if board == "best":
        positions = await at.table.around.slices.take(match.record.until(act.begin).positions(at.table.game))
        return [*imagined(at, act, positions[-1])]
    begin, end = (moment(match, at.seat, number) for number in (act.begin, act.end))
    return (await at.table.story(at.seat))[begin : (begin if board == "before" else end) + 1]


def imagined(at: PageVisit, act: Judged, position: Position) -> Iterator[Step]:
    """What the viewer would have seen of the best act, with what others did meanwhile."""
    story, meanwhile = Story(at.seat), at.table.match.record.entries[act.begin : act.end]
    others = [entry for entry in meanwhile if isinstance(entry, Choose) and entry.seat != act.seat]
    yield Step((), (), position.view(at.seat))
    for entry in (*(Choose(act.seat, choice) for choice in act.best[0].act), *others):
        try:
            step = played(at.table.game, position, entry)
        except Complaint:  # it has come to its end before
            return
        position = step.after
        if seen := story.see(step):
            yield seen


def add_reviews(app: FastAPI, tables: Tables) -> None:
    @app.get(CHART)
    async def style() -> Response:
        """The looks of a chart."""
        return Response(STYLE, media_type="text/css", headers=KEPT)

    @app.get("/play/{name}/review")
    async def page(at: Visiting, act: str | None = None) -> Response:
        review = await tables.reviews.look(at.table)
        return HTMLResponse(await review_page(at, review, None if act is None else number_in(act)))

    @app.get("/play/{name}/review/summary")
    async def grown(at: Visiting) -> Response:
        return HTMLResponse(summary(at, await tables.reviews.look(at.table)))

    @app.get("/play/{name}/review/{begin}/{board}")
    async def act(at: Visiting, begin: str, board: str) -> Response:
        review = await tables.reviews.look(at.table)
        if board not in BOARDS:
            raise Missing("wrong.nothing")
        return HTMLResponse(await act_shown(at, review, found(review, number_in(begin)), board))
