"""The pages of the table: what is asked for and answered."""

from __future__ import annotations

import re
import time
from html import escape, unescape
from pathlib import Path

import httpx
import msgspec
import pytest
import sqlalchemy as sa

from byways.game import Game
from byways.record import Hint, read
from byways.sprite import sprite_file
from byways.table.pages import pictures
from byways.table.pages.assets import STATIC
from byways.table.pages.lobby import fields
from byways.table.play.table import Table
from byways.table.store.store import Store
from tests import toy
from tests.table.serving import ServerThread, await_seat, choose, get_snapshot, link_in, wait_for
from tests.table.tables import GAMES


def play_to_the_end(client: httpx.Client, table: Table) -> None:
    while not table.ended:
        awaited = [seat for seat in table.match.position.awaited if table.seats[seat].kind == "person"]
        if awaited:
            choice = str(table.match.screens[awaited[0]].view.choices[0])
            assert choose(client, table, awaited[0], choice).status_code == 204
        else:
            time.sleep(0.01)


# Seats


def test_one_click_starts_a_game_against_bots(server: ServerThread, ann: httpx.Client) -> None:
    for game in GAMES:
        table = server.new(ann, game=game.name, others="bot:random")
        assert [seat.kind for seat in table.seats] == ["person", *["bot"] * (max(2, game.seats[0]) - 1)]
        page = ann.get(f"/play/{table.id}").text
        assert f"You are {game.seat_names[0]}" in page
        assert "<svg" in page


def test_a_table_is_set_with_options_seats_names_and_a_clock(server: ServerThread, ann: httpx.Client) -> None:
    assert '<input id="option-rounds" name="option-rounds" value="2" type="number" min="1" max="4">' in ann.get("/set/tuck").text
    seats = {"seat_0": "me", "seat_1": "free", "seat_2": "bot:random", "seat_3": "none"}
    table = server.new(ann, **seats, option_rounds="3", name_0="Ann <b>", clock="600", public="yes")
    assert [seat.kind for seat in table.seats] == ["person", "free", "bot"]
    assert table.match.referee.head.options == {"rounds": 3}
    assert (table.clock, table.public) == (600.0, True)
    with server.client() as stranger:
        assert "Ann &lt;b&gt;, free seat, bot random" in stranger.get("/").text
        assert 'Ann &lt;b&gt; <span class="about">(Ann)' in stranger.get(f"/play/{table.id}").text


def test_a_name_once_given_is_kept_and_used_in_all_sentences_but_in_no_drawing(
    server: ServerThread, ann: httpx.Client, bob: httpx.Client
) -> None:
    ann.post("/name", data={"name": " Zoë <i> "})
    assert 'value="Zoë &lt;i&gt;"' in ann.get("/").text
    assert 'value="Zoë &lt;i&gt;"' in ann.get("/set/tuck").text
    table = server.new(ann, seat_0="me", seat_1="free")
    path = f"/play/{table.id}"
    assert "You are Zoë &lt;i&gt; (Ann)." in ann.get(path).text
    bob.post(link_in(ann.get(path).text)[0], data={"name": "Max"})
    await_seat(table, 0)
    for seat in (0, 1):
        choose([ann, bob][seat], table, seat)
        choose([ann, bob][seat], table, seat, "done")
    page, board = ann.get(path).text, re.search("<svg class=.*?</svg>", ann.get(path).text, re.DOTALL)
    assert "Max shows" in page
    assert "Max shows" in ann.get(f"{path}/acts").text
    assert board is not None
    assert "Max" not in board[0]
    assert "Zoë <i> shows" in bob.get(f"/api/tables/{table.id}/story").text
    ann.post("/name", data={"name": "Max"})
    assert [seat.name for seat in table.seats] == ["Max", "Max"]
    assert "Max (Bob) shows" in bob.get(path).text


def test_the_form_says_who_takes_which_seat_where_the_rules_do(ann: httpx.Client) -> None:
    assert "<p>Seats go by age: the youngest is Red and begins, the next youngest is Blue, and so on.</p>" in ann.get("/set/labyrinth").text
    assert "Seats go by" not in ann.get("/set/traxx").text


