"""The JSON API: responses match their description, and programs can play whole games."""

from __future__ import annotations

import re
import shutil
import subprocess
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from pathlib import Path
from typing import Any

import httpx
import msgspec
import pytest
import schemathesis
from hypothesis import HealthCheck, settings
from schemathesis.checks import not_a_server_error
from schemathesis.specs.openapi.checks import (
    content_type_conformance,
    negative_data_rejection,
    response_schema_conformance,
    status_code_conformance,
)

from byways.phrases import brief
from byways.record import read
from byways.table.api.routes import make_api
from byways.table.http.limits import Limits
from byways.table.play.tables import Tables
from byways.table.store.store import Store
from byways.table.workers.pool import Workers
from tests.table.serving import UNSEALED, ServerThread, wait_for
from tests.table.tables import GAMES, LABYRINTH

SECRET = "a" * 40


def program(server: ServerThread, secret: str | None = SECRET) -> httpx.Client:
    headers = {"authorization": f"Bearer {secret}"} if secret else {}
    return httpx.Client(base_url=f"{server.address}/api/", headers=headers, timeout=20, verify=UNSEALED)


@pytest.fixture
def ann(server: ServerThread) -> Iterator[httpx.Client]:
    with program(server) as client:
        yield client


@pytest.fixture
def bob(server: ServerThread) -> Iterator[httpx.Client]:
    with program(server, "b" * 40) as client:
        yield client


def new(client: httpx.Client, game: str, **more: Any) -> Any:
    answer = client.post("tables", json={"game": game, **more})
    assert answer.status_code == 201, answer.text
    return answer.json()


def messages(client: httpx.Client, table: str, **headers: str) -> Iterator[tuple[int, Any]]:
    with client.stream("GET", f"tables/{table}/stream", headers=headers) as response:
        number = data = ""
        for line in response.iter_lines():
            name, _, value = line.partition(": ")
            number, data = value if name == "id" else number, value if name == "data" else data
            if not line and data:
                yield int(number), msgspec.json.decode(data)
                data = ""


# Description


FUZZED = [
    not_a_server_error,
    status_code_conformance,
    content_type_conformance,
    response_schema_conformance,
    negative_data_rejection,
]
TOO_LONG = [check for check in FUZZED if check is not negative_data_rejection]  # it does not know 413 as a rejection


@pytest.fixture(scope="module")
def names(server: ServerThread) -> list[str]:
    with program(server) as ann:
        running, over = new(ann, "labyrinth"), new(ann, "tuck", seats=["bot:random"] * 2)
        wait_for(lambda: ann.get(f"tables/{over['table']}").json()["outcome"])
    return [running["table"], over["table"], "none"]


DESCRIPTION = make_api(Tables(GAMES, Store("sqlite+aiosqlite://"), Workers(1)), Limits()).openapi()
schema = schemathesis.openapi.from_dict(DESCRIPTION).exclude(path_regex="stream$")  # a stream has no end


@schema.parametrize()
@settings(max_examples=25, derandomize=True, deadline=None, database=None, suppress_health_check=list(HealthCheck))
@pytest.mark.slow
def test_responses_to_any_request_match_the_description(case: schemathesis.Case[Any], server: ServerThread, names: list[str]) -> None:
    if "name" in case.path_parameters:
        case.path_parameters["name"] = names[len(str(case.body)) % 3]
    response = case.call(f"{server.address}/api", headers={"authorization": f"Bearer {SECRET}"})
    case.validate_response(response, checks=TOO_LONG if response.status_code == 413 else FUZZED)


