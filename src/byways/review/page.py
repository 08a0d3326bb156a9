"""A review as one HTML page that needs nothing else."""

from __future__ import annotations

import re
from base64 import b64encode
from collections.abc import Collection, Sequence
from importlib import resources

from jinja2 import Environment
from markupsafe import Markup

from byways.game import Game
from byways.i18n import Message, Value
from byways.phrases import result
from byways.record import Played
from byways.review.chart import chart
from byways.review.models import Review, Turn
from byways.review.phrases import Telling
from byways.review.verdicts import turning_points

STYLE = re.compile(r"<style>(.*?)</style>", re.DOTALL)


def page(review: Review, game: Game, players: Sequence[str], steps: Sequence[Played], seats: Collection[int], language: str) -> str:
    """What the command writes: the account, the chart, the board wherever the game turned, and all acts."""
    template = Environment(autoescape=True, trim_blocks=True, lstrip_blocks=True).from_string(
        resources.files(__package__).joinpath("page.html").read_text("utf-8")
    )
    tell, positions = Telling(review, game, language), [steps[0].before, *(step.after for step in steps)]
    end = positions[-1].view(None)
    style = STYLE.search(game.draw(end))

    def say(name: str, **values: Value) -> str:
        return tell.say(Message(name, values))

    def picture(turn: Turn) -> str:
        """The board as the seat saw it: before its own act, after those of others."""
        shown = positions[turn.begin if turn.act else turn.end].view(turn.seat)
        return b64encode(game.draw(shown, "board", language).encode()).decode()

    return template.render(
        language=language,
        game=game,
        tell=tell,
        say=say,
        style=Markup(style[1] if style else ""),
        ending=result(game, end.outcome, language) if end.outcome else "",
        heads=tell.heads(),
        rows=[tell.row(seat, players[seat : seat + 1]) for seat in seats],
        chart=Markup(chart(tell, end)),
        caption=tell.caption(),
        turns=[(tell.turn(turn), picture(turn)) for turn in turning_points(review)],
    )
