"""Snapshots of a table for different viewers."""

from __future__ import annotations

from html import escape

import httpx

from byways.record import Remove
from byways.sprite import sprite_file
from byways.table.pages import pictures
from byways.table.pages.board import expected
from byways.table.seats import Seat
from tests import toy
from tests.table.serving import ServerThread, await_seat, choose, get_snapshot
from tests.table.tables import DEALT, still, stored


def test_two_viewers_read_one_table_in_their_own_languages(server: ServerThread, ann: httpx.Client, bob: httpx.Client) -> None:
    table = server.new(ann, game="long_road", seat_0="me", seat_1="me")
    seat = table.match.position.awaited[0]
    path, query, game = f"/play/{table.id}", f"?seat={seat}", table.game
    assert bob.post("/language", data={"language": "it"}).status_code == 200
    cards = [choice for choice in table.match.screens[seat].view.choices if str(choice).startswith("play ")]
    card = next(card for card in cards if game.say(card.sentence, "en") != game.say(card.sentence, "it"))  # some names are the same in both
    english, italian = (game.say(card.sentence, language) for language in ("en", "it"))
    page = ann.post(f"{path}/open{query}").text
    assert (english in page, italian in page) == (True, False)
    assert choose(ann, table, seat, str(card)).status_code == 204
    while table.match.position.acts[seat]:  # others see a turn at its end
        assert choose(ann, table, seat, str(table.match.screens[seat].view.choices[0])).status_code == 204
    played = next(event.wording for _, event in table.match.screens[None].events if event.name == "play")
    for client, language in ((ann, "en"), (bob, "it")):
        parts = [get_snapshot(client, path, query if client is ann else ""), client.get(f"{path}/past/1").text]
        assert all(escape(game.say(played, language)) in sent for sent in parts)


def test_a_finished_game_does_not_say_that_a_bot_plays() -> None:
    bot = Seat("bot", bot="random", holder="hash")
    over = still(stored(*DEALT, Remove(1, "no answer in time"), seats=(bot, Seat("person", holder="other"))))
    assert expected(over, over.match.screens[0].view, "en") == "You won."


def test_a_tall_window_gets_a_tall_drawing(server: ServerThread, ann: httpx.Client) -> None:
    table = server.new(ann, game="long_road", bot="random")
    path, tall = f"/play/{table.id}", {"cookie": f"{'; '.join(f'{name}={value}' for name, value in ann.cookies.items())}; tall=1"}
    for wide, high in (
        (ann.get(path).text, ann.get(path, headers=tall).text),
        (get_snapshot(ann, path, "?seat=0"), get_snapshot(ann, path, "?seat=0", tall)),
        (ann.get(f"{path}/past/0?seat=0").text, ann.get(f"{path}/past/0?seat=0", headers=tall).text),
    ):
        assert ('viewBox="0 0 1000 ' in wide, 'viewBox="0 0 400 ' in high) == (True, True)


def test_art_is_in_a_cached_file_and_not_in_snapshots(server: ServerThread, ann: httpx.Client) -> None:
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
