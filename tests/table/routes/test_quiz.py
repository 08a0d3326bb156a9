"""What would you have played? Answers to a reviewed act."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import closing

import httpx
import pytest

from byways.game import find_game
from byways.review.models import Judged, Review
from byways.table.workers.pool import BotFailed
from tests.table.reviews import finished, make_reviews_up
from tests.table.routes.test_review import reviewed
from tests.table.serving import ServerThread, wait_for

NAME = "labyrinth-1"


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ServerThread]:
    with closing(ServerThread(tmp_path_factory.mktemp("server"), [find_game("labyrinth")])) as server:
        make_reviews_up(server)
        yield server


@pytest.fixture(scope="module")
def player(server: ServerThread) -> Iterator[httpx.Client]:
    """The player in the first seat."""
    table, secret = finished(server, NAME)
    with server.client(cookie=f"me={secret}") as client:
        wait_for(lambda: reviewed(client, table).is_done)
        yield client


@pytest.fixture
def review(server: ServerThread, player: httpx.Client) -> Review:
    return reviewed(player, server.table(f"/play/{NAME}"))


@pytest.fixture
def act(review: Review) -> Judged:
    """The worst act of the first seat."""
    return max((act for act in review.acts if act.seat == 0), key=lambda act: act.cost)


def answer(client: httpx.Client, act: Judged, *steps: str) -> httpx.Response:
    return client.post(f"/play/{NAME}/try/{act.begin}?seat=0", data={"act": "\n".join(steps)})


def offered(page: str) -> list[str]:
    return re.findall(r'data-choice="([^"]+)"', page)


def test_the_board_offers_what_the_player_could_choose_then_and_hides_the_answer(player: httpx.Client, act: Judged) -> None:
    page = answer(player, act).text
    assert act.best[0].act[0] in offered(page)
    assert "the best act" not in page
    assert "hinted" not in page
    assert "Slide a row or a column, or pass." in page


def test_an_act_is_made_step_by_step(player: httpx.Client, act: Judged) -> None:
    slide, insert, walk = next(one.act for one in act.best if len(one.act) == 3)
    assert insert in offered(answer(player, act, slide).text)
    assert walk in offered(answer(player, act, slide, insert).text)
    assert offered(answer(player, act, slide, insert, walk).text) == []


def test_the_best_act_is_right_and_the_one_played_gets_the_value_of_the_review(player: httpx.Client, act: Judged) -> None:
    right, wrong = answer(player, act, *act.best[0].act), answer(player, act, *act.played)
    assert "Right: " in right.text
    assert "hinted own by-0" in right.text
    assert f"It leaves {act.left:.0%}; the best act leaves {act.chance:.0%}." in wrong.text


def test_another_act_is_compared_with_the_best_of_the_review(player: httpx.Client, act: Judged) -> None:
    first, again = answer(player, act, "pass"), answer(player, act, "pass")
    assert f"the best act leaves {act.chance:.0%}." in first.text
    assert again.text == first.text


def test_illegal_steps_are_refused(player: httpx.Client, act: Judged) -> None:
    assert answer(player, act, "walk 1,1").status_code == 422
    assert answer(player, act, "dance").status_code == 400
    assert player.post(f"/play/{NAME}/try/99999?seat=0", data={}).status_code == 404


def test_only_the_player_of_an_act_can_answer(server: ServerThread, player: httpx.Client, review: Review, act: Judged) -> None:
    other = next(one for one in review.acts if one.seat == 1)
    assert answer(player, other).status_code == 403
    with server.client() as stranger:
        assert stranger.post(f"/play/{NAME}/try/{act.begin}", data={}).status_code == 403


def test_a_bot_that_fails_judges_nothing(server: ServerThread, player: httpx.Client, act: Judged, monkeypatch: pytest.MonkeyPatch) -> None:
    async def fail(*_: object) -> None:
        raise BotFailed

    monkeypatch.setattr(server.tables.workers, "weigh", fail)
    assert answer(player, act, "pass").status_code >= 400
