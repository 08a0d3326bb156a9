"""The example of a game keeps the contract, is played wherever ours are, and stands in docs/add-a-game.md as it is."""

from __future__ import annotations

import os
import re
import shlex
import subprocess
import sys
from dataclasses import fields, replace
from pathlib import Path
from xml.etree import ElementTree as ET

import httpx
import pytest

from byways.arena.plan import load_game
from byways.drawing import png
from byways.game import Game, Options, Refused, stream
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


def test_the_game_keeps_the_contract() -> None:
    assert check_game(stones.GAME, positions=2000).positions >= 2000


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_any_number_of_seats_keeps_the_contract(seats: int) -> None:
    assert check_game(replace(stones.GAME, seats=(seats, seats)), positions=500).positions >= 500


def test_the_module_has_what_a_room_needs() -> None:
    rules: Rules[stones.Position, stones.Hop, stones.Setup, stones.Components, Options] = stones
    views: Views[stones.Position, stones.View] = stones
    drawings: Drawings[stones.View] = stones
    assert [rules, views, drawings] == [stones] * 3


# The game


def standing(awaited: int, *ways: tuple[int, ...]) -> stones.Position:
    return stones.Position(acts=((),) * len(ways), awaited=(awaited,), ways=ways)


def test_a_walker_hops_to_a_stone_beside_its_own_that_is_still_there() -> None:
    position = standing(0, (12, 7), (6,))
    assert list(map(str, position.choices(0))) == ["hop 2", "hop 8"]
    assert position.choose(0, stones.Hop(8)).ways == ((12, 7, 8), (6,))


def test_who_cannot_hop_is_passed_over() -> None:
    assert standing(1, (5, 0), (1,)).choose(1, stones.Hop(2)).awaited == (1,)


def test_the_longest_way_wins_when_nobody_can_hop() -> None:
    others = tuple(stone for stone in stones.STONES if stone not in (0, 5, 24))
    outcome = standing(1, (5, 0), others).choose(1, stones.Hop(24)).outcome
    assert outcome is not None
    assert (outcome.places, outcome.scores) == ((2, 1), (1, 22))


def test_a_walker_whose_player_has_left_stays_in_the_way() -> None:
    left = standing(0, (1,), (0,), (24,)).remove(0)
    assert (left.awaited, left.choices(1)) == ((1,), (stones.Hop(5),))
    assert left.remove(2).awaited == (1,)


@pytest.mark.parametrize("starts", [(3, 3), (3, 25)])
def test_a_set_up_needs_a_stone_for_each_walker(starts: tuple[int, ...]) -> None:
    with pytest.raises(Refused, match="a stone of its own"):
        stones.GAME.start(stones.Setup(starts))


def test_bots_play_a_game_to_its_end() -> None:
    names = ("random", "random", "random")
    players = [stones.GAME.bots[name](stream(1, f"seat {seat}")) for seat, name in enumerate(names)]
    game = play(stones.GAME, players, seed=1)
    assert game.outcome is not None
    assert game.outcome.scores == tuple(sum(str(entry).startswith(f"{seat}: hop") for entry in game.record.entries) for seat in range(3))


def test_the_drawing_has_the_walkers_and_what_can_be_chosen() -> None:
    drawing = stones.GAME.draw(standing(0, (12, 7), (6,)).view(0))
    drawn = list(ET.fromstring(drawing).iter())
    assert {"board-walker-0", "board-walker-1"} <= {element.get("id") for element in drawn}
    assert [element.get("data-choice") for element in drawn if "data-choice" in element.attrib] == ["hop 2", "hop 8"]
    assert png(drawing).startswith(b"\x89PNG")


def test_the_text_shows_names_stones_and_where_they_sank() -> None:
    assert stones.GAME.text(standing(0, (12, 7), (6,)).view(0)).splitlines()[:3] == [
        "     0     1     2     3     4",
        "     5 Birch   Ash     8     9",
        "    10    11     ~    13    14",
    ]


def test_it_is_played_at_the_table(tmp_path: Path) -> None:
    with ServerThread(tmp_path, [stones.GAME]) as server, server.client() as ann:
        table = server.new(ann, game="stones", bot="random")
        while not table.ended:
            await_seat(table, 0)
            assert table.ended or choose(ann, table, 0).status_code == 204
        assert "Nobody can hop any more." in ann.get(f"/play/{table.id}").text


def test_the_arena_finds_it_by_its_module() -> None:
    assert load_game("examples.stones.stones:GAME") is stones.GAME


# Installed, with the commands of the page


@pytest.fixture(scope="module")
def installed(tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    """The environment of a process that finds the example as any package of somebody's."""
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
        started(command), input="hop\n1\nquit\n", env=installed, cwd=tmp_path, capture_output=True, text=True, timeout=120
    )
    assert (done.returncode, done.stderr) == (0, "")
    assert "stones" in done.stdout.lower()


@pytest.mark.slow
def test_the_table_is_served_with_it(installed: dict[str, str], tmp_path: Path) -> None:
    assert ENDLESS in COMMANDS
    served = subprocess.Popen([*started(ENDLESS), "--port", "0"], env=installed, cwd=tmp_path, stdout=subprocess.PIPE, text=True)
    try:
        assert served.stdout is not None
        address = re.search(r"http://\S+", served.stdout.readline())
        assert address is not None
        assert "Stepping Stones" in httpx.get(address[0]).text
    finally:
        served.terminate()
        served.communicate()


# The page


def without_blank_lines(text: str) -> list[str]:
    return [line for line in text.splitlines() if line]


def test_the_page_shows_the_whole_module_piece_by_piece() -> None:
    assert without_blank_lines("".join(blocks(FIRST, "python"))) == without_blank_lines((FOLDER / "stones.py").read_text("utf-8"))
    assert blocks(FIRST, "toml") == [(FOLDER / "pyproject.toml").read_text("utf-8")]


def test_what_the_page_shows_of_tests_stands_here() -> None:
    here = Path(__file__).read_text("utf-8")
    shown = [test for block in blocks(LATER, "python") for test in block.split("\n\n\n")]
    assert shown
    assert [test for test in shown if test not in here] == []


def named(heading: str) -> list[str]:
    """What the first column of the table under a heading has."""
    return re.findall(r"^\| `(\w+)", PAGE.split(f"### {heading}\n")[1].split("\n#")[0], re.MULTILINE)


def test_the_page_has_every_hook_and_what_may_stand_on_a_card() -> None:
    assert named("Hooks") == [field.name for field in fields(Hooks)]
    needed = re.findall(r"^    (\w+)=", blocks(FIRST, "python")[-1], re.MULTILINE)
    assert {*named("On the card"), *needed, "own", "own_file"} == {field.name for field in fields(Game)}
