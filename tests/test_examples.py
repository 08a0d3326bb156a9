"""The example game keeps the contract, works wherever the built-in games do, and is quoted in docs/add-a-game.md."""

from __future__ import annotations

import os
import re
import shlex
import subprocess
import sys
from dataclasses import fields
from pathlib import Path
from random import Random
from time import monotonic
from xml.etree import ElementTree as ET

import httpx
import pytest

from byways.bots import Thought
from byways.drawing import png
from byways.game import Game, Options, stream
from byways.loading import load_game
from byways.referee import play
from byways.room import Drawings, Hooks, Rules, Views
from byways.testing import check_game
from examples.stones import stones
from tests.table.serving import ServerThread, await_seat, choose

PROJECT = Path(__file__).parents[1]
FOLDER = PROJECT / "examples" / "stones"
PAGE = (PROJECT / "docs" / "add-a-game.md").read_text("utf-8")
FIRST, LATER = PAGE.split("## When your game needs more")


def blocks(text: str, language: str) -> list[str]:
    return re.findall(rf"^```{language}\n(.*?)^```$", text, re.MULTILINE | re.DOTALL)


# The contract


@pytest.mark.slow
def test_the_game_keeps_the_contract() -> None:
    assert check_game(stones.GAME, positions=2000).positions >= 2000


def test_the_module_has_what_a_room_needs() -> None:
    rules: Rules[stones.Position, stones.Take, stones.Setup, stones.Components, Options] = stones
    views: Views[stones.Position, stones.View] = stones
    drawings: Drawings[stones.View] = stones
    assert [rules, views, drawings] == [stones] * 3


# The game


def standing(awaited: int, *heaps: int) -> stones.Position:
    return stones.Position(acts=((), ()), awaited=(awaited,), heaps=heaps)


def test_any_number_of_stones_is_taken_from_one_heap() -> None:
    position = standing(0, 0, 2, 1)
    assert list(map(str, position.choices(0))) == ["take 1 2", "take 2 2", "take 1 3"]
    taken = position.choose(0, stones.Take(2, 2))
    assert (taken.heaps, taken.awaited, taken.outcome) == ((0, 0, 1), (1,), None)


def test_taking_the_last_stone_wins() -> None:
    outcome = standing(1, 0, 0, 3).choose(1, stones.Take(3, 3)).outcome
    assert outcome is not None
    assert (outcome.places, stones.GAME.say(outcome.reason)) == ((2, 1), "Birch has taken the last stone.")


def test_the_player_who_stays_wins() -> None:
    outcome = standing(1, 3, 4, 5).remove(0).outcome
    assert outcome is not None
    assert (outcome.places, outcome.removed, stones.GAME.say(outcome.reason)) == ((2, 1), (0,), "Ash has left.")


def test_a_bot_that_thinks_finds_the_winning_move(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Thought, "most", 0.1)
    assert stones.GAME.bots["hard"](Random(1)).choose(standing(0, 1, 2).view(0), monotonic() + 60) == [stones.Take(1, 2)]


def test_bots_play_a_game_to_its_end() -> None:
    players = [stones.GAME.bots["random"](stream(1, f"seat {seat}")) for seat in range(2)]
    assert play(stones.GAME, players, seed=1).outcome is not None


def test_a_click_on_a_stone_takes_it_and_all_that_lie_on_it() -> None:
    drawing = stones.GAME.draw(standing(0, 2, 0, 1).view(0))
    options = [element for element in ET.fromstring(drawing).iter() if "data-choice" in element.attrib]
    assert [(option.get("data-choice"), option.get("aria-label"), option[0].get("transform")) for option in options] == [
        ("take 1 1", "Take 1 from heap 1", "translate(60 250) scale(1.8)"),
        ("take 2 1", "Take 2 from heap 1", "translate(60 310) scale(1.8)"),
        ("take 1 3", "Take 1 from heap 3", "translate(180 310) scale(1.8)"),
    ]
    assert png(drawing).startswith(b"\x89PNG")


def test_the_text_shows_the_heaps() -> None:
    assert stones.GAME.text(standing(0, 3, 0, 1).view(0)) == "heap 1: o o o\nheap 2:\nheap 3: o"


