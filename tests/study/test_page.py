"""The page of a study."""

from __future__ import annotations

import msgspec

from byways.arena.statistics import Share
from byways.study.decisions import Decision
from byways.study.facts import MOMENTS, Facts
from byways.study.findings import Luck, Rung, Study, games_of
from byways.study.page import beats, luck_finding, page, standing_out

FACTS = Facts((1, 2), 10, 20, 5, (3.0,) * MOMENTS, 9, (0,) * MOMENTS, 1, 4.0, ((0, "character", "old-judge"),))
STUDY = Study(
    game="toy",
    title="<Toy>",
    version=1,
    byways="0.1",
    seats=2,
    seed=7,
    bots=("random", "hard, 2 worlds"),
    compiled="",
    digests=("abc",),
    options=({},),
    variants=(games_of("as it is", [FACTS] * 40),),
    decisions=(Decision(1, 0.5, 0.2),),
    matter=Share(1.0, 0.2, 1.0),
    luck=(Luck("random", 2, 8, (0.2, 0.8), 0.6, 0.5, 0, Share(0, 0, 0.66), 0, 1, 0.9, 0.3, 0.2),),
    ladder=(Rung("hard, 2 worlds", "random", 10, Share(0.9, 0.6, 0.98), 0.5),),
)


def test_the_page_says_what_was_found_and_how() -> None:
    text = page(STUDY)
    for said in (
        "&lt;Toy&gt;",
        "The seat matters.",
        "With 2 worlds hard beats random in 90 % of the games.",
        "The deal makes no visible difference",
        "To stand out takes at most 0 % or at least 100 %; at most 66 % of all deals may (95 %).",
        "Win rate of those who used each character",
        "<dt>compiled</dt><dd>none",
        "old judge (40)",
        "components abc",
        "<dd>7</dd>",
    ):
        assert said in text
    assert "Side by side" not in text


def test_the_page_names_the_version_of_numba() -> None:
    assert "<dt>compiled</dt><dd>numba 0.99</dd>" in page(msgspec.structs.replace(STUDY, compiled="0.99"))


def test_more_worlds_of_one_bot() -> None:
    more = Rung("hard, 4 worlds", "hard, 1 world", 10, Share(0.63, 0.4, 0.8), 0.5)
    assert beats(more) == "With 4 worlds hard beats 1 world in 63 % of the games."
    assert (
        beats(msgspec.structs.replace(more, fair=1 / 3)) == "With 4 worlds hard beats 2 players that imagine 1 world in 63 % of the games."
    )


def test_what_can_be_said_about_deals() -> None:
    luck = STUDY.luck[0]
    assert luck_finding(luck) == "The deal makes no visible difference"
    assert luck_finding(msgspec.structs.replace(luck, as_wide=0.01)) == "Deals differ, but none stands out"
    out = msgspec.structs.replace(luck, outliers=1, all_outliers=Share(0.5, 0.1, 0.9))
    assert luck_finding(out) == "1 of 2 deals stand out"
    assert "10 % to 90 % of all deals may" in standing_out(out)
    assert standing_out(msgspec.structs.replace(luck, below=None, above=None)) == "With so few games no deal can stand out."


def test_variants_stand_side_by_side() -> None:
    both = msgspec.structs.replace(
        STUDY, variants=(*STUDY.variants, games_of("rows=9", [FACTS] * 4)), digests=("abc", "def"), options=({}, {"rows": 9})
    )
    text = page(both)
    assert "Side by side" in text
    assert "<th>rows=9</th>" in text


def test_a_study_without_decisions_says_so() -> None:
    assert "cannot weigh acts" in page(msgspec.structs.replace(STUDY, decisions=(), matter=None))
