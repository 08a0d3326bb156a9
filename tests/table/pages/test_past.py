"""What has been, and playing on from it."""

from __future__ import annotations

import re
from html import unescape

import httpx

from byways.acts import acts
from byways.i18n import ENGLISH
from byways.record import read
from byways.table.pages.phrases import voice_of
from byways.table.play.table import Table
from tests.table.serving import ServerThread, await_seat, wait_for


def test_a_link_to_a_moment_counts_what_everybody_saw(over: Table, ann: httpx.Client, bob: httpx.Client) -> None:
    path, screens = f"/play/{over.id}", over.match.screens
    for number in range(screens[0].number + 1):
        page = ann.get(f"{path}/past/{number}?seat=0").text
        moment = int(re.findall(r'data-copy="/play/[^"]+\?at=(\d+)"', page)[0])
        assert screens[None].entries[moment] <= screens[0].entries[number]
        assert moment == screens[None].number or screens[None].entries[moment + 1] > screens[0].entries[number]
        assert f'data-at="{moment}"' in bob.get(f"{path}?at={moment}").text
    assert [bob.get(f"{path}?at={at}").status_code for at in (screens[None].number + 1, "-1", "x")] == [404, 404, 404]


def test_whoever_looks_back_reads_what_a_whole_act_told(over: Table, ann: httpx.Client) -> None:
    for act in acts(over.match.story(0))[1:-1]:
        page = unescape(ann.get(f"/play/{over.id}/past/{act.end}?seat=0").text)
        assert " ".join(voice_of(over, ENGLISH).tell(event.said) for event in act.events) in page


def test_whoever_plays_on_has_the_entries_up_to_there_and_chance_anew(server: ServerThread, over: Table, bob: httpx.Client) -> None:
    screen = over.match.screens[None]
    for number in range(screen.number):
        begun = over.until(None, number)
        page = bob.get(f"/play/{over.id}/on/{number}")
        assert "Play on: Tuck" in page.text
        answer = bob.post(f"/play/{over.id}/on/{number}", data={"seat-0": "bot:random", "seat-1": "bot:random"})
        table = server.table(answer.url)
        wait_for(lambda: table.ended)  # noqa: B023
        record = table.match.record
        assert record.entries[: len(begun.entries)] == begun.entries
        assert (record.setup, record.players) == (begun.setup, ("bot:random", "bot:random"))
        assert table.match.seed != over.match.seed


def test_a_record_that_was_played_on_reads_back(server: ServerThread, ann: httpx.Client, bob: httpx.Client) -> None:
    old = server.new(ann, game="traxx", players="1")
    server.do(old.stand_in(0, "random"))
    wait_for(lambda: old.ended)
    answer = bob.post(f"/play/{old.id}/on/20", data={"seat-0": "bot:greedy"})
    table = server.table(answer.url)
    wait_for(lambda: table.ended)
    record = read(bob.get(f"/play/{table.id}/record.json").content)
    assert record.entries[: old.match.screens[None].entries[20]] == old.until(None, 20).entries
    assert record.players == ("bot:greedy",)


def test_a_game_that_goes_on_is_not_played_on_from(server: ServerThread, over: Table, ann: httpx.Client) -> None:
    running = server.new(ann, seat_0="me", seat_1="free")
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
