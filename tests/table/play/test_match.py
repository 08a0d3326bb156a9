"""One game in progress at a table."""

from __future__ import annotations

from random import Random

import pytest
from msgspec.structs import replace

from byways.game import Game, Illegal, all_games
from byways.puzzles.collection import shipped
from byways.record import BadRecord, Choose, Entry, Folded, Remove, Step, Undo
from byways.table.errors import Stale
from byways.table.play.match import Match
from byways.table.play.tables import Tables
from byways.table.store.schema import Timed
from byways.table.store.store import StoredTable
from tests import toy
from tests.table.tables import DEALT, LABYRINTH, apply, set_table, state, stored, until


def match(*entries: Entry) -> Match:
    """A round of Tuck: Ann has 1, 2 and 4, Bob 2, 3 and 3."""
    return Match(toy.GAME, stored(*DEALT, *entries))


def play(match: Match, *entries: Entry) -> None:
    for entry in entries:
        apply(match, entry)


def steps_of(match: Match, seat: int | None) -> list[Step]:
    for _ in match.build_story(seat):
        pass
    return match.story(seat).steps


# Puzzles


@pytest.mark.slow
@pytest.mark.parametrize("game", [game for game in all_games() if shipped(game)], ids=lambda game: game.name)
def test_a_puzzle_begins_where_its_record_ends(game: Game) -> None:
    for puzzle in shipped(game)[::5]:
        log = tuple(Timed(entry, 1.0) for entry in puzzle.record.entries)
        table = StoredTable("one", replace(puzzle.record, entries=()), "seed", False, None, 1.0, (), log)
        begun = Match(puzzle.load_game(game), table, puzzle)
        assert begun.puzzle is not None, puzzle.puzzle.number
        assert (begun.puzzle.puzzle, begun.act_began) == (puzzle.puzzle, len(log))


# Chance


def test_chance_comes_at_once_but_an_automatic_step_waits() -> None:
    begun = Match(toy.GAME, stored())
    assert len(begun.referee.preview()) == 3
    over = match(Choose(0, "pick 1"), Choose(0, "done"), Choose(1, "pick 3"), Choose(1, "done"))
    due = over.position.chance
    assert due is not None
    assert due.is_frame
    assert over.referee.preview() == []


def test_chance_depends_only_on_the_seed_and_the_number() -> None:
    due = toy.GAME.start(toy.GAME.deal(2, Random(1))).chance
    assert due is not None
    drawn = [[again.draw(due, number) for number in range(20)] for again in (match(), match(Choose(0, "pick 1")))]
    assert drawn[0] == drawn[1]
    assert len(set(drawn[0])) > 1


# Bots


def test_each_choice_of_a_bot_is_previewed_after_the_one_before() -> None:
    going = match()
    choices = going.preview_bot(0, ("pick 1", "pick 2", "done"))
    assert going.entries == [*DEALT]
    assert [[step.entry for step in steps] for steps in choices] == [[Choose(0, text)] for text in ("pick 1", "pick 2", "done")]
    for steps in choices:
        going.apply(steps, 100.0, {})
    assert state(going) == state(match(Choose(0, "pick 1"), Choose(0, "pick 2"), Choose(0, "done")))


def test_an_illegal_choice_costs_the_bot_its_seat_and_earlier_ones_stand() -> None:
    choices = match().preview_bot(0, ("pick 1", "pick 9", "done"))
    assert [steps[0].entry for steps in choices] == [Choose(0, "pick 1"), Remove(0, "an illegal choice")]


def test_choices_beyond_the_act_are_dropped() -> None:
    assert [steps[0].entry for steps in match().preview_bot(0, ("pick 1", "done", "pick 2"))] == [Choose(0, "pick 1"), Choose(0, "done")]


# Undo


def test_undone_steps_are_folded_when_the_act_is_final_and_keep_their_numbers() -> None:
    going = match()
    play(going, Choose(0, "pick 1"), Undo(0), Choose(0, "pick 2"), Choose(0, "done"), Choose(1, "pick 3"))
    steps = going.referee.preview(Choose(1, "done"))
    assert going.folds(steps) == {3: Folded((0,)), 4: Folded((0,))}
    assert not any(isinstance(entry, Folded) for entry in going.entries)
    going.apply(steps, 100.0, going.folds(steps))
    assert going.entries[3:6] == [Folded((0,)), Folded((0,)), Choose(0, "pick 2")]
    assert going.length == 9
    assert going.record.entries == (*DEALT, *going.entries[5:])


def test_a_folded_log_gives_the_same_screens() -> None:
    going = match()
    play(going, Choose(0, "pick 1"), Undo(0), Choose(0, "pick 2"), Choose(0, "done"), Choose(1, "pick 3"), Choose(1, "done"))
    again = Match(toy.GAME, stored(*going.entries))
    assert again.position == going.position
    for seat, screen in going.screens.items():
        assert (again.screens[seat].number, again.screens[seat].entries) == (screen.number, screen.entries)
        assert len(steps_of(again, seat)) == screen.number + 1


