"""Carry out a study: play the tournaments, weigh decisions, and compute the figures. An interrupted study is resumed."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from importlib.metadata import version
from pathlib import Path

import byways
from byways.arena.archive import RECORDS, Archive
from byways.arena.conduct import record_path
from byways.arena.tournament import hold, log_failure
from byways.bots.compiled import has_numba
from byways.files import refusing
from byways.game import Game
from byways.study.decisions import Decision, Task, weigh_decisions
from byways.study.design import Design, Part
from byways.study.facts import Facts, facts_of
from byways.study.findings import Games, Study, games_of, luck_of, matter_of, rung_of
from byways.study.reading import read_record

Progress = Callable[[str, int, int], None]  # the name of a part, how much of it is done, and its total

DECISIONS_SHARE = 2  # games per weighed decision


def carry_out(design: Design, folder: Path, workers: int | None, ray: str | None, progress: Progress) -> Study:
    """Run the study and return its figures. The folder keeps all games."""
    with refusing(folder):
        folder.mkdir(parents=True, exist_ok=True)
    parts = {part.name: part for part in design.parts()}
    archives = {name: play(part, folder, workers, ray, progress) for name, part in parts.items()}
    decisions = weigh(design, parts["games-0"], folder, workers, progress)
    return figures(design, parts, archives, folder, decisions)


def play(part: Part, folder: Path, workers: int | None, ray: str | None, progress: Progress) -> Archive:
    archive = hold(
        part.plan,
        part.games,
        workers=workers,
        ray=ray,
        out=folder / part.name,
        records=part.name.startswith("games"),
        progress=lambda done, total, _: progress(part.name, done, total),
        on_failure=log_failure,
    )
    return archive.first(part.plan.total(part.games))


def weigh(design: Design, part: Part, folder: Path, workers: int | None, progress: Progress) -> list[Decision]:
    """Weigh one decision of every second game."""
    place, bot = str(folder / part.name / RECORDS), design.strengths[-1].bot
    tasks = [Task(design.game, place, number, bot, design.seed) for number in range(0, part.plan.total(part.games), DECISIONS_SHARE)]
    return weigh_decisions(folder / "decisions.jsonl", tasks, workers, lambda done, total: progress("decisions", done, total))


def figures(design: Design, parts: Mapping[str, Part], archives: Mapping[str, Archive], folder: Path, decisions: list[Decision]) -> Study:
    card, labels = design.card, [str(strength) for strength in design.strengths]
    plans = [parts[f"games-{number}"].plan for number in range(len(design.variants))]
    variants = [
        games(variant.label, archives[f"games-{number}"], folder / f"games-{number}") for number, variant in enumerate(design.variants)
    ]
    ladder = [
        rung_of(labels[at], labels[at - 1], design.strengths[at].name(design.game), archives[f"ladder-{at}"].results, design.seats)
        for at in range(1, len(labels))
    ]
    return Study(
        game=card.name,
        title=card.title,
        version=card.version,
        byways=byways.__version__,
        seats=design.seats,
        seed=design.seed,
        bots=tuple(labels),
        compiled=version("numba") if has_numba() else "",
        digests=tuple(plan.card.digest for plan in plans),
        options=tuple(plan.options for plan in plans),
        variants=tuple(variants),
        decisions=tuple(decisions),
        matter=matter_of(decisions),
        luck=tuple(luck_of(label, archives[f"luck-{at}"].results, design.seed) for at, label in enumerate(labels)),
        ladder=tuple(ladder),
    )


def games(label: str, archive: Archive, folder: Path) -> Games:
    return games_of(label, [fact(archive.plan.card, record_path(folder / RECORDS, result.number)) for result in archive.results])


def fact(card: Game, path: Path) -> Facts:
    _, record = read_record(path, card)
    return facts_of(card, record)
