"""A lesson at a table: one thing is asked at a time, the script plays the rest, and then everybody is free."""

from __future__ import annotations

import msgspec
import pytest

from byways.game import Illegal, Refused
from byways.record import Choose, Happen, Undo, opened
from byways.table.pages.lessons import explained, lesson_plan, lesson_shown
from byways.table.play.table import Table
from byways.table.play.tables import Tables
from byways.teaching.lesson import Lesson, Page, Step
from tests import toy
from tests.table.tables import DEALT, OpenTables, key, pick, until

PICK = Step((Page("why", ("hand",)), Page("pick")), ("pick 4", "pick 2"), {"pick 1": "low"})
DONE = Step((Page("done"),), ("done",), {}, ("1: pick 3", "1: done"))
END = Step((Page("end"),))


@pytest.fixture
def lesson(monkeypatch: pytest.MonkeyPatch) -> Lesson:
    setup = toy.Setup(1, ((1, 2), (3, 3)), (1, 1, 1, 2, 2, 2, 3, 3, 4, 4, 4, 4))
    start = msgspec.structs.replace(opened(toy.GAME, setup, toy.Options(), ("person", "bot:random")), entries=DEALT)
    taught = Lesson("first", start, (PICK, DONE, END))
    monkeypatch.setattr("byways.table.play.match.lessons", lambda game: {"first": taught})
    monkeypatch.setattr("byways.table.pages.lessons.lessons", lambda game: {"first": taught, "second": taught})
    return taught


@pytest.fixture
async def table(tables: Tables, lesson: Lesson) -> Table:
    return await tables.set(lesson_plan(toy.GAME, lesson), "me", key)


async def test_a_lesson_starts_where_its_record_ends(table: Table, lesson: Lesson) -> None:
    assert tuple(table.match.entries) == lesson.start.entries
    assert [seat.kind for seat in table.seats] == ["person", "bot"]


async def test_nothing_but_what_is_asked_for_is_played(table: Table) -> None:
    before = table.match.length
    with pytest.raises(Illegal) as refusal:
        await pick(table, 0, "pick 1")
    assert refusal.value.sentence.name == "lesson.first.low"  # type: ignore[union-attr]
    assert table.match.length == before


async def test_any_right_choice_goes_on(table: Table) -> None:
    await pick(table, 0, "pick 2")
    assert table.match.taught() == (1, None)


async def test_rivals_and_chance_follow_the_script_and_wait_for_it(table: Table) -> None:
    assert not table.match.lets_act(1)
    await pick(table, 0, "pick 4", "done")
    await until(lambda: table.match.taught() is None)
    assert [entry.choice for entry in table.match.entries if isinstance(entry, Choose)] == ["pick 4", "done", "pick 3", "done"]


async def test_a_step_can_be_taken_back_and_taken_again(table: Table) -> None:
    await pick(table, 0, "pick 4", "undo")
    assert table.match.taught() == (0, None)
    await pick(table, 0, "pick 2", "done")
    await until(lambda: table.match.taught() is None)


async def test_a_hint_is_what_the_lesson_asks_for(table: Table) -> None:
    assert (await table.hints.ask(0, table.match.screens[0].number)).choice in ("pick 2", "pick 4")


async def test_no_bot_takes_the_learners_place(table: Table) -> None:
    with pytest.raises(Refused):
        await table.stand_in(0)


async def test_after_the_script_everybody_plays_on_freely(table: Table) -> None:
    await pick(table, 0, "pick 4", "done")
    await until(lambda: table.match.taught() is None and (table.match.position.awaited or table.ended))
    assert any(isinstance(entry, Happen) for entry in table.match.entries[len(DEALT) + 4 :])


async def test_a_lesson_is_taken_up_where_it_was_left(table: Table, open_tables: OpenTables) -> None:
    await pick(table, 0, "pick 4")
    found = await (await open_tables()).find(table.id)
    assert found is not None
    assert found.match.taught() == (1, None)


async def test_where_the_script_no_longer_fits_the_game_goes_on_freely(table: Table, lesson: Lesson) -> None:
    table.match.lesson = msgspec.structs.replace(lesson, steps=(PICK, msgspec.structs.replace(DONE, then=("1: pick 1",)), END))
    await pick(table, 0, "pick 4", "done")
    await until(lambda: table.match.length > len(DEALT) + 3)


async def test_the_learner_reads_the_pages_of_the_step(table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(type(toy.GAME), "say", lambda game, sentence, language=None: str(sentence))
    shown = lesson_shown(table, 0, "en")
    assert shown is not None
    assert [(page.text, page.points) for page in shown.pages] == [("lesson.first.why", ("hand",)), ("lesson.first.pick", ())]
    assert (shown.number, shown.count, shown.is_over, shown.following) == (1, 3, False, None)
    assert lesson_shown(table, 1, "en") is None
    assert lesson_shown(table, None, "en") is None


async def test_the_last_step_leads_to_the_next_lesson(table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    await pick(table, 0, "pick 4", "done")
    await until(lambda: table.match.taught() is None)
    monkeypatch.setattr(type(toy.GAME), "say", lambda game, sentence, language=None: str(sentence))
    shown = lesson_shown(table, 0, "en")
    assert shown is not None
    assert shown.is_over
    assert shown.following == "second"


@pytest.mark.parametrize("number", ["", "nan", "1e999", "x", "-" * 40])
async def test_a_point_that_is_no_number_is_somewhere(table: Table, number: str) -> None:
    assert explained(table, 0, "card", number, number) == []  # the toy has no guide


def test_who_goes_on_after_the_end_of_a_lesson_has_left_it_behind(lesson: Lesson) -> None:
    taught = (*lesson.start.entries, Choose(0, "pick 4"), Choose(0, "done"), Choose(1, "pick 3"), Choose(1, "done"), Choose(1, "pick 2"))
    further = [taught, (*taught, Choose(0, "pick 1")), (*taught, Choose(0, "pick 1"), Undo(0))]
    assert [lesson.is_left_behind(entries) for entries in further] == [False, True, False]