@pytest.mark.database
def test_the_game_is_played_at_the_table(tmp_path: Path) -> None:
    with ServerThread(tmp_path, [stones.GAME]) as server, server.client() as ann:
        table = server.new(ann, game="stones", others="bot:random")
        while not table.ended:
            await_seat(table, 0)
            assert table.ended or choose(ann, table, 0).status_code == 204
        page = ann.get(f"/play/{table.id}").text
        assert "has taken the last stone." in page
        assert 'class="cover"' not in page  # it has none
        assert "take any number of stones from one of three heaps" in ann.get("/rules/stones").text  # the docstring of the module
        lobby = ann.get("/").text
        assert "/learn/stones" not in lobby
        assert 'viewBox="-135 0 510 340"' in ann.get("/picture/stones/cover.svg").text  # the tall drawing in the shape of a cover


def test_the_arena_finds_it_by_its_module() -> None:
    assert load_game("examples.stones.stones:GAME") is stones.GAME


# Installed, with the commands of the page


@pytest.fixture(scope="module")
def installed(tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    """The environment of a process in which the example is an installed package."""
    target = tmp_path_factory.mktemp("installed")
    quietly = ["--quiet", "--no-deps", "--no-index", "--no-build-isolation", "--disable-pip-version-check"]
    subprocess.run([sys.executable, "-m", "pip", "install", *quietly, "--target", target, FOLDER], check=True)
    paths = [str(target), *filter(None, [os.environ.get("PYTHONPATH")])]
    return {**os.environ, "PYTHONPATH": os.pathsep.join(paths), "XDG_DATA_HOME": str(target)}


COMMANDS = [line for block in blocks(PAGE, "") for line in block.splitlines()]
ENDLESS = "byways serve stones"


def started(command: str) -> list[str]:
    return [sys.executable, "-m", *shlex.split(command)]


@pytest.mark.slow
@pytest.mark.parametrize("command", [line for line in COMMANDS if line.startswith("byways") and line != ENDLESS])
def test_every_command_of_the_page_runs(command: str, installed: dict[str, str], tmp_path: Path) -> None:
    done = subprocess.run(
        started(command), input="take\n1\nquit\n", env=installed, cwd=tmp_path, capture_output=True, text=True, timeout=120
    )
    assert (done.returncode, done.stderr) == (0, "")
    assert "stones" in done.stdout or "Nim" in done.stdout


@pytest.mark.slow
def test_the_table_is_served_with_it(installed: dict[str, str], tmp_path: Path) -> None:
    assert ENDLESS in COMMANDS
    served = subprocess.Popen([*started(ENDLESS), "--port", "0"], env=installed, cwd=tmp_path, stdout=subprocess.PIPE, text=True)
    try:
        assert served.stdout is not None
        address = re.search(r"http://\S+", served.stdout.readline())
        assert address is not None
        assert "Nim" in httpx.get(address[0]).text
    finally:
        served.terminate()
        served.communicate()


# The page


def without_blank_lines(text: str) -> list[str]:
    return [line for line in text.splitlines() if line]


def test_the_page_shows_the_whole_module_piece_by_piece() -> None:
    assert without_blank_lines("".join(blocks(FIRST, "python"))) == without_blank_lines((FOLDER / "stones.py").read_text("utf-8"))
    assert blocks(FIRST, "toml") == [(FOLDER / "pyproject.toml").read_text("utf-8")]


def test_the_tests_on_the_page_are_in_this_file() -> None:
    here = Path(__file__).read_text("utf-8")
    shown = [test for block in blocks(LATER, "python") for test in block.split("\n\n\n")]
    assert shown
    assert [test for test in shown if test not in here] == []


def named(heading: str) -> list[str]:
    """Return the first column of the table under a heading."""
    return re.findall(r"^\| `(\w+)", PAGE.split(f"### {heading}\n")[1].split("\n#")[0], re.MULTILINE)


def test_the_page_lists_every_hook_and_every_property_of_a_card() -> None:
    assert named("Hooks") == [field.name for field in fields(Hooks)]
    needed = re.findall(r"^    (\w+)=", blocks(FIRST, "python")[-1], re.MULTILINE)
    assert {*named("On the card"), *needed, "own", "own_file"} == {field.name for field in fields(Game)}
