"""Records: save, load, replay, refuse, and a seat's story."""

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from random import Random
from typing import Any

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from byways import record as records
from byways.bots import RandomPlayer
from byways.components import Words
from byways.game import Complaint, find_game, stream
from byways.record import AnyEntry, BadRecord, Choose, Happen, Hint, Record, Remove, Resign, Story, Undo, decode, new_record, read
from byways.referee import play
from tests import toy


def labyrinth(seed: int = 1) -> Record:
    game = find_game("labyrinth")
    return play(game, [RandomPlayer(stream(seed, f"seat {seat}")) for seat in range(2)], seed).record


def tuck(*entries: AnyEntry) -> Record:
    setup = toy.Setup(1, ((1, 2), (3, 3)), (1, 1, 1, 2, 2, 2, 3, 3, 4, 4, 4, 4))
    return msgspec.structs.replace(new_record(toy.GAME, setup, toy.Options(), ("a", "b")), entries=entries)


DEALT = (Happen("4"), Happen("4"), Happen("2"))


def test_a_record_reads_back_equal_and_replays_to_its_end() -> None:
    record = labyrinth()
    assert read(record.to_json()) == record
    assert record.position(record.load_game()).outcome is not None


def test_a_record_has_one_entry_a_line() -> None:
    record = labyrinth()
    assert len(record.to_json().splitlines()) == len(record.entries) + 2
    assert read(msgspec.structs.replace(record, entries=()).to_json()).entries == ()


@given(st.integers(0, 10_000))
def test_a_truncated_record_is_refused_with_a_sentence(cut: int) -> None:
    data = SAVED[: min(cut, len(SAVED) - 3)]
    with pytest.raises(BadRecord, match="its end is missing"):
        read(data)


SAVED = labyrinth(2).to_json()


@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        ({"version": 99}, "This record was played with version 99 of Labyrinth; the installed version is 1"),
        ({"components": "0" * 16}, "played with different components of Labyrinth"),
        ({"components": {"gems": 1}}, "These are not components of Labyrinth"),
        ({"game": "chess"}, "There is no game 'chess'"),
        ({"setup": {"maze": 1}}, "This is not a set-up of Labyrinth"),
        (
            {"entries": [{"entry": "choose", "seat": 1, "choice": "pass"}]},
            r"Entry 0 .* It is not Blue's turn",
        ),
        ({"entries": [{"entry": "choose", "seat": 0, "choice": "fly"}]}, "'fly' is not a choice of Labyrinth"),
        ({"entries": [{"entry": "undo", "seat": 7}]}, "Seat 7 has nothing to take back"),
        ({"entries": [{"entry": "remove", "seat": -1, "why": "x"}]}, "Seat -1 cannot leave"),
        ({"entries": [{"entry": "happen", "what": "6"}]}, "no die or card is due"),
        ({"entries": [{"entry": "jump", "seat": 0}]}, "This is JSON but not a record"),
        ({"colour": "red"}, "This is JSON but not a record"),
        ({"version": -1}, "This is JSON but not a record"),
        ({"options": {"weather": "fine"}}, "Labyrinth has no option 'weather'"),
        ({"players": []}, "The record is of a game with 2 seats, but has 0 in its list of players"),
        ({"players": ["a", "b", "c"]}, "2 seats, but has 3"),
        ({"players": ["a", "\n" * 10_000_000]}, r"This is JSON but not a record: Expected `str` of length <= 4096"),
        ({"entries": [{"entry": "choose", "seat": 0, "choice": "\n" * 10_000_000}]}, "of length <= 4096"),
    ],
)
def test_a_record_that_cannot_be_played_is_refused(change: dict[str, object], sentence: str) -> None:
    data = msgspec.json.decode(SAVED) | change
    with pytest.raises(ValueError, match=sentence):
        read(msgspec.json.encode(data))


def test_a_set_up_that_breaks_the_rules_is_refused() -> None:
    data = msgspec.json.decode(SAVED)
    data["setup"]["avatars"][1]["home"] = data["setup"]["avatars"][0]["home"]
    with pytest.raises(ValueError, match="Two players have the same home"):
        read(msgspec.json.encode(data))


def test_any_earlier_position_can_be_replayed() -> None:
    record = labyrinth()
    game = record.load_game()
    positions = list(record.positions(game))
    assert [record.position(game, at) for at in (0, 5, len(record.entries))] == [positions[0], positions[5], positions[-1]]
    with pytest.raises(BadRecord, match=f"The record has {len(record.entries)} entries; there is no position 9999"):
        record.position(game, 9999)


