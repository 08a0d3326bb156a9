"""What changes on the page of a table: drawings and names, as each viewer gets them."""

from __future__ import annotations

from html import escape

import httpx

from byways.sprite import sprite_file
from byways.table.pages import pictures
from tests import toy
from tests.table.serving import ServerThread, await_seat, choose, get_snapshot


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
