"""The command: what it lists, what it loads, and that a refusal is one sentence and status 2."""

import subprocess
import sys
from pathlib import Path
from pkgutil import resolve_name

import msgspec
import pytest

from byways.cli.main import LATER, command_of
from byways.game import all_games
from byways.phrases import card_words
from tests.command import byways, refusal, said
from tests.packages import install


def test_games_lists_the_games() -> None:
    done = byways("games")
    assert (done.returncode, done.stderr) == (0, "")
    assert "labyrinth" in done.stdout


def test_games_lists_the_games_in_a_language() -> None:
    summaries = [card_words(game, "it").summary for game in all_games()]
    done = " ".join(said("games", "--language", "it").stdout.split())
    assert all(summary.split()[0] in done for summary in summaries)
    assert done.startswith("gioco giocatori")
    assert said("games").stdout.startswith("game")
    assert "giocatori" not in said("games", "--json", "--language", "it").stdout


def test_games_as_json_is_for_programs() -> None:
    cards = {card["name"]: card for card in msgspec.json.decode(said("games", "--json").stdout)}
    assert cards["labyrinth"]["seats"] == [2, 6]
    assert cards["labyrinth"]["options"]["rows"] == 7


def test_the_schema_is_for_programs() -> None:
    assert "Request" in msgspec.json.decode(said("schema").stdout)["$defs"]
    assert "View" in msgspec.json.decode(said("schema", "labyrinth").stdout)["$defs"]


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (("fly",), "No such command 'fly'."),
        (("games", "--colour"), "No such option: --colour"),
    ],
)
def test_what_is_wrong_is_said_in_one_sentence_with_status_2(arguments: tuple[str, ...], sentence: str) -> None:
    assert sentence in refusal(*arguments)


def test_the_status_of_a_refusal_is_that_of_the_process() -> None:
    done = byways("play", "chess")
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.startswith("There is no game 'chess'; there are")


@pytest.mark.parametrize(("name", "explained", "place"), LATER)
def test_a_command_is_listed_as_its_own_help_begins(name: str, explained: str, place: str) -> None:
    whole: str = command_of(resolve_name(place)).help
    assert whole.startswith(explained.removesuffix("."))


def test_commands_are_loaded_when_they_are_asked_for() -> None:
    script = "import sys, byways.cli.main; print(*sys.modules)"
    loaded = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True).stdout.split()
    assert "byways.cli.main" in loaded
    heavy = {"byways.record", "byways.referee", "byways.table", "byways.arena", "byways.review", "byways.testing", "byways.wire"}
    assert heavy.isdisjoint(loaded)
    assert not {place.partition(":")[0] for _, _, place in LATER} & {*loaded}


# Commands that a game brings along

POND = """
from byways.game import Game

GAME = Game(
    name="pond", title="The Pond", summary="Skip stones.", credit="", seats=(1, 4), minutes=(1, 2), version=1, room=__name__,
    seat_names=("A", "B", "C", "D"), bot_names=("random",), commands="pond_commands:app",
)
"""
POND_COMMANDS = """
import sys
import typer
from byways.game import Refused

sys.stderr.write("loaded")
app = typer.Typer(help="Stones at the pond.")

@app.command()
def throw(stones: int) -> None:
    if stones < 1:
        raise Refused("There is no stone to throw.")
    sys.stdout.write("splash " * stones)
"""


@pytest.fixture
def pond(site: Path) -> None:
    """Somebody's game."""
    install(site, "pond", "[byways.games]\npond = pond:GAME\n", pond=POND, pond_commands=POND_COMMANDS)


@pytest.mark.usefixtures("pond")
@pytest.mark.parametrize(
    ("arguments", "status", "out", "err"),
    [
        (("pond", "throw", "2"), 0, "splash splash ", "loaded"),
        (("pond", "throw", "0"), 2, "", "loadedThere is no stone to throw.\n"),
        (("pond", "throw"), 2, "", "loadedMissing argument 'stones'.\n"),
        (("pond", "fly"), 2, "", "loadedNo such command 'fly'.\n"),
    ],
)
def test_a_game_brings_commands_along(arguments: tuple[str, ...], status: int, out: str, err: str) -> None:
    done = said(*arguments)
    assert (done.returncode, done.stdout, done.stderr) == (status, out, err)


@pytest.mark.slow
@pytest.mark.usefixtures("pond")
def test_commands_of_a_game_are_listed_by_its_card_and_loaded_when_they_are_asked_for() -> None:
    whole, listed = byways("--help"), byways("games")
    assert "  pond          Commands that only The Pond has.\n" in whole.stdout
    assert "Skip stones." in listed.stdout
    assert (whole.stderr, listed.stderr) == ("", "")
    assert "Stones at the pond." in byways("pond", "--help").stdout


def test_a_game_without_commands_is_no_command() -> None:
    assert said("traxx").stderr == "No such command 'traxx'.\n"


# Bots that another package brings along


@pytest.mark.usefixtures("homesick")
def test_bots_of_other_packages_are_listed_unloaded_and_what_cannot_be_offered_is_said() -> None:
    listed = said("games", "--json")
    bots = {card["name"]: card["bots"] for card in msgspec.json.decode(listed.stdout)}
    assert bots["labyrinth"] == ["random", "riemann", "euclid", "homesick", "easy", "medium", "hard"]
    assert bots["the_way"] == ["random", "greedy", "wary", "easy", "medium", "hard"]
    assert [line for line in listed.stderr.splitlines() if line.startswith("The bot '")] != []
    assert "homesick\n" not in listed.stderr
    assert "homesick, easy" in " ".join(said("games").stdout.split())
