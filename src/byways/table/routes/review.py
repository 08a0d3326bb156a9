"""A game's review: its chart, each seat's figures, and single acts on the board.

Figures cover all seats, because the record of a finished game is open. The board shows what the viewer saw, or would have seen.
"""

from __future__ import annotations

import asyncio
from collections.abc import Iterable, Iterator, Sequence
from functools import partial
from itertools import accumulate
from typing import Literal, TypeAlias, get_args

import msgspec
from fastapi import FastAPI, Request
from fastapi.responses import HTMLResponse, Response
from markupsafe import Markup

from byways.drawing import line_color, themed
from byways.game import Complaint, Game, Position, View
from byways.record import Choose, Folded, Step, Story, played
from byways.review.chart import STYLE, Border, borders_in, chart
from byways.review.models import Account, Judged, Review, Turn
from byways.review.phrases import ReviewText
from byways.review.verdicts import NOISE, act_of, turning_points
from byways.room import find_room
from byways.table.errors import Missing
from byways.table.http.visitors import PageVisit, Visiting, number_in
from byways.table.i18n import language_in
from byways.table.pages import pictures
from byways.table.pages.assets import IMMUTABLE, asset, digest_of
from byways.table.pages.board import as_json
from byways.table.pages.ghosts import ghosts, with_ghosts
from byways.table.pages.phrases import in_full, voice_of
from byways.table.pages.render import address, render, render_in_slices
from byways.table.pages.results import seat_icon
from byways.table.pages.steps import AnimationStep, between
from byways.table.play.match import Match
from byways.table.play.table import Table
from byways.table.play.tables import OWN, Tables
from byways.table.store import puzzles

WIDTH, HEIGHT = 400.0, 190.0  # size of the chart
CHART_STYLE = asset(themed(STYLE), "text/css")
CHART = f"/style/chart-{digest_of(CHART_STYLE.body)}.css"

BoardName: TypeAlias = Literal["before", "played", "best", "both"]
BOARDS: tuple[BoardName, ...] = get_args(BoardName)
GHOSTS = ("best", "both")  # boards that show the viewer's acts as ghosts


class TableReviewText(ReviewText):
    """Words a review for one viewer, with the names of the players."""

    def __init__(self, review: Review, table: Table, language: str, viewer: int | None) -> None:
        super().__init__(review, table.game, language_in(table.game, language), viewer)
        self.say = voice_of(table, language).tell  # type: ignore[method-assign]


class Figures(msgspec.Struct, frozen=True):
    seat: int
    name: str
    icon: Markup
    account: Account | None


class ListedAct(msgspec.Struct, frozen=True):
    act: Judged
    address: str
    whose: str
    text: str
    cost: str
    verdict: str
    title: str
    numbers: Sequence[int]  # of turning points, as in the chart


async def summary(at: PageVisit, review: Review) -> str:
    """The part of the page that changes while a review grows."""
    tell, turns, slices = TableReviewText(review, at.table, at.language, at.seat), turns_at(review), at.table.registry.slices
    lines = await slices.run(line(at, act, tell, [number for number, _ in turns.get(act.begin, ())]) for act in review.acts)
    borders, view = await borders_of(at), at.table.match.screens[at.seat].view
    drawn = await asyncio.to_thread(chart, tell, view, "course", WIDTH, HEIGHT, borders)
    words = tell.summary(winner_or(at.seat, review), is_mine=at.seat is not None)
    values = {
        "review": review,
        "tell": tell,
        "words": words,
        "lines": lines,
        "chart": Markup(pictures.on_page(drawn)),
        "puzzles": await own_puzzles(at),
        **summed_up(at, review),
    }
    return await render_in_slices(slices, "review-summary.html", at.voice, **about(at), **values)


async def own_puzzles(at: PageVisit) -> dict[str, str]:
    """The titles of the viewer's own puzzles from this game, by name."""
    mine = partial(puzzles.own_of, holder=at.me.holder, table=at.table.id)
    found = [] if at.seat is None else await at.table.registry.store.transaction(mine)
    return {OWN + one.id: at.voice.tell(one.body.puzzle.title) for one in found}


def winner_or(seat: int | None, review: Review) -> int:
    """The viewer's own seat; for a spectator, the seat that did best."""
    return seat if seat is not None else max(range(review.seats), key=lambda one: review.accounts[one].last if review.accounts else 0.0)