def test_custom_components_are_stored_in_full() -> None:
    game = toy.GAME.with_components({"highest": 5})
    record = new_record(game, game.deal(2, Random(1)), toy.Options(), ("a", "b"))
    assert record.components == {"highest": 5, "copies": 4}


class Named(toy.Components, frozen=True):
    """The components of Tuck after a text field was added."""

    motto: Words = "Tuck in!"


def test_custom_components_are_read_with_and_without_later_text_fields(monkeypatch: pytest.MonkeyPatch) -> None:
    before = msgspec.structs.replace(tuck(*DEALT), components={"highest": 4, "copies": 4})
    monkeypatch.setattr(toy, "Components", Named)
    after = msgspec.structs.replace(before, components={"highest": 4, "copies": 4, "motto": "Dig in!"})
    games = [record.load_game(toy.GAME) for record in (before, after)]
    assert [game.components for game in games] == [Named(4, 4), Named(4, 4, "Dig in!")]
    assert games[0].digest == games[1].digest == toy.GAME.digest
    assert before.position(games[0]) == after.position(games[1])


def test_a_record_with_an_older_digest_uses_the_built_in_components() -> None:
    card = replace(toy.GAME, older_digests=("before",))
    assert msgspec.structs.replace(tuck(), components="before").load_game(card) is card
    assert tuck().load_game(card.with_components({"highest": 5})) == card


# Other versions

NEWER = replace(toy.GAME, version=2)


def test_a_record_of_an_older_version_replays_and_says_so() -> None:
    record = msgspec.structs.replace(tuck(*DEALT, Choose(0, "pick 1")), components="of then")
    assert record.position(record.load_game(NEWER)) == record.position(toy.GAME)
    assert (record.is_older(NEWER), record.age(NEWER)) == (
        True,
        "This record was played with version 1 of Tuck; the installed version is 2.",
    )
    assert (record.is_older(toy.GAME), record.age(toy.GAME)) == (False, "")


def test_an_entry_that_has_become_illegal_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    record = tuck(*DEALT, Choose(0, "pick 1"), Choose(0, "pick 2"))
    monkeypatch.setattr(toy, "offer", offer_one_pick)
    with pytest.raises(BadRecord) as refused:
        record.position(record.load_game(NEWER))
    assert str(refused.value) == (
        "Entry 4 of the record (0: pick 2) cannot be played: 'pick 2' is not possible here. Possible: done. "
        "This record was played with version 1 of Tuck; the installed version is 2."
    )


def offer_one_pick(position: toy.Position, seat: int) -> tuple[toy.AnyChoice, ...]:
    """A rule of a later version: exactly one card is picked."""
    return (toy.Done(),) if position.acts[seat] else tuple(map(toy.Pick, sorted(set(position.hands[seat]))))


@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        ({"setup": {"rounds": 1}}, "This is not a set-up of Tuck: Object missing required field `hands`."),
        ({"setup": {"rounds": 1, "hands": [], "deck": [1]}}, "Hands and deck of this set-up are not all the cards there are."),
        ({"components": {"lowest": 1}}, "These are not components of Tuck: Object contains unknown field `lowest`."),
    ],
)
def test_every_refusal_of_an_older_record_states_its_version(change: dict[str, Any], sentence: str) -> None:
    record = msgspec.structs.replace(tuck(), **change)
    with pytest.raises(BadRecord) as refused:
        record.position(record.load_game(NEWER))
    assert str(refused.value) == f"{sentence} This record was played with version 1 of Tuck; the installed version is 2."


def test_a_record_of_a_newer_version_is_refused() -> None:
    record = msgspec.structs.replace(tuck(), version=2)
    with pytest.raises(BadRecord, match=r"^This record was played with version 2 of Tuck; the installed version is 1\.$"):
        record.load_game(toy.GAME)


def lines(record: Record, seat: int | None) -> Iterator[str]:
    return (line for step in record.story(toy.GAME, seat) for line in step.entries)


def test_a_story_hides_what_the_seat_did_not_see() -> None:
    picks = (Choose(0, "pick 1"), Choose(1, "pick 3"), Undo(1), Choose(0, "done"), Choose(1, "pick 2"), Choose(1, "done"))
    record = tuck(*DEALT, *picks, Happen("turn 0"), Choose(1, "tuck 3"))
    shown = ["0: pick 1", "0: done"]
    assert list(lines(record, None)) == [*shown, "1: pick 2", "1: done", "chance: turn 0", "1: tuck ?"]
    assert list(lines(record, 0)) == ["chance: 4", *shown, "1: pick 2", "1: done", "chance: turn 0", "1: tuck ?"]
    own = ["1: pick 3", "1: undo", "1: pick 2", "1: done"]
    assert list(lines(record, 1)) == ["chance: 2", *own, *shown, "chance: turn 0", "1: tuck 3"]


