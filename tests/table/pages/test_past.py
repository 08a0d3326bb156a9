"""Looking back, and playing on from a moment."""

from __future__ import annotations

import json
import re
from html import unescape

import httpx
import pytest

from byways.i18n import ENGLISH
from byways.record import read
from byways.table.pages.phrases import voice_of
from byways.table.play.table import Table
from tests.table.serving import ServerThread, await_seat, wait_for
from tests.table.tables import stand_in, story


def test_the_link_to_a_moment_counts_the_moments_of_spectators(over: Table, ann: httpx.Client, bob: httpx.Client) -> None:
    path, screens = f"/play/{over.id}", over.match.screens
    for number in range(screens[0].number + 1):
        page = ann.get(f"{path}/past/{number}?seat=0").text
        moment = int(re.findall(r'data-copy="/play/[^"]+\?at=(\d+)"', page)[0])
        assert screens[None].entries[moment] <= screens[0].entries[number]
        assert moment == screens[None].number or screens[None].entries[moment + 1] > screens[0].entries[number]
        assert f'data-at="{moment}"' in bob.get(f"{path}?at={moment}").text
    assert [bob.get(f"{path}?at={at}").status_code for at in (screens[None].number + 1, "-1", "x")] == [404, 404, 404]


def test_the_page_of_a_moment_has_the_events_of_its_act(over: Table, ann: httpx.Client) -> None:
    for act in story(over, 0).acts[1:-1]:
        page = unescape(ann.get(f"/play/{over.id}/past/{act.end}?seat=0").text)
        assert " ".join(voice_of(over, ENGLISH).tell(event.wording) for event in act.events) in page


def steps_on(page: str) -> list[int]:
    """The moments on a page, in order."""
    found = re.search(r'<pre class="steps" hidden>(.*?)</pre>', page, re.DOTALL)
    assert found is not None
    return [step["number"] for step in json.loads(unescape(re.sub(r"</?i>", "", found[1])))]


def test_a_page_has_no_moment_before_its_act_whatever_the_client_asks_for(over: Table, ann: httpx.Client) -> None:
    last = over.match.screens[0].number
    before = story(over, 0).act_before(last)
    for query in ("?seat=0", "?seat=0&since=0"):
        numbers = steps_on(ann.get(f"/play/{over.id}/past/{last}{query}").text)
        assert numbers
        assert min(numbers) > before


def test_a_page_has_a_limited_number_of_moments(over: Table, ann: httpx.Client, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("byways.table.pages.past.MOST", 1)
    for number in range(over.match.screens[0].number + 1):
        assert {*steps_on(ann.get(f"/play/{over.id}/past/{number}?seat=0").text)} <= {number}


class CountingClock:
    """Counts the items of sliced work by the calls to its clock."""

    calls = 0

    def __call__(self) -> float:
        self.calls += 1
        return 0.0


def test_lists_that_grow_with_a_game_are_made_in_slices(
    server: ServerThread, over: Table, ann: httpx.Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    told = story(over, 0)
    for path, items in ((f"/play/{over.id}/acts?seat=0", len(told.acts)), (f"/api/tables/{over.id}/story", len(told.steps) // 2)):
        clock = CountingClock()
        monkeypatch.setattr(server.tables.slices, "clock", clock)
        assert ann.get(path).is_success
        assert clock.calls > items


def test_a_game_that_is_played_on_keeps_its_entries_and_has_new_chances(server: ServerThread, over: Table, bob: httpx.Client) -> None:
    screen = over.match.screens[None]
    for number in range(screen.number):
        begun = over.match.record_before_end(None, number)
        page = bob.get(f"/play/{over.id}/on/{number}")
        assert "Play on: Tuck" in page.text
        answer = bob.post(f"/play/{over.id}/on/{number}", data={"seat-0": "bot:random", "seat-1": "bot:random"})
        table = server.table(answer.url)
        wait_for(lambda: table.ended)  # noqa: B023
        record = table.match.record
        assert record.entries[: len(begun.entries)] == begun.entries
        assert (record.setup, record.players) == (begun.setup, ("bot:random", "bot:random"))
        assert table.match.seed != over.match.seed


def test_who_plays_on_is_offered_the_bots_that_played_from_a_point_that_players_know(server: ServerThread, ann: httpx.Client) -> None:
    over = server.new(ann, seat_0="me", seat_1="bot:greedy", game="traxx")
    server.do(stand_in(over, 0, "random"))
    wait_for(lambda: over.ended)
    page = ann.get(f"/play/{over.id}/on/20?seat=0").text
    assert re.findall(r'value="([^"]+)" selected', page)[:2] == ["me", "bot:greedy"]
    assert f"round {over.match.record_before_end(0, 20).position(over.game).view(0).round}" in page


def test_the_record_of_a_game_that_was_played_on_reads_back(server: ServerThread, ann: httpx.Client, bob: httpx.Client) -> None:
    old = server.new(ann, game="traxx", players="1")
    server.do(stand_in(old, 0, "random"))
    wait_for(lambda: old.ended)
    answer = bob.post(f"/play/{old.id}/on/20", data={"seat-0": "bot:greedy"})
    table = server.table(answer.url)
    wait_for(lambda: table.ended)
    record = read(bob.get(f"/play/{table.id}/record.json").content)
    assert record.entries[: old.match.screens[None].entries[20]] == old.match.record_before_end(None, 20).entries
    assert record.players == ("bot:greedy",)


def test_only_a_finished_game_can_be_played_on_from(server: ServerThread, over: Table, ann: httpx.Client) -> None:
    running = server.new(ann, seat_0="me", seat_1="program")
    await_seat(running, 0)
    assert "Play on from here" not in ann.get(f"/play/{running.id}/past/0").text
    for path, data, sentence in (
        (f"/play/{running.id}/on/0", {"seat-0": "me", "seat-1": "free"}, "This game is not over yet."),
        (f"/play/{over.id}/on/{over.match.screens[0].number}", {"seat-0": "me", "seat-1": "free"}, "choose a moment before the end"),
        (f"/play/{over.id}/on/999", {"seat-0": "me", "seat-1": "free"}, "choose a moment before the end"),
        (f"/play/{over.id}/on/1", {"seat-0": "me"}, "keep the number of seats"),
    ):
        answer = ann.post(path, data=data)
        assert (answer.status_code, sentence in answer.text) == (400, True), path
