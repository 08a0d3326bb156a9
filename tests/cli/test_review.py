"""The command `byways review`."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import msgspec
import pytest

from byways.game import find_game
from byways.review.inquiry import Inquiry
from byways.review.judging import answer
from byways.review.models import Review
from tests.command import said
from tests.review.scripted import Fanciful

RECORD = Path(__file__).parents[1] / "records" / "labyrinth-1.json"


@pytest.fixture
def weigher(monkeypatch: pytest.MonkeyPatch) -> None:
    """A bot that thinks fast, in this process."""

    def carry_out(inquiry: Inquiry) -> Iterator[float]:
        while batch := inquiry.batch():
            inquiry.take(batch[0], answer(batch[0]))
            yield inquiry.progress

    monkeypatch.setitem(find_game("labyrinth").bots, "hard", Fanciful)
    monkeypatch.setattr("byways.cli.review.carry_out", carry_out)
    monkeypatch.setattr("byways.cli.review.make_ready", lambda *given: None)  # which says so the first time on a machine


@pytest.mark.usefixtures("weigher")
def test_it_tells_each_seat_what_became_of_its_chance() -> None:
    done = said("review", str(RECORD), "--worlds", "4")
    lines = done.stdout.splitlines()
    assert (done.returncode, done.stderr) == (0, "")
    assert lines[0] == "17 acts with a choice, each judged by the bot “hard” in up to 4 imagined worlds."
    assert lines[1].split()[:2] == ["Player", "Accuracy"]
    assert len([line for line in lines if "(bot:" in line]) == 3
    assert "1. " in done.stdout


@pytest.mark.usefixtures("weigher")
def test_it_reviews_one_seat_alone_and_says_it_in_json() -> None:
    review = msgspec.json.decode(said("review", str(RECORD), "--seat", "1", "--worlds", "4", "--json").stdout, type=Review)
    assert {act.seat for act in review.acts} == {1}
    assert review.is_done


@pytest.mark.usefixtures("weigher")
def test_it_writes_a_page_that_needs_nothing_else(tmp_path: Path) -> None:
    page = tmp_path / "review.html"
    assert "review.html" in said("review", str(RECORD), "--worlds", "4", "--out", str(page), "--language", "de").stdout
    text = page.read_text("utf-8")
    assert "Analyse einer Partie" in text
    assert "data:image/svg+xml" in text
    assert not {'src="/', 'href="/', "<script", 'src="http'} & set(text.split())


def test_what_cannot_be_reviewed_is_said_in_a_sentence(tmp_path: Path) -> None:
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
        done = said("review", str(file))
        assert (done.returncode, done.stdout) == (2, "")
        assert sentence in done.stderr.replace("\n", " ")
    assert "There is no seat 3" in said("review", str(RECORD), "--seat", "3").stderr
