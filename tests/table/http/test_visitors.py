"""Who comes to which table, by which secret, and for which seat."""

from __future__ import annotations

from pathlib import Path

import httpx
import msgspec
import pytest
from fastapi import FastAPI, Request

from byways.table.errors import Unidentified
from byways.table.http.visitors import is_marked, new_secret, number_in, who_comes
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
        ("http", {"cookie": "me={marked}"}, "{marked}"),
        ("https", {"cookie": "__Host-me={marked}"}, "{marked}"),
        ("http", {"authorization": f"Bearer {ANN.secret}"}, ANN.secret),
        ("http", {"authorization": f"bearer  {ANN.secret}"}, ANN.secret),
        ("http", {"authorization": f"Bearer {ANN.secret}", "cookie": "me={marked}"}, ANN.secret),
        ("http", {"authorization": "Basic YTpi", "cookie": "me={marked}"}, "{marked}"),
    ],
)
async def test_a_browser_says_who_it_is_by_a_cookie_and_a_program_by_a_header(
    tables: Tables, scheme: str, headers: dict[str, str], secret: str
) -> None:
    marked = new_secret(tables.server_key)
    sent = {name: value.format(marked=marked) for name, value in headers.items()}
    assert await who_comes(request(tables, scheme, **sent)) == Me(secret.format(marked=marked), False)


@pytest.mark.parametrize(
    ("scheme", "cookie"),
    [
        ("http", ""),
        ("http", "me=guess"),
        ("http", "me=" + "ä" * 40),
        ("http", f"me={'a' * 43}"),  # planted
        ("http", "me={other}"),  # of another house
        ("http", "__Host-me={marked}"),
        ("https", "me={marked}"),  # which a sister site could have planted
    ],
)
async def test_who_has_no_secret_from_here_is_given_a_new_one(tables: Tables, scheme: str, cookie: str) -> None:
    sent = cookie.format(marked=new_secret(tables.server_key), other=new_secret(ServerKey("other", 0.0)))
    given = [await who_comes(request(tables, scheme, cookie=sent)) for _ in range(2)]
    assert all(me.is_new and len(me.secret) == 43 for me in given)
    assert given[0].secret != given[1].secret
    assert all(is_marked(tables.server_key, me.secret) for me in given)


@pytest.mark.parametrize(("scheme", "earlier", "known"), [("http", 1, True), ("https", 1, True), ("http", -1, False)])
async def test_a_cookie_from_before_there_were_marks_is_kept_if_it_holds_a_seat(
    tables: Tables, scheme: str, earlier: int, known: bool
) -> None:
    old = msgspec.structs.replace(stored(seats=(held(ANN), held(BOB))), created=tables.server_key.since - earlier)
    await tables.add(old)
    assert (await who_comes(request(tables, scheme, cookie=f"me={ANN.secret}")) == ANN) is known


async def test_a_program_with_a_wrong_secret_is_told_so(tables: Tables) -> None:
    with pytest.raises(Unidentified) as refused:
        await who_comes(request(tables, authorization="Bearer short", cookie=f"me={new_secret(tables.server_key)}"))
    assert refused.value.status == 401


def test_a_planted_cookie_is_not_kept(server: ServerThread) -> None:
    planted = "a" * 43
    with httpx.Client(base_url=server.address) as ann:
        answer = ann.post("/new", data={"game": "tuck"}, headers={"cookie": f"me={planted}"})
        assert planted not in answer.headers["set-cookie"]
        assert ann.get(answer.headers["location"], headers={"cookie": f"me={planted}"}).text.count('data-choice="') == 0


@pytest.mark.parametrize(("text", "number"), [("0", 0), ("12", 12), ("-1", -1), ("1.5", -1), ("x", -1), ("", -1), (None, -1), ("²", -1)])
def test_a_number_is_read_from_whatever_was_sent(text: str | None, number: int) -> None:
    assert number_in(text) == number


def test_who_watches_cannot_play_and_nobody_plays_for_another(server: ServerThread, ann: httpx.Client, bob: httpx.Client) -> None:
    table = server.new(ann, seat_0="me", seat_1="free")
    for cookies in ({}, {"me": "guess"}, {"me": "g" * 43}):
        with httpx.Client(base_url=server.address, cookies=cookies) as client:
            answer = client.post(f"/play/{table.id}/undo", data={"seen": "0"})
            assert (answer.status_code, "you are watching" in answer.text) == (403, True)
    for path in (f"/play/{table.id}?seat=0", f"/play/{table.id}/stream?seat=0", f"/play/{table.id}/past/0?seat=0"):
        answer = bob.get(path)
        assert (answer.status_code, "This seat is taken" in answer.text) == (403, True)


@pytest.mark.database
def test_whoever_asks_at_another_server_is_judged_by_who_sits_there_now(tmp_path: Path) -> None:
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
def test_keys_are_nowhere_in_the_store(tmp_path: Path) -> None:
    server = ServerThread(tmp_path, [toy.GAME])
    with server.client() as ann:
        table = server.new(ann, seat_0="me", seat_1="free")
        secrets = [ann.cookies["me"], *[link.rsplit("/", 1)[1] for link in link_in(ann.get(f"/play/{table.id}").text)]]
    server.close()
    kept = b"".join(file.read_bytes() for file in tmp_path.iterdir())
    assert hash_of(secrets[0]).encode() in kept
    assert not [secret for secret in secrets if secret.encode() in kept]