@pytest.mark.parametrize(
    ("path", "sent"),
    [
        ("tables", r'{"game": "\ud800"}'),
        ("tables", r'{"game": "tuck", "seats": ["me", "\ud800"]}'),
        ("tables", r'{"game": "tuck", "options": {"\ud800": 1}}'),
        ("tables", r'{"game": "tuck", "options": {"rounds": "\ud800"}}'),
        ("tables/{}/choose", r'{"choice": "\ud800", "seen": 3}'),
        ("tables/{}/join", r'{"key": "\ud800"}'),
        ("tables", "[" * 3000),
    ],
)
def test_invalid_unicode_is_not_json(server: ServerThread, ann: httpx.Client, complaints: list[str], path: str, sent: str) -> None:
    name = new(ann, "tuck", seats=["me", "me"])["table"]
    wait_for(lambda: server.tables.live[name].match.screens[0].number >= 3)
    answer = ann.post(path.format(name), content=sent, headers={"Content-Type": "application/json"})
    assert (answer.status_code, answer.json()["error"]) == (422, "Nothing was done: what was sent is not JSON.")
    assert complaints == []


def test_the_description_is_complete(server: ServerThread) -> None:
    found = httpx.get(f"{server.address}/api/openapi.json").json()
    assert found["servers"] == [{"url": "/api"}]
    operations = [operation for path in found["paths"].values() for operation in path.values()]
    assert all(operation["description"] for operation in operations)
    errors = [answer for operation in operations for status, answer in operation["responses"].items() if status >= "4"]
    assert {answer["content"]["application/json"]["schema"]["$ref"] for answer in errors} == {"#/components/schemas/Error"}


def test_games_come_with_schemas_of_their_options_and_views(ann: httpx.Client) -> None:
    cards = {card["name"]: card for card in ann.get("games").json()}
    assert list(cards) == [game.name for game in GAMES]
    assert cards["tuck"]["options"]["$defs"]["Options"]["properties"]["rounds"]["maximum"] == 4
    assert "View" in cards["labyrinth"]["view"]["$defs"]


@pytest.mark.database
def test_the_list_of_games_is_encoded_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    made: list[str] = []
    monkeypatch.setattr("byways.table.api.routes.card", lambda game: made.append(game.name))
    with ServerThread(tmp_path, GAMES[:2]) as server, server.client() as ann:
        assert ann.get("/api/games").content == ann.get("/api/games").content
    assert made == [game.name for game in GAMES[:2]]


# Playing


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_a_program_can_play_every_game_from_its_views(server: ServerThread, ann: httpx.Client, game: Any) -> None:
    table = new(ann, game.name, seats=["me"] * max(2, game.seats[0]))["table"]
    for _ in range(12):
        wait_for(lambda: server.tables.live[table].match.position.awaited or server.tables.live[table].ended)
        shown = ann.get(f"tables/{table}/view").json()
        if not shown["choices"]:
            break
        seat, offered = shown["seat"], shown["choices"][-1]
        assert msgspec.convert(shown["view"], game.view_type) == server.tables.live[table].match.screens[seat].view
        assert str(msgspec.convert(offered["parts"], type(game.parse(offered["notation"])))) == offered["notation"]
        answer = ann.post(f"tables/{table}/choose?seat={seat}", json={"choice": offered["notation"], "seen": shown["number"]})
        assert answer.status_code == 200, answer.text
        assert answer.json()["number"] > shown["number"]


def test_a_choice_for_an_outdated_view_is_refused(ann: httpx.Client) -> None:
    table = new(ann, "labyrinth", seats=["me", "me"])["table"]
    shown = ann.get(f"tables/{table}/view").json()
    move = {"choice": shown["choices"][0]["notation"], "seen": shown["number"]}
    answers = [ann.post(f"tables/{table}/choose", json=move) for _ in range(2)]
    assert [answer.status_code for answer in answers] == [200, 409]
    assert answers[1].json() == {
        "error": "Nothing was played: the board has changed. Look again, then choose.",
        "message": {"name": "wrong.stale", "values": {}},
    }
    back = ann.post(f"tables/{table}/undo", json={"seen": answers[0].json()["number"]}).json()
    assert back["view"] == shown["view"]
    assert back["number"] == shown["number"] + 2


