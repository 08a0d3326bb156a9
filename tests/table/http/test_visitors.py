"""Identifying visitors by their secrets."""

from __future__ import annotations

from pathlib import Path

import httpx
import msgspec
import pytest
from fastapi import FastAPI, Request

from byways.table.errors import Unidentified
from byways.table.http.visitors import identify, is_signed, new_secret, number_in
from byways.table.play.tables import Tables
from byways.table.play.visits import Me
from byways.table.seats import Seat, hash_of
from byways.table.store.schema import ServerKey
from tests import toy
from tests.table.serving import ServerThread, await_seat, link_in
from tests.table.tables import stored

ANN, BOB = Me("a" * 40, False), Me("b" * 40, False)


def held(me: Me) -> Seat:
    return Seat("person", holder=hash_of(me.secret))


def request(tables: Tables, scheme: str = "http", **headers: str) -> Request:
    app = FastAPI()
    app.state.tables = tables
    named = [(name.encode(), value.encode()) for name, value in headers.items()]
    return Request({"type": "http", "scheme": scheme, "server": ("x", 80), "path": "/", "headers": named, "app": app})


@pytest.mark.parametrize(
    ("scheme", "headers", "secret"),
    [
        ("http", {"cookie": "me={signed}"}, "{signed}"),
        ("https", {"cookie": "__Host-me={signed}"}, "{signed}"),
        ("http", {"authorization": f"Bearer {ANN.secret}"}, ANN.secret),
        ("http", {"authorization": f"bearer  {ANN.secret}"}, ANN.secret),
        ("http", {"authorization": f"Bearer {ANN.secret}", "cookie": "me={signed}"}, ANN.secret),
        ("http", {"authorization": "Basic YTpi", "cookie": "me={signed}"}, "{signed}"),
    ],
)
async def test_a_browser_is_identified_by_a_cookie_and_a_program_by_a_header(
    tables: Tables, scheme: str, headers: dict[str, str], secret: str
) -> None:
    signed = new_secret(tables.server_key)
    sent = {name: value.format(signed=signed) for name, value in headers.items()}
    assert await identify(request(tables, scheme, **sent)) == Me(secret.format(signed=signed), False)


@pytest.mark.parametrize(
    ("scheme", "cookie"),
    [
        ("http", ""),
        ("http", "me=guess"),
        ("http", "me=" + "ä" * 40),
        ("http", f"me={'a' * 43}"),  # planted
        ("http", "me={other}"),  # by another server
        ("http", "__Host-me={signed}"),
        ("https", "me={signed}"),  # a sister site could have planted it
    ],
)
async def test_a_visitor_without_a_valid_secret_gets_a_new_one(tables: Tables, scheme: str, cookie: str) -> None:
    sent = cookie.format(signed=new_secret(tables.server_key), other=new_secret(ServerKey("other", 0.0)))
    given = [await identify(request(tables, scheme, cookie=sent)) for _ in range(2)]
    assert all(me.is_new and len(me.secret) == 43 for me in given)
    assert given[0].secret != given[1].secret
    assert all(is_signed(tables.server_key, me.secret) for me in given)


@pytest.mark.parametrize(("scheme", "earlier", "known"), [("http", 1, True), ("https", 1, True), ("http", -1, False)])
async def test_an_unsigned_cookie_older_than_the_server_key_is_valid_if_it_holds_a_seat(
    tables: Tables, scheme: str, earlier: int, known: bool
) -> None:
    old = msgspec.structs.replace(stored(seats=(held(ANN), held(BOB))), created=tables.server_key.since - earlier)
    await tables.add(old)
    assert (await identify(request(tables, scheme, cookie=f"me={ANN.secret}")) == ANN) is known


async def test_a_malformed_secret_of_a_program_is_refused(tables: Tables) -> None:
    with pytest.raises(Unidentified) as refused:
        await identify(request(tables, authorization="Bearer short", cookie=f"me={new_secret(tables.server_key)}"))
    assert refused.value.status == 401


def test_a_planted_cookie_is_replaced(server: ServerThread) -> None:
    planted = "a" * 43
    with httpx.Client(base_url=server.address) as ann:
        answer = ann.post("/new", data={"game": "tuck"}, headers={"cookie": f"me={planted}"})
        assert planted not in answer.headers["set-cookie"]
        assert ann.get(answer.headers["location"], headers={"cookie": f"me={planted}"}).text.count('data-choice="') == 0


@pytest.mark.parametrize(("text", "number"), [("0", 0), ("12", 12), ("-1", -1), ("1.5", -1), ("x", -1), ("", -1), (None, -1), ("²", -1)])
def test_anything_but_a_number_is_read_as_minus_one(text: str | None, number: int) -> None:
    assert number_in(text) == number


def test_a_spectator_cannot_play_and_a_seat_is_for_its_holder_only(server: ServerThread, ann: httpx.Client, bob: httpx.Client) -> None:
    table = server.new(ann, seat_0="me", seat_1="free")
    for cookies in ({}, {"me": "guess"}, {"me": "g" * 43}):
        with httpx.Client(base_url=server.address, cookies=cookies) as client:
            answer = client.post(f"/play/{table.id}/undo", data={"seen": "0"})
            assert (answer.status_code, "you are watching" in answer.text) == (403, True)
    for path in (f"/play/{table.id}?seat=0", f"/play/{table.id}/stream?seat=0", f"/play/{table.id}/past/0?seat=0"):
        answer = bob.get(path)
        assert (answer.status_code, "This seat is taken" in answer.text) == (403, True)


@pytest.mark.database
def test_a_change_of_holder_is_respected_by_every_server(tmp_path: Path) -> None:
    with ServerThread(tmp_path, [toy.GAME]) as one, ServerThread(tmp_path, [toy.GAME]) as other, one.client() as ann, one.client() as bob:
        table = one.new(ann, seat_0="me", seat_1="bot:random")
        await_seat(table, 0)
        paths = [f"{other.address}/{path}?seat=0" for path in (f"play/{table.id}", f"api/tables/{table.id}/view")]
        assert [ann.get(path).status_code for path in paths] == [200, 200]
        (link,) = link_in(ann.get(f"/play/{table.id}").text)
        bob.post(link)
        assert [ann.get(path).status_code for path in paths] == [403, 403]
        assert [bob.get(path).status_code for path in paths] == [200, 200]
        choice = {"choice": str(table.match.screens[0].view.choices[0]), "seen": table.match.screens[0].number}
        answers = [who.post(f"{other.address}/api/tables/{table.id}/choose?seat=0", json=choice) for who in (ann, bob)]
        assert [answer.status_code for answer in answers] == [403, 200]


@pytest.mark.database
def test_secrets_and_keys_are_stored_as_hashes_only(tmp_path: Path) -> None:
    server = ServerThread(tmp_path, [toy.GAME])
    with server.client() as ann:
        table = server.new(ann, seat_0="me", seat_1="free")
        secrets = [ann.cookies["me"], *[link.rsplit("/", 1)[1] for link in link_in(ann.get(f"/play/{table.id}").text)]]
    server.close()
    kept = b"".join(file.read_bytes() for file in tmp_path.iterdir())
    assert hash_of(secrets[0]).encode() in kept
    assert not [secret for secret in secrets if secret.encode() in kept]