def test_undo_is_limited_for_one_act(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("byways.table.play.match.STEPS", 3)
    going = match(Choose(0, "pick 1"), Undo(0))
    play(going, Choose(0, "pick 1"))
    with pytest.raises(Illegal, match="the limit for one turn"):
        going.preview_undo(0, going.screens[0].number)
    play(going, Choose(1, "pick 3"))
    assert [step.entry for step in going.preview_undo(1, going.screens[1].number)] == [Undo(1)]  # another act, another count


def test_undo_without_a_step_is_refused_with_a_reason() -> None:
    going = match()
    for seat in (0, 1):
        with pytest.raises(Illegal, match="There is nothing to take back"):
            going.preview_undo(seat, going.screens[seat].number)


# Requests of a seat


def test_a_choice_made_on_an_old_or_future_screen_is_stale() -> None:
    going = match()
    seen = going.screens[0].number
    assert going.check_choice(0, seen, "pick 1") == toy.Pick(1)
    play(going, Choose(0, "pick 1"))
    for number in (seen, seen + 2, -1):
        with pytest.raises(Stale, match="the board has changed"):
            going.check_choice(0, number, "pick 2")


def test_a_seat_that_is_done_makes_no_other_choice_stale() -> None:
    going = match()
    seen = going.screens[0].number
    play(going, Choose(1, "pick 3"), Choose(1, "done"))
    assert going.screens[0].number > seen
    assert going.check_choice(0, seen, "pick 1") == toy.Pick(1)


def test_a_refused_choice_has_a_reason() -> None:
    going = match(Choose(0, "pick 1"), Choose(0, "done"))
    with pytest.raises(Illegal, match=r"^Nothing was played\. Waiting for Bob"):
        going.check_choice(0, going.screens[0].number, "pick 2")
    with pytest.raises(Illegal, match="'pick 1' is not possible here"):
        going.check_choice(1, going.screens[1].number, "pick 1")


def test_the_reason_comes_from_an_imagined_position() -> None:
    position = LABYRINTH.start(LABYRINTH.deal(2, Random(1)))
    with pytest.raises(Illegal):
        position.view(0).imagine(Random(0)).choose(0, LABYRINTH.parse("slide 1 left"))


def test_an_unplayable_log_names_the_number_of_the_entry_but_not_its_contents() -> None:
    with pytest.raises(BadRecord, match=r"^This game cannot continue: entry 3 of its log cannot be played\.$"):
        match(Choose(0, "pick 3"))


# Looking back


async def test_the_numbers_of_a_screen_are_the_moments_of_its_story(tables: Tables) -> None:
    table = await set_table(tables, "bot:random", "bot:random", "bot:random")
    await until(lambda: table.ended)
    for seat, screen in table.match.screens.items():
        steps = steps_of(table.match, seat)
        assert len(steps) == len(screen.entries) == screen.number + 1
        assert steps[-1].view == screen.view
        for step, entries in zip(steps, screen.entries, strict=True):
            assert table.match.record.position(table.game, entries).view(seat) == step.view


def test_the_record_up_to_a_moment_has_the_entries_so_far() -> None:
    going = match(Choose(0, "pick 1"), Choose(1, "pick 3"), Choose(0, "done"))
    assert going.record_until(1, 0).entries == ()
    assert going.record_until(1, 3).entries == DEALT
    assert going.record_until(1, 4).entries == (*DEALT, Choose(0, "pick 1"), Choose(1, "pick 3"))
    assert going.record_until(None, 4).entries == going.record.entries


def test_a_story_grows_with_the_game() -> None:
    going = match()
    first = steps_of(going, 0)
    assert [step.entries for step in first] == [(), (), ("chance: 4",), ()]
    play(going, Choose(0, "pick 1"))
    assert steps_of(going, 0) is first
    assert first[-1].entries == ("0: pick 1",)


def test_a_story_is_built_again_after_folding_and_shows_nothing_of_the_undone_step() -> None:
    going = match()
    play(going, Choose(0, "pick 1"), Undo(0), Choose(0, "pick 2"), Choose(0, "done"), Choose(1, "pick 3"))
    before = [step.entries for step in steps_of(going, 0)]
    assert before[4:6] == [("0: pick 1",), ("0: undo",)]
    play(going, Choose(1, "done"))
    after = [step.entries for step in steps_of(going, 0)]
    assert after[4:7] == [(), (), ("0: pick 2",)]
    assert len(after) == going.screens[0].number + 1


def test_folding_in_the_middle_of_building_a_story_starts_it_again() -> None:
    going = match()
    play(going, Choose(0, "pick 1"), Undo(0), Choose(0, "pick 2"), Choose(0, "done"), Choose(1, "pick 3"))
    building = going.build_story(0)
    for _ in range(4):  # up to the step that is undone
        next(building)
    play(going, Choose(1, "done"))
    assert len([*building]) == going.length
    assert len(going.story(0).steps) == going.screens[0].number + 1


def test_concurrent_builders_share_the_work() -> None:
    going = match()
    builders, steps = [going.build_story(None) for _ in range(2)], 0
    while builders:
        for builder in [*builders]:
            if next(builder, StopIteration) is StopIteration:
                builders.remove(builder)
            else:
                steps += 1
    assert steps == going.length
