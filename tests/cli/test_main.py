"""The command: what it prints, what it refuses, and that a refusal is one sentence and status 2."""

import re
import shlex
import subprocess
import sys
from contextlib import redirect_stderr, redirect_stdout
from io import StringIO
from pathlib import Path

import msgspec
import pytest
from typer.main import get_command

from byways.cli.main import app, main
from byways.game import all_games
from byways.record import read
from byways.words import card_words
from tests.packages import install

COMMAND = get_command(app)  # made of the functions once, which `app` does at every call


def byways(*arguments: str, typed: str = "") -> subprocess.CompletedProcess[str]:
    """The command in a process of its own."""
    command = [sys.executable, "-m", "byways", *arguments]
    return subprocess.run(command, input=typed, capture_output=True, text=True, encoding="utf-8", timeout=60, check=False)


def said(*arguments: str, typed: str = "") -> subprocess.CompletedProcess[str]:
    """The command in this process, for all that is decided in `main`: to start another would take most of the time."""
    out, err = StringIO(), StringIO()
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("byways.cli.main.app", COMMAND)
        patch.setattr(sys, "argv", ["byways", *arguments])
        patch.setattr(sys, "stdin", StringIO(typed))
        with redirect_stdout(out), redirect_stderr(err), pytest.raises(SystemExit) as ended:
            main()
    assert isinstance(ended.value.code, int)
    return subprocess.CompletedProcess(arguments, ended.value.code, out.getvalue(), err.getvalue())


BOTS = ("--seat", "bot:euclid", "--seat", "bot:random")


