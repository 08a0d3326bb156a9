"""The command `byways review`."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import msgspec
import pytest

from byways.game import find_game
from byways.review.inquiry import Inquiry
from byways.review.judging import weigh
from byways.review.models import Review
from tests.command import full_disk, refusal, run
from tests.review.scripted import Fanciful

RECORD = Path(__file__).parents[1] / "records" / "labyrinth-1.json"


@pytest.fixture
def weigher(monkeypatch: pytest.MonkeyPatch) -> None:
    """A bot that thinks fast, in this process."""

    def carry_out(inquiry: Inquiry) -> Iterator[float]:
        while batch := inquiry.batch():
            inquiry.take(batch[0], weigh(batch[0]))
            yield inquiry.progress

    monkeypatch.setitem(find_game("labyrinth").bots, "hard", Fanciful)
    monkeypatch.setattr("byways.cli.review.carry_out", carry_out)
    monkeypatch.setattr("byways.cli.review.make_ready", lambda *given: None)  # it prints a note the first time


@pytest.mark.usefixtures("weigher")
def test_a_review_prints_an_account_for_each_seat() -> None:
    done = run("review", str(RECORD), "--worlds", "4")
    lines = done.stdout.splitlines()
    assert (done.returncode, done.stderr) == (0, "")
    assert "the best chance" in lines[0]
    assert lines[-1] == "17 acts with a choice, each judged by the bot “hard” in up to 4 imagined worlds."
    assert any(line.split()[:2] == ["Player", "Accuracy"] for line in lines[3:])
    assert len([line for line in lines if "(bot:" in line]) == 3
    assert "1. " in done.stdout
    assert ("Advice for" in done.stdout) == bool(re.search(r"\b(mistake|slip|blunder) by", done.stdout))


@pytest.mark.usefixtures("weigher")
def test_one_seat_is_reviewed_as_json() -> None:
    review = msgspec.json.decode(run("review", str(RECORD), "--seat", "1", "--worlds", "4", "--json").stdout, type=Review)
    assert {act.seat for act in review.acts} == {1}
    assert review.is_done


@pytest.mark.usefixtures("weigher")
def test_the_page_is_self_contained(tmp_path: Path) -> None:
    page = tmp_path / "review.html"
    assert "review.html" in run("review", str(RECORD), "--worlds", "4", "--out", str(page), "--language", "de").stdout
    text = page.read_text("utf-8")
    assert "Analyse einer Partie" in text
    assert text.index("beste Chance") < text.index("Schlüsselmomente") < text.index("<details>") < text.index("Beurteilt von")
    assert text.count("@font-face") == text.count("url(data:font/otf;base64,") == 2  # so that texts on boards keep their width
    assert text.count("<div inert><svg") == text.count("<figcaption>") - 1 > 0  # one board at each turning point, and the chart
    assert not {'src="/', 'href="/', "<script", 'src="http'} & set(text.split())


def test_a_game_that_cannot_be_reviewed_is_refused_in_a_sentence(tmp_path: Path) -> None:
    text = RECORD.read_text("utf-8")
    entries = text.splitlines()
    flaws = {
        text.replace('"version":', '"version":9'): "version",
        text[:2000]: "its end is missing",
        text.replace('"game":"labyrinth"', '"game":"chess"'): "There is no game 'chess'",
        text.replace("insert 0", "insert 7", 1): "Entry 1",
        "\n".join([*entries[:5], entries[5].rstrip(","), "]}"]): "is not over",
    }
    file = tmp_path / "record.json"
    for flawed, sentence in flaws.items():
        file.write_text(flawed, "utf-8")
        done = run("review", str(file))
        assert (done.returncode, done.stdout) == (2, "")
        assert sentence in done.stderr.replace("\n", " ")
    assert "There is no seat 3" in run("review", str(RECORD), "--seat", "3").stderr


@pytest.mark.usefixtures("weigher")
def test_on_a_full_disk_an_old_page_stays_as_it_was(tmp_path: Path) -> None:
    old = tmp_path / "review.html"
    old.write_text("old")
    with full_disk(1000):
        assert "review.html cannot be written: File too large." in refusal("review", str(RECORD), "--worlds", "4", "--out", str(old))
    assert [(path.name, path.read_text()) for path in tmp_path.iterdir()] == [("review.html", "old")]


@pytest.mark.usefixtures("weigher")
def test_game_and_bot_can_be_named_by_module_and_attribute(tmp_path: Path) -> None:
    file = tmp_path / "tuck.json"
    assert run("play", "tests.toy:GAME", *("--seat", "bot:random") * 2, "--seed", "1", "--record", str(file)).returncode == 0
    done = run("review", str(file), "--game", "tests.toy:GAME", "--bot", "tests.review.scripted:Greedy", "--worlds", "4")
    assert (done.returncode, done.stderr) == (0, "")
    assert "judged by the bot “tests.review.scripted:Greedy”" in done.stdout
