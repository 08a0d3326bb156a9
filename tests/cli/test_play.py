"""Playing in the terminal: what is shown, kept and refused."""

import shlex
import sys
from pathlib import Path

import pytest

from byways.record import read
from tests.command import byways, refusal, said

EXAMPLE = Path(__file__).parents[2] / "examples" / "player.py"
BOTS = ("--seat", "bot:euclid", "--seat", "bot:random")


def test_title_and_seats_are_said_in_the_language_that_is_asked_for() -> None:
    done = said("play", "labyrinth", *BOTS, "--seed", "7", "--language", "it").stdout
    assert done.startswith("Labirinto")
    assert "Rosso" in done


def test_bots_play_without_asking_and_the_record_is_whole(record: Path) -> None:
    whole = read(record.read_bytes())
    assert whole.players == ("bot:euclid", "bot:random")
    assert whole.position(whole.load_game()).outcome is not None


def test_the_same_seed_gives_the_same_record(record: Path, tmp_path: Path) -> None:
    said("play", "labyrinth", *BOTS, "--seed", "7", "--record", str(tmp_path / "again.json"))
    assert (tmp_path / "again.json").read_bytes() == record.read_bytes()


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
    ],
)
def test_what_is_wrong_is_said_in_one_sentence_with_status_2(arguments: tuple[str, ...], sentence: str) -> None:
    assert sentence in refusal(*arguments)


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
