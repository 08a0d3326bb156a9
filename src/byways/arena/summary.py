"""Show results as tables and sentences in a terminal."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from math import isinf
from textwrap import indent

from rich.console import Console
from rich.progress import MofNCompleteColumn, Progress, ProgressColumn, Task, TextColumn, TimeRemainingColumn
from rich.text import Text

from byways.arena.archive import Archive
from byways.arena.ratings import Rating, ratings
from byways.arena.statistics import BotStatistics, Pair, Scores, Share, bot_statistics, pairs, wins
from byways.console import print_line, print_table, progress_bar


def games_bar(console: Console) -> Progress:
    figures = (MofNCompleteColumn(), TextColumn("games"), TimeRemainingColumn(), TextColumn("{task.fields[nodes]}"))
    return progress_bar(console, figures, [GamesPerSecond()])


class GamesPerSecond(ProgressColumn):
    def render(self, task: Task) -> Text:
        return Text(f"{task.speed:,.1f} a second" if task.speed else "")


def counted(nodes: int) -> str:
    return f"on {nodes} node{'s' if nodes > 1 else ''}" if nodes else ""


def standings(archive: Archive) -> list[tuple[BotStatistics, Rating | None]]:
    """Return the bots, best first: by rating, by mean score if each plays alone, or by wins if bots repeat."""
    found = bot_statistics(archive.plan, archive.results)
    if archive.plan.seats == 1:
        return [(one, None) for one in sorted(found, key=lambda one: -one.scores.mean if one.scores else 0.0)]
    if archive.plan.repeats:
        times = {won.bot: won.times.share for won in wins(archive.plan, archive.results)}
        return [(one, None) for one in sorted(found, key=lambda one: -times.get(one.bot, 1.0))]
    rated = ratings(archive.plan.bots, archive.results)
    return [(one, rated[one.bot]) for one in sorted(found, key=lambda one: -rated[one.bot].worth)]


def headline(archive: Archive) -> str:
    plan = archive.plan
    kind = ", ".join(plan.bots) if plan.repeats else "gauntlet" if plan.gauntlet else "round robin"
    defaults = plan.card.options()
    options = "".join(f", {name} {value}" for name, value in plan.options.items() if value != getattr(defaults, name))
    seats = f"{plan.seats} seat{'s' if plan.seats > 1 else ''}"
    return f"{plan.card.title}, {kind}, {seats}{options}, seed {plan.seed}: {len(archive.by_number)} games"


def show(archive: Archive, console: Console) -> None:
    print_line(console, headline(archive))
    print_table(console, standings_rows(archive), "right")
    if archive.plan.repeats:
        console.print()
        print_table(console, wins_rows(archive), "right")
    if found := list(pairs(archive.plan, archive.results)):
        console.print()
        print_table(console, pairs_rows(found), "right")
    for sentence, report in failures(archive):
        print_line(console, sentence)
        if report:
            console.print(Text(indent(report, "  ")), soft_wrap=True)


def standings_rows(archive: Archive) -> Iterator[Sequence[str]]:
    seats, scored = archive.plan.seats, any(result.scores is not None for result in archive.results)
    rows, places = standings(archive), seats if seats > 1 else 0
    rated = ["rating"] if any(rating for _, rating in rows) else []
    yield "bot", "games", *rated, *map(ordinal, range(1, places + 1)), *(["score"] if scored else [])
    for one, rating in rows:
        worth = [f"{rating.worth:.1f} ± {rating.error:.1f}"] if rating else []
        yield one.bot, str(one.games), *worth, *map(share, one.places[:places]), *([score(one.scores)] if scored else [])


def wins_rows(archive: Archive) -> Iterator[Sequence[str]]:
    yield "bot", "won", "fair share", "times fair"
    for won in wins(archive.plan, archive.results):
        yield won.bot, share(won.share), f"{won.fair:.0%}", times(won.times)


def pairs_rows(found: Iterable[Pair]) -> Iterator[Sequence[str]]:
    yield "pair", "won", "drawn", "lost", "share", "Elo"
    for pair in found:
        yield f"{pair.first} : {pair.second}", *map(str, (pair.won, pair.drawn, pair.lost)), share(pair.share), elo(pair.elo)


def failures(archive: Archive) -> Iterator[tuple[str, str]]:
    """Yield a sentence for each way in which a bot failed, with the report of its latest such failure."""
    for one in bot_statistics(archive.plan, archive.results):
        for why, times in one.failures.items():
            report = last_report(archive, one.bot, why)
            yield f"{one.bot} lost {times} of {one.games} games because it failed ({why})." + (" Most recently:" if report else ""), report


def last_report(archive: Archive, bot: str, why: str) -> str:
    every = ((result.seating[failure.seat], failure) for result in reversed(archive.results) for failure in result.failures)
    return next((failure.report for name, failure in every if name == bot and failure.why == why and failure.report), "")


def ordinal(place: int) -> str:
    return {1: "1st", 2: "2nd", 3: "3rd"}.get(place, f"{place}th")


def share(found: Share) -> str:
    return f"{found.share:.0%} ({100 * found.low:.0f}-{100 * found.high:.0f})"


def times(found: Share) -> str:
    return f"{found.share:.2f} ({found.low:.2f}-{found.high:.2f})"


def score(found: Scores | None) -> str:
    if found is None:
        return "-"
    return f"{found.mean:.1f}" + ("" if isinf(found.error) else f" ± {found.error:.1f}")


def elo(found: Share) -> str:
    """Format as `+35 (−86 to +156)`, or as a bound if all games were won or lost."""
    if isinf(found.share):
        return f"over {signed(found.low)}" if found.share > 0 else f"under {signed(found.high)}"
    return f"{signed(found.share)} ({signed(found.low)} to {signed(found.high)})"


def signed(value: float) -> str:
    return "0" if round(value) == 0 else f"{value:+.0f}".replace("-", "\N{MINUS SIGN}")