def test_every_option_of_every_game_is_in_the_form_and_its_defaults_are_accepted(server: ServerThread, ann: httpx.Client) -> None:
    for game in GAMES:
        page = ann.get(f"/set/{game.name}").text
        chosen = {f"option-{field.name}": str(field.default) for field in fields(game)}
        assert all(f'name="{name}"' in page for name in chosen)
        seats = {f"seat-{number}": "me" for number in range(game.seats[0])}
        answer = ann.post("/new", data={"game": game.name, **chosen, **seats})
        assert answer.status_code == 200, answer.text


@pytest.mark.database
def test_my_tables_are_found_in_the_lobby_after_a_restart(tmp_path: Path) -> None:
    server = ServerThread(tmp_path, [toy.GAME])
    with server.client() as ann, server.client() as bob:
        table = server.new(ann, seat_0="me", seat_1="free")
        server.close()
        server.open()
        assert f'href="/play/{table.id}"' in ann.get("/").text
        assert f'href="/play/{table.id}"' not in bob.get("/").text
        assert "You are Ann" in ann.get(f"/play/{table.id}").text
    server.close()


def test_a_bot_stands_in_and_the_seat_is_taken_back(server: ServerThread, ann: httpx.Client) -> None:
    table = server.new(ann, seat_0="me", seat_1="me")
    await_seat(table, 0)
    path = f"/play/{table.id}"
    assert ann.post(f"{path}/stand-in?seat=0", data={"other": "0"}).status_code == 204
    assert "Take my seat back" in ann.post(f"{path}/open?seat=0").text
    assert "bot random plays for now" in ann.post(f"{path}/open?seat=1").text
    assert ann.post(f"{path}/take-back?seat=0").status_code == 204
    assert table.seats[0].kind == "person"


