"""Rules, and what somebody points at."""

from __future__ import annotations

import httpx

from tests.table.serving import ServerThread


def test_what_somebody_points_at_depends_on_the_shape_of_the_drawing(server: ServerThread, ann: httpx.Client) -> None:
    table = server.new(ann, game="labyrinth", bot="random")
    tall = {"cookie": f"{'; '.join(f'{name}={value}' for name, value in ann.cookies.items())}; tall=1"}
    for x, y, headers in ((570, 18, {}), (60, 510, tall)):
        assert "The game ends after round" in ann.get(f"/play/{table.id}/about?seat=0&x={x}&y={y}", headers=headers).text


def test_rules_are_one_click_away(server: ServerThread, ann: httpx.Client) -> None:
    page, fine_print = ann.get("/rules/labyrinth").text, ann.get("/rules/labyrinth/fine-print").text
    assert "<h1>Labyrinth</h1>" in page
    assert "<figcaption>" in page
    assert "<table>" in fine_print
    assert ann.get("/rules/tuck").status_code == 404
    assert ann.get("/picture/labyrinth/middle.svg").headers["content-type"] == "image/svg+xml"
