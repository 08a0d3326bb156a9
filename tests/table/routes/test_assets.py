"""Styles and art of drawings."""

from __future__ import annotations

from html import unescape

import httpx
import pytest

from byways.drawing import themed
from byways.game import Game
from byways.table.pages import pictures
from tests.table.serving import ServerThread
from tests.table.tables import GAMES


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_the_style_of_drawings_is_loaded_once(ann: httpx.Client, server: ServerThread, game: Game) -> None:
    path, address = f"/play/{server.new(ann, game=game.name).id}", pictures.style_address(game)
    assert f'<link rel="stylesheet" href="{address}">' in ann.get(path).text
    for shown in (ann.get(path).text, ann.get(f"{path}/past/0").text):
        assert "<svg xmlns" in shown
        assert "<style>" not in shown
    file = ann.get(str(address))
    assert file.text == themed(unescape(pictures.picture(game, "start").split("<style>")[1].split("</style>")[0]))
    assert file.headers["content-type"] == "text/css; charset=utf-8"
    assert file.headers["cache-control"] == "public, max-age=31536000, immutable"
    assert ann.get(f"/style/{game.name}-0.css").status_code == 404


@pytest.mark.parametrize("path", ["/art/tuck-0000000000.svg", "/art/labyrinth-0000000000.svg"])
def test_art_of_another_version_or_of_a_game_without_any_is_not_found(ann: httpx.Client, path: str) -> None:
    assert ann.get(path).status_code == 404
