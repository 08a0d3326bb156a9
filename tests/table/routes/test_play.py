"""Moves at a table."""

from __future__ import annotations

import httpx

from byways.record import Hint
from tests.table.serving import ServerThread


def test_a_hint_is_the_choice_of_the_best_bot_and_is_recorded(server: ServerThread, ann: httpx.Client, bob: httpx.Client) -> None:
    table = server.new(ann, game="labyrinth", others="bot:random")
    path, screen = f"/play/{table.id}", table.match.screens[0]
    watched = table.match.screens[None].number
    before = {"seen": str(screen.number)}
    answer = ann.post(f"{path}/hint", data=before)
    entry = table.match.entries[-1]
    assert isinstance(entry, Hint)
    choice = next(choice for choice in screen.view.choices if str(choice) == entry.choice)
    assert f'data-choices="{choice}\n' in answer.text
    assert "Hint (hard bot), with your chance to win" in answer.text
    assert table.match.screens[None].number == watched
    assert ann.post(f"{path}/hint", data=before).text == answer.text
    assert table.match.entries == [entry]
    assert ann.post(f"{path}/choose", data={**before, "choice": str(choice)}).status_code == 204
    assert bob.post(f"{path}/hint", data=before).status_code == 403
    assert ann.post(f"{path}/hint", data=before).status_code == 409


def test_steps_of_one_movement_are_played_in_order_and_taken_back(server: ServerThread, ann: httpx.Client) -> None:
    table = server.new(ann, game="labyrinth", others="bot:random")
    screen = table.match.screens[0]
    slide = next(choice for choice in map(str, screen.view.choices) if choice.startswith("slide"))

    def send(**fields: object) -> httpx.Response:
        return ann.post(f"/play/{table.id}/choose", data={"seen": str(screen.number), **fields})

    assert send(choice=f"{slide}\ninsert 0").status_code == 204
    assert [*map(str, screen.view.act)] == [slide, "insert 0"]
    assert send(undo="2", choice="").status_code == 204
    assert screen.view.act == ()


def test_a_refused_step_keeps_those_before_it(server: ServerThread, ann: httpx.Client) -> None:
    table = server.new(ann, game="labyrinth", others="bot:random")
    screen = table.match.screens[0]
    slide = next(choice for choice in map(str, screen.view.choices) if choice.startswith("slide"))
    answer = ann.post(f"/play/{table.id}/choose", data={"seen": str(screen.number), "choice": f"{slide}\n{slide}\ninsert 0"})
    assert answer.status_code == 422
    assert [*map(str, screen.view.act)] == [slide]
