"""Shows of sales and of the end report what happened to the money, and nothing hidden."""

from __future__ import annotations

from itertools import pairwise
from pathlib import Path
from random import Random
from typing import NamedTuple
from xml.etree import ElementTree as ET

import pytest
from msgspec.structs import replace

from byways.game import Event
from byways.games.long_road import GAME, LongRoadOptions
from byways.games.long_road.drawing import show as showing
from byways.games.long_road.drawing.show import show
from byways.games.long_road.state import Position
from byways.games.long_road.view import View
from byways.record import Record, Step, read
from byways.room import Shows
from byways.show import Moment, Show, Summary, Token
from tests.games.long_road.positions import placed, random_record, selling

_: Shows[View] = showing
RECORDS = Path(__file__).parents[3] / "records"
GAMES = [
    *((seats, LongRoadOptions()) for seats in (2, 3, 4)),
    (4, LongRoadOptions(companeros=True)),
    (3, LongRoadOptions(open=True)),
]


class Seen(NamedTuple):
    """A show with the views before it and after its last moment so far."""

    before: View
    after: View
    show: Show


def shows_in(record: Record, seat: int | None) -> list[Seen]:
    """All shows of a game as a seat saw them, each when complete."""
    game = record.load_game()
    steps = [Step((), (), record.start(game).view(seat)), *record.story(game, seat)]
    begins = [number for number, step in enumerate(steps) if any(event.show == "begins" for event in step.events)]
    return [seen_from(steps, number, next((end for end in begins if end > number), len(steps))) for number in begins]


def seen_from(steps: list[Step], begin: int, end: int) -> Seen:
    before, *moments = [Moment(step.events, step.view) for step in steps[begin - 1 : end] if isinstance(step.view, View)]
    made = show(before.view, moments)
    return Seen(before.view, moments[made.scenes[-1].moment].view, made)


def summary_of(seen: Seen) -> Summary:
    assert seen.show.summary is not None
    return seen.show.summary


def amount(token: Token) -> int:
    assert isinstance(token.amount, str)
    return int(token.amount.replace("−", "-").removesuffix("\u00a0$") or 0)


def texts(tokens: tuple[Token, ...]) -> list[str]:
    return [GAME.say(line) for token in tokens for line in (token.text if isinstance(token.text, tuple) else (token.text,))]


# The money


@pytest.mark.parametrize(("seats", "options"), GAMES)
def test_every_line_of_a_summary_adds_up_to_the_money_that_moved(seats: int, options: LongRoadOptions) -> None:
    found = shows_in(random_record(seats, options), None)
    assert len(found) >= 2
    for seen in found:
        scores = seen.after.outcome.scores if seen.after.outcome else None
        held = scores or seen.after.money
        for group in summary_of(seen).groups:
            moved = held[group.seat] - seen.before.money[group.seat]
            assert sum(map(amount, group.lines)) == moved == amount(Token(amount=group.amount))
            assert group.total == f"{held[group.seat]:.0f}\u00a0$"


@pytest.mark.parametrize(("seats", "options"), GAMES)
def test_scenes_count_the_money_from_one_to_the_next(seats: int, options: LongRoadOptions) -> None:
    for seen in shows_in(random_record(seats, options), 0):
        purse = dict(enumerate(seen.before.money))
        for scene in seen.show.scenes:
            for count in scene.counts:
                seat = int(count.piece.partition("-")[2])
                if scene.tokens and scene.seat is not None:
                    assert count.before == purse[seat]
                purse[seat] = count.after
            gained = sum(count.after - count.before for count in scene.counts)
            robbed = sum(flight.copies for flight in scene.flights if flight.start.startswith("purse-"))
            assert gained + robbed == sum(map(amount, scene.tokens))


@pytest.mark.parametrize("version", [1, 2, 3])
def test_old_records_have_shows_too(version: int) -> None:
    record = read((RECORDS / f"long_road-{version}.json").read_bytes())
    for seat in (None, 0):
        assert all(seen.show.summary for seen in shows_in(record, seat))


# The pictures


