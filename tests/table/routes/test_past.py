"""Looking back, and the record."""

from __future__ import annotations

import httpx

from byways.record import read
from tests.table.serving import ServerThread, await_seat, choose, wait_for


def test_the_record_of_an_installed_game_replays(server: ServerThread, ann: httpx.Client) -> None:
    table = server.new(ann, game="traxx", seat_0="bot:random")
    wait_for(lambda: table.ended)
    record = read(ann.get(f"/play/{table.id}/record.json").content)
    assert record.position(record.load_game()).outcome == table.match.position.outcome


def test_every_moment_that_a_seat_has_seen_can_be_looked_at_again(server: ServerThread, ann: httpx.Client, bob: httpx.Client) -> None:
    table = server.new(ann, seat_0="me", seat_1="program")
    await_seat(table, 0)
    choose(ann, table, 0)
    newest = table.match.screens[0].number
    for number in range(newest + 1):
        answer = ann.get(f"/play/{table.id}/past/{number}?seat=0")
        assert 'id="then"' in answer.text
        assert "data-choice" not in answer.text
    for client, text in ((ann, str(newest + 1)), (ann, "-1"), (ann, "x"), (bob, "999")):
        answer = client.get(f"/play/{table.id}/past/{text}")
        assert (answer.status_code, "You have not seen this moment of the game." in answer.text) == (404, True)
