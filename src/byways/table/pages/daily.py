"""The pages of deals of the day: the page before a try, its result, the text and picture to share, and the lobby's strip."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from datetime import UTC, date, datetime
from typing import Literal
from xml.etree.ElementTree import Element, SubElement

import msgspec
from babel.dates import format_date, format_skeleton
from markupsafe import Markup

from byways.daily import MEDALS, Daily, Medal, daily_of, part_of
from byways.drawing import png, render
from byways.game import Game
from byways.i18n import locale
from byways.phrases import card_words
from byways.table.i18n import Voice, voice
from byways.table.pages import pictures
from byways.table.pages import render as pages
from byways.table.pages.phrases import bot
from byways.table.pages.training import PuzzleCard
from byways.table.play.dailies import Streak
from byways.table.play.table import Table
from byways.table.store.deals import Deal, Try, TryState

DONE, OPEN = "●", "○"  # signs of a shared result
BARS = 24  # of a chart, at most
FEW = 4  # other tries that a chart needs
WIDTH, HEIGHT = 400.0, 90.0  # of a chart
CARD = (640, 336)  # the size of a shared picture
ROW = 20  # signs in a row of that picture
INK, PAPER, FAINT = "#2b2621", "#f6f1e4", "#645c50"
METAL: Mapping[str, str] = {"bronze": "#b9793d", "silver": "#b9bec4", "gold": "#e3a72f"}


def day_text(day: str, language: str, form: str = "long") -> str:
    return format_date(date.fromisoformat(day), form, locale=locale(language))


def time_text(at: float, language: str) -> str:
    """Return a time in UTC, because the days of deals are UTC days."""
    moment = datetime.fromtimestamp(at, UTC)
    return f"{format_skeleton('MMMMd', moment, locale=locale(language))}, {moment:%H:%M} UTC"


def score_text(game: Game, score: float, language: str) -> str:
    """Return a score in the game's words: points, turns or a lead."""
    part = part_of(game)
    assert part is not None
    return voice(language, game).tell(part.worded(score))


def medal_text(medal: Medal, language: str) -> str:
    return voice(language).say(f"daily.medal-{medal or 'none'}")


def share_text(game: Game, mine: Try, medal: Medal, language: str) -> str:
    """Return a result to share with friends. It has no cards, fields, dice or points of a single turn, and no link to the table."""
    say, title = voice(language).say, card_words(game, language).title
    score = score_text(game, mine.score or 0.0, language)
    result = f"{score} · {medal_text(medal, language)}" if medal else score
    line = f"{say('page.name')}, {day_text(mine.day, language, 'medium')} · {title} · {result}"
    return f"{line}\n{mine.signs.replace('1', DONE).replace('0', OPEN)}"


def share_picture(game: Game, mine: Try, medal: Medal, language: str) -> bytes:
    """Return the result to share as a PNG picture."""
    say = voice(language).say
    svg = Element("svg", {"xmlns": "http://www.w3.org/2000/svg", "viewBox": f"0 0 {CARD[0]} {CARD[1]}"})
    SubElement(svg, "rect", {"width": str(CARD[0]), "height": str(CARD[1]), "fill": PAPER})

    def write(text: str, x: float, y: float, size: int, colour: str = INK, weight: str = "600") -> None:
        SubElement(svg, "text", {"x": f"{x}", "y": f"{y}", "font-size": f"{size}", "fill": colour, "font-weight": weight}).text = text

    write(f"{say('page.name')} · {card_words(game, language).title}", 40, 66, 34)
    write(day_text(mine.day, language), 40, 102, 22, FAINT, "400")
    if medal:
        SubElement(svg, "circle", {"cx": "66", "cy": "168", "r": "26", "fill": METAL[medal], "stroke": INK, "stroke-width": "3"})
    write(score_text(game, mine.score or 0.0, language), 108 if medal else 40, 180, 40)
    if medal:
        write(medal_text(medal, language), 40, 228, 24, FAINT)
    for nth, sign in enumerate(mine.signs):
        row, column = divmod(nth, ROW)
        colour = METAL["gold"] if sign == "1" else PAPER
        at = {"cx": f"{54 + 28 * column}", "cy": f"{260 + 28 * row}", "r": "10"}
        SubElement(svg, "circle", {**at, "fill": colour, "stroke": FAINT, "stroke-width": "2.5"})
    return png(render(svg), CARD[0] * 2)


# Charts


class Bar(msgspec.Struct, frozen=True):
    x: float
    width: float
    height: float
    is_mine: bool


class Chart(msgspec.Struct, frozen=True):
    """A histogram of scores. `least` and `most` are the labels of its ends."""

    bars: list[Bar]
    least: str
    most: str
    count: int


