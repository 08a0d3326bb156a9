"""Reviews as pages and JSON."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import closing

import httpx
import msgspec
import pytest

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
    """A finished game whose review is done, and the secret of its first player."""
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
    """The drawing of a page, whatever is said beside it."""
    found = re.search(r'<svg[^>]* id="then".*?</svg>', page, re.DOTALL)
    assert found is not None
    return found[0]


def test_the_review_is_asked_for_by_programs_and_is_the_same_for_all(
    kept: tuple[Table, str], player: httpx.Client, ann: httpx.Client
) -> None:
    review = reviewed(ann, kept[0])
    assert (review.game, review.seats, len(review.acts)) == ("long_road", len(kept[0].seats), review.total)
    assert reviewed(player, kept[0]) == review


def test_there_is_none_while_a_game_runs(server: ServerThread, ann: httpx.Client) -> None:
    table = server.new(ann, seat_0="me", seat_1="me")
    for address in (f"/api/tables/{table.id}/review", f"/play/{table.id}/review", f"/play/{table.id}/review/0/best"):
        answer = ann.get(address)
        assert (answer.status_code, "when the game is over" in answer.text) == (403, True)


def test_a_page_says_that_the_bot_is_getting_ready(server: ServerThread, ann: httpx.Client, monkeypatch: pytest.MonkeyPatch) -> None:
    table, _ = finished(server, "long_road-2")
    with monkeypatch.context() as unready:
        unready.setattr(server.tables.preparation, "is_ready", lambda game, bot: False)
        assert "The bot is getting ready" in ann.get(f"/play/{table.id}/review/summary").text
    wait_for(lambda: "The bot is getting ready" not in ann.get(f"/play/{table.id}/review/summary").text)


def test_an_act_is_told_in_words_with_what_was_best_and_what_it_cost(kept: tuple[Table, str], ann: httpx.Client) -> None:
    act = max(reviewed(ann, kept[0]).acts, key=lambda act: act.cost)
    page = ann.get(f"/play/{NAME}/review?act={act.begin}").text
    said = re.sub(r"<[^>]*>|\s+", " ", page)
    assert re.search(rf"Played: .* \({round(100 * act.left)}%\)\.", said)
    assert re.search(rf"Best: .* \({round(100 * act.chance)}%\)\.", said)
    assert f"That cost {round(100 * act.cost)}%." in said
    assert f'data-copy="/play/{NAME}/review?act={act.begin}"' in page


def test_a_board_is_what_the_viewer_saw_and_nothing_that_another_seat_did(
    kept: tuple[Table, str], player: httpx.Client, ann: httpx.Client
) -> None:
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


def test_what_is_not_in_a_review_is_missing(kept: tuple[Table, str], ann: httpx.Client) -> None:
    begin = reviewed(ann, kept[0]).acts[0].begin
    assert [ann.get(f"/play/{NAME}/review/{what}").status_code for what in ("99999/best", "x/best", f"{begin}/x")] == [404] * 3
    assert ann.get(f"/play/{NAME}/review?act=99999").status_code == 404


def test_my_tables_lead_to_it(kept: tuple[Table, str], player: httpx.Client) -> None:
    wait_for(lambda: kept[0].ended)
    assert f'href="/play/{NAME}/review"' in player.get("/mine").text
    assert f'href="/play/{NAME}/review?seat=0"' in player.get(f"/play/{NAME}").text


def test_the_style_of_the_chart_is_a_style_of_no_game(ann: httpx.Client) -> None:
    answer = ann.get(CHART)
    assert (answer.status_code, answer.headers["content-type"]) == (200, "text/css; charset=utf-8")
