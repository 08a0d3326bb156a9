"""Write a tournament report as one self-contained HTML page with tables and plots."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from importlib import resources
from io import StringIO
from math import ceil
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from jinja2 import Environment

from byways.arena.archive import Archive
from byways.arena.ratings import Rating
from byways.arena.statistics import BotStatistics, pairs, wins
from byways.arena.summary import elo, failures, headline, ordinal, score, share, standings, times
from byways.files import write_bytes

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.typing import RcKeyType

REPORT = "report.html"
INK, PAPER, TRAIL = "#2b2a27", "#fbf8f1", "#8a4b2f"
HATCHES = ("", "///", "...", "xxx", "\\\\\\", "+++", "ooo", "***")
LABEL_BOX = {"boxstyle": "round,pad=0.15", "facecolor": PAPER, "edgecolor": "none"}
LOOKS: dict[RcKeyType, object] = {
    "svg.fonttype": "none",
    "font.family": "sans-serif",
    "font.size": 11,
    "text.color": INK,
    "axes.edgecolor": INK,
    "axes.labelcolor": INK,
    "xtick.color": INK,
    "ytick.color": INK,
    "axes.facecolor": PAPER,
    "figure.facecolor": PAPER,
    "axes.spines.top": False,
    "axes.spines.right": False,
    "hatch.linewidth": 0.6,
}


class Picture(NamedTuple):
    """A plot with a title and a caption."""

    title: str
    note: str
    svg: str


class Standings:
    """The numbers shown in tables and plots, computed once."""

    def __init__(self, archive: Archive) -> None:
        plan, results = archive.plan, archive.results
        self.seats = plan.seats
        self.rows = standings(archive)
        self.statistics: list[BotStatistics] = [one for one, _ in self.rows]
        self.bots = [one.bot for one in self.statistics]
        self.scored = [one for one in self.statistics if one.scores]
        self.ratings: list[Rating] = [rating for _, rating in self.rows if rating]
        self.pairs = list(pairs(plan, results))
        self.wins = list(wins(plan, results)) if plan.repeats else []


def write_report(archive: Archive, directory: Path, verdict: str = "") -> Path:
    path = directory / REPORT
    write_bytes(path, page(archive, verdict).encode())
    return path


def page(archive: Archive, verdict: str = "") -> str:
    template = Environment(autoescape=True, trim_blocks=True, lstrip_blocks=True).from_string(
        resources.files("byways.arena").joinpath("report.html").read_text("utf-8")
    )
    found = Standings(archive)
    formats = {"share": share, "score": score, "elo": elo, "times": times, "ordinal": ordinal}
    return template.render(
        title=headline(archive), verdict=verdict, found=found, pictures=list(pictures(found)), failures=list(failures(archive)), **formats
    )


def pictures(found: Standings) -> Iterator[Picture]:
    high = 1.2 + 0.45 * len(found.bots)
    if found.ratings:
        note = "Plackett-Luce ratings by place; bars show two standard deviations to either side. Every bot begins at 25."
        yield Picture("Ratings", note, drawn("ratings", lambda axes: draw_ratings(axes, found), high))
    if found.seats > 1:
        yield Picture("Places", "How often each bot took each place.", drawn("places", lambda axes: draw_places(axes, found), high))
    if found.scored:
        note = "All games of each bot; the box holds the middle half, the line is the median, the diamond is the mean."
        yield Picture("Scores", note, drawn("scores", lambda axes: draw_scores(axes, found), high + 0.5))
    if found.pairs:
        note = "How often the bot of the row finished ahead of the bot of the column, in per cent; draws count half."
        yield Picture("Who beats whom", note, drawn("pairs", lambda axes: draw_pairs(axes, found), 1.5 + 0.6 * len(found.bots)))


def drawn(name: str, draw: Callable[[Axes], None], high: float) -> str:
    """Return a plot as SVG. Its ids begin with the name, so that several plots fit on one page."""
    from matplotlib import rc_context
    from matplotlib.figure import Figure

    with rc_context({**LOOKS, "svg.hashsalt": name}):
        figure = Figure(figsize=(7.2, high), layout="constrained")
        draw(figure.subplots())
        text = StringIO()
        figure.savefig(text, format="svg", metadata={"Date": None, "Creator": None})
    svg = text.getvalue()
    svg = re.sub(r'(\bid="|url\(#|href="#)', rf"\g<1>{name}-", svg[svg.index("<svg") :])
    return re.sub(r'^<svg([^>]*?) width="[^"]*"', r"<svg\1", re.sub(r'^<svg([^>]*?) height="[^"]*"', r"<svg\1", svg))


def name_rows(axes: Axes, bots: list[str]) -> None:
    axes.set_yticks(range(len(bots)), bots)
    axes.set_ylim(len(bots) - 0.5, -0.5)


def draw_ratings(axes: Axes, found: Standings) -> None:
    worth = [rating.worth for rating in found.ratings]
    axes.errorbar(
        worth, range(len(worth)), xerr=[2 * rating.error for rating in found.ratings], fmt="o", color=TRAIL, ecolor=INK, capsize=4
    )
    for row, value in enumerate(worth):
        axes.annotate(f"{value:.1f}", (value, row), (0, 8), textcoords="offset points", ha="center")
    axes.grid(axis="x", alpha=0.25)
    name_rows(axes, found.bots)


def draw_places(axes: Axes, found: Standings) -> None:
    """Draw stacked bars, in which both hatching and shade show the place."""
    rows, left = range(len(found.bots)), [0.0] * len(found.bots)
    for place in range(found.seats):
        wide = [100 * one.places[place].share for one in found.statistics]
        alpha, hatch = max(0.15, 0.9 - 0.2 * place), HATCHES[place % len(HATCHES)]
        axes.barh(rows, wide, left=left, height=0.6, label=ordinal(place + 1), color=TRAIL, alpha=alpha, hatch=hatch, edgecolor=PAPER)
        for row, share_here in enumerate(wide):
            if share_here >= 7:
                axes.text(left[row] + share_here / 2, row, f"{share_here:.0f}", ha="center", va="center", bbox=LABEL_BOX)
        left = [a + b for a, b in zip(left, wide, strict=True)]
    axes.set_xlim(0, 100)
    axes.set_xlabel("per cent of games")
    axes.legend(ncols=found.seats, loc="lower center", bbox_to_anchor=(0.5, 1.0), frameon=False)
    name_rows(axes, found.bots)


def draw_scores(axes: Axes, found: Standings) -> None:
    scores = [one.scores.all for one in found.scored if one.scores]
    axes.boxplot(
        scores,
        orientation="horizontal",
        positions=range(len(scores)),
        widths=0.35,
        showmeans=True,
        medianprops={"color": TRAIL, "linewidth": 2},
        meanprops={"marker": "D", "markerfacecolor": TRAIL, "markeredgecolor": INK},
        flierprops={"marker": ".", "markersize": 3, "markeredgecolor": INK},
    )
    for row, values in enumerate(scores):
        draw_histogram(axes, row, values)
    axes.set_xlabel("score")
    axes.grid(axis="x", alpha=0.25)
    name_rows(axes, [one.bot for one in found.scored])


def draw_histogram(axes: Axes, row: int, values: tuple[float, ...]) -> None:
    """Draw a small histogram of scores above the row's box plot."""
    bins = max(5, min(40, ceil(len(values) ** 0.5)))
    low, high = min(values), max(values)
    step = (high - low) / bins or 1.0
    counts = [0] * (bins + 1)
    for value in values:
        counts[int((value - low) / step)] += 1
    tall = [0.22 + 0.26 * count / max(counts) for count in counts]
    axes.bar([low + (i + 0.5) * step for i in range(bins + 1)], [-t + 0.22 for t in tall], step, row - 0.22, color=TRAIL, alpha=0.45)


def draw_pairs(axes: Axes, found: Standings) -> None:
    """Draw a matrix with its numbers written in."""
    size = len(found.bots)
    cells = [[float("nan")] * size for _ in range(size)]
    for pair in found.pairs:
        first, second = found.bots.index(pair.first), found.bots.index(pair.second)
        cells[first][second], cells[second][first] = 100 * pair.share.share, 100 - 100 * pair.share.share
    axes.imshow(cells, cmap="BrBG", vmin=0, vmax=100, alpha=0.45, aspect="auto")
    for row, line in enumerate(cells):
        for column, value in enumerate(line):
            axes.text(column, row, f"{value:.0f}" if value == value else "–", ha="center", va="center", fontweight="bold")
    axes.set_xticks(range(size), found.bots)
    axes.xaxis.tick_top()
    name_rows(axes, found.bots)
