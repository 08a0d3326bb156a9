"""A review as one self-contained HTML page."""

from __future__ import annotations

from base64 import b64encode
from collections.abc import Collection, Sequence
from importlib import resources
from pathlib import Path

from jinja2 import Environment
from markupsafe import Markup

from byways.drawing import style_of
from byways.game import Game
from byways.i18n import Message, Value
from byways.phrases import result
from byways.record import Played
from byways.review.chart import borders_in, chart
from byways.review.models import Review, Turn
from byways.review.phrases import ReviewText
from byways.review.verdicts import turning_points

FACES = {400: "SourceSansPro", 600: "SourceSansProSemibold"}


def page(review: Review, game: Game, players: Sequence[str], steps: Sequence[Played], seats: Collection[int], language: str) -> str:
    """Render the accounts, the chart, the board at each turning point, and all acts."""
    template = Environment(autoescape=True, trim_blocks=True, lstrip_blocks=True).from_string(
        resources.files(__package__).joinpath("page.html").read_text("utf-8")
    )
    tell, positions = ReviewText(review, game, language), [steps[0].before, *(step.after for step in steps)]
    end = positions[-1].view(None)

    def say(name: str, **values: Value) -> str:
        return tell.say(Message(name, values))

    def picture(number: int, turn: Turn) -> Markup:
        """Draw the board as the seat saw it, before its own act or after the acts of others. Inline, so that it uses the page's font."""
        shown = positions[turn.begin if turn.act else turn.end].view(turn.seat)
        return Markup(game.draw(shown, f"board-{number}", language))

    return template.render(
        language=language,
        game=game,
        tell=tell,
        say=say,
        style=Markup(style_of(game.draw(end))),
        ending=result(game, end.outcome, language) if end.outcome else "",
        summaries=[*filter(None, map(tell.summary, seats))],
        heads=tell.heads(),
        rows=[tell.row(seat, players[seat : seat + 1]) for seat in seats],
        chart=Markup(chart(tell, end, borders=borders_in(((nth, step.events) for nth, step in enumerate(steps, 1)), tell.say))),
        caption=tell.caption(),
        turns=[(tell.turn(turn), picture(number, turn)) for number, turn in enumerate(turning_points(review))],
        fonts=Markup("\n".join(map(font_face, FACES))),
    )


def font_face(weight: int) -> str:
    """Return a CSS rule that embeds the whole font, because the reader's own fonts may differ in width."""
    import font_source_sans_pro  # type: ignore[import-untyped]

    file = Path(font_source_sans_pro.font_files_otf[FACES[weight]])
    source = f"url(data:font/otf;base64,{b64encode(file.read_bytes()).decode()})"
    return f'@font-face {{ font-family: "Source Sans Pro"; font-weight: {weight}; src: {source} format("opentype") }}'