def test_a_bot_is_let_in_for_others_only_where_nobody_sits_or_who_sat_there_has_left(
    server: ServerThread, ann: httpx.Client, bob: httpx.Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = server.new(ann, seat_0="me", seat_1="free", seat_2="free")
    path = f"/play/{table.id}"
    bob.post(link_in(ann.get(path).text)[0])
    assert bob.post(f"{path}/stand-in?seat=1", data={"other": "2"}).status_code == 204
    table.seats.left[0] = time.monotonic()
    refused = bob.post(f"{path}/stand-in?seat=1", data={"other": "0"})
    assert (refused.status_code, "Ann is here, or was a minute ago." in refused.text) == (403, True)
    monkeypatch.setattr("byways.table.seats.AWAY", -60.0)
    assert bob.post(f"{path}/stand-in?seat=1", data={"other": "0"}).status_code == 204
    with server.client() as stranger:
        assert stranger.post(f"{path}/stand-in", data={"other": "1"}).status_code == 403


def test_a_bot_that_was_there_from_the_start_is_nobody_to_take_back_from(server: ServerThread, ann: httpx.Client) -> None:
    table = server.new(ann, seat_0="me", seat_1="bot:random")
    assert ann.post(f"/play/{table.id}/take-back?seat=1").status_code == 403
    assert ann.post(f"/play/{table.id}/take-back").status_code == 204
    assert [seat.kind for seat in table.seats] == ["person", "bot"]


def test_a_hint_is_what_the_best_bot_would_do_and_stands_in_the_record(server: ServerThread, ann: httpx.Client, bob: httpx.Client) -> None:
    table = server.new(ann, game="labyrinth", others="bot:random")
    path, screen = f"/play/{table.id}", table.match.screens[0]
    watched = table.match.screens[None].number
    before = {"seen": str(screen.number)}
    answer = ann.post(f"{path}/hint", data=before)
    entry = table.match.entries[-1]
    assert isinstance(entry, Hint)
    choice = next(choice for choice in screen.view.choices if str(choice) == entry.choice)
    assert f'data-idea="{choice}"' in answer.text
    assert "Hint (hard bot), with your chance to win" in answer.text
    assert table.match.screens[None].number == watched
    assert ann.post(f"{path}/hint", data=before).text == answer.text
    assert table.match.entries == [entry]
    assert ann.post(f"{path}/choose", data={**before, "choice": str(choice)}).status_code == 204
    assert bob.post(f"{path}/hint", data=before).status_code == 403
    assert ann.post(f"{path}/hint", data=before).status_code == 409


# Languages


def test_two_who_look_at_one_table_read_names_each_in_a_language_of_their_own(
    server: ServerThread, ann: httpx.Client, bob: httpx.Client
) -> None:
    table = server.new(ann, game="long_road", seat_0="me", seat_1="me")
    seat = table.match.position.awaited[0]
    path, query, game = f"/play/{table.id}", f"?seat={seat}", table.game
    assert bob.post("/language", data={"language": "it"}).status_code == 200
    cards = [choice for choice in table.match.screens[seat].view.choices if str(choice).startswith("play ")]
    card = next(card for card in cards if game.say(card.sentence, "en") != game.say(card.sentence, "it"))  # a Saloon is one in both
    english, italian = (game.say(card.sentence, language) for language in ("en", "it"))
    page = ann.post(f"{path}/open{query}").text
    assert (english in page, italian in page) == (True, False)
    assert choose(ann, table, seat, str(card)).status_code == 204
    while table.match.position.acts[seat]:  # nobody is told of a turn before its end
        assert choose(ann, table, seat, str(table.match.screens[seat].view.choices[0])).status_code == 204
    played = next(line for line in table.match.screens[None].log if str(line).startswith("event.play "))
    for client, language in ((ann, "en"), (bob, "it")):
        parts = [get_snapshot(client, path, query if client is ann else ""), client.get(f"{path}/past/1").text]
        assert all(escape(game.say(played, language)) in sent for sent in parts)


def test_a_window_that_is_higher_than_wide_gets_a_tall_drawing(server: ServerThread, ann: httpx.Client) -> None:
    table = server.new(ann, game="long_road", bot="random")
    path, tall = f"/play/{table.id}", {"cookie": f"{'; '.join(f'{name}={value}' for name, value in ann.cookies.items())}; tall=1"}
    for wide, high in (
        (ann.get(path).text, ann.get(path, headers=tall).text),
        (get_snapshot(ann, path, "?seat=0"), get_snapshot(ann, path, "?seat=0", tall)),
        (ann.get(f"{path}/past/0?seat=0").text, ann.get(f"{path}/past/0?seat=0", headers=tall).text),
    ):
        assert ('viewBox="0 0 1000 ' in wide, 'viewBox="0 0 400 ' in high) == (True, True)


def test_what_somebody_points_at_depends_on_the_shape_of_the_drawing(server: ServerThread, ann: httpx.Client) -> None:
    table = server.new(ann, game="labyrinth", bot="random")
    tall = {"cookie": f"{'; '.join(f'{name}={value}' for name, value in ann.cookies.items())}; tall=1"}
    for x, y, headers in ((570, 18, {}), (60, 510, tall)):
        assert "The game ends after round" in ann.get(f"/play/{table.id}/about?seat=0&x={x}&y={y}", headers=headers).text


# After the game


def test_the_record_is_had_when_a_game_is_over_and_a_rematch_passes_the_seats_on(
    server: ServerThread, ann: httpx.Client, bob: httpx.Client
) -> None:
    table = server.new(ann, seat_0="me", seat_1="me", seat_2="bot:random")
    path = f"/play/{table.id}"
    early = [bob.get(f"{path}/record.json"), ann.post(f"{path}/rematch?seat=0")]
    assert [answer.status_code for answer in early] == [403, 403]
    play_to_the_end(ann, table)
    page = ann.get(path).text
    assert "All rounds are played." in page
    assert 'id="places"' in page
    found = msgspec.json.decode(bob.get(f"{path}/record.json").content)
    assert found["players"] == ["person", "person", "bot:random"]
    assert bob.post(f"{path}/rematch").status_code == 403
    again = server.table(ann.post(f"{path}/rematch").url)
    assert [seat.kind for seat in again.seats] == ["person", "bot", "person"]
    assert server.table(ann.post(f"{path}/rematch").url) is again
    assert f"/play/{again.id}" in bob.get(path).text


def test_the_record_of_an_installed_game_replays(server: ServerThread, ann: httpx.Client) -> None:
    table = server.new(ann, game="traxx", seat_0="bot:random")
    wait_for(lambda: table.ended)
    record = read(ann.get(f"/play/{table.id}/record.json").content)
    assert record.position(record.load_game()).outcome == table.match.position.outcome


def test_every_moment_that_a_seat_has_seen_can_be_looked_at_again(server: ServerThread, ann: httpx.Client, bob: httpx.Client) -> None:
    table = server.new(ann, seat_0="me", seat_1="free")
    await_seat(table, 0)
    choose(ann, table, 0)
    newest = table.match.screens[0].number
    for number in range(newest + 1):
        answer = ann.get(f"/play/{table.id}/past/{number}?seat=0")
        assert 'id="then"' in answer.text
        assert "data-choice" not in answer.text
    for client, text in ((ann, str(newest + 1)), (ann, "-1"), (ann, "x"), (bob, "999")):
        answer = client.get(f"/play/{table.id}/past/{text}")
        assert (answer.status_code, "You have not seen that much of this game." in answer.text) == (404, True)


def test_art_is_not_in_snapshots_but_in_a_file_that_is_kept_for_good(server: ServerThread, ann: httpx.Client) -> None:
    table = server.new(ann, others="bot:random")
    address = pictures.sprite(toy.GAME)
    await_seat(table, 0)
    path = f"/play/{table.id}"
    for shown in (get_snapshot(ann, path, "?seat=0"), ann.get(path).text, ann.get(f"{path}/past/0?seat=0").text):
        assert f'href="{address}#art-card"' in shown
        assert "<symbol" not in shown
    file = ann.get(str(address))
    assert file.text == sprite_file(toy.ART)
    assert file.headers["content-type"] == "image/svg+xml"
    assert file.headers["cache-control"] == "public, max-age=31536000, immutable"
    assert "img-src 'self'" in ann.get(path).headers["content-security-policy"]


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_the_style_of_drawings_is_loaded_once(ann: httpx.Client, server: ServerThread, game: Game) -> None:
    path, address = f"/play/{server.new(ann, game=game.name).id}", pictures.style_address(game)
    assert f'<link rel="stylesheet" href="{address}">' in ann.get(path).text
    for shown in (ann.get(path).text, ann.get(f"{path}/past/0").text):
        assert "<svg xmlns" in shown
        assert "<style>" not in shown
    file = ann.get(str(address))
    assert file.text == unescape(pictures.picture(game, "start").split("<style>")[1].split("</style>")[0])
    assert file.headers["content-type"] == "text/css; charset=utf-8"
    assert file.headers["cache-control"] == "public, max-age=31536000, immutable"
    assert ann.get(f"/style/{game.name}-0.css").status_code == 404


def test_the_lobby_shows_the_mark_and_a_cover_of_each_game(ann: httpx.Client) -> None:
    lobby = ann.get("/").text
    assert f'src="{STATIC}/icon.svg"' in lobby
    for game in GAMES:
        assert f'src="/picture/{game.name}/cover.svg"' in lobby
        assert ann.get(f"/picture/{game.name}/cover.svg").text == pictures.picture(game)


@pytest.mark.parametrize("path", ["/art/tuck-0000000000.svg", "/art/labyrinth-0000000000.svg"])
def test_art_of_another_version_or_of_a_game_without_any_is_not_found(ann: httpx.Client, path: str) -> None:
    assert ann.get(path).status_code == 404


def test_rules_are_one_click_away(server: ServerThread, ann: httpx.Client) -> None:
    page, fine_print = ann.get("/rules/labyrinth").text, ann.get("/rules/labyrinth/fine-print").text
    assert "<h1>Labyrinth</h1>" in page
    assert "<figcaption>" in page
    assert "<table>" in fine_print
    assert ann.get("/rules/tuck").status_code == 404
    assert ann.get("/picture/labyrinth/middle.svg").headers["content-type"] == "image/svg+xml"


# Pages that others add


async def forget(store: Store, name: str) -> None:
    """As if what the store has of a table was overwritten."""
    async with store.engine.begin() as connection:
        await connection.execute(sa.text("UPDATE tables SET head = '?' WHERE id = :name"), {"name": name})


def test_a_table_that_cannot_be_read_leaves_the_lobby_of_its_holder_alone(server: ServerThread, ann: httpx.Client) -> None:
    broken, whole = server.new(ann), server.new(ann)
    server.do(forget(server.tables.store, broken.id))
    server.tables.live.pop(broken.id)
    lobby = ann.get("/")
    assert (lobby.status_code, broken.id in lobby.text, whole.id in lobby.text) == (200, True, True)
    page = ann.get(f"/play/{broken.id}")
    assert (page.status_code, "what is saved of it cannot be read" in page.text) == (400, True)
