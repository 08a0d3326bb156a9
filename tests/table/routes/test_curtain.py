"""The curtain between players at one screen."""

from __future__ import annotations

import re

import httpx

from tests.table.serving import ServerThread, await_seat, choose
from tests.table.tables import GAMES


def test_players_at_one_screen_have_a_curtain_between_them(server: ServerThread, ann: httpx.Client) -> None:
    table = server.new(ann, seat_0="me", seat_1="me")
    await_seat(table, 0)
    curtain = ann.get(f"/play/{table.id}").text
    assert "Ann is next. Continue when nobody else is looking." in curtain
    assert "<svg" not in curtain
    page = ann.post(f"/play/{table.id}/open?seat=0").text
    assert "You are Ann" in page
    assert "Hand over" not in page
    choose(ann, table, 0)
    choose(ann, table, 0, "done")
    assert "Hand over to Bob" in ann.get(f"/play/{table.id}?seat=0").text
    assert "Bob is next." in ann.get(f"/play/{table.id}").text


def test_no_address_leads_behind_the_curtain(server: ServerThread, ann: httpx.Client) -> None:
    table = server.new(ann, seat_0="me", seat_1="me")
    await_seat(table, 0)
    pages = [f"/play/{table.id}?seat=0", f"/play/{table.id}?seat=1", f"/play/{table.id}?seat=0&at=0"]
    ann.post(f"/play/{table.id}/open?seat=0")
    assert ["<svg" in ann.get(page).text for page in pages[:1]] == [True]
    ann.get(f"/play/{table.id}")
    assert ["<svg" in ann.get(page).text for page in pages] == [False, False, False]
    ann.post(f"/play/{table.id}/open?seat=1")
    assert "<svg" not in ann.get(pages[0]).text


def test_the_curtain_offers_every_seat_and_names_the_awaited_player(server: ServerThread, ann: httpx.Client) -> None:
    table = server.new(ann, seat_0="me", seat_1="me", seat_2="program")
    await_seat(table, 0)
    shown = ann.get(f"/play/{table.id}?seat=1").text
    assert "Ann is next." in shown
    assert re.findall("I am [^<]*", shown) == ["I am Ann", "I am Bob"]
    choose(ann, table, 0)
    choose(ann, table, 0, "done")
    choose(ann, table, 1)
    choose(ann, table, 1, "done")
    assert "Who wants to look?" in ann.get(f"/play/{table.id}").text


def test_a_visitor_who_plays_all_seats_can_turn_the_curtain_off(server: ServerThread, ann: httpx.Client) -> None:
    table = server.new(ann, seat_0="me", seat_1="me")
    await_seat(table, 0)
    assert "You are Ann" in ann.post(f"/play/{table.id}/open", data={"all": "yes"}).text
    assert "You are Bob" in ann.get(f"/play/{table.id}?seat=1").text
    assert "You are Ann" in ann.get(f"/play/{table.id}").text


def test_all_games_have_secrets() -> None:
    assert all(game.secrets for game in GAMES)
