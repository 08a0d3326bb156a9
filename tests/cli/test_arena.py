"""The command `byways arena`, including kills."""

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
from byways.record import decode
from tests.command import full_disk, refusal, run, spawn

TOY, UNRULY = "tests.toy:GAME", "tests.arena.unruly:"
PATIENT = ("arena", TOY, "random", UNRULY + "Patient", "--games", "24", "--workers", "2", "--limit", "1000")


def numbers(out: Path) -> list[int]:
    return [result.number for result in read_archive(out).results]


def begun(out: Path, least: int) -> "subprocess.Popen[str]":
    """Start a tournament that waits once it has some results, and wait for them."""
    command = [sys.executable, "-m", "byways", *PATIENT, "--out", str(out)]
    environment = {**os.environ, "PATIENT": f"{least} {out / RESULTS}"}
    running = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True, env=environment)
    assert soon(lambda: (out / RESULTS).exists() and (out / RESULTS).read_bytes().count(b"\n") >= least)
    return running


@pytest.mark.slow
def test_a_killed_tournament_resumes(tmp_path: Path) -> None:
    for least in (3, 8):
        with begun(tmp_path, least) as running:
            assert running.poll() is None
            running.kill()
    written = (tmp_path / RESULTS).read_bytes()
    assert 8 <= written.count(b"\n") < 24
    (tmp_path / RESULTS).write_bytes(written + b'{"number":23,"se')  # as if killed while writing a line
    done = spawn(*PATIENT, "--out", str(tmp_path))
    assert (done.returncode, done.stderr) == (0, "")
    lines = (tmp_path / RESULTS).read_bytes()
    assert lines.startswith(written)
    assert sorted(msgspec.json.decode(line)["number"] for line in lines.splitlines()) == list(range(24))
    whole = spawn(*PATIENT, "--json").stdout.encode()
    assert sorted(whole.splitlines()) == sorted(lines.splitlines())


def test_no_worker_outlives_a_killed_tournament(tmp_path: Path) -> None:
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
    """Whether a process still runs; a zombie does not."""
    try:
        return Path(f"/proc/{pid}/stat").read_text("utf-8").split()[2] != "Z"
    except OSError:
        return False


@pytest.mark.slow
def test_results_are_printed_and_reported(tmp_path: Path) -> None:
    done = run("arena", "labyrinth", "euclid", "random", "--games", "10", "--seed", "1", "--out", str(tmp_path), "--records")
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.startswith("Labyrinth, round robin, 2 seats, seed 1: 10 games\nbot ")
    assert "euclid : random" in done.stdout
    assert len(list((tmp_path / "records").iterdir())) == 10
    report = run("arena", "--report", str(tmp_path))
    assert report.stdout.startswith(done.stdout)
    assert (tmp_path / "report.html").read_text("utf-8").startswith("<!doctype html>")


def test_a_sequential_test_prints_its_decision_and_the_report_repeats_it(tmp_path: Path) -> None:
    command = ("arena", "labyrinth", "euclid", "random", "--games", "300", "--sprt", "-200", "200", "--workers", "1")
    done = run(*command, "--out", str(tmp_path))
    (decided,) = re.findall(r"Decided after (\d+) games", done.stdout)
    assert int(decided) % 2 == 0
    assert done.stdout.startswith(f"Labyrinth, round robin, 2 seats, seed 0: {decided} games\n")  # and not those that came too late
    assert "euclid is 200 Elo above random, not -200" in " ".join(done.stdout.split())
    assert run("arena", "--report", str(tmp_path)).stdout.startswith(done.stdout)
    assert "euclid is 200 Elo above random, not -200" in (tmp_path / "report.html").read_text("utf-8")


def test_bots_that_fail_are_named_in_the_report() -> None:
    done = run("arena", TOY, "random", UNRULY + "Crashes", UNRULY + "Babbles", "--gauntlet", "--games", "2")
    assert "tests.arena.unruly:Crashes lost 2 of 2 games because it failed (the player broke down)." in done.stdout
    assert "tests.arena.unruly:Babbles lost 2 of 2 games because it failed (an answer that cannot be read)." in done.stdout


def test_broken_rules_are_named_with_the_game_and_status_1() -> None:
    done = run("arena", "tests.arena.broken:GAME", "random", "byways.bots:RandomPlayer", "--games", "2", "--workers", "1")
    assert done.returncode == 1
    assert "The rules of Broken broke down in a game of random against byways.bots:RandomPlayer, seed 0:" in " ".join(done.stderr.split())
    assert "ZeroDivisionError" in done.stderr