async def borders_of(at: PageVisit) -> list[Border]:
    """The ends of the games in a set, as the viewer saw them."""
    match, story = at.table.match, await at.table.story(at.seat)
    folded = [0, *accumulate(isinstance(entry, Folded) for entry in match.entries)]
    lengths = match.screens[at.seat].entries
    return borders_in(((lengths[nth] - folded[lengths[nth]], step.events) for nth, step in enumerate(story.steps)), at.voice.tell)


def about(at: PageVisit) -> dict[str, object]:
    return {"table": at.table, "game": at.table.game, "at": address(at.table, at.seat), "seat": at.seat}


def summed_up(at: PageVisit, review: Review) -> dict[str, object]:
    game, view = at.table.game, at.table.match.screens[at.seat].view
    return {
        "figures": [
            Figures(seat, in_full(at.table, seat, at.language), seat_icon(game, view, seat, at.language), account)
            for seat, account in enumerate(review.accounts or [None] * review.seats)
        ],
        "per_cent": int(100 * review.progress),
        "is_ready": at.table.hints.is_ready,
    }


def line(at: PageVisit, act: Judged, tell: ReviewText, numbers: Sequence[int]) -> ListedAct:
    link = f"{address(at.table, at.seat).to('review')}{'?' if at.seat is None else '&'}act={act.begin}"
    return ListedAct(
        act,
        link,
        at.voice.say("reviewed.whose", name=tell.name(act.seat), when=tell.when(act)),
        tell.act(act.played),
        tell.change(-tell.cost(act)),
        tell.verdict(act),
        tell.title(act) if act.why else "",
        numbers,
    )


def turns_at(review: Review) -> dict[int, list[tuple[int, Turn]]]:
    """Turning points and their numbers in the chart, by the first entry of the act that shows them."""
    turns: dict[int, list[tuple[int, Turn]]] = {}
    for number, turn in enumerate(turning_points(review), 1):
        turns.setdefault(act_of(review, turn).begin, []).append((number, turn))
    return turns


async def review_page(at: PageVisit, review: Review, begin: int | None) -> str:
    shown = first_shown(review, at.seat) if begin is None else begin
    act = None if shown is None else found(review, shown)
    values = {"style": pictures.style_address(at.table.game), "chart_style": CHART, "summary": Markup(await summary(at, review))}
    values["act"] = Markup(await act_shown(at, review, act, "played")) if act else ""
    return render("review.html", at.voice, **about(at), **values)


def first_shown(review: Review, seat: int | None) -> int | None:
    """The first act of the viewer that turned the game, or else the first mistake or act; a spectator sees the acts of all players."""
    acts = [act for act in review.acts if seat in (None, act.seat)]
    turned = [turn.act for turn in turning_points(review) if turn.act in acts]
    return next((act.begin for act in (*turned, *(act for act in acts if act.verdict), *acts) if act), None)


def found(review: Review, begin: int) -> Judged:
    """Find an act by the number of its first entry."""
    if (act := next((act for act in review.acts if act.begin == begin), None)) is None:
        raise Missing("wrong.no-judged-act")
    return act


def about_act(at: PageVisit, act: Judged) -> dict[str, object]:
    return {
        "act": act,
        "name": in_full(at.table, act.seat, at.language),
        # as in the chart, through all games of a set
        "icon": seat_icon(at.table.game, at.table.match.screens[at.seat].view, act.seat, at.language),
    }


async def act_shown(at: PageVisit, review: Review, act: Judged, board: BoardName) -> str:
    """An act in words, with the board before it, after it, or with the best act."""
    tell = TableReviewText(review, at.table, at.language, at.seat)
    steps, drawn = await board_with_ghosts(at, act, board) if is_ghostly(at, act, board) else await board_with_marks(at, act, board)
    number = moment(at.table.match, at.seat, act.begin)
    return render(
        "review-act.html",
        at.voice,
        **about(at),
        **about_act(at, act),
        tell=tell,
        shown=board,
        turns=[(number, tell.course(turn)) for number, turn in turns_at(review).get(act.begin, ()) if turn.act is None],
        is_close=0 < act.cost <= NOISE * act.doubt,
        steps=as_json(steps),
        board=drawn,
        is_mine=at.seat == act.seat,
        has_both=at.seat == act.seat and fit_together(at.table.game, act),
        on=address(at.table, at.seat).to(f"on/{number}"),
    )


def is_ghostly(at: PageVisit, act: Judged, board: BoardName) -> bool:
    """Whether acts are drawn as ghosts on the board before the act. Only the act's own player sees its choices."""
    if board == "both" and not (at.seat == act.seat and fit_together(at.table.game, act)):
        raise Missing("wrong.nothing")
    return at.seat == act.seat and board in GHOSTS


