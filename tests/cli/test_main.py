"""The command: lists, imports on demand, and refusals."""

import subprocess
import sys
from pathlib import Path
from pkgutil import resolve_name

import msgspec
import pytest

from byways.cli.main import LAZY, command_of
from byways.game import all_games
from byways.phrases import card_words
from tests.command import refusal, run, spawn
from tests.packages import install


def test_games_lists_the_games() -> None:
    done = spawn("games")
    assert (done.returncode, done.stderr) == (0, "")
    assert "labyrinth" in done.stdout


def test_games_lists_the_games_in_a_language() -> None:
    summaries = [card_words(game, "it").summary for game in all_games()]
    done = " ".join(run("games", "--language", "it").stdout.split())
    assert all(summary.split()[0] in done for summary in summaries)
    assert done.startswith("gioco giocatori")
    assert run("games").stdout.startswith("game")
    assert "giocatori" not in run("games", "--json", "--language", "it").stdout


def test_games_prints_json() -> None:
    cards = {card["name"]: card for card in msgspec.json.decode(run("games", "--json").stdout)}
    assert cards["labyrinth"]["seats"] == [2, 6]
    assert cards["labyrinth"]["options"]["rows"] == 7


def test_schema_prints_json() -> None:
    assert "Request" in msgspec.json.decode(run("schema").stdout)["$defs"]
    assert "View" in msgspec.json.decode(run("schema", "labyrinth").stdout)["$defs"]


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (("fly",), "No such command 'fly'."),
        (("games", "--colour"), "No such option: --colour"),
    ],
)
def test_bad_arguments_give_one_sentence_and_status_2(arguments: tuple[str, ...], sentence: str) -> None:
    assert sentence in refusal(*arguments)


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="Only Linux has /dev/full.")
@pytest.mark.parametrize("arguments", [("games",), ("games", "--json"), ("components", "labyrinth")])
def test_on_a_full_disk_the_command_says_so(arguments: tuple[str, ...]) -> None:
    with Path("/dev/full").open("w") as full:
        done = subprocess.run([sys.executable, "-m", "byways", *arguments], stdout=full, stderr=subprocess.PIPE, text=True, check=False)
    assert (done.returncode, done.stderr) == (2, "The output cannot be written: No space left on device.\n")


def test_only_the_beginning_of_a_very_long_string_is_quoted(tmp_path: Path) -> None:
    record = Path(__file__).parents[1] / "records" / "labyrinth-1.json"
    (tmp_path / "long.json").write_text(record.read_text("utf-8").replace('"entry":"choose"', f'"entry":"{"x" * 1_000_000}"', 1), "utf-8")
    sentence = refusal("replay", str(tmp_path / "long.json"))
    assert sentence.startswith("This is JSON but not a record: Invalid value 'xxx")
    assert len(sentence) < 400


def test_a_refusal_sets_the_exit_status_of_the_process() -> None:
    done = spawn("play", "chess")
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.startswith("There is no game 'chess'; there are")


@pytest.mark.parametrize("group", ["tables", "labyrinth", "new"])
def test_no_group_offers_to_install_completion(group: str) -> None:
    done = run(group, "--help")
    assert (done.returncode, "completion" in done.stdout) == (0, False)


@pytest.mark.parametrize(("name", "explained", "place"), LAZY)
def test_the_help_of_a_command_begins_like_its_line_in_the_list(name: str, explained: str, place: str) -> None:
    whole: str = command_of(resolve_name(place)).help
    assert whole.startswith(explained.removesuffix("."))


def test_commands_are_imported_on_demand() -> None:
    script = "import sys, byways.cli.main; print(*sys.modules)"
    loaded = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True).stdout.split()
    assert "byways.cli.main" in loaded
    heavy = {"byways.record", "byways.referee", "byways.table", "byways.arena", "byways.review", "byways.testing", "byways.wire"}
    assert heavy.isdisjoint(loaded)
    assert not {place.partition(":")[0] for _, _, place in LAZY} & {*loaded}


# Commands of games

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
    """A game of another package."""
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
def test_a_game_can_add_commands(arguments: tuple[str, ...], status: int, out: str, err: str) -> None:
    done = run(*arguments)
    assert (done.returncode, done.stdout, done.stderr) == (status, out, err)


@pytest.mark.slow
@pytest.mark.usefixtures("pond")
def test_commands_of_a_game_are_listed_by_its_card_and_imported_on_demand() -> None:
    whole, listed = spawn("--help"), spawn("games")
    assert "  pond          Commands of The Pond.\n" in whole.stdout
    assert "Skip stones." in listed.stdout
    assert (whole.stderr, listed.stderr) == ("", "")
    assert "Stones at the pond." in spawn("pond", "--help").stdout


def test_a_game_without_commands_is_not_a_command() -> None:
    assert run("traxx").stderr == "No such command 'traxx'.\n"


# Bots of other packages


@pytest.mark.usefixtures("homesick")
def test_bots_of_other_packages_are_listed_without_importing_them() -> None:
    listed = run("games", "--json")
    bots = {card["name"]: card["bots"] for card in msgspec.json.decode(listed.stdout)}
    assert bots["labyrinth"] == ["random", "riemann", "euclid", "homesick", "easy", "medium", "hard"]
    assert bots["the_way"] == ["random", "greedy", "wary", "easy", "medium", "hard"]
    assert [line for line in listed.stderr.splitlines() if line.startswith("The bot '")] != []
    assert "homesick\n" not in listed.stderr
    assert "homesick, easy" in " ".join(run("games").stdout.split())