def test_a_story_advances_only_when_its_seat_sees_something() -> None:
    record = tuck(*DEALT, Choose(0, "pick 1"), Undo(0), Choose(0, "pick 4"))
    assert len(list(record.story(toy.GAME, 0))) == 6
    assert len(list(record.story(toy.GAME, 1))) == 3  # the three draws: the deck shrinks, or its own card arrives


def test_a_tentative_step_of_another_seat_computes_no_view() -> None:
    *_, step = tuck(*DEALT, Choose(0, "pick 1")).play(toy.GAME)
    stories = {seat: Story(seat) for seat in (0, 1, None)}
    assert [seat for seat, story in stories.items() if story.see(step)] == [0]
    assert [seat for seat, story in stories.items() if story.view] == [0]


def test_a_step_that_changes_the_awaited_seats_is_visible_to_all() -> None:
    *_, step = tuck(*DEALT, Choose(0, "pick 1"), Choose(0, "done")).play(toy.GAME)
    assert [seat for seat in (0, 1, None) if Story(seat).see(step)] == [0, 1, None]


def test_a_story_gives_the_views_of_its_seat() -> None:
    record = tuck(*DEALT, Choose(0, "pick 1"))
    *_, last = record.story(toy.GAME, 0)
    assert last.view == record.position(toy.GAME).view(0)


def test_a_removed_seat_drops_its_pending_steps() -> None:
    record = tuck(*DEALT, Choose(0, "pick 1"), Remove(0, "no answer in time"))
    assert "0: pick 1" not in list(lines(record, 1))
    assert "0: removed (no answer in time)" in list(lines(record, 1))


def test_a_resignation_is_an_entry_that_all_see_and_that_drops_the_pending_steps() -> None:
    record = tuck(*DEALT, Choose(0, "pick 1"), Resign(0))
    assert read_again(record) == record
    assert "0: pick 1" not in list(lines(record, 1))
    assert [list(lines(record, seat))[-1] for seat in (0, 1, None)] == ["0: resigned"] * 3
    outcome = record.position(toy.GAME).outcome
    assert outcome is not None
    assert outcome.winners == (1,)


def test_start_validates_a_stored_set_up() -> None:
    with pytest.raises(BadRecord, match="This is not a set-up of Tuck"):
        records.start(toy.GAME, {"rounds": "x"})


def test_a_hint_changes_nothing_and_is_in_the_story_of_its_seat_only() -> None:
    record = tuck(*DEALT, Hint(0, "pick 1"))
    assert read_again(record) == record
    assert record.position(toy.GAME) == tuck(*DEALT).position(toy.GAME)
    stories = [[entry for step in record.story(toy.GAME, seat) for entry in step.entries] for seat in (0, 1, None)]
    assert ["0: hint (pick 1)" in story for story in stories] == [True, False, False]


def read_again(record: Record) -> Record:
    return msgspec.json.decode(record.to_json(), type=Record)


def test_notebooks_display_a_record_with_its_players_and_last_board() -> None:
    shown = tuck(*DEALT)._repr_html_()
    assert shown is None  # the toy game is not installed
    record = read((Path(__file__).parent / "records" / "labyrinth-1.json").read_bytes())
    html = record._repr_html_()
    assert html is not None
    assert html.startswith("<p>Labyrinth: ")
    assert "</p><svg" in html


def test_a_version_begins_at_1() -> None:
    with pytest.raises(BadRecord, match="version"):
        decode(SAVED.replace(b'"version":1', b'"version":0'))


@pytest.mark.parametrize("old", [b'"entry":"', b'"game":"', b'"connector":"'])
def test_an_error_quotes_only_the_beginning_of_a_long_string(old: bytes) -> None:
    damaged = SAVED.replace(old, old + b"x" * 100_000, 1)
    with pytest.raises(Complaint) as refused:
        read(damaged)
    assert len(str(refused.value)) < 500


def test_what_a_notebook_shows_of_a_record_and_its_steps_is_short() -> None:
    record = tuck(*DEALT)
    assert repr(record) == "<Record of tuck, a, b: 3 entries>"
    assert repr(next(record.play(toy.GAME))) == "<Played chance: 4>"