@pytest.fixture(scope="module")
def record(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A finished game between bots."""
    path = tmp_path_factory.mktemp("records") / "game.json"
    done = said("play", "labyrinth", *BOTS, "--seed", "7", "--record", str(path))
    assert done.returncode == 0, done.stderr
    return path


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


@pytest.mark.parametrize(("variable", "value"), [("LANGUAGE", "fr:it:en"), ("LC_ALL", "it_IT.UTF-8"), ("LANG", "it_CH")])
def test_the_terminal_says_in_which_language(monkeypatch: pytest.MonkeyPatch, variable: str, value: str) -> None:
    monkeypatch.setenv(variable, value)
    assert said("games").stdout.startswith("gioco")
    assert said("games", "--language", "en").stdout.startswith("game")
    assert said("play", "chess").stderr != said("play", "chess", "--language", "en").stderr


def test_title_and_seats_are_said_in_the_language_that_is_asked_for() -> None:
    done = said("play", "labyrinth", *BOTS, "--seed", "7", "--language", "it").stdout
    assert done.startswith("Labirinto")
    assert "Rosso" in done


def test_games_as_json_is_for_programs() -> None:
    cards = {card["name"]: card for card in msgspec.json.decode(said("games", "--json").stdout)}
    assert cards["labyrinth"]["seats"] == [2, 6]
    assert cards["labyrinth"]["options"]["rows"] == 7


def test_bots_play_without_asking_and_the_record_is_whole(record: Path) -> None:
    whole = read(record.read_bytes())
    assert whole.players == ("bot:euclid", "bot:random")
    assert whole.position(whole.load_game()).outcome is not None


def test_the_same_seed_gives_the_same_record(record: Path, tmp_path: Path) -> None:
    said("play", "labyrinth", *BOTS, "--seed", "7", "--record", str(tmp_path / "again.json"))
    assert (tmp_path / "again.json").read_bytes() == record.read_bytes()


def test_an_older_record_is_shown_and_said_to_be_older(record: Path, tmp_path: Path) -> None:
    older = tmp_path / "older.json"
    older.write_bytes(msgspec.structs.replace(read(record.read_bytes()), version=0).to_json())
    now, then = said("replay", str(record), "--json"), said("replay", str(older), "--json")
    assert (then.returncode, then.stdout) == (0, now.stdout)
    assert (now.stderr, then.stderr) == ("", "This record is of Labyrinth version 0; here is version 1.\n")


def test_a_game_is_left_with_quit() -> None:
    done = said("play", "labyrinth", typed="?\nquit\n")
    assert done.returncode == 0
    assert "Slide a row or a column, or pass." in done.stdout
    assert "Type the number of a choice" in done.stdout
    assert "Left before the end." in done.stdout


def test_a_person_types_notation_or_a_number_takes_back_and_is_told_what_is_wrong(tmp_path: Path) -> None:
    path = tmp_path / "left.json"
    typed = "fly\nslide 1 left\nslide 0 left\nundo\n1\n1\n"  # and then the keyboard is gone
    done = said("play", "labyrinth", "--seed", "3", "--record", str(path), typed=typed)
    assert "'fly' is not a choice of Labyrinth" in done.stdout
    assert "Row 1 does not slide. These rows do: 0, 2, 4, and 6." in done.stdout
    assert [str(entry) for entry in read(path.read_bytes()).entries][:3] == ["0: slide 0 left", "0: undo", "0: slide 0 left"]


def test_two_people_at_one_screen_have_a_curtain_between_them() -> None:
    done = said("play", "labyrinth", "--seat", "human", "--seat", "human", "--seed", "1", typed="\npass\n\nquit\n")
    assert "Red is next: press Enter" in done.stdout
    assert "Blue is next: press Enter" in done.stdout


def test_replay_shows_any_position(record: Path, tmp_path: Path) -> None:
    assert "after 3 of" in said("replay", str(record), "--at", "3").stdout
    view = msgspec.json.decode(said("replay", str(record), "--at", "3", "--seat", "1", "--json").stdout)
    assert (view["seat"], view["awaited"]) == (1, [1])
    done = said("replay", str(record), "--svg", str(tmp_path / "b.svg"), "--png", str(tmp_path / "b.png"))
    assert (done.returncode, done.stderr) == (0, "")
    assert (tmp_path / "b.svg").read_text("utf-8").startswith("<svg")
    assert (tmp_path / "b.png").read_bytes().startswith(b"\x89PNG")


def test_replay_lists_the_acts_and_shows_the_end_of_any(record: Path) -> None:
    acts = re.findall(r"(?m)^\d+\. \(round \d+\) ", said("replay", str(record), "--acts").stdout)
    assert acts[0] == "1. (round 1) "
    shown = [said("replay", str(record), "--act", str(number)).stdout for number in (0, 1, len(acts))]
    assert "after 0 of" in shown[0]
    assert len(set(shown)) == 3
    assert shown[2] == said("replay", str(record)).stdout
    assert f"There is no act 999; this game has acts 0 to {len(acts)}." in said("replay", str(record), "--act", "999").stderr


def test_names_come_in_the_language_that_is_asked_for(tmp_path: Path) -> None:
    path = tmp_path / "road.json"
    bots = ("--seat", "bot:random", "--seat", "bot:random", "--seed", "1")
    done = said("play", "long_road", *bots, "--record", str(path), "--language", "it")
    assert "Emporio" in done.stdout
    assert "General Store" not in done.stdout
    assert "Pista della roccia" in said("replay", str(path), "--at", "9", "--language", "it").stdout
    assert "The rock road:" in said("replay", str(path), "--at", "9").stdout


def test_components_prints_a_file_to_start_from(tmp_path: Path) -> None:
    mine = tmp_path / "mine.toml"
    mine.write_text(said("components", "labyrinth").stdout.replace("cross = 1", "cross = 9"), "utf-8")
    done = said("play", "labyrinth", *BOTS, "--components", str(mine), "--record", str(tmp_path / "r.json"))
    assert (done.returncode, done.stderr) == (0, "")
    own = read((tmp_path / "r.json").read_bytes()).components
    assert isinstance(own, dict)
    assert own["shapes"]["cross"] == 9
    mine.write_text(mine.read_text("utf-8").replace("cross = 9", "cross = 'many'"), "utf-8")
    refused = said("play", "labyrinth", "--components", str(mine))
    assert (refused.returncode, refused.stderr) == (2, "The components are wrong in line 29: Expected `int`, got `str`.\n")


def test_serve_refuses_wrong_components_with_file_line_and_reason_and_two_files_for_a_game(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    text = said("components", "labyrinth").stdout
    (tmp_path / "right.toml").write_text(text, "utf-8")
    (tmp_path / "wrong.toml").write_text(text.replace("cross = 1", "cross = 'many'"), "utf-8")
    monkeypatch.chdir(tmp_path)
    refused = said("serve", "--components", "labyrinth=wrong.toml")
    sentence = "wrong.toml: The components are wrong in line 29: Expected `int`, got `str`.\n"
    assert (refused.returncode, refused.stderr) == (2, sentence)
    twice = said("serve", "--components", "labyrinth=right.toml", "--components", "labyrinth=right.toml")
    assert (twice.returncode, twice.stderr.startswith("Labyrinth is given components twice;")) == (2, True)


def test_check_game_reports_what_it_looked_at() -> None:
    done = said("check-game", "traxx", "--positions", "60")
    assert (done.returncode, done.stderr) == (0, "")
    assert "traxx" in done.stdout.lower()


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (("play", "chess"), "There is no game 'chess'; there are"),
        (("play", "labyrinth", "--seat", "bot:deep"), "'bot:deep' is not a valid seat"),
        (("play", "labyrinth", "--seat", "robot", "--seat", "human"), "'robot' is not a valid seat"),
        (("play", "labyrinth", "--seat", "exec:no-such-program", "--seat", "human"), "There is no program 'no-such-program' to start."),
        (("play", "labyrinth", "--seat", "human"), "Labyrinth is for 2 to 6 players, not for 1."),
        (("play", "labyrinth", "--seed", "x"), "Invalid value for '--seed'"),
        (("play", "labyrinth", "--option", "rows"), "'rows' is not an option: write name=value."),
        (("play", "labyrinth", "--option", "rows=8"), "A board of 8 by 7 is not possible"),
        (("play", "labyrinth", "--option", "rows=many"), "Labyrinth: wrong option: Expected `int`"),
        (("play", "labyrinth", "--option", "height=7"), "Labyrinth has no option 'height'; it has"),
        (("play", "labyrinth", "--record", "/no/such/folder/x.json"), "The file /no/such/folder/x.json cannot be written"),
        (("play", "labyrinth", "--components", "/no/such.toml"), "The file /no/such.toml cannot be read"),
        (("play", "labyrinth", "--language", "tlh"), "Labyrinth has no words in 'tlh'; it has en, de, it."),
        (("serve", "--components", "labyrinth"), "'labyrinth' does not name components: write GAME=FILE."),
        (("serve", "--components", "labyrinth="), "'labyrinth=' does not name components: write GAME=FILE."),
        (("serve", "--components", "chess=my.toml"), "There is no game 'chess' to be played with my.toml; there are labyrinth,"),
        (("serve", "traxx", "--components", "labyrinth=my.toml"), "no game 'labyrinth' to be played with my.toml; there are traxx."),
        (("serve", "--components", "labyrinth=/no/such.toml"), "The file /no/such.toml cannot be read"),
        (("serve", "--components", f"labyrinth={__file__}"), f"{__file__}: The components cannot be read: "),
        (("replay", "/no/such.json"), "The file /no/such.json cannot be read: No such file or directory."),
        (("replay", __file__), "not a record"),
        (("replay", "/"), "The file / cannot be read: Is a directory."),
        (("check-game", "labyrinth", "--positions", "0"), "Invalid value for '--positions'"),
        (("bench", "chess"), "There is no game 'chess'"),
        (("fly",), "No such command 'fly'."),
        (("games", "--colour"), "No such option: --colour"),
    ],
)
def test_what_is_wrong_is_said_in_one_sentence_with_status_2(arguments: tuple[str, ...], sentence: str) -> None:
    done = said(*arguments)
    assert done.returncode == 2
    assert sentence in done.stderr.replace("\n", " ")
    assert "Traceback" not in done.stderr


def test_the_status_of_a_refusal_is_that_of_the_process() -> None:
    done = byways("play", "chess")
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.startswith("There is no game 'chess'; there are")


def test_replay_refuses_seats_and_entries_that_are_not_there(record: Path) -> None:
    assert "There is no seat 5; this game has seats 0 to 1." in said("replay", str(record), "--seat", "5").stderr
    assert "there is no position 9999" in said("replay", str(record), "--at", "9999").stderr
    assert said("replay", str(record), "--at", "-1").returncode == 2


EXAMPLE = Path(__file__).parents[2] / "examples" / "player.py"


def test_a_program_takes_a_seat(tmp_path: Path) -> None:
    program = "exec:" + shlex.join([sys.executable, str(EXAMPLE)])
    done = said("play", "traxx", "--seat", program, "--seat", "bot:random", "--seed", "1", "--record", str(tmp_path / "game.json"))
    assert (done.returncode, done.stderr) == (0, "")
    whole = read((tmp_path / "game.json").read_bytes())
    assert whole.players == (program, "bot:random")
    assert whole.position(whole.load_game()).outcome is not None


def test_why_a_program_lost_its_seat_is_told_with_its_last_words() -> None:
    broken = "exec:" + shlex.join([sys.executable, "-c", "1/0"])
    done = said("play", "traxx", "--seat", broken, "--seat", "bot:random", "--seed", "1")
    assert done.returncode == 0
    assert "lost its seat. It ended by itself (status 1) in the middle of the game." in " ".join(done.stdout.split())
    assert "ZeroDivisionError: division by zero" in done.stdout


def test_the_schema_is_for_programs() -> None:
    assert "Request" in msgspec.json.decode(said("schema").stdout)["$defs"]
    assert "View" in msgspec.json.decode(said("schema", "labyrinth").stdout)["$defs"]


@pytest.mark.slow
def test_check_player_tells_what_failed() -> None:
    done = said("check-player", shlex.join([sys.executable, "-c", "1/0"]), "--game", "traxx")
    assert (done.returncode, done.stderr) == (1, "14 situations failed.\n")
    assert "failed  first request, and no word more: It ended by itself (status 1) in the middle of the game." in done.stdout
    assert '> {"say":"hello"' in done.stdout


def test_connect_says_who_could_play() -> None:
    done = said("connect", "ws://127.0.0.1:9/program/t/k")
    assert (done.returncode, done.stderr) == (2, "Say who plays: --bot NAME, or --player 'exec:PROGRAM ARGS'.\n")


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


@pytest.mark.slow
@pytest.mark.usefixtures("homesick")
def test_a_bot_of_another_package_plays_in_the_terminal_and_in_the_arena(tmp_path: Path) -> None:
    seats = ("--seat", "bot:homesick", "--seat", "bot:random")
    done = said("play", "labyrinth", *seats, "--seed", "1", "--record", str(tmp_path / "game.json"))
    assert (done.returncode, done.stderr) == (0, "homesick\n")
    assert read((tmp_path / "game.json").read_bytes()).players == ("bot:homesick", "bot:random")
    done = byways("arena", "labyrinth", "homesick", "random", "--games", "2", "--workers", "1")
    assert (done.returncode, done.stderr) == (0, "homesick\n" * 2)
    assert "homesick : random" in done.stdout


@pytest.mark.usefixtures("homesick")
@pytest.mark.parametrize("bot", ["lost", "nobody", "number", "quits", "twins", "careless"])
def test_a_bot_of_another_package_that_cannot_play_is_refused_and_the_others_play(bot: str) -> None:
    done = said("play", "traxx", "--seat", f"bot:{bot}")
    assert done.returncode == 2
    assert bot in done.stderr
    assert "Traceback" not in done.stderr
    assert said("play", "traxx", "--seat", "bot:random").returncode == 0
