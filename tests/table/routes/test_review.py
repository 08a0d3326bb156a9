"""Reviews as pages and JSON."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import closing
from itertools import count

import httpx
import msgspec
import pytest
from msgspec.structs import replace

from byways.event import Explanation
from byways.review.models import Review
from byways.table.play.table import Table
from byways.table.routes.review import CHART
from tests.table.reviews import finished, make_reviews_up
from tests.table.serving import ServerThread, wait_for
from tests.table.tables import GAMES

NAME = "long_road-1"


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ServerThread]:
    with closing(ServerThread(tmp_path_factory.mktemp("server"), GAMES)) as server:
        make_reviews_up(server)
        yield server


@pytest.fixture(scope="module")
def kept(server: ServerThread) -> tuple[Table, str]:
    """A finished game with its review, and the secret of its first player."""
    table, secret = finished(server, NAME)
    with server.client() as client:
        wait_for(lambda: reviewed(client, table).is_done)
    return table, secret


@pytest.fixture
def player(server: ServerThread, kept: tuple[Table, str]) -> Iterator[httpx.Client]:
    with server.client(cookie=f"me={kept[1]}") as client:
        yield client


def reviewed(client: httpx.Client, table: Table) -> Review:
    return msgspec.json.decode(client.get(f"/api/tables/{table.id}/review").content, type=Review)


def board(page: str) -> str:
    """A page's drawing."""
    found = re.search(r'<svg[^>]* id="then".*?</svg>', page, re.DOTALL)
    assert found is not None
    return found[0]


def test_programs_get_the_same_review_as_all_others(kept: tuple[Table, str], player: httpx.Client, ann: httpx.Client) -> None:
    review = reviewed(ann, kept[0])
    assert (review.game, review.seats, len(review.acts)) == ("long_road", len(kept[0].seats), review.total)
    assert reviewed(player, kept[0]) == review


def test_a_running_game_has_no_review(server: ServerThread, ann: httpx.Client) -> None:
    table = server.new(ann, seat_0="me", seat_1="me")
    for address in (f"/api/tables/{table.id}/review", f"/play/{table.id}/review", f"/play/{table.id}/review/0/best"):
        answer = ann.get(address)
        assert (answer.status_code, "only after the game" in answer.text) == (403, True)


def test_the_page_shows_that_the_bot_is_being_prepared(server: ServerThread, ann: httpx.Client, monkeypatch: pytest.MonkeyPatch) -> None:
    table, _ = finished(server, "long_road-2")
    with monkeypatch.context() as unready:
        unready.setattr(server.tables.preparation, "is_ready", lambda game, bot: False)
        assert "Preparing the bot." in ann.get(f"/play/{table.id}/review/summary").text
    wait_for(lambda: "Preparing the bot." not in ann.get(f"/play/{table.id}/review/summary").text)


def test_an_act_is_shown_with_the_best_act_and_its_cost(kept: tuple[Table, str], ann: httpx.Client) -> None:
    act = max(reviewed(ann, kept[0]).acts, key=lambda act: act.cost)
    page = ann.get(f"/play/{NAME}/review?act={act.begin}").text
    said = re.sub(r"<[^>]*>|\s+", " ", page)
    assert re.search(rf"Played: .* \({round(100 * act.left)}%\)\.", said)
    assert re.search(rf"Best: .* \({round(100 * act.chance)}%\)\.", said)
    assert f"That cost {round(100 * act.cost)}%." in said
    assert f'data-copy="/play/{NAME}/review?act={act.begin}"' in page


def both_shown(client: httpx.Client, table: Table) -> tuple[bool, int]:
    """Whether the page of one's own mistake offers both acts on one board, and the status of that board."""
    act = next(act for act in reviewed(client, table).acts if act.seat == 0 and act.cost and act.played[:2] != act.best[0].act[:2])
    page, board = (client.get(f"/play/{table.id}/review/{act.begin}/{name}?seat=0") for name in ("played", "both"))
    return 'data-show="both"' in page.text, board.status_code


def test_both_acts_are_on_one_board_unless_each_moves_it(server: ServerThread, kept: tuple[Table, str], player: httpx.Client) -> None:
    assert both_shown(player, kept[0]) == (True, 200)
    table, secret = finished(server, "labyrinth-1")
    with server.client(cookie=f"me={secret}") as client:
        wait_for(lambda: reviewed(client, table).is_done)
        assert both_shown(client, table) == (False, 404)


def test_others_read_for_whom_a_reason_is_meant(
    server: ServerThread, kept: tuple[Table, str], player: httpx.Client, ann: httpx.Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    find, why = server.tables.reviews.find, Explanation("Less money", ("It earns you nothing.",), ())

    async def explained(table: Table) -> Review:
        review = await find(table)
        return replace(review, acts=tuple(replace(act, why=why) for act in review.acts))

    monkeypatch.setattr(server.tables.reviews, "find", explained)
    act = next(act for act in reviewed(player, kept[0]).acts if act.seat == 0)
    pages = (client.get(f"/play/{NAME}/review?act={act.begin}").text for client in (player, ann))
    own, other = (page.split('<div class="why">')[1].split("</div>")[0] for page in pages)  # not the chart, which has all acts
    assert ("Advice for" in own, "Advice for" in other) == (False, True)


def test_the_board_shows_only_what_the_viewer_saw(kept: tuple[Table, str], player: httpx.Client, ann: httpx.Client) -> None:
    table, _ = kept
    act = next(act for act in reviewed(ann, table).acts if act.seat == 1)
    for client, seat in ((player, 0), (ann, None)):
        before = next(
            number
            for number in reversed(range(len(table.match.screens[seat].entries)))
            if table.match.screens[seat].entries[number] <= act.begin
        )
        shown, past = client.get(f"/play/{NAME}/review/{act.begin}/before"), client.get(f"/play/{NAME}/past/{before}")
        assert board(shown.text) == board(past.text)
    refused = ann.get(f"/play/{NAME}/review/{act.begin}/before?seat=1")
    assert refused.status_code == 403


def test_an_unknown_act_or_board_is_missing(kept: tuple[Table, str], ann: httpx.Client) -> None:
    begin = reviewed(ann, kept[0]).acts[0].begin
    assert [ann.get(f"/play/{NAME}/review/{what}").status_code for what in ("99999/best", "x/best", f"{begin}/x")] == [404] * 3
    assert ann.get(f"/play/{NAME}/review?act=99999").status_code == 404


def test_my_tables_link_to_the_review(kept: tuple[Table, str], player: httpx.Client) -> None:
    wait_for(lambda: kept[0].ended)
    assert f'href="/play/{NAME}/review"' in player.get("/mine").text
    assert f'href="/play/{NAME}/review?seat=0"' in player.get(f"/play/{NAME}").text


def test_the_style_of_the_chart_is_not_taken_for_that_of_a_game(ann: httpx.Client) -> None:
    answer = ann.get(CHART)
    assert (answer.status_code, answer.headers["content-type"]) == (200, "text/css; charset=utf-8")


def test_the_list_of_acts_is_made_in_slices(
    server: ServerThread, kept: tuple[Table, str], player: httpx.Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    calls = count()
    monkeypatch.setattr(server.tables.slices, "clock", lambda: float(next(calls)))
    page = player.get(f"/play/{kept[0].id}/review/summary").text
    assert next(calls) > page.count('<li id="judged-') > 10
