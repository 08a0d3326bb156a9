"""What a solver is shown after a wrong act or for help: the consequence or the solution, played out, and hints."""

from __future__ import annotations

from itertools import pairwise

import msgspec
from markupsafe import Markup
from msgspec.structs import replace

from byways.acts import acts
from byways.puzzles.attempt import HINTS, Judged
from byways.record import Played, Step, Story
from byways.table.i18n import language_in
from byways.table.pages import pictures
from byways.table.pages.board import as_json
from byways.table.pages.ghosts import ghosts
from byways.table.pages.phrases import voice_of
from byways.table.pages.render import render
from byways.table.pages.steps import AnimationStep, between
from byways.table.play.puzzling import Advised
from byways.table.play.table import Table

MOST = 3  # sentences that say what an act did


class Frame(msgspec.Struct, frozen=True):
    """A drawing, the animation that leads to it, and what its act did, in words."""

    board: Markup
    steps: Markup = Markup()
    told: str = ""


def frames(table: Table, seat: int, steps: list[Played], seen: int, language: str, tall: bool) -> list[Frame]:
    """Draw the board before and after each act of a line, as the solver sees it. The first `seen` steps are on the board already."""
    game, story = table.game, Story(seat)
    begun = table.match.puzzle is not None and table.match.puzzle.given > 0
    told = [Step((), (), steps[0].before.view(seat)), *filter(None, map(story.see, steps))]
    tell = voice_of(table, language).tell

    def draw(number: int, since: int | None) -> Frame:
        moved = [] if since is None else between(game, told, since, number, tell, tall)
        if since == seen and begun:
            moved = latest_marked(moved, seat)
        board = pictures.still_board(game, told[number].view, f"frame{number}", language, tall)
        return Frame(board, Markup("" if since is None else as_json(moved)), in_words(moved))

    ends = sorted({seen, len(told) - 1, *(act.end for act in acts(told) if act.end > seen)})
    return [draw(seen, None), *(draw(end, since) for since, end in pairwise(ends))]


def in_words(steps: list[AnimationStep]) -> str:
    """What the seat of an act did, without its consequences and what the end of the game reveals."""
    seat = next((one.seat for one in steps if one.seat is not None), None)
    return " ".join([one.text for one in steps if one.seat == seat][:MOST])


def latest_marked(steps: list[AnimationStep], seat: int) -> list[AnimationStep]:
    """Of what a seat did, mark only the last: the events of an act include the steps that were made before the solver took over."""
    last = max((nth for nth, one in enumerate(steps) if one.seat == seat and one.pieces), default=0)
    return [replace(one, marked=False) if one.seat == seat and nth < last else one for nth, one in enumerate(steps)]


def verdict_page(table: Table, seat: int, judged: Judged, language: str, tall: bool) -> str:
    """What follows from an act, and why; or the solution."""
    speaking, is_solution = voice_of(table, language), judged.verdict.right
    # The consequence follows the act, which is on the board already but for its last step. Without one, the act itself is shown.
    own = next((nth for nth, step in enumerate(judged.steps) if step.finished), 0) if judged.verdict.line and not is_solution else 0
    shown = frames(table, seat, judged.steps, own, language, tall)
    why = speaking.tell(judged.verdict.why)
    return render("verdict.html", speaking, frames=shown, why=why, is_solution=is_solution)


def hint_page(table: Table, advised: Advised, acted: int, language: str, tall: bool) -> str:
    """A hint, with what it points at or, for the solution of an act, its ghost."""
    game, speaking, spoken = table.game, voice_of(table, language), language_in(table.game, language)
    act = advised.hint.points if advised.nth == HINTS else ()
    return render(
        "puzzle-hint.html",
        speaking,
        lines=[speaking.tell(game.parse(step).sentence) for step in act] or [speaking.tell(advised.hint.text)],
        nth=advised.nth,
        points=() if act else advised.hint.points,
        choices="\n".join([*map(str, advised.view.act), *act]),
        ghost=ghosts(game, advised.view, act, spoken, tall) if act else "",
        acted=acted,
    )