def test_a_hint_has_a_choice_a_sentence_and_weighed_acts(ann: httpx.Client) -> None:
    table = new(ann, "labyrinth", seats=["me", "bot:random"])["table"]
    shown = ann.get(f"tables/{table}/view").json()
    advice = ann.post(f"tables/{table}/hint", json={"seen": shown["number"]}).json()
    assert advice["choice"] in [offered["notation"] for offered in shown["choices"]]
    assert advice["sentence"].endswith(f"): {LABYRINTH.say(LABYRINTH.parse(advice['choice']).sentence)}.")
    acts = advice["acts"]
    assert acts[0]["act"][0] == advice["choice"]
    assert len({act["act"][0] for act in acts}) == len(acts) == 3
    assert acts[0]["sentence"] == brief(LABYRINTH, [*map(LABYRINTH.parse, acts[0]["act"])], LABYRINTH.say)
    assert [1 >= act["worth"] >= 0 <= act["doubt"] for act in acts] == [True] * 3
    assert acts == sorted(acts, key=lambda act: -act["worth"])
    assert any(act["reasons"] for act in acts)


def test_a_caller_without_a_secret_gets_one_and_takes_a_seat_by_its_key(server: ServerThread, ann: httpx.Client) -> None:
    table = new(ann, "tuck", seats=["me", "free"], names=["Ann \u0000"], public=True)
    assert (table["secret"], table["seats"][0]["player"]) == (None, "Ann")
    key = table["seats"][1]["key"]
    with program(server, None) as stranger:
        assert [seat["key"] for seat in stranger.get(f"tables/{table['table']}").json()["seats"]] == [None, None]
        assert table["table"] in [line["table"] for line in stranger.get("tables").json()["public"]]
        joined = stranger.post(f"tables/{table['table']}/join", json={"key": key, "name": "Robert"}).json()
    assert [seat["mine"] for seat in joined["seats"]] == [False, True]
    with program(server, joined["secret"]) as robert:
        assert [line["table"] for line in robert.get("tables").json()["mine"]] == [table["table"]]
        assert robert.get(f"tables/{table['table']}/view").json()["seat"] == 1
        again = robert.post(f"tables/{table['table']}/join", json={"key": key})
    assert (again.status_code, "the seat is taken" in again.json()["error"]) == (404, True)


def test_only_one_of_several_callers_with_one_key_gets_the_seat(server: ServerThread, ann: httpx.Client) -> None:
    people = [program(server, str(number) * 40) for number in range(4)]
    with ThreadPoolExecutor(4) as threads:
        for _ in range(5):
            table = new(ann, "tuck", seats=["me", "free"])
            join = partial(httpx.Client.post, url=f"tables/{table['table']}/join", json={"key": table["seats"][1]["key"]})
            answers = list(threads.map(join, people))
            assert sum(answer.status_code == 200 for answer in answers) == 1
            assert {answer.status_code for answer in answers} <= {200, 404, 409}
            mine = [one.get(f"tables/{table['table']}").json()["seats"][1]["mine"] for one in people]
            assert mine == [answer.status_code == 200 for answer in answers]
    for one in people:
        one.close()


def test_a_table_says_whether_players_may_take_hints(ann: httpx.Client, bob: httpx.Client) -> None:
    shared, alone = new(ann, "tuck", seats=["me", "free"]), new(ann, "tuck", seats=["me", "bot:random"], hints=False)
    assert [bob.get(f"tables/{one['table']}").json()["hints"] for one in (shared, alone)] == [False, False]
    allowed = new(ann, "tuck", seats=["me", "free"], hints=True)
    assert bob.get(f"tables/{allowed['table']}").json()["hints"]
    refused = ann.post(f"tables/{alone['table']}/hint", json={"seen": 0})
    assert (refused.status_code, refused.json()["error"]) == (400, "There are no hints at this table.")