@pytest.mark.slow
def test_ctrl_c_says_how_to_continue_and_loses_nothing(tmp_path: Path) -> None:
    with begun(tmp_path, 2) as running:
        running.send_signal(signal.SIGINT)
        _, said = running.communicate(timeout=20)
    assert (running.returncode, said.strip()) == (130, "Stopped. Run the same command again to continue.")
    assert len(numbers(tmp_path)) >= 2


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        ((), "Name a game and its bots"),
        (("labyrinth",), "Name a game and its bots"),
        (("chess", "random"), "There is no game 'chess'"),
        (("labyrinth", "euclid", "deep"), "Labyrinth has no bot 'deep'; it has"),
        (("labyrinth", "euclid", "random", "--option", "rows=8"), "A board of 8 by 7 is not possible"),
        (("labyrinth", "euclid", "random", "--games", "0"), "Invalid value for '--games'"),
        (("labyrinth", "euclid", "random", "--records"), "name one with --out"),
        (("labyrinth", "euclid", "random", "riemann", "--sprt", "0", "5"), "A sequential test is for two bots at two seats."),
        (("labyrinth", "euclid", "random", "--out", "/dev/null/x"), "cannot be written"),
        (("--report", "/no/such"), "There is no tournament in /no/such."),
    ],
)
def test_bad_arguments_give_one_sentence_and_status_2(arguments: tuple[str, ...], sentence: str) -> None:
    assert sentence in refusal("arena", *arguments)


def test_the_directory_of_another_tournament_is_refused(tmp_path: Path) -> None:
    given = ("arena", "traxx", "random", "--games", "1", "--workers", "1", "--out", str(tmp_path))
    assert run(*given).returncode == 0
    assert "belongs to another tournament (seed: 0 there, 5 here)." in refusal(*given, "--seed", "5")
    assert numbers(tmp_path) == [0]


def test_on_a_full_disk_a_tournament_keeps_its_results_and_can_be_continued(tmp_path: Path) -> None:
    command = ("arena", TOY, "random", "byways.bots:RandomPlayer", "--games", "40", "--workers", "1", "--out", str(tmp_path))
    with full_disk(2000):
        assert "results.jsonl cannot be written: File too large." in refusal(*command)
    written = (tmp_path / RESULTS).read_bytes()
    assert written == b"" or written.endswith(b"\n")
    assert run(*command).returncode == 0
    assert (tmp_path / RESULTS).read_bytes().startswith(written)
    assert numbers(tmp_path) == list(range(40))


def test_on_a_full_disk_a_record_that_cannot_be_written_ends_the_tournament(tmp_path: Path) -> None:
    with full_disk(1000):
        sentence = refusal("arena", "labyrinth", "euclid", "random", "--games", "2", "--workers", "1", "--out", str(tmp_path), "--records")
    assert "records/00000" in sentence
    assert sentence.endswith("cannot be written: File too large.")
    assert list((tmp_path / "records").iterdir()) == []


def test_a_report_on_results_that_do_not_fit_is_refused(tmp_path: Path) -> None:
    command = ("arena", TOY, "random", "byways.bots:RandomPlayer", "--games", "2", "--workers", "1", "--out", str(tmp_path))
    assert run(*command).returncode == 0
    text = (tmp_path / RESULTS).read_text("utf-8")
    (tmp_path / RESULTS).write_text(re.sub(r'"places":\[', '"places":[1,', text), "utf-8")
    assert "Line 1 of" in (sentence := refusal("arena", "--report", str(tmp_path)))
    assert "does not fit this tournament" in sentence


def test_the_first_failure_of_a_bot_is_shown_with_its_traceback(tmp_path: Path) -> None:
    done = run("arena", TOY, "random", UNRULY + "Crashes", "--games", "6", "--workers", "1", "--out", str(tmp_path))
    assert done.returncode == 0
    assert done.stderr.startswith(f"{UNRULY}Crashes failed: the player broke down.\n  Traceback (most recent call last):\n")
    assert done.stderr.count("Traceback") == 1
    assert "KeyError" in done.stdout
    assert {failure.report.splitlines()[-1] for result in read_archive(tmp_path).results for failure in result.failures} == {
        "KeyError: 0",
        "KeyError: 1",
    }


def test_a_game_of_the_arena_can_be_played_again(tmp_path: Path) -> None:
    bots = ("random", UNRULY + "Loud")
    assert run("arena", TOY, *bots, "--games", "2", "--workers", "1", "--out", str(tmp_path), "--records").returncode == 0
    result = read_archive(tmp_path).results[1]
    seats = [text for name in result.seating for text in ("--seat", f"bot:{name}")]
    again = tmp_path / "again.json"
    assert spawn("play", TOY, *seats, "--seed", str(result.seed), "--record", str(again)).returncode == 0
    first = tmp_path / "records" / "000001.json"
    assert decode(again.read_bytes()).entries == decode(first.read_bytes()).entries
