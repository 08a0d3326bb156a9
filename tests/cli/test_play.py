"""The command `byways play`."""

import os
import shlex
import subprocess
import sys
from pathlib import Path

import msgspec
import pytest

from byways.game import find_game
from byways.record import read
from tests.command import full_disk, refusal, run, spawn

EXAMPLE = Path(__file__).parents[2] / "examples" / "player.py"
BOTS = ("--seat", "bot:euclid", "--seat", "bot:random")


def test_title_and_seats_follow_the_language() -> None:
    done = run("play", "labyrinth", *BOTS, "--seed", "7", "--language", "it").stdout
    assert done.startswith("Labirinto")
    assert "Rosso" in done


def test_bots_play_a_game_and_the_record_is_complete(record: Path) -> None:
    whole = read(record.read_bytes())
    assert whole.players == ("bot:euclid", "bot:random")
    assert whole.position(whole.load_game()).outcome is not None


def test_the_same_seed_gives_the_same_record(record: Path, tmp_path: Path) -> None:
    run("play", "labyrinth", *BOTS, "--seed", "7", "--record", str(tmp_path / "again.json"))
    assert (tmp_path / "again.json").read_bytes() == record.read_bytes()


def test_on_a_full_disk_an_old_record_stays_as_it_was(tmp_path: Path) -> None:
    old = tmp_path / "game.json"
    old.write_text("old")
    with full_disk(100):
        sentence = refusal("play", "labyrinth", *BOTS, "--seed", "7", "--record", str(old))
    assert sentence.endswith("game.json cannot be written: File too large.")
    assert [(path.name, path.read_text()) for path in tmp_path.iterdir()] == [("game.json", "old")]


def test_people_play_the_first_preset_unless_they_name_options(tmp_path: Path) -> None:
    def options(*arguments: str) -> dict[str, object]:
        run("play", "labyrinth", *arguments, "--seed", "7", "--record", str(tmp_path / "left.json"), typed="q\n")
        return msgspec.structs.asdict(find_game("labyrinth").read_options(read((tmp_path / "left.json").read_bytes()).options))

    assert (options()["treasures"], options()["shortest"]) == (2, 4)
    assert (options("--option", "rounds=3")["treasures"], options("--option", "rounds=3")["shortest"]) == (1, 0)
    six = options(*["--seat", "human"] * 6)
    assert (six["treasures"], six["rows"]) == (2, 9)


@pytest.mark.parametrize("word", ["q", "quit", "exit"])
def test_a_game_can_be_left(word: str) -> None:
    done = run("play", "labyrinth", typed=f"?\n{word}\n")
    assert done.returncode == 0
    assert "Slide a row or a column, or pass." in done.stdout
    assert "Type the number of a choice" in done.stdout
    assert "You left before the end." in done.stdout


def test_a_person_types_notation_or_a_number_undoes_and_sees_errors_with_both_numbers(tmp_path: Path) -> None:
    path = tmp_path / "left.json"
    typed = "fly\nslide 1 left\nslide 0 left\nundo\n1\n1\n"  # then input ends
    done = run("play", "labyrinth", "--seed", "3", "--record", str(path), typed=typed)
    assert "'fly' is not a choice of Labyrinth" in done.stdout
    assert "Row 2 (1) does not slide. These rows do: 1 (0), 3 (2), 5 (4), and 7 (6)." in done.stdout
    assert [str(entry) for entry in read(path.read_bytes()).entries][:3] == ["0: slide 0 left", "0: undo", "0: slide 0 left"]


def test_two_people_at_one_screen_have_a_curtain_between_them() -> None:
    done = run("play", "labyrinth", "--seat", "human", "--seat", "human", "--seed", "1", typed="\npass\n\nquit\n")
    assert "Red is next: press Enter" in done.stdout
    assert "Blue is next: press Enter" in done.stdout


def test_names_follow_the_language(tmp_path: Path) -> None:
    path = tmp_path / "road.json"
    bots = ("--seat", "bot:random", "--seat", "bot:random", "--seed", "1")
    done = run("play", "long_road", *bots, "--record", str(path), "--language", "it")
    assert "Emporio" in done.stdout
    assert "General Store" not in done.stdout
    assert "Pista della roccia" in run("replay", str(path), "--at", "9", "--language", "it").stdout
    assert "The rock road:" in run("replay", str(path), "--at", "9").stdout


def test_components_prints_a_file_to_start_from(tmp_path: Path) -> None:
    mine = tmp_path / "mine.toml"
    mine.write_text(run("components", "labyrinth").stdout.replace("cross = 1", "cross = 9"), "utf-8")
    done = run("play", "labyrinth", *BOTS, "--components", str(mine), "--record", str(tmp_path / "r.json"))
    assert (done.returncode, done.stderr) == (0, "")
    own = read((tmp_path / "r.json").read_bytes()).components
    assert isinstance(own, dict)
    assert own["shapes"]["cross"] == 9
    mine.write_text(mine.read_text("utf-8").replace("cross = 9", "cross = 'many'"), "utf-8")
    refused = run("play", "labyrinth", "--components", str(mine))
    assert (refused.returncode, refused.stderr) == (2, "The components are wrong in line 29: Expected `int`, got `str`.\n")


def test_a_program_takes_a_seat(tmp_path: Path) -> None:
    program = "exec:" + shlex.join([sys.executable, str(EXAMPLE)])
    done = run("play", "traxx", "--seat", program, "--seat", "bot:random", "--seed", "1", "--record", str(tmp_path / "game.json"))
    assert (done.returncode, done.stderr) == (0, "")
    whole = read((tmp_path / "game.json").read_bytes())
    assert whole.players == (program, "bot:random")
    assert whole.position(whole.load_game()).outcome is not None


