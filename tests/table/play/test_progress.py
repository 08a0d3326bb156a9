"""A player's progress in a game."""

from __future__ import annotations

from functools import partial

import pytest

from byways.game import Outcome, find_game
from byways.table.play.new_table import TablePlan
from byways.table.play.progress import MORE_SEATS, Ladder, beat_step, ladder, lesson_step, preset_step, steps_of_win
from byways.table.play.seating import sit_down
from byways.table.play.tables import Tables
from byways.table.play.visits import Me, progress_of
from byways.table.seats import Seat
from byways.table.store import progress
from tests import toy

LABYRINTH, THE_WAY = find_game("labyrinth"), find_game("the_way")
ME = Seat("person", holder="me")
EASY, HARD = Seat("bot", bot="easy"), Seat("bot", bot="hard")
OPTIONS = LABYRINTH.options()
WON, LOST, TIED = Outcome((1, 2), ""), Outcome((2, 1), ""), Outcome((1, 1), "")


@pytest.mark.parametrize(
    ("seats", "outcome", "steps"),
    [
        ((ME, EASY), WON, ["beat easy"]),
        ((ME, HARD, HARD), Outcome((1, 2, 3), ""), ["beat hard", "more seats"]),
        ((ME, EASY), LOST, []),
        ((ME, EASY), TIED, []),
        ((ME, EASY, HARD), Outcome((1, 2, 3), ""), []),
        ((ME, Seat("bot", bot="random")), WON, []),
        ((ME, Seat("person", holder="other")), WON, []),
        ((Seat("bot", bot="hard", holder="me"), EASY), WON, []),  # a bot has played for me
        ((Seat("person", holder="me"),), Outcome((1,), ""), []),
    ],
)
def test_a_win_counts_against_bots_of_one_level(seats: tuple[Seat, ...], outcome: Outcome, steps: list[str]) -> None:
    assert steps_of_win(LABYRINTH, seats, OPTIONS, outcome) == [("me", step) for step in steps]


def test_a_win_in_a_variant_is_a_step() -> None:
    longer = LABYRINTH.presets[1]
    assert steps_of_win(LABYRINTH, (ME, EASY), longer.options, WON) == [("me", "beat easy"), ("me", f"preset {longer.name}")]


def test_the_ladder_offers_each_level_then_more_seats_then_the_variants() -> None:
    done, offers = set[str](), []
    usual, *variants = (preset.name for preset in LABYRINTH.presets)
    for step in (*map(beat_step, ("easy", "medium", "hard")), MORE_SEATS, *map(preset_step, variants), ""):
        found = ladder(LABYRINTH, done)
        offers.append((found.beaten, found.bot, found.players, found.preset, found.is_done))
        done.add(step)
    assert offers == [
        (0, "easy", 2, usual, False),
        (1, "medium", 2, usual, False),
        (2, "hard", 2, usual, False),
        (3, "hard", 3, usual, False),
        *((3, "hard", 2, variant, False) for variant in variants),
        (3, "hard", 2, usual, True),
    ]


def test_a_player_who_beats_a_strong_bot_at_once_skips_the_weaker_ones() -> None:
    assert ladder(THE_WAY, {"beat medium"}).bot == "hard"
    assert ladder(THE_WAY, {"beat hard"}).is_done  # a duel without variants


def test_a_game_without_levels_has_no_ladder() -> None:
    assert ladder(toy.GAME, ()) == Ladder((), 0, 2, "random", None, True)


async def test_progress_is_carried_over_by_ones_own_link_and_not_by_an_invitation(tables: Tables) -> None:
    ann, phone, bob = (Me(secret, False) for secret in ("ann", "phone", "bob"))
    table = await tables.create(TablePlan(toy.GAME, ("me", "free")), ann.secret, ann.key)
    await tables.store.transaction(partial(progress.add, game="tuck", achieved=[(ann.holder, lesson_step("first"))]))
    await sit_down(table, bob, ann.key(table.id, 1), "Bob")
    await sit_down(table, phone, ann.key(table.id, 0), "Ann")
    assert [await progress_of(tables, who) for who in (phone, bob)] == [{"tuck": {"lesson first"}}, {}]
