"""Who comes to which table, by which secret, and for which seat."""

from __future__ import annotations

from pathlib import Path

import httpx

from byways.table.seats import hash_of
from tests import toy
from tests.table.serving import ServerThread, link_in


def test_who_watches_cannot_play_and_nobody_plays_for_another(server: ServerThread, ann: httpx.Client, bob: httpx.Client) -> None:
    table = server.new(ann, seat_0="me", seat_1="free")
    for cookies in ({}, {"me": "guess"}, {"me": "g" * 43}):
        with httpx.Client(base_url=server.address, cookies=cookies) as client:
            answer = client.post(f"/play/{table.id}/undo", data={"seen": "0"})
            assert (answer.status_code, "you are watching" in answer.text) == (403, True)
    for path in (f"/play/{table.id}?seat=0", f"/play/{table.id}/stream?seat=0", f"/play/{table.id}/past/0?seat=0"):
        answer = bob.get(path)
        assert (answer.status_code, "This seat is somebody else" in answer.text) == (403, True)


def test_keys_are_nowhere_in_the_store(tmp_path: Path) -> None:
    server = ServerThread(tmp_path, [toy.GAME])
    with server.client() as ann:
        table = server.new(ann, seat_0="me", seat_1="free")
        secrets = [ann.cookies["me"], *[link.rsplit("/", 1)[1] for link in link_in(ann.get(f"/play/{table.id}").text)]]
    server.close()
    kept = b"".join(file.read_bytes() for file in tmp_path.iterdir())
    assert hash_of(secrets[0]).encode() in kept
    assert not [secret for secret in secrets if secret.encode() in kept]