def fit_together(game: Game, act: Judged) -> bool:
    """Whether one board can show the act played and the best act, because both move it in the same way."""
    steps = find_room(game.room).moving_steps
    return act.played[:steps] == act.best[0].act[:steps]


async def board_with_marks(at: PageVisit, act: Judged, board: BoardName) -> tuple[list[AnimationStep], Markup]:
    """The board at the end of what the viewer saw or would have seen, and the act's steps, which the page marks on it."""
    story = await seen_of(at, act, board)
    steps = between(at.table.game, story, 0, len(story) - 1, at.voice.tell, at.tall)
    marked = [msgspec.structs.replace(step, marked=step.seat == act.seat) for step in steps]
    return marked, draw_then(at, story[-1].view)


async def board_with_ghosts(at: PageVisit, act: Judged, board: BoardName) -> tuple[list[AnimationStep], Markup]:
    """The board before an act, with the best act as a ghost and, for comparison, the act played."""
    view = (await seen_of(at, act, "before"))[0].view
    acts = [(played_looks(view), act.played)] * (board == "both") + [("hinted", act.best[0].act)]
    return [], await asyncio.to_thread(draw_ghosts, at, view, acts)


def played_looks(view: View) -> str:
    """The CSS classes of an act that the viewer played."""
    assert view.seat is not None
    return f"hinted own {line_color(view.token(view.seat))}"


def draw_ghosts(at: PageVisit, view: View, acts: Iterable[tuple[str, Sequence[str]]]) -> Markup:
    game, language = at.table.game, language_in(at.table.game, at.language)
    drawn = [(looks, ghosts(game, view, act, language, at.tall, "then")) for looks, act in acts]
    return with_ghosts(draw_then(at, view), "then", *drawn)


def draw_then(at: PageVisit, view: View) -> Markup:
    return pictures.still_board(at.table.game, view, "then", at.language, at.tall)


def moment(match: Match, seat: int | None, entries: int) -> int:
    """The moment on a seat's screen at which the record had this many entries."""
    log = [number for number, entry in enumerate(match.entries, 1) if not isinstance(entry, Folded)]
    return match.screens[seat].number_after(log[entries - 1] if entries else 0)


async def seen_of(at: PageVisit, act: Judged, board: BoardName) -> list[Step]:
    """What the viewer saw from just before an act: nothing more, the act as played, or the best act."""
    match = at.table.match
    if board == "best":
        positions = await at.table.registry.slices.run(match.record.until(act.begin).positions(at.table.game))
        return [*imagined(at, act, positions[-1])]
    begin, end = (moment(match, at.seat, number) for number in (act.begin, act.end))
    return (await at.table.story(at.seat)).steps[begin : (begin if board == "before" else end) + 1]


def imagined(at: PageVisit, act: Judged, position: Position) -> Iterator[Step]:
    """Yield what the viewer would have seen of the best act, with the moves that others really made meanwhile."""
    story, meanwhile = Story(at.seat), at.table.match.record.entries[act.begin : act.end]
    others = [entry for entry in meanwhile if isinstance(entry, Choose) and entry.seat != act.seat]
    yield Step((), (), position.view(at.seat))
    for entry in (*(Choose(act.seat, choice) for choice in act.best[0].act), *others):
        try:
            step = played(at.table.game, position, entry)
        except Complaint:  # with this act, the game would have ended earlier
            return
        position = step.after
        if seen := story.see(step):
            yield seen


def add_reviews(app: FastAPI, tables: Tables) -> None:
    @app.get(CHART)
    async def chart_style(request: Request) -> Response:
        return CHART_STYLE.response(request, IMMUTABLE)

    @app.get("/play/{name}/review")
    async def page(at: Visiting, act: str | None = None) -> Response:
        review = await tables.reviews.find(at.table)
        return HTMLResponse(await review_page(at, review, None if act is None else number_in(act)))

    @app.get("/play/{name}/review/summary")
    async def grown(at: Visiting) -> Response:
        return HTMLResponse(await summary(at, await tables.reviews.find(at.table)))

    @app.get("/play/{name}/review/{begin}/{board}")
    async def act(at: Visiting, begin: str, board: str) -> Response:
        review = await tables.reviews.find(at.table)
        if (shown := next((one for one in BOARDS if one == board), None)) is None:
            raise Missing("wrong.nothing")
        return HTMLResponse(await act_shown(at, review, found(review, number_in(begin)), shown))
