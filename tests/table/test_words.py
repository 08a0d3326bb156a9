"""What is said at a table."""

from __future__ import annotations

import httpx

from byways.table.words import prompt
from tests.table.serving import ServerThread, choose


def test_a_repetition_is_told_at_the_table(server: ServerThread, ann: httpx.Client) -> None:
    table = server.new(ann, game="the_way", seat_0="me", seat_1="me")
    while not table.match.referee.repeated:
        seat = table.match.position.awaited[0]
        assert "stood like this before" not in prompt(table, table.match.screens[seat].view, "en")
        choices = list(map(str, table.match.screens[seat].view.choices))
        assert choose(ann, table, seat, "stay" if "stay" in choices else choices[0]).status_code == 204
    view = table.match.screens[table.match.position.awaited[0]].view
    assert prompt(table, view, "en").endswith("The game stood like this before, once.")
