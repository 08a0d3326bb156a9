"""The deals of the day for programs."""

from __future__ import annotations

import httpx

from tests.table.serving import ServerThread, wait_for


def test_today_lists_the_deals_and_nothing_that_is_secret(server: ServerThread, ann: httpx.Client) -> None:
    told = ann.get("/api/today").json()
    assert [one["game"] for one in told["deals"]] == ["labyrinth", "long_road", "long_way", "traxx"]
    assert sum(one["featured"] for one in told["deals"]) == 1
    assert {one["state"] for one in told["deals"]} == {"open"}
    assert (told["streak"], len(told["key"])) == (0, 8)
    assert "seed" not in str(told)


def test_today_tells_how_my_try_goes(server: ServerThread, ann: httpx.Client) -> None:
    table = server.table(ann.post("/daily/traxx").url)
    mine = ann.get("/api/today").json()["deals"][-1]
    assert (mine["state"], mine["table"], mine["tries"], mine["score"]) == ("running", table.id, None, None)
    wait_for(lambda: table.match.position.awaited)
    ann.post(f"/play/{table.id}/resign?seat=0")
    wait_for(lambda: table.ended)
    assert ann.get("/api/today").json()["deals"][-1]["state"] == "missed"