@pytest.mark.parametrize("what", ["view", "story", "", "choose", "undo", "hint"])
def test_any_request_of_a_player_shows_that_they_are_present(
    server: ServerThread, ann: httpx.Client, bob: httpx.Client, monkeypatch: pytest.MonkeyPatch, what: str
) -> None:
    async def neither(*_: object) -> None:
        """Ignore presence in the store, which is older than the clock that the test set back."""

    monkeypatch.setattr(server.tables, "publish_presence", neither)
    monkeypatch.setattr(server.tables, "read_presence", neither)
    table = new(ann, "tuck", seats=["me", "free"])
    path, open_table = f"tables/{table['table']}", server.tables.live[table["table"]]
    bob.post(f"{path}/join", json={"key": table["seats"][1]["key"]})
    open_table.seats.last_seen[1] = time.monotonic() - 100
    if what in ("choose", "undo", "hint"):
        bob.post(f"{path}/{what}", json={"choice": "fly", "seen": 0} if what == "choose" else {"seen": 0})
    else:
        bob.get(f"{path}/{what}".rstrip("/"))
    refused = ann.post(f"{path}/stand-in", json={"other": 1})
    assert (refused.status_code, refused.json()["error"]) == (403, "Bob is here, or was a minute ago.")
    open_table.seats.last_seen[1] = time.monotonic() - 100
    assert ann.post(f"{path}/stand-in", json={"other": 1}).json()["seats"][1]["kind"] == "bot"


def test_a_program_can_let_a_bot_play_take_its_seat_back_and_play_again(server: ServerThread, ann: httpx.Client) -> None:
    table = new(ann, "tuck", seats=["me", "bot:random"])["table"]
    assert ann.post(f"tables/{table}/rematch").status_code == 403
    assert [seat["kind"] for seat in ann.post(f"tables/{table}/stand-in", json={}).json()["seats"]] == ["bot", "bot"]
    assert [seat["kind"] for seat in ann.post(f"tables/{table}/take-back").json()["seats"]] == ["person", "bot"]
    nowhere = ann.post(f"tables/{table}/stand-in", json={"other": 2})
    assert (nowhere.status_code, nowhere.json()["error"]) == (404, "There is no such seat at this table.")
    ann.post(f"tables/{table}/stand-in", json={"other": 0})
    wait_for(lambda: server.tables.live[table].ended)
    again = ann.post(f"tables/{table}/rematch").json()
    assert [(seat["kind"], seat["mine"]) for seat in again["seats"]] == [("bot", False), ("person", True)]
    assert ann.post(f"tables/{table}/rematch").json()["table"] == again["table"] == ann.get(f"tables/{table}").json()["rematch"]


@pytest.mark.parametrize(
    ("path", "body", "status", "sentence"),
    [
        ("tables", {"game": "chess"}, 400, "There is no game 'chess' here."),
        ("tables", {"game": "labyrinth", "clock": 1}, 422, "Nothing was done: clock: Input should be greater than or equal to 10."),
        ("tables", {}, 422, "Nothing was done: the field 'game' is missing."),
        ("tables", [], 422, "Nothing was done: send a JSON object."),
        ("tables", None, 422, "Nothing was done: send a JSON object."),
        ("tables", {"game": "x" * 5000}, 413, "Nothing was done: that is too long."),
        ("tables/none/choose", {"choice": "x", "seen": 0}, 404, "There is no such game here, or it is no longer here."),
        ("tables/%00/choose", {"choice": "x", "seen": 0}, 404, "There is no such game here, or it is no longer here."),
        ("fly", {}, 404, "There is nothing here."),
        ("games", {}, 405, "That cannot be done here."),
    ],
)
def test_errors_are_explained_in_a_sentence(ann: httpx.Client, path: str, body: Any, status: int, sentence: str) -> None:
    answer = ann.post(path, json=body)
    assert (answer.status_code, answer.json()["error"]) == (status, sentence)


