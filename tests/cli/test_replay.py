"""The command `byways replay`."""

import re
from pathlib import Path

import msgspec
import pytest

from byways.record import read
from tests.command import refusal, run


def test_an_older_record_is_shown_with_a_note(tmp_path: Path) -> None:
    record, older = tmp_path / "now.json", tmp_path / "older.json"
    run("play", "long_way", "--seat", "bot:random", "--seed", "1", "--record", str(record))
    older.write_bytes(msgspec.structs.replace(read(record.read_bytes()), version=1).to_json())
    now, then = run("replay", str(record), "--json"), run("replay", str(older), "--json")
    assert (then.returncode, then.stdout) == (0, now.stdout)
    assert (now.stderr, then.stderr) == ("", "This record was played with version 1 of The Long Way; the installed version is 2.\n")


def test_replay_shows_any_position(record: Path, tmp_path: Path) -> None:
    assert "after 3 of" in run("replay", str(record), "--at", "3").stdout
    view = msgspec.json.decode(run("replay", str(record), "--at", "3", "--seat", "1", "--json").stdout)
    assert (view["seat"], view["awaited"]) == (1, [1])
    done = run("replay", str(record), "--svg", str(tmp_path / "b.svg"), "--png", str(tmp_path / "b.png"))
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout == f"The board is in {tmp_path / 'b.svg'}.\nThe board is in {tmp_path / 'b.png'}.\n"
    assert (tmp_path / "b.svg").read_text("utf-8").startswith("<svg")
    assert (tmp_path / "b.png").read_bytes().startswith(b"\x89PNG")


def test_a_record_of_a_game_that_is_not_installed_is_replayed_by_module_and_attribute(tmp_path: Path) -> None:
    file = tmp_path / "tuck.json"
    assert run("play", "tests.toy:GAME", *("--seat", "bot:random") * 2, "--seed", "1", "--record", str(file)).returncode == 0
    assert "There is no game 'tuck'" in refusal("replay", str(file))
    assert run("replay", str(file), "--game", "tests.toy:GAME").stdout.startswith("Tuck")


def test_replay_lists_the_acts_and_shows_the_end_of_any(record: Path) -> None:
    acts = re.findall(r"(?m)^\d+\. \(round \d+\) ", run("replay", str(record), "--acts").stdout)
    assert acts[0] == "1. (round 1) "
    shown = [run("replay", str(record), "--act", str(number)).stdout for number in (0, 1, len(acts))]
    assert "after 0 of" in shown[0]
    assert len(set(shown)) == 3
    assert shown[2] == run("replay", str(record)).stdout
    assert f"There is no act 999; this game has acts 0 to {len(acts)}." in run("replay", str(record), "--act", "999").stderr


def test_replay_refuses_unknown_seats_and_entries(record: Path) -> None:
    assert "There is no seat 5; this game has seats 0 to 1." in run("replay", str(record), "--seat", "5").stderr
    assert "there is no position 9999" in run("replay", str(record), "--at", "9999").stderr
    assert run("replay", str(record), "--at", "-1").returncode == 2


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (("replay", "/no/such.json"), "The file /no/such.json cannot be read: No such file or directory."),
        (("replay", __file__), "not a record"),
        (("replay", "/"), "The file / cannot be read: Is a directory."),
    ],
)
def test_bad_arguments_give_one_sentence_and_status_2(arguments: tuple[str, ...], sentence: str) -> None:
    assert sentence in refusal(*arguments)