def chart(game: Game, mine: float, others: Sequence[float], language: str) -> Chart | None:
    """Return the chart of all scores, or None if there are too few to compare."""
    if len(others) < FEW:
        return None
    scores = [mine, *others]
    least, most = min(scores), max(scores)
    size = max(1, -(-(int(most - least) + 1) // BARS))
    count = Counter(int(score - least) // size for score in scores)
    last = max(count)
    width = WIDTH / max(last + 1, 8)
    highest = max(count.values())
    bars = [
        Bar(round(width * nth, 2), round(width * 0.8, 2), round(HEIGHT * count[nth] / highest, 2), nth == int(mine - least) // size)
        for nth in range(last + 1)
    ]
    return Chart(bars, score_text(game, least, language), score_text(game, most, language), len(scores))


# Pages


class Watchable(msgspec.Struct, frozen=True):
    """A game of this deal that may be watched now. A game without a score is still in progress."""

    about: str
    score: str
    table: str


class DealCard(msgspec.Struct, frozen=True):
    """A deal in a list or strip, as far as the visitor may see it."""

    game: Game
    day: str
    title: str
    picture: str
    kind: str  # of the day, or of the week
    about: str
    state: Literal["open"] | TryState
    score: str = ""
    medal: Medal = ""
    medal_name: str = ""
    better: str = ""
    table: str = ""

    @property
    def address(self) -> str:
        return f"/daily/{self.game.name}/{self.day}"


def deal_card(game: Game, day: str, mine: Try | None, now: float, par: float | None, better: str, language: str) -> DealCard:
    daily, speaking = daily_of(game), voice(language, game)
    assert daily is not None
    medal = daily.medal(mine.score, par) if mine is not None else ""
    return DealCard(
        game,
        day,
        card_words(game, language).title,
        pictures.address(game, pictures.COVER, language),
        speaking.say("daily.title-week" if daily.is_weekly else "daily.title"),
        speaking.tell(daily.about),
        "open" if mine is None else mine.state(now),
        score_text(game, mine.score, language) if mine is not None and mine.score is not None else "",
        medal,
        medal_text(medal, language) if medal else "",
        better,
        mine.table if mine is not None else "",
    )


def better_text(share: int | None, count: int, language: str) -> str:
    """Return a sentence with the share of other tries that have a worse score; empty if there are none."""
    return "" if not share else voice(language).say("daily.better", share=share, count=count)


def medals_text(game: Game, daily: Daily, par: float | None, language: str) -> str:
    say = voice(language, game).say
    if not daily.over_par:
        levels = dict(zip(MEDALS, (score_text(game, level, language) for level in daily.medals), strict=True))
        return say("daily.medals", **levels)
    if par is None:
        return say("daily.medals-over-par", silver=daily.medals[1], bronze=daily.medals[0])
    return say("daily.medals-par", par=int(par), silver=int(par) + daily.medals[1], bronze=int(par) + daily.medals[0])


class DealPage(msgspec.Struct, frozen=True):
    """Everything on the page of a deal. `is_past`: the deal can no longer be tried; `is_open`: the visitor may see its games."""

    card: DealCard
    deal: Deal
    mine: Try | None
    signs: str  # what the signs of a result mean
    is_past: bool
    is_open: bool
    is_playable: bool
    until: str = ""
    medals: str = ""
    share: str = ""
    chart: Chart | None = None
    board: Markup = Markup()
    style: str | None = None
    possible: Sequence[Watchable] = ()
    records: Sequence[Watchable] = ()
    best: Watchable | None = None
    is_best: bool = False
    is_working: bool = False  # the games of the solver and of the rival bot are still being made
    earlier: str = ""
    earlier_text: str = ""
    other_key: str = ""
    key: str = ""


def deal_page(page: DealPage, streak: Streak, language: str) -> str:
    return pages.render("daily.html", voice(language, page.card.game), page=page, streak=streak, day=day_text(page.card.day, language))


def board_of(table: Table, seat: int | None, language: str, tall: bool) -> Markup:
    """Return the final board for a result page, without choices."""
    return pictures.still_board(table.game, table.match.screens[seat].view, "then", language, tall)


def rival_text(daily: Daily, speaking: Voice) -> str:
    return speaking.say("daily.rival", bot=speaking.word(bot(daily.rival)))


class TodayStrip(msgspec.Struct, frozen=True):
    """The lobby's strip for today: the date, one deal, one puzzle, and the streak."""

    day: str
    deal: DealCard
    puzzle: PuzzleCard | None
    streak: Streak


class BestLine(msgspec.Struct, frozen=True):
    title: str
    score: str
    day: str


def today_page(
    cards: Sequence[DealCard], puzzles: Sequence[PuzzleCard], day: str, streak: Streak, best: Sequence[BestLine], key: str, language: str
) -> str:
    values = {"cards": cards, "puzzles": puzzles, "day": day_text(day, language), "streak": streak, "best": best, "key": key}
    return pages.render("today.html", voice(language), **values)