def test_a_caller_cannot_play_or_see_for_another(server: ServerThread, ann: httpx.Client, bob: httpx.Client) -> None:
    table = new(ann, "tuck", seats=["me", "free"])["table"]
    for what in ("view", "story", "stream"):
        assert bob.get(f"tables/{table}/{what}?seat=0").status_code == 403
    assert bob.post(f"tables/{table}/undo", json={"seen": 0}).json()["error"] == "Nothing was played: you are watching this game."
    with program(server, "short") as nobody:
        assert nobody.get("tables").status_code == 401
    foreign = ann.post("tables", json={"game": "tuck"}, headers={"sec-fetch-site": "cross-site"})
    assert (foreign.status_code, foreign.json()["error"]) == (403, "Nothing was done: this came from a page of another site.")


def test_scripts_of_a_browser_cannot_read_its_secret(server: ServerThread) -> None:
    with server.client() as browser:
        server.new(browser)
        answer = browser.post("/api/tables", json={"game": "tuck"})
        assert answer.json()["secret"] is None
        assert browser.cookies["me"] not in answer.text


# Views, streams and records


def test_a_message_of_a_stream_has_the_events_since_the_previous_one(ann: httpx.Client) -> None:
    table = new(ann, "labyrinth", seats=["me", "bot:random"])["table"]
    stream = messages(ann, table)
    number, shown = next(stream)
    assert (number, shown["events"]) == (0, [])
    told = []
    while shown["number"] < 3:
        ann.post(f"tables/{table}/choose", json={"choice": shown["choices"][0]["notation"], "seen": shown["number"]})
        number, shown = next(stream)
        told += shown["events"]
    assert told[0]["sentence"].startswith("Red ")
    again = next(messages(ann, table, **{"last-event-id": "0"}))[1]
    assert again["events"][: len(told)] == told


def test_a_stream_runs_to_the_end_of_a_game_which_then_has_a_record(server: ServerThread, ann: httpx.Client, bob: httpx.Client) -> None:
    table = new(ann, "tuck", seats=["bot:random", "bot:random"])["table"]
    sentences = []
    for _, shown in messages(bob, table, **{"last-event-id": "0"}):
        sentences += [event["sentence"] for event in shown["events"]]
        if shown["view"]["outcome"]:
            break
    open_table = server.tables.live[table]
    assert sentences == [open_table.game.say(event.wording) for _, event in open_table.match.screens[None].events]
    story = bob.get(f"tables/{table}/story").json()
    assert [event["sentence"] for moment in story for event in moment["events"]] == sentences
    assert bob.get(f"tables/{table}/record").json()["players"] == ["bot:random", "bot:random"]
    running = new(ann, "labyrinth")["table"]
    assert bob.get(f"tables/{running}/record").status_code == 403


def test_the_record_of_an_installed_game_replays(ann: httpx.Client) -> None:
    table = new(ann, "traxx", seats=["bot:random"])["table"]
    wait_for(lambda: ann.get(f"tables/{table}").json()["outcome"])
    record = read(ann.get(f"tables/{table}/record").content)
    assert record.position(record.load_game()).outcome is not None


def test_the_outcome_names_the_player_who_came_home(ann: httpx.Client) -> None:
    table = new(ann, "labyrinth", seats=["bot:euclid", "bot:random"], options={"rows": 3, "columns": 5})["table"]
    wait_for(lambda: ann.get(f"tables/{table}").json()["outcome"])
    assert re.fullmatch("(Red|Blue) came home .*", ann.get(f"tables/{table}").json()["outcome"]["reason"])


# The conversations of docs/api.md


def conversation(language: str, server: ServerThread) -> str:
    page = (Path(__file__).parents[3] / "docs" / "api.md").read_text("utf-8")
    (text,) = re.findall(rf"^```{language}\n(.*?)^```$", page, re.MULTILINE | re.DOTALL)
    assert "http://127.0.0.1:8000" in text
    return str(text).replace("http://127.0.0.1:8000", server.address)


