"""The page of a table around its board."""

from __future__ import annotations

import re

import httpx

from byways.table.pages.table import qr_code
from byways.table.play.table import Table
from tests.table.serving import ServerThread


def test_a_table_for_friends_has_a_link_for_every_free_seat(server: ServerThread, ann: httpx.Client, bob: httpx.Client) -> None:
    table = server.new(ann, game="labyrinth", players="3", others="free")
    assert [seat.kind for seat in table.seats] == ["person", "free", "free"]
    page = ann.get(f"/play/{table.id}").text
    assert '<details id="links" class="drawer" open>' in page
    links = re.findall(r'data-copy="([^"]+/join/[^"]+)"', page)
    assert len(set(links)) == 3
    assert "data-copy" not in bob.get(f"/play/{table.id}").text
    assert "your seat: Green" in bob.get(links[1]).text
    codes = re.findall(r'class="code".*?src="([^"]+)" alt="QR code[^"]*" loading="lazy"', page)
    assert len(codes) == 3
    code = ann.get(codes[1])
    assert code.headers["Content-Type"] == "image/svg+xml"
    assert code.content == qr_code(links[1])
    assert bob.get(codes[1]).status_code == 403
    assert bob.get(codes[1].partition("?")[0]).status_code == 404


def test_the_page_of_a_table_makes_no_code_by_itself(server: ServerThread, ann: httpx.Client) -> None:
    table, before = server.new(ann, game="long_way", players="8", others="free"), qr_code.cache_info().misses
    ann.get(f"/play/{table.id}")
    assert qr_code.cache_info().misses == before


def test_the_classes_of_the_body_name_the_parts_of_the_page(
    server: ServerThread, over: Table, ann: httpx.Client, bob: httpx.Client
) -> None:
    table = server.new(ann, seat_0="me", seat_1="free", seat_2="free")
    assert '<body class="playing has-seat-2 has-say">' in ann.get(f"/play/{table.id}").text
    assert '<body class="playing has-result">' in bob.get(f"/play/{over.id}").text