@pytest.mark.parametrize(("seats", "options"), GAMES)
@pytest.mark.parametrize("tall", [False, True])
def test_pieces_of_every_scene_are_in_its_drawing_and_inside_it(seats: int, options: LongRoadOptions, tall: bool) -> None:
    for seen in shows_in(random_record(seats, options), 1):
        drawings = [ET.fromstring(scene.stage("s", "en", tall)) for scene in seen.show.scenes if scene.stage]
        assert len(drawings) == len(seen.show.scenes)
        for scene, drawing in zip(seen.show.scenes, drawings, strict=True):
            _, _, wide, high = map(float, drawing.get("viewBox", "").split())
            places = {piece.get("id", ""): piece.get("transform", "") for piece in drawing.iterfind("./*/*[@id]")}
            for transform in places.values():
                x, y = map(float, transform.partition("(")[2].partition(")")[0].split())
                assert -5 <= x <= wide + 5, transform
                assert -5 <= y <= high + 5, transform
            names = [name for flight in scene.flights for name in (flight.start, flight.end)] + [count.piece for count in scene.counts]
            assert {f"s-{name}" for name in names} <= set(places)


def test_the_character_that_acts_is_in_front_and_the_others_have_their_earnings() -> None:
    position = selling(2, placed("sheriff", 0, up=True), placed("undertaker", 1, up=True), caravan="river-1 saloon-1")
    made = played_show(position, 0).show
    assert [GAME.say(scene.caption) for scene in made.scenes[1:]] == [
        "Red's Sheriff is activated, with value 4.",
        "Black's Undertaker is activated, with value 1.",
    ]
    first, second = (ET.fromstring(scene.stage("s", "en", False)) for scene in made.scenes[1:] if scene.stage)
    sizes = [size_of(drawing, "undertaker") for drawing in (first, second)]
    assert sizes[0] < sizes[1]
    assert earned(first) == {"sheriff"}
    assert earned(second) == {"sheriff", "undertaker"}


def size_of(drawing: ET.Element, name: str) -> float:
    piece = drawing.find(f".//*[@id='s-who-{who_is(name)}']")
    assert piece is not None
    return float(piece.get("transform", "").partition("scale(")[2].rstrip(")") or 1)


def who_is(name: str) -> int:
    return [character.key for character in GAME.components.characters].index(name)


def earned(drawing: ET.Element) -> set[str]:
    keys = [character.key for character in GAME.components.characters]
    marked = (piece.get("id", "").partition("s-earned-")[2] for piece in drawing.iter())
    return {keys[int(number)] for number in marked if number}


def played_show(position: Position, seat: int | None, to_choice: bool = False) -> Seen:
    """The show of the sale that is due, played with random choices to the end or to the first choice."""
    rng, steps = Random(0), [Step((), (), position.view(seat))]
    while position.sale is not None or len(steps) == 1:
        events: list[Event] = []
        if position.chance is not None:
            position = position.happen(position.chance.draw(rng), events)
        elif to_choice or position.todo[0].what == "recruit":
            break
        else:
            actor = position.awaited[0]
            position = position.choose(actor, rng.choice(position.choices(actor)), events)
        steps.append(Step((), tuple(events), position.view(seat)))
    return seen_from(steps, 1, len(steps))


def test_who_took_cards_one_after_the_other_sees_them_all_in_the_show() -> None:
    position = selling(2, placed("mountain-man", 0, up=True), caravan="saloon-1 river-1 canyon-1 canyon-2")
    for seat in (0, 1, None):
        scene = played_show(position, seat).show.scenes[-1]
        assert len([piece for piece in scene.pieces if piece.startswith("card-")]) == len(scene.tokens) == 2


# The words


def test_tokens_say_which_herds_paid_and_why_more_came() -> None:
    line = placed("drover", 0, up=True), placed("undertaker", 1, "dagger", up=True)
    made = played_show(selling(2, *line, caravan="crossroads-1 saloon-1", destination="cactus-1"), None).show
    said = [text for scene in made.scenes for text in texts(scene.tokens)]
    assert any("herd at" in text for text in said)
    assert any("1\u00a0$ per character activated in this sale, himself included" in text for text in said)
    assert "The Undertaker's weapons return to the reserve: dagger." in said


