"""What is played at a table."""

from __future__ import annotations

import httpx

from byways.record import Hint
from tests.table.serving import ServerThread


def test_a_hint_is_what_the_best_bot_would_do_and_stands_in_the_record(server: ServerThread, ann: httpx.Client, bob: httpx.Client) -> None:
    table = server.new(ann, game="labyrinth", others="bot:random")
    path, screen = f"/play/{table.id}", table.match.screens[0]
    watched = table.match.screens[None].number
    before = {"seen": str(screen.number)}
    answer = ann.post(f"{path}/hint", data=before)
    entry = table.match.entries[-1]
    assert isinstance(entry, Hint)
    choice = next(choice for choice in screen.view.choices if str(choice) == entry.choice)
    assert f'data-idea="{choice}"' in answer.text
    assert "Hint (hard bot), with your chance to win" in answer.text
    assert table.match.screens[None].number == watched
    assert ann.post(f"{path}/hint", data=before).text == answer.text
    assert table.match.entries == [entry]
    assert ann.post(f"{path}/choose", data={**before, "choice": str(choice)}).status_code == 204
    assert bob.post(f"{path}/hint", data=before).status_code == 403
    assert ann.post(f"{path}/hint", data=before).status_code == 409
