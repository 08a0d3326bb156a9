"""The command, killed in the middle among other things."""

import os
import re
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import msgspec
import pytest

from byways.arena.archive import RESULTS, read_archive
from tests.command import byways, refusal, said

TOY, UNRULY = "tests.toy:GAME", "tests.arena.unruly:"
PATIENT = ("arena", TOY, "random", UNRULY + "Patient", "--games", "24", "--workers", "2")


def numbers(out: Path) -> list[int]:
    return [result.number for result in read_archive(out).results]


def begun(out: Path, least: int) -> "subprocess.Popen[bytes]":
    """A tournament that is running and has some results."""
    running = subprocess.Popen([sys.executable, "-m", "byways", *PATIENT, "--out", str(out)], stdout=subprocess.DEVNULL)
    assert soon(lambda: (out / RESULTS).exists() and (out / RESULTS).read_bytes().count(b"\n") >= least)
    return running


@pytest.mark.slow
def test_a_tournament_that_is_killed_goes_on_where_it_was(tmp_path: Path) -> None:
    for least in (3, 8):
        with begun(tmp_path, least) as running:
            assert running.poll() is None
            running.kill()
    written = (tmp_path / RESULTS).read_bytes()
    assert 8 <= written.count(b"\n") < 24
    (tmp_path / RESULTS).write_bytes(written + b'{"number":23,"se')  # as if killed in the middle of a line
    done = byways(*PATIENT, "--out", str(tmp_path))
    assert (done.returncode, done.stderr) == (0, "")
    lines = (tmp_path / RESULTS).read_bytes()
    assert lines.startswith(written)
    assert sorted(msgspec.json.decode(line)["number"] for line in lines.splitlines()) == list(range(24))
    whole = byways(*PATIENT, "--json").stdout.encode()
    assert sorted(whole.splitlines()) == sorted(lines.splitlines())


def test_no_worker_outlives_a_tournament_that_is_killed(tmp_path: Path) -> None:
    place = tmp_path / "pid"
    command = [sys.executable, "-m", "byways", "arena", TOY, "random", UNRULY + "Squats", "--limit", "1000", "--workers", "1"]
    with subprocess.Popen(command, env={**os.environ, "SQUAT": str(place)}) as running:
        assert soon(lambda: place.exists() and place.read_text("utf-8") != "")
        running.kill()
    pid = int(place.read_text("utf-8"))
    assert soon(lambda: not alive(pid))


def soon(true: Callable[[], bool]) -> bool:
    until = time.monotonic() + 20
    while not true() and time.monotonic() < until:
        time.sleep(0.02)
    return true()


def alive(pid: int) -> bool:
    """Whether a process still runs; one that has ended and waits for its new parent does not."""
    try:
        return Path(f"/proc/{pid}/stat").read_text("utf-8").split()[2] != "Z"
    except OSError:
        return False


@pytest.mark.slow
def test_the_table_and_the_report(tmp_path: Path) -> None:
    done = said("arena", "labyrinth", "euclid", "random", "--games", "10", "--seed", "1", "--out", str(tmp_path), "--records")
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.startswith("Labyrinth, round robin, 2 seats, seed 1: 10 games\nbot ")
    assert "euclid : random" in done.stdout
    assert len(list((tmp_path / "records").iterdir())) == 10
    report = said("arena", "--report", str(tmp_path))
    assert report.stdout.startswith(done.stdout)
    assert (tmp_path / "report.html").read_text("utf-8").startswith("<!doctype html>")


def test_a_test_ends_with_its_sentence() -> None:
    done = said("arena", "labyrinth", "euclid", "random", "--games", "300", "--sprt", "-200", "200", "--workers", "1")
    assert "Decided after" in done.stdout
    assert "euclid against random is +200 Elo rather than -200" in done.stdout


def test_bots_that_fail_are_named_in_the_report() -> None:
    done = said("arena", TOY, "random", UNRULY + "Crashes", UNRULY + "Babbles", "--gauntlet", "--games", "2")
    assert "tests.arena.unruly:Crashes lost 2 of 2 games by failing: the player broke down." in done.stdout
    assert "tests.arena.unruly:Babbles lost 2 of 2 games by failing: an answer that cannot be read." in done.stdout


def test_rules_that_break_down_are_named_with_the_game_and_status_1() -> None:
    done = said("arena", "tests.arena.broken:GAME", "random", "byways.bots:RandomPlayer", "--games", "2", "--workers", "1")
    assert done.returncode == 1
    assert "The rules of Broken broke down in a game of random against byways.bots:RandomPlayer, seed 0:" in " ".join(done.stderr.split())
    assert "ZeroDivisionError" in done.stderr


@pytest.mark.slow
def test_who_stops_it_by_hand_is_told_so_and_loses_nothing(tmp_path: Path) -> None:
    command = [sys.executable, "-m", "byways", *PATIENT, "--out", str(tmp_path)]
    with subprocess.Popen(command, stderr=subprocess.PIPE, text=True) as running:
        assert soon(lambda: (tmp_path / RESULTS).exists() and (tmp_path / RESULTS).read_bytes().count(b"\n") >= 2)
        running.send_signal(signal.SIGINT)
        _, said = running.communicate(timeout=20)
    assert (running.returncode, said.strip()) == (130, "Stopped; the same command goes on from here.")
    assert len(numbers(tmp_path)) >= 2


@pytest.mark.slow
def test_every_command_of_the_page_about_the_arena_runs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    page = Path(__file__).parents[2].joinpath("docs", "arena.md").read_text("utf-8")
    shorter = re.sub(r"(--games \d+)0\b", r"\1", page)  # by a tenth of the games
    commands = [line.split()[1:] for line in shorter.splitlines() if line.startswith("byways ") and "--ray" not in line]
    assert len(commands) == 8
    for command in commands:
        done = said(*command)
        assert (done.returncode, done.stderr) == (0, ""), command


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        ((), "Say which game and which bots"),
        (("labyrinth",), "Say which game and which bots"),
        (("chess", "random"), "There is no game 'chess'"),
        (("labyrinth", "euclid", "deep"), "Labyrinth has no bot 'deep'; it has"),
        (("labyrinth", "euclid", "random", "--option", "rows=8"), "A board of 8 by 7 is not possible"),
        (("labyrinth", "euclid", "random", "--games", "0"), "Invalid value for '--games'"),
        (("labyrinth", "euclid", "random", "--records"), "say which (--out)"),
        (("labyrinth", "euclid", "random", "riemann", "--sprt", "0", "5"), "A sequential test is for two bots at two seats."),
        (("labyrinth", "euclid", "random", "--out", "/dev/null/x"), "cannot be written"),
        (("--report", "/no/such"), "There is no tournament in /no/such."),
    ],
)
def test_what_is_wrong_is_said_in_one_sentence_with_status_2(arguments: tuple[str, ...], sentence: str) -> None:
    assert sentence in refusal("arena", *arguments)


def test_the_directory_of_another_tournament_is_refused(tmp_path: Path) -> None:
    given = ("arena", "traxx", "random", "--games", "1", "--workers", "1", "--out", str(tmp_path))
    assert said(*given).returncode == 0
    assert "belongs to another tournament (seed: 0 there, 5 here)." in refusal(*given, "--seed", "5")
    assert numbers(tmp_path) == [0]
