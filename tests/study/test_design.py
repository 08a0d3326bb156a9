"""What a study plays."""

from __future__ import annotations

import pytest

from byways.game import Refused
from byways.study.design import BOTS, GAMES, Design, Strength, Variant, make_design, read_strength

USUAL = Variant("as it is", {})


def design(bots: str = "random,hard:2", variants: tuple[Variant, ...] = (USUAL,), game: str = "labyrinth") -> Design:
    return make_design(game, bots.split(","), None, 20, 1, variants)


def test_a_strength_is_a_bot_and_a_number_of_worlds() -> None:
    assert read_strength("hard:4") == Strength("hard", 4)
    assert str(Strength("hard", 1)) == "hard, 1 world"
    assert str(Strength("random", None)) == "random"


def test_a_strength_may_be_any_module_and_attribute() -> None:
    assert read_strength("foxy:Foxy") == Strength("foxy:Foxy", None)
    assert read_strength("foxy:Foxy:4") == Strength("foxy:Foxy", 4)
    parts = {part.name: part for part in design("random,tests.arena.unruly:Crashes:4", game="tests.toy:GAME").parts()}
    assert callable(parts["games-0"].plan.bot("byways.study.strengths:tests.toy:GAME tests.arena.unruly:Crashes 4"))


@pytest.mark.parametrize("text", ["hard:", "hard:0", "hard:-1", "foxy:Foxy:0"])
def test_a_wrong_strength_is_refused(text: str) -> None:
    with pytest.raises(Refused, match="is not a strength"):
        read_strength(text)


@pytest.mark.parametrize(("game", "bot"), [("labyrinth", "hard"), ("long_road", "hard"), ("long_way", "medium")])
def test_a_bot_that_thinks_by_the_clock_needs_a_number_of_worlds(game: str, bot: str) -> None:
    with pytest.raises(Refused, match="Say how many worlds"):
        design(f"random,{bot}", game=game)
    assert design(f"random,{bot}:2", game=game).strengths[1] == Strength(bot, 2)


@pytest.mark.parametrize(("game", "deals", "runs"), [("labyrinth", 20, 16), ("long_road", 8, 12)])
def test_many_games_for_each_of_many_deals_but_fewer_of_a_costly_game(game: str, deals: int, runs: int) -> None:
    usual = make_design(game, BOTS, None, GAMES, 1, (USUAL,))
    part = next(part for part in usual.parts() if part.name == "luck-2")
    assert (part.plan.runs, part.games) == (runs, deals * runs)


def test_one_strength_is_not_enough() -> None:
    with pytest.raises(Refused, match="at least two"):
        design("hard:2")
    with pytest.raises(Refused, match="at least two"):
        design("random,random")


def test_an_unknown_bot_is_refused() -> None:
    with pytest.raises(Refused, match="nobody"):
        design("random,nobody:3")


def test_an_unknown_option_is_refused_before_the_first_game() -> None:
    with pytest.raises(Refused, match="colour"):
        list(design(variants=(USUAL, Variant("colour", {"colour": "red"}))).parts())


def test_the_tournaments_of_a_study() -> None:
    parts = {part.name: part for part in design(variants=(USUAL, Variant("rows=9", {"rows": 9}))).parts()}
    assert [*parts] == ["games-0", "games-1", "ladder-1", "luck-0", "luck-1"]
    assert parts["games-1"].plan.options["rows"] == 9
    assert parts["games-0"].plan.total(20) == 20
    assert len({parts["games-0"].plan.fixture(number).seed for number in range(20)}) == 20
    assert {parts["luck-1"].plan.fixture(number).seed for number in range(8)} == {1_000_000}
    assert parts["ladder-1"].plan.bots == ("byways.study.strengths:labyrinth hard 2", "random")
