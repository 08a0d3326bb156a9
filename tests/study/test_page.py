"""The page of a study."""

from __future__ import annotations

import msgspec

from byways.arena.statistics import Share
from byways.study.decisions import Decision
from byways.study.facts import MOMENTS, Facts
from byways.study.findings import Luck, Rung, Study, games_of
from byways.study.page import page

FACTS = Facts((1, 2), 10, 20, 5, (3.0,) * MOMENTS, 9, (0,) * MOMENTS, 1, 4.0, ((0, "character", "old-judge"),))
STUDY = Study(
    game="toy",
    title="<Toy>",
    version=1,
    byways="0.1",
    seats=2,
    seed=7,
    bots=("random", "hard, 2 worlds"),
    digests=("abc",),
    options=({},),
    variants=(games_of("as it is", [FACTS] * 40),),
    decisions=(Decision(1, 0.5, 0.2),),
    matter=Share(1.0, 0.2, 1.0),
    luck=(Luck("random", 2, 8, (0.2, 0.8), 0.6, 0.5, 0, 0.9, 0.3),),
    ladder=(Rung("hard, 2 worlds", "random", 10, Share(0.9, 0.6, 0.98), 0.5),),
)


def test_the_page_says_what_was_found_and_how() -> None:
    text = page(STUDY)
    for said in (
        "&lt;Toy&gt;",
        "The seat matters.",
        "hard, 2 worlds wins 90 % against random",
        "old judge (40)",
        "components abc",
        "<dd>7</dd>",
    ):
        assert said in text
    assert "Side by side" not in text


def test_variants_stand_side_by_side() -> None:
    both = msgspec.structs.replace(
        STUDY, variants=(*STUDY.variants, games_of("rows=9", [FACTS] * 4)), digests=("abc", "def"), options=({}, {"rows": 9})
    )
    text = page(both)
    assert "Side by side" in text
    assert "<th>rows=9</th>" in text


def test_a_study_without_decisions_says_so() -> None:
    assert "cannot weigh acts" in page(msgspec.structs.replace(STUDY, decisions=(), matter=None))
