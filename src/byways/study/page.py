"""A study as one self-contained HTML page."""

from __future__ import annotations

from collections.abc import Sequence
from importlib import resources
from itertools import groupby
from statistics import fmean

from jinja2 import Environment
from markupsafe import Markup

from byways.arena.statistics import wilson
from byways.review.page import FACES, font_face
from byways.study import charts
from byways.study.charts import percent
from byways.study.decisions import Decision
from byways.study.facts import MOMENTS
from byways.study.findings import MATTERS, PACE, Games, Luck, Rung, Study, Use

PARTS = 10  # bars in the chart of decisions
HALF = MOMENTS // 2
SELDOM = 0.05  # a span that chance alone makes as wide less often than this is visible


def page(study: Study) -> str:
    template = Environment(autoescape=True, trim_blocks=True, lstrip_blocks=True).from_string(
        resources.files(__package__).joinpath("page.html").read_text("utf-8")
    )
    first = study.variants[0]
    return template.render(
        study=study,
        first=first,
        verdict=verdict(study),
        cards=cards(study, first),
        groups=[(kind, *component_card(kind, [*uses], 1 / study.seats)) for kind, uses in groupby(first.uses, lambda use: use.kind)],
        rows=comparison(study.variants),
        luck=study.luck,
        percent=percent,
        pace=PACE,
        matters=MATTERS,
        fonts=Markup("\n".join(map(font_face, FACES))),
    )


def verdict(study: Study) -> str:
    """Return the study in one line."""
    first, rung = study.variants[0], study.ladder[-1]
    unfair, strange = marked_seats(first, study.seats), [use for use in first.uses if use.stands_out]
    sentences = [
        f"{first.turns.mean:.0f} turns, about {first.minutes.mean:.0f} minutes.",
        "The seat matters." if unfair else "No seat has a visible advantage.",
        f"Half-way the leader wins {percent(first.leader_wins[HALF])}." if first.leader_wins else "",
        beats(rung),
        f"{len(strange)} of {len(first.uses)} components stand out." if first.uses else "",
    ]
    return " ".join(filter(None, sentences))


def beats(rung: Rung) -> str:
    """Return in a sentence how often the stronger bot wins."""
    often, others = f"{percent(rung.wins.share)} of the games", round(1 / rung.fair) - 1
    (bot, worlds), (other, fewer) = (name.partition(", ")[::2] for name in (rung.stronger, rung.weaker))
    against = f"{others} players that imagine " if others > 1 else ""
    if bot == other and worlds and fewer:
        return f"With {worlds} {bot} beats {against}{fewer} in {often}."
    beaten = f"{rung.weaker}{f' ({others} players)' if others > 1 else ''}"
    return f"With {worlds} {bot} beats {beaten} in {often}." if worlds else f"{bot} beats {beaten} in {often}."


def marked_seats(games: Games, seats: int) -> list[int]:
    return [seat for seat, share in enumerate(games.seats) if not share.low <= 1 / seats <= share.high]


def cards(study: Study, first: Games) -> list[tuple[str, str, str, Markup]]:
    """Return the label, finding, details and chart of each small card."""
    found = [
        length(first),
        choices(first),
        decisions(study),
        seats(study, first),
        skill(study.ladder),
        deals(study.luck),
        openness(first),
        tension(first),
    ]
    return [(label, finding, detail, Markup(chart)) for label, finding, detail, chart in found]  # charts escape their texts


def length(games: Games) -> tuple[str, str, str, str]:
    turns, minutes = games.turns, games.minutes
    detail = f"8 of 10 games: {turns.low:.0f} to {turns.high:.0f} turns; {games.choices.mean:.0f} choices in a game"
    return "Length", f"{turns.mean:.0f} turns, {minutes.mean:.0f} minutes", detail, charts.histogram(games.lengths, turns.low, turns.high)


def choices(games: Games) -> tuple[str, str, str, str]:
    mean = fmean(games.offered)
    detail = f"{percent(games.forced)} of the choices are forced"
    chart = charts.curve(games.offered, max(games.offered))
    return "Choices at each decision", f"{mean:.0f} on average, up to {games.most_offered}", detail, chart


def decisions(study: Study) -> tuple[str, str, str, str]:
    if study.matter is None:
        return "Decisions that matter", "Not known", "the strongest bot cannot weigh acts", charts.svg(charts.HEIGHT)
    share = study.matter
    finding = f"{percent(share.share)} change the chances by {percent(MATTERS)}"
    detail = f"{percent(share.low)} to {percent(share.high)}, from {len(study.decisions)} decisions"
    return "Decisions that matter", finding, detail, charts.shares(over_time(study.decisions))