def test_stderr_says_why_a_program_lost_its_seat() -> None:
    broken = "exec:" + shlex.join([sys.executable, "-c", "1/0"])
    done = run("play", "traxx", "--seat", broken, "--seat", "bot:random", "--seed", "1")
    assert done.returncode == 0
    assert "lost its seat. It exited (status 1) in the middle of the game." in " ".join(done.stderr.split())
    assert "ZeroDivisionError: division by zero" in done.stderr


def test_the_traceback_of_a_bot_that_crashes_goes_to_stderr() -> None:
    done = run("play", "tests.toy:GAME", "--seat", "bot:random", "--seat", "bot:tests.arena.unruly:Crashes", "--seed", "1")
    assert done.returncode == 0
    assert done.stderr.startswith("Bob (bot:tests.arena.unruly:Crashes) lost its seat. \nTraceback (most recent call last):\n")
    assert done.stderr.endswith("KeyError: 1\n")
    assert "Traceback" not in done.stdout


@pytest.mark.parametrize(
    ("source", "last"),
    [
        ("import os\nos.environ['NO_SUCH_NAME']\n", "KeyError: 'NO_SUCH_NAME'"),
        ("class Bot:\n    def __init__(self, rng):\n        raise SystemExit('enough')\n", "SystemExit: enough"),
    ],
)
def test_a_bot_that_cannot_be_started_is_refused_with_its_traceback(
    source: str, last: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "faulty_bot.py").write_text(source)
    monkeypatch.setenv("PYTHONPATH", str(tmp_path))
    done = spawn("play", "tests.toy:GAME", "--seat", "bot:random", "--seat", "faulty_bot:Bot")
    assert done.returncode == 2
    first, place, *_ = done.stderr.splitlines()
    assert (first, "faulty_bot.py" in place) == ("Traceback (most recent call last):", True)
    assert last in done.stderr.splitlines()
    assert "cannot be" in done.stderr.splitlines()[-1]


def test_a_name_that_does_not_exist_is_refused_without_a_traceback() -> None:
    assert "No module named 'no_such_bot'" in refusal("play", "tests.toy:GAME", "--seat", "no_such_bot:Bot", "--seat", "bot:random")


def test_an_answer_of_the_wrong_type_is_shown() -> None:
    done = run("play", "tests.toy:GAME", "--seat", "bot:random", "--seat", "bot:tests.arena.unruly:Babbles", "--seed", "1")
    assert "A player must return a choice or a sequence of choices, not ['pick', None, 3] (list)." in " ".join(done.stderr.split())


def test_a_bot_and_a_game_in_the_current_directory_can_play(tmp_path: Path) -> None:
    """As the installed command, which does not have the current directory on its path."""
    (tmp_path / "mine.py").write_text("from byways.bots import RandomPlayer as Bot\nfrom tests.toy import GAME\n")
    code = "import sys; sys.path.remove(''); from byways.cli.main import main; main()"
    command = [sys.executable, "-c", code, "play", "mine:GAME", "--seat", "mine:Bot", "--seat", "bot:mine:Bot", "--seed", "1"]
    path = os.pathsep.join([str(Path(__file__).parents[2]), *filter(None, sys.path)])
    done = subprocess.run(command, cwd=tmp_path, env={**os.environ, "PYTHONPATH": path}, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.startswith("Tuck")


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
        (("play", "labyrinth", "--option", "rows=99"), "Labyrinth: wrong option: rows must be at most 15."),
        (("play", "labyrinth", "--option", "rows=1"), "Labyrinth: wrong option: rows must be at least 3."),
        (("play", "labyrinth", "--option", "height=7"), "Labyrinth has no option 'height'; its options are"),
        (("play", "labyrinth", "--record", "/no/such/folder/x.json"), "The file /no/such/folder/x.json cannot be written"),
        (("play", "labyrinth", "--components", "/no/such.toml"), "The file /no/such.toml cannot be read"),
        (("play", "labyrinth", "--language", "tlh"), "Labyrinth is not available in 'tlh'; its languages are en, de, "),
    ],
)
def test_bad_arguments_give_one_sentence_and_status_2(arguments: tuple[str, ...], sentence: str) -> None:
    assert sentence in refusal(*arguments)


@pytest.mark.slow
@pytest.mark.usefixtures("homesick")
def test_a_bot_of_another_package_plays_in_the_terminal_and_in_the_arena(tmp_path: Path) -> None:
    seats = ("--seat", "bot:homesick", "--seat", "bot:random")
    done = run("play", "labyrinth", *seats, "--seed", "1", "--record", str(tmp_path / "game.json"))
    assert (done.returncode, done.stderr) == (0, "homesick\n")
    assert read((tmp_path / "game.json").read_bytes()).players == ("bot:homesick", "bot:random")
    done = spawn("arena", "labyrinth", "homesick", "random", "--games", "2", "--workers", "1")
    assert (done.returncode, done.stderr) == (0, "homesick\n" * 2)
    assert "homesick : random" in done.stdout


@pytest.mark.usefixtures("homesick")
@pytest.mark.parametrize("bot", ["lost", "nobody", "number", "quits", "twins", "careless"])
def test_a_bot_of_another_package_that_cannot_play_is_refused_and_the_others_play(bot: str) -> None:
    done = run("play", "traxx", "--seat", f"bot:{bot}")
    assert done.returncode == 2
    assert bot in done.stderr
    assert ("Traceback" in done.stderr) == (bot in ("quits", "careless"))
    assert run("play", "traxx", "--seat", "bot:random").returncode == 0