def test_a_character_that_finds_nothing_and_a_player_without_one_are_named() -> None:
    position = selling(3, placed("sheriff", 0, up=True), placed("drover", 1, up=True), caravan="saloon-1")
    said = [text for group in summary_of(played_show(position, None)).groups for text in texts(group.lines)]
    assert said == ["Nothing was left to take.", "Saloon: 1 white herd at 4\u00a0$", "No character in this sale."]


def test_a_character_that_has_yet_to_choose_has_not_found_nothing() -> None:
    position = selling(2, placed("sheriff", 0, up=True), caravan="saloon-1 river-1")
    for seat in (0, 1, None):
        assert texts(played_show(position, seat, to_choice=True).show.scenes[-1].tokens) == []


def test_a_robbery_is_in_the_summary_of_both() -> None:
    line = placed("outlaw", 0, up=True), placed("mayor", 1, up=True)
    position = replace(selling(2, *line, caravan="river-1 river-1 saloon-1"), money=(1, 9))
    thief, victim = summary_of(played_show(position, None)).groups
    assert "Red takes 2\u00a0$ from Black." in texts(thief.lines)
    assert [amount(line) for line in victim.lines if "Red takes" in " ".join(texts((line,)))] == [-2]


def test_a_seized_weapon_is_in_the_summary_of_both() -> None:
    line = placed("sheriff", 0, up=True), placed("undertaker", 1, "dagger", up=True)
    thief, victim = summary_of(played_show(selling(2, *line, caravan="river-1 saloon-1"), None)).groups
    for group in (thief, victim):
        assert "Red takes the Undertaker's dagger." in texts(group.lines)
    assert [line.art for line in victim.lines if texts((line,)) == ["Red takes the Undertaker's dagger."]] == ["weapon-dagger"]


def test_a_show_is_in_progress_until_the_last_character_has_acted() -> None:
    """Choices are made during the show."""
    record = random_record(3, LongRoadOptions())
    steps = [Step((), (), record.start(GAME).view(0)), *record.story(GAME, 0)]
    begin = next(number for number, step in enumerate(steps) if any(event.show for event in step.events))
    lengths = []
    for end in range(begin + 1, begin + 40):
        made = seen_from(steps, begin, end).show
        lengths.append((len(made.scenes), made.summary is not None))
        if made.summary:
            break
    assert lengths[-1][1]
    assert not any(over for _, over in lengths[:-1])
    assert all(one <= other for (one, _), (other, _) in pairwise(lengths))


# Secrets


def test_only_the_viewer_reads_about_a_boss() -> None:
    record = random_record(3, LongRoadOptions())
    for seat in (None, 0, 1, 2):
        for seen in shows_in(record, seat):
            if seen.after.outcome is not None:
                continue
            secret = [note for note in summary_of(seen).notes if note.secret]
            assert len(secret) == (seat is not None)
            place = GAME.components.bosses.places[seen.after.bosses[seat]] if seat is not None else ""
            assert [note.art for note in secret] == [f"place-{place}"] * len(secret)


def test_shows_differ_between_viewers_only_in_what_they_may_know() -> None:
    position = selling(2, placed("sheriff", 0, up=True), placed("undertaker", 1, up=True), caravan="river-1 saloon-1")
    for boss in range(7):
        if boss != position.bosses[0]:
            twin = replace(position, bosses=(position.bosses[0], boss))
            for seat in (None, 0):
                one, other = played_show(position, seat).show, played_show(twin, seat).show
                assert one.summary == other.summary
                assert [scene.tokens for scene in one.scenes] == [scene.tokens for scene in other.scenes]


# The end


def test_the_end_counts_bosses_end_tile_arrivals_and_weapons() -> None:
    seen = shows_in(random_record(3, LongRoadOptions()), 0)[-1]
    said = [GAME.say(scene.caption) for scene in seen.show.scenes]
    assert sum(text.startswith("The caravan on the") for text in said) == 3
    assert "The bosses are turned up." in said
    assert any(text.startswith("The end tile pays 8\u00a0$") for text in said)
    assert "The arrival tiles are counted." in said