def over_time(found: Sequence[Decision]) -> list[float]:
    """Return the share of decisions that matter in each part of the game."""
    parts = [[one.gain > MATTERS for one in found if int(one.moment * PARTS) == part] for part in range(PARTS)]
    return [fmean(part) if part else 0.0 for part in parts]


def seats(study: Study, games: Games) -> tuple[str, str, str, str]:
    unfair = marked_seats(games, study.seats)
    rows = [(f"seat {seat + 1}", share, seat in unfair) for seat, share in enumerate(games.seats)]
    finding = "Yes: not all within chance" if unfair else "No: all within chance"
    return (
        "Does the seat matter?",
        finding,
        "wins by seat, a tie shared; the 95 % intervals hold for all seats together",
        charts.intervals(rows, 1 / study.seats),
    )


def skill(ladder: Sequence[Rung]) -> tuple[str, str, str, str]:
    last = ladder[-1]
    detail = f"one player against {round(1 / last.fair) - 1} of the next weaker strength; single 95 % intervals; dashes: equal strength"
    return "More thinking", beats(last).rstrip("."), detail, charts.ladder(ladder)


def deals(found: Sequence[Luck]) -> tuple[str, str, str, str]:
    last = found[-1]
    detail = f"one dot for each deal: wins of the first seat in {last.runs} games. {standing_out(last)}"
    return "Luck of the deal", luck_finding(last), detail, charts.deals(found)


def luck_finding(luck: Luck) -> str:
    if luck.outliers:
        return f"{luck.outliers} of {luck.deals} deals stand out"
    return "Deals differ, but none stands out" if luck.as_wide < SELDOM else "The deal makes no visible difference"


def standing_out(luck: Luck) -> str:
    """Return what it takes for a deal to stand out, and how many deals of the game may."""
    bounds = [
        *([f"at most {percent(luck.below)}"] if luck.below is not None else []),
        *([f"at least {percent(luck.above)}"] if luck.above is not None else []),
    ]
    if not bounds:
        return "With so few games no deal can stand out."
    among = luck.all_outliers
    share = f"{percent(among.low)} to {percent(among.high)}" if luck.outliers else f"at most {percent(among.high)}"
    return f"To stand out takes {' or '.join(bounds)}; {share} of all deals may (95 %)."


def openness(games: Games) -> tuple[str, str, str, str]:
    if not games.leader_wins:
        return "How long is it open?", "Not known", "the game does not say who leads", charts.svg(charts.HEIGHT)
    detail = f"the winner is ahead for good after {percent(games.known_from)} of the game"
    chart = charts.curve(games.leader_wins, 1.0, HALF)
    return "How long is it open?", f"Half-way the leader wins {percent(games.leader_wins[HALF])}", detail, chart


def tension(games: Games) -> tuple[str, str, str, str]:
    margin = f"; the winner is {games.margin:.1f} points ahead on average" if games.margin is not None else ""
    detail = f"shares of games, each with its own 95 % interval{margin}"
    rows = [("comebacks", games.comebacks, False), ("ties", wilson(games.ties, games.games), False)]
    return "Tension", f"{games.lead_changes:.1f} changes of the lead", detail, charts.intervals(rows, 0.0)


def component_card(kind: str, uses: Sequence[Use], fair: float) -> tuple[str, Markup]:
    strange = [use for use in uses if use.stands_out]
    names = ", ".join(use.name.replace("-", " ") for use in strange)
    finding = f"{len(uses) - len(strange)} of {len(uses)} lie within chance" + (f"; not {names}" if names else "")
    return finding, Markup(charts.intervals(charts.component_rows(uses), fair, 340, 140))


def comparison(variants: Sequence[Games]) -> list[tuple[str, list[str]]]:
    """Return a table that compares the variants, empty if there is only one."""
    if len(variants) < 2:
        return []
    seats = range(len(variants[0].seats))
    return [
        ("games", [str(one.games) for one in variants]),
        ("turns", [f"{one.turns.mean:.0f} ({one.turns.low:.0f} to {one.turns.high:.0f})" for one in variants]),
        ("choices", [f"{one.choices.mean:.0f}" for one in variants]),
        ("minutes", [f"{one.minutes.mean:.0f}" for one in variants]),
        ("forced", [percent(one.forced) for one in variants]),
        *(
            (f"wins of seat {seat + 1}", [f"{percent(one.seats[seat].share)} ({percent(one.seats[seat].low)} to "
              f"{percent(one.seats[seat].high)})" for one in variants])
            for seat in seats
        ),
        ("changes of the lead", [f"{one.lead_changes:.1f}" for one in variants]),
        ("leader wins half-way", [percent(one.leader_wins[HALF]) if one.leader_wins else "" for one in variants]),
        ("comebacks", [percent(one.comebacks.share) for one in variants]),
        ("ties", [percent(one.ties) for one in variants]),
    ]  # fmt: skip
