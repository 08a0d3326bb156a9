"""The charts of a study as SVG. Colours come from the page's style."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape

from byways.arena.statistics import Share
from byways.study.findings import Luck, Rung, Use

WIDTH, HEIGHT = 300, 130
LABEL = 96  # width of the labels beside rows
ROW = 24
BINS = 20  # of a histogram, at most


def svg(height: float, *parts: str, width: float = WIDTH) -> str:
    return f'<svg viewBox="0 0 {width} {height}" role="img">{"".join(parts)}</svg>'


def text(x: float, y: float, words: str, kind: str = "small", anchor: str = "start") -> str:
    return f'<text x="{x:.1f}" y="{y:.1f}" class="{kind}" text-anchor="{anchor}">{escape(words)}</text>'


def bar(x: float, y: float, width: float, height: float, kind: str) -> str:
    return f'<rect x="{x:.1f}" y="{y:.1f}" width="{max(width, 0):.1f}" height="{max(height, 0):.1f}" rx="1.5" class="{kind}"/>'


def percent(share: float) -> str:
    return f"{100 * share:.0f} %"


def histogram(values: Sequence[int], low: float, high: float) -> str:
    """Draw bars for the number of games of each length. Bars for lengths between `low` and `high` are dark."""
    first, last = min(values), max(values)
    bins = min(BINS, last - first + 1)
    size = max((last - first) / bins, 1)
    counts = [0] * bins
    for value in values:
        counts[min(bins - 1, int((value - first) / size))] += 1
    step, top = WIDTH / bins, max(counts)
    bars = [
        bar(at * step, 110 - 100 * count / top, step - 2, 100 * count / top, "ink" if low <= first + at * size <= high else "sand")
        for at, count in enumerate(counts)
    ]
    return svg(HEIGHT, *bars, text(0, 126, f"{first:.0f}"), text(WIDTH, 126, f"{last:.0f}", anchor="end"))


def curve(values: Sequence[float], top: float, marked: int | None = None) -> str:
    """Draw a line from the start of the game to its end, with the area below it."""
    if not values:
        return svg(HEIGHT)
    points = [(WIDTH * at / max(1, len(values) - 1), 110 - 100 * value / top) for at, value in enumerate(values)]
    line = " ".join(f"{x:.1f},{y:.1f}" for x, y in points)
    drawn = [f'<polygon points="0,110 {line} {WIDTH},110" class="area"/>', f'<polyline points="{line}" class="line"/>']
    if marked is not None:
        x, y = points[marked]
        drawn.append(f'<circle cx="{x:.1f}" cy="{y:.1f}" r="5" class="mark"/>')
    return svg(HEIGHT, *drawn, text(0, 126, "start"), text(WIDTH, 126, "end", anchor="end"))


def shares(values: Sequence[float]) -> str:
    """Draw a bar for each part of the game, filled up to its share."""
    if not values:
        return svg(HEIGHT)
    step = WIDTH / len(values)
    bars = [
        bar(at * step, 10, step - 3, 100, "sand") + bar(at * step, 110 - 100 * value, step - 3, 100 * value, "ink")
        for at, value in enumerate(values)
    ]
    return svg(HEIGHT, *bars, text(0, 126, "start"), text(WIDTH, 126, "end", anchor="end"))


def intervals(rows: Sequence[tuple[str, Share, bool]], fair: float, width: float = WIDTH, label: float = LABEL) -> str:
    """Draw a row for each share with its interval, and a line at the fair share. Marked rows are red."""
    low, high = min(fair, *(share.low for _, share, _ in rows)), max(fair, *(share.high for _, share, _ in rows))
    low, room = max(0.0, low - 0.02), width - label - 50

    def at(value: float) -> float:
        return label + room * (value - low) / max(high + 0.02 - low, 0.01)

    end = ROW * len(rows)
    drawn = [f'<line x1="{at(fair):.1f}" x2="{at(fair):.1f}" y1="0" y2="{end}" class="fair"/>']
    for number, (name, share, marked) in enumerate(rows):
        y, kind = ROW * number + 12, " red" if marked else ""
        drawn += (
            text(0, y + 4, name, f"row{kind}"),
            f'<line x1="{at(share.low):.1f}" x2="{at(share.high):.1f}" y1="{y}" y2="{y}" class="reach{kind}"/>',
            f'<circle cx="{at(share.share):.1f}" cy="{y}" r="4.5" class="dot{kind}"/>',
            text(width, y + 4, percent(share.share), f"small{kind}", "end"),
        )
    return svg(end + 20, *drawn, text(at(fair), end + 14, percent(fair), "small", "middle"), width=width)


def ladder(rungs: Sequence[Rung]) -> str:
    """Draw how often the stronger of two neighbouring strengths wins, as bars with intervals."""
    drawn, width = list[str](), WIDTH - 60
    for number, rung in enumerate(rungs):
        y, share = 40 * number, rung.wins
        drawn += (
            text(0, y + 12, f"{rung.stronger} : {rung.weaker}", "row"),
            bar(0, y + 18, width, 12, "sand"),
            bar(0, y + 18, width * share.share, 12, "ink"),
            f'<line x1="{width * share.low:.1f}" x2="{width * share.high:.1f}" y1="{y + 24}" y2="{y + 24}" class="doubt"/>',
            f'<line x1="{width * rung.fair:.1f}" x2="{width * rung.fair:.1f}" y1="{y + 15}" y2="{y + 33}" class="fair"/>',
            text(WIDTH, y + 28, percent(share.share), anchor="end"),
        )
    return svg(40 * len(rungs) + 4, *drawn)


def deals(found: Sequence[Luck]) -> str:
    """Draw a row for each strength, with a dot for each deal: how often the first seat wins it."""
    drawn = list[str]()
    for number, luck in enumerate(found):
        y = 46 * number
        drawn += (
            text(0, y + 12, luck.strength, "row"),
            text(WIDTH, y + 12, f"span {percent(luck.span)}, by chance {percent(luck.chance_span)}", anchor="end"),
            f'<line x1="4" x2="{WIDTH - 4}" y1="{y + 28}" y2="{y + 28}" class="fair"/>',
            *(f'<circle cx="{4 + (WIDTH - 8) * rate:.1f}" cy="{y + 28}" r="5" class="deal"/>' for rate in luck.rates),
        )
    end = 46 * len(found)
    return svg(end + 16, *drawn, text(0, end + 8, "0 %"), text(WIDTH, end + 8, "100 %", anchor="end"))


def component_rows(uses: Sequence[Use]) -> list[tuple[str, Share, bool]]:
    return [(f"{use.name.replace('-', ' ')} ({use.uses})", use.wins, use.stands_out) for use in uses]
