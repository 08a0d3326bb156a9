"""Results as tables and sentences for a terminal."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from math import isinf

from rich.console import Console
from rich.progress import MofNCompleteColumn, Progress, ProgressColumn, Task, TextColumn, TimeRemainingColumn
from rich.text import Text

from byways.arena.archive import Archive
from byways.arena.ratings import Rating, ratings
from byways.arena.statistics import Pair, Scores, Share, Tally, pairs, tallies, wins
from byways.console import print_line, print_table, progress_bar
from byways.game import Game


def games_bar(console: Console) -> Progress:
    figures = (MofNCompleteColumn(), TextColumn("games"), TimeRemainingColumn(), TextColumn("{task.fields[nodes]}"))
    return progress_bar(console, figures, [Pace()])


class Pace(ProgressColumn):
    def render(self, task: Task) -> Text:
        return Text(f"{task.speed:,.1f} a second" if task.speed else "")


def counted(nodes: int) -> str:
    return f"on {nodes} node{'s' if nodes > 1 else ''}" if nodes else ""


def standings(archive: Archive) -> list[tuple[Tally, Rating | None]]:
    """The bots, best first: by rating, by mean score where each plays alone, or by wins where bots repeat."""
    found = tallies(archive.plan, archive.results)
    if archive.plan.seats == 1:
        alone = sorted(found, key=lambda tally: -tally.scores.mean if tally.scores else 0.0)
        return [(tally, None) for tally in alone]
    if archive.plan.repeats:
        times = {won.bot: won.times.share for won in wins(archive.plan, archive.results)}
        return [(tally, None) for tally in sorted(found, key=lambda tally: -times.get(tally.bot, 1.0))]
    rated = ratings(archive.plan.bots, archive.results)
    return [(tally, rated[tally.bot]) for tally in sorted(found, key=lambda tally: -rated[tally.bot].worth)]


def headline(archive: Archive) -> str:
    plan = archive.plan
    kind = ", ".join(plan.bots) if plan.repeats else "gauntlet" if plan.gauntlet else "round robin"
    options = "".join(f", {name} {value}" for name, value in plan.options.items() if value != default(plan.card, name))
    seats = f"{plan.seats} seat{'s' if plan.seats > 1 else ''}"
    return f"{plan.card.title}, {kind}, {seats}{options}, seed {plan.seed}: {len(archive.by_number)} games"


def default(game: Game, name: str) -> object:
    return getattr(game.options(), name)


def show(archive: Archive, console: Console) -> None:
    print_line(console, headline(archive))
    print_table(console, standings_rows(archive), "right")
    if archive.plan.repeats:
        console.print()
        print_table(console, wins_rows(archive), "right")
    if found := list(pairs(archive.plan, archive.results)):
        console.print()
        print_table(console, pairs_rows(found), "right")
    for sentence in failures(archive):
        print_line(console, sentence)


def standings_rows(archive: Archive) -> Iterator[Sequence[str]]:
    seats, scored = archive.plan.seats, any(result.scores is not None for result in archive.results)
    rows, places = standings(archive), seats if seats > 1 else 0
    rated = ["rating"] if any(rating for _, rating in rows) else []
    yield "bot", "games", *rated, *map(ordinal, range(1, places + 1)), *(["score"] if scored else [])
    for tally, rating in rows:
        worth = [f"{rating.worth:.1f} ± {rating.error:.1f}"] if rating else []
        yield tally.bot, str(tally.games), *worth, *map(share, tally.places[:places]), *([score(tally.scores)] if scored else [])


def wins_rows(archive: Archive) -> Iterator[Sequence[str]]:
    yield "bot", "won", "fair share", "times fair"
    for won in wins(archive.plan, archive.results):
        yield won.bot, share(won.share), f"{won.fair:.0%}", times(won.times)


def pairs_rows(found: Iterable[Pair]) -> Iterator[Sequence[str]]:
    yield "pair", "won", "drawn", "lost", "share", "Elo"
    for pair in found:
        yield f"{pair.first} : {pair.second}", *map(str, (pair.won, pair.drawn, pair.lost)), share(pair.share), elo(pair.elo)


def failures(archive: Archive) -> Iterator[str]:
    """Who lost games by failing, in sentences, with what is known of the latest failure."""
    for tally in tallies(archive.plan, archive.results):
        for why, times in tally.failures.items():
            report = last_report(archive, tally.bot, why)
            yield f"{tally.bot} lost {times} of {tally.games} games by failing: {why}." + (f" The last time: {report}" if report else "")


def last_report(archive: Archive, bot: str, why: str) -> str:
    lapses = ((result.seating[lapse.seat], lapse) for result in reversed(archive.results) for lapse in result.failures)
    return next((lapse.report for who, lapse in lapses if who == bot and lapse.why == why and lapse.report), "")


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
    """`+35 (-86 to +156)`; if all games were won or lost there is only a bound."""
    if isinf(found.share):
        return f"over {found.low:+.0f}" if found.share > 0 else f"under {found.high:+.0f}"
    return f"{found.share:+.0f} ({found.low:+.0f} to {found.high:+.0f})"
