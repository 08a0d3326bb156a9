"""A lesson at a table asks for one choice at a time, its script plays the rest, and after its end the game is free."""

from __future__ import annotations

from contextlib import suppress
from functools import partial

import msgspec
import pytest

from byways.game import Illegal, Refused
from byways.record import Choose, Happen, Remove
from byways.table.pages.board import snapshot
from byways.table.pages.lessons import PathShown, explained, lesson_plan, lesson_shown, path_shown
from byways.table.play.seating import stand_in
from byways.table.play.table import Table
from byways.table.play.tables import Tables
from byways.table.play.visits import Me, Visit
from byways.table.store import progress
from byways.teaching.lesson import Cue, Lesson
from byways.teaching.script import Script
from tests import toy
from tests.table.tables import DEALT, OpenTables, enter, key, pick, registry, until
from tests.teaching import tuck_lesson
from tests.teaching.tuck_lesson import END, PICK

DONE = msgspec.structs.replace(tuck_lesson.DONE, then=("1: pick 3", "1: done"))


@pytest.fixture
def lesson(monkeypatch: pytest.MonkeyPatch) -> Lesson:
    taught = tuck_lesson.lesson(PICK, DONE, END)
    monkeypatch.setattr("byways.table.play.match.lessons", lambda game: {"first": taught})
    monkeypatch.setattr("byways.table.pages.lessons.lessons", lambda game: {"first": taught, "second": taught})
    return taught


@pytest.fixture
async def table(tables: Tables, lesson: Lesson) -> Table:
    return await tables.create(lesson_plan(toy.GAME, lesson), "me", key)


async def test_a_lesson_starts_where_its_record_ends(table: Table, lesson: Lesson) -> None:
    assert tuple(table.match.entries) == lesson.start.entries
    assert [seat.kind for seat in table.seats] == ["person", "bot"]


async def test_only_the_choice_that_is_asked_for_is_played(table: Table) -> None:
    before = table.match.length
    with pytest.raises(Illegal) as refusal:
        await pick(table, 0, "pick 1")
    assert refusal.value.sentence.name == "lesson.first.low"  # type: ignore[union-attr]
    assert table.match.length == before


async def test_every_right_choice_leads_to_the_next_step(table: Table) -> None:
    await pick(table, 0, "pick 2")
    assert table.match.script.cue == Cue(1)


async def test_rivals_and_chance_follow_the_script_and_wait_for_it(table: Table) -> None:
    assert not table.match.script.lets_bot_act(1)
    await pick(table, 0, "pick 4", "done")
    await until(lambda: table.match.script.cue is None)
    assert [entry.choice for entry in table.match.entries if isinstance(entry, Choose)] == ["pick 4", "done", "pick 3", "done"]


async def test_the_learner_can_undo_a_step_and_repeat_it(table: Table) -> None:
    await pick(table, 0, "pick 4", "undo")
    assert table.match.script.cue == Cue(0)
    await pick(table, 0, "pick 2", "done")
    await until(lambda: table.match.script.cue is None)


async def test_a_hint_is_what_the_lesson_asks_for(table: Table) -> None:
    assert (await table.hints.ask(0, table.match.screens[0].number)).choice in ("pick 2", "pick 4")


async def test_no_bot_may_stand_in_for_the_learner(table: Table) -> None:
    with pytest.raises(Refused, match="lesson"):
        await stand_in(Visit(table, Me("me", False), 0), 0)


async def test_after_the_script_the_game_continues_freely(table: Table) -> None:
    await pick(table, 0, "pick 4", "done")
    await until(lambda: table.match.script.cue is None and (table.match.position.awaited or table.ended))
    assert any(isinstance(entry, Happen) for entry in table.match.entries[len(DEALT) + 4 :])


async def test_a_lesson_resumes_where_it_was_left(table: Table, open_tables: OpenTables) -> None:
    await pick(table, 0, "pick 4")
    found = await (await open_tables()).find(table.id)
    assert found is not None
    assert found.match.script.cue == Cue(1)


async def test_if_the_script_no_longer_fits_the_game_continues_freely(table: Table, lesson: Lesson) -> None:
    table.match.script = Script(msgspec.structs.replace(lesson, steps=(PICK, msgspec.structs.replace(DONE, then=("1: pick 1",)), END)))
    await pick(table, 0, "pick 4", "done")
    await until(lambda: table.match.length > len(DEALT) + 3)


async def test_the_learner_reads_the_pages_of_the_step(table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(type(toy.GAME), "say", lambda game, sentence, language=None: str(sentence))
    shown = lesson_shown(table, 0, "en")
    assert shown is not None
    assert [(page.text, page.points) for page in shown.pages] == [("lesson.first.why", ("hand",)), ("lesson.first.pick", ())]
    assert (shown.number, shown.count, shown.is_over) == (1, 3, False)
    assert path_shown(table, 0) is None
    assert lesson_shown(table, 1, "en") is None
    assert lesson_shown(table, None, "en") is None


async def test_the_last_step_leads_to_the_next_lesson(table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    await pick(table, 0, "pick 4", "done")
    await until(lambda: table.match.script.cue is None)
    monkeypatch.setattr(type(toy.GAME), "say", lambda game, sentence, language=None: str(sentence))
    shown = lesson_shown(table, 0, "en")
    assert shown is not None
    assert shown.is_over
    assert [path_shown(table, seat) for seat in (0, 1, None)] == [PathShown("second", "random"), None, None]


async def test_the_last_lesson_leads_to_a_real_game(table: Table, lesson: Lesson, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("byways.table.pages.lessons.lessons", lambda game: {"first": lesson})
    await pick(table, 0, "pick 4", "done")
    await until(lambda: table.match.script.cue is None)
    assert path_shown(table, 0) == PathShown(None, "random")


async def test_the_end_of_a_lessons_game_leads_on_and_offers_no_rematch(table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    await pick(table, 0, "pick 4", "done")
    await until(lambda: table.match.script.cue is None)
    with suppress(Illegal):  # the bot may have played to the end already
        await enter(table, Remove(1, "resigned"))
    await until(lambda: table.ended)
    monkeypatch.setattr(type(toy.GAME), "say", lambda game, sentence, language=None: str(sentence))
    page, others = snapshot(table, 0, "en", False).text, snapshot(table, None, "en", False).text
    assert ['action="/learn/tuck/second"' in page, "Rematch" in page, 'id="lesson"' in page] == [True, False, False]
    assert "/learn/tuck" not in others


async def test_a_finished_lesson_is_stored_for_its_learner_and_again_when_it_is_opened(table: Table, open_tables: OpenTables) -> None:
    learner, store = table.seats[0].holder, registry(table).store
    assert learner is not None
    assert await store.transaction(partial(progress.load, holder=learner)) == {}
    await pick(table, 0, "pick 4", "done")
    await until(lambda: table.learned)
    learned = {"tuck": frozenset({"lesson first"})}
    assert await store.transaction(partial(progress.load, holder=learner)) == learned
    again = await (await open_tables()).find(table.id)
    assert again is not None
    await until(lambda: again.learned)
    assert await store.transaction(partial(progress.load, holder=learner)) == learned


@pytest.mark.parametrize("number", ["", "nan", "1e999", "x", "-" * 40])
async def test_coordinates_that_are_no_numbers_are_harmless(table: Table, number: str) -> None:
    assert explained(table, 0, "card", number, number) == ([], [])  # the toy has no guide