@pytest.mark.skipif(shutil.which("curl") is None, reason="curl is not installed")
def test_the_conversation_with_curl_runs(server: ServerThread, tmp_path: Path) -> None:
    script = conversation("sh", server)
    done = subprocess.run(["bash", "-e", "-o", "pipefail", "-c", script], cwd=tmp_path, capture_output=True, text=True, check=True)
    made, seen, passed, resigned = [msgspec.json.decode(line) for line in done.stdout.splitlines() if line]
    assert (made["game"], seen["number"], passed["number"] > 0) == ("labyrinth", 0, True)
    assert resigned["outcome"]["reason"] == "Red resigned, so Blue has won."
    assert str(read((tmp_path / "game.json").read_bytes()).entries[-1]) == "0: resigned"


def test_the_conversation_in_python_plays_a_whole_game(server: ServerThread, capsys: pytest.CaptureFixture[str]) -> None:
    exec(conversation("python", server), {})
    assert re.fullmatch(r"All 15 cards have been played\. \[-?\d+\.0, -?\d+\.0\]\n", capsys.readouterr().out)


def test_several_steps_are_played_together_or_not_at_all(ann: httpx.Client) -> None:
    table = new(ann, "traxx", seats=["me", "me"])["table"]
    wait_for(lambda: ann.get(f"tables/{table}/view?seat=0").json()["choices"])
    first = ann.get(f"tables/{table}/view?seat=0").json()
    draw = first["choices"][0]["notation"]
    assert draw == first["choices"][0]["choice"]  # its former name
    path = f"tables/{table}/choose?seat=0"
    wrong = ann.post(path, json={"choice": [draw, draw], "seen": first["number"]})
    assert wrong.status_code == 422
    assert ann.get(f"tables/{table}/view?seat=0").json()["view"]["act"] == []
    both = ann.post(path, json={"choice": [draw, "done"], "seen": first["number"]})
    assert [step["choice"] for step in both.json()["view"]["act"]] == ["draw", "done"]
    assert ann.post(path, json={"choice": [draw, "done"], "seen": first["number"]}).status_code == 409  # sent twice, played once
    for choices in ([], [1], 5, None):
        answer = ann.post(path, json={"choice": choices, "seen": 0})
        assert answer.status_code == 422
        assert answer.json()["error"] == "Nothing was done: 'choice' must be a notation or a list of 1 to 250 notations."


def test_an_outcome_has_the_same_form_at_the_table_and_in_the_view(ann: httpx.Client) -> None:
    table = new(ann, "traxx", seats=["me", "bot:random"])["table"]
    at_table = ann.post(f"tables/{table}/resign").json()["outcome"]
    assert at_table == ann.get(f"tables/{table}/view").json()["view"]["outcome"]
    assert (at_table["reason"], at_table["message"]["name"]) == ("Otter resigned, so Fox has won.", "outcome.resigned")
    schema = next(game["view"] for game in ann.get("games").json() if game["name"] == "traxx")
    assert {*schema["$defs"]["SpokenOutcome"]["properties"]} == {*at_table}


def test_unknown_fields_and_other_types_of_content_are_refused(ann: httpx.Client) -> None:
    answer = ann.post("tables", json={"game": "traxx", "sets": ["me"]})
    assert (answer.status_code, answer.json()["error"]) == (422, "Nothing was done: there is no field 'sets' here.")
    for headers in ({}, {"Content-Type": "application/x-www-form-urlencoded"}):
        answer = ann.post("tables", content=b'{"game": "traxx"}', headers=headers)
        assert (answer.status_code, answer.json()["error"]) == (
            422,
            "Nothing was done: send JSON, with the header 'Content-Type: application/json'.",
        )
