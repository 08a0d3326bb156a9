"""The lobby, and setting up a table."""

from __future__ import annotations

import re
from pathlib import Path

import httpx
import pytest
import sqlalchemy as sa

from byways.game import find_game
from byways.table.pages import pictures
from byways.table.pages.assets import STATIC
from byways.table.pages.lobby import fields
from byways.table.store.store import Store
from tests import toy
from tests.table.serving import ServerThread, await_seat, choose, link_in
from tests.table.tables import GAMES


def test_one_click_starts_a_game_against_bots(server: ServerThread, ann: httpx.Client) -> None:
    for game in GAMES:
        table = server.new(ann, game=game.name, others="bot:random")
        assert [seat.kind for seat in table.seats] == ["person", *["bot"] * (max(2, game.seats[0]) - 1)]
        page = ann.get(f"/play/{table.id}").text
        assert f"You are {game.seat_names[0]}" in page
        assert "<svg" in page


def test_a_table_is_set_up_with_options_seats_names_and_a_clock(server: ServerThread, ann: httpx.Client) -> None:
    assert '<input id="option-rounds" name="option-rounds" value="2" type="number" min="1" max="4">' in ann.get("/set/tuck").text
    seats = {"seat_0": "me", "seat_1": "free", "seat_2": "bot:random", "seat_3": "none"}
    table = server.new(ann, **seats, option_rounds="3", name_0="Ann <b>", clock="600", public="yes")
    assert [seat.kind for seat in table.seats] == ["person", "free", "bot"]
    assert table.match.referee.head.options == {"rounds": 3}
    assert (table.clock, table.public) == (600.0, True)
    with server.client() as stranger:
        assert "Ann &lt;b&gt;, free seat, bot random" in stranger.get("/").text
        assert 'Ann &lt;b&gt; <span class="about">(Ann)' in stranger.get(f"/play/{table.id}").text


@pytest.mark.parametrize(("hints", "said"), [("", "There are no hints at this table."), ("yes", "Players may take hints here")])
def test_an_invitation_says_whether_there_are_hints(
    server: ServerThread, ann: httpx.Client, bob: httpx.Client, hints: str, said: str
) -> None:
    table = server.new(ann, seat_0="me", seat_1="free", hints=hints)
    assert said in bob.get(link_in(ann.get(f"/play/{table.id}").text)[0]).text
    assert said in bob.get(f"/play/{table.id}").text
    wrong = ann.post("/new", data={"game": "tuck", "seat-0": "me", "hints": "maybe"})
    assert (wrong.status_code, "Hints are allowed, not allowed" in wrong.text) == (400, True)


def test_a_name_is_remembered_and_used_in_sentences_but_not_in_drawings(server: ServerThread, ann: httpx.Client, bob: httpx.Client) -> None:
    ann.post("/name", data={"name": " Zoë <i> "})
    assert 'value="Zoë &lt;i&gt;"' in ann.get("/set/tuck").text
    table = server.new(ann, seat_0="me", seat_1="free")
    path = f"/play/{table.id}"
    assert "You are Zoë &lt;i&gt; (Ann)." in ann.get(path).text
    bob.post(link_in(ann.get(path).text)[0], data={"name": "Max"})
    await_seat(table, 0)
    for seat in (0, 1):
        choose([ann, bob][seat], table, seat)
        choose([ann, bob][seat], table, seat, "done")
    page, board = ann.get(path).text, re.search("<svg class=.*?</svg>", ann.get(path).text, re.DOTALL)
    assert "Max shows" in page
    assert "Max shows" in ann.get(f"{path}/acts").text
    assert board is not None
    assert "Max" not in board[0]
    assert "Zoë <i> shows" in bob.get(f"/api/tables/{table.id}/story").text
    ann.post("/name", data={"name": "Max"})
    assert [seat.name for seat in table.seats] == ["Max", "Max"]
    assert "Max (Bob) shows" in bob.get(path).text


def test_the_form_shows_the_seating_rules_of_a_game(ann: httpx.Client) -> None:
    assert "<p>Seats go by age: the youngest is Red and begins, the next youngest is Blue, and so on.</p>" in ann.get("/set/labyrinth").text
    assert "Seats go by" not in ann.get("/set/traxx").text


def test_the_form_has_every_option_and_its_defaults_are_accepted(server: ServerThread, ann: httpx.Client) -> None:
    for game in GAMES:
        page = ann.get(f"/set/{game.name}").text
        chosen = {f"option-{field.name}": str(field.default) for field in fields(game)}
        assert all(f'name="{name}"' in page for name in chosen)
        seats = {f"seat-{number}": "me" for number in range(game.seats[0])}
        answer = ann.post("/new", data={"game": game.name, **chosen, **seats})
        assert answer.status_code == 200, answer.text


@pytest.mark.database
def test_my_tables_are_found_in_the_lobby_after_a_restart(tmp_path: Path) -> None:
    server = ServerThread(tmp_path, [toy.GAME])
    with server.client() as ann, server.client() as bob:
        table = server.new(ann, seat_0="me", seat_1="free")
        server.close()
        server.open()
        assert f'href="/play/{table.id}"' in ann.get("/").text
        assert f'href="/play/{table.id}"' not in bob.get("/").text
        assert "You are Ann" in ann.get(f"/play/{table.id}").text
    server.close()


def test_the_lobby_shows_the_logo_and_a_cover_of_each_game(ann: httpx.Client) -> None:
    lobby = ann.get("/").text
    assert f'src="{STATIC}/icon.svg"' in lobby
    for game in GAMES:
        assert f'src="/picture/{game.name}/cover.svg"' in lobby
        assert ann.get(f"/picture/{game.name}/cover.svg").text == pictures.picture(game)


async def forget(store: Store, name: str) -> None:
    """Overwrite what the store has of a table."""
    async with store.engine.begin() as connection:
        await connection.execute(sa.text("UPDATE tables SET head = '?' WHERE id = :name"), {"name": name})


def test_an_unreadable_table_does_not_break_the_lobby(server: ServerThread, ann: httpx.Client) -> None:
    broken, whole = server.new(ann), server.new(ann)
    server.do(forget(server.tables.store, broken.id))
    server.tables.live.pop(broken.id)
    lobby = ann.get("/")
    assert (lobby.status_code, broken.id in lobby.text, whole.id in lobby.text) == (200, True, True)
    page = ann.get(f"/play/{broken.id}")
    assert (page.status_code, "its stored data cannot be read" in page.text) == (400, True)


def test_the_form_begins_with_the_first_preset(ann: httpx.Client) -> None:
    page, preset = ann.get("/set/labyrinth").text, find_game("labyrinth").presets[0].options
    values = dict(re.findall(r'name="option-(\w+)"[^>]* value="(\w+)"', page))
    assert {name: values[name] for name in ("treasures", "shortest", "rows")} == {
        name: str(getattr(preset, name)) for name in ("treasures", "shortest", "rows")
    }


def test_the_board_of_every_game_can_be_looked_at_while_it_waits_for_players(server: ServerThread, ann: httpx.Client) -> None:
    for game in GAMES:
        table = server.table(ann.post("/invite", data={"game": game.name}).url)
        page = ann.get(f"/play/{table.id}").text
        assert ("<svg" in page, "The game begins when all seats are taken." in page) == (True, True)
        assert ann.get(f"/api/tables/{table.id}/view").json()["choices"] == []
