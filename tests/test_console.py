"""Sentences and tables in pipes and narrow terminals: nothing is cut, and no line breaks a word or a path."""

from io import StringIO
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from rich.console import Console

from byways.console import paths_in, print_line, print_table, spread, wrapped
from byways.i18n import Message
from tests.command import spawn
from tests.terminals import seen

LONG = "/srv/byways/a-folder-with-a-name-of-more-than-forty-letters/game.json"
SPACED = "/srv/all my games/of the last summer/in the garden/game.json"
RECORD = str(Path(__file__).parent / "records" / "labyrinth-1.json")


class Screen(StringIO):
    """A buffer that claims to be a terminal."""

    def isatty(self) -> bool:
        return True


def printed(width: int, rows: list[list[str]]) -> str:
    screen = Screen()
    print_table(Console(file=screen, width=width, color_system=None), rows)
    return screen.getvalue()


def test_a_sentence_in_a_pipe_is_one_plain_line_even_with_forced_colour() -> None:
    pipe = StringIO()
    print_line(Console(file=pipe, force_terminal=True, width=40), f"The file {SPACED} is [red]wrong[/red].", "red")
    assert pipe.getvalue() == f"The file {SPACED} is [red]wrong[/red].\n"


def test_a_sentence_in_a_terminal_may_have_a_colour() -> None:
    screen = Screen()
    print_line(Console(file=screen, force_terminal=True, width=40, color_system="standard"), "Wrong.", "red")
    assert screen.getvalue() == "\x1b[31mWrong.\x1b[0m\n"


def test_lines_end_between_words_but_not_in_a_path() -> None:
    assert wrapped("one two three", 7) == "one two\nthree"
    assert wrapped(f"The file {LONG} is well-known.", 12) == f"The file\n{LONG}\nis\nwell-known."
    assert wrapped(f"The file {SPACED} is wrong.", 40, [SPACED]) == f"The file\n{SPACED}\nis wrong."
    assert wrapped("first\n  second line", 8) == "first\n  second\nline"


def test_paths_are_found_in_nested_messages() -> None:
    within = Message("inner", {"file": LONG, "count": 3})
    assert list(paths_in(Message("outer", {"file": SPACED, "reason": "No such file", "why": within}))) == [SPACED, LONG]
    assert list(paths_in("a sentence")) == []


def test_a_table_in_a_pipe_has_a_line_for_each_row() -> None:
    pipe = StringIO()
    print_table(Console(file=pipe, width=10), [["game", "about"], ["traxx", "Draw one line [over] the colours."]])
    assert pipe.getvalue().splitlines() == ["game   about                            ", "traxx  Draw one line [over] the colours."]


def test_a_table_wraps_within_its_columns_or_becomes_paragraphs() -> None:
    rows = [["game", "about"], ["traxx", "Draw one line."], ["long_way", "Build."]]
    assert [line.rstrip() for line in printed(18, rows).splitlines()] == [
        "game      about",
        "traxx     Draw one",
        "          line.",
        "long_way  Build.",
    ]
    assert printed(12, rows) == "game: traxx\nabout: Draw\none line.\n\ngame:\nlong_way\nabout:\nBuild.\n"


WORDS = st.text("abcdefgh", min_size=1, max_size=12)
CELLS = st.lists(WORDS, max_size=6).map(" ".join)


@st.composite
def tables(draw: st.DrawFn) -> list[list[str]]:
    columns = draw(st.integers(1, 5))
    rows = st.lists(st.lists(CELLS, min_size=columns, max_size=columns), min_size=1, max_size=4)
    return [[draw(WORDS) for _ in range(columns)], *draw(rows)]


@given(tables(), st.integers(14, 90))
def test_a_table_of_any_width_keeps_every_word_and_the_width(rows: list[list[str]], width: int) -> None:
    shown = printed(width, rows)
    words = sorted(word for row in rows[1:] for cell in row for word in cell.split())
    heads = [head + mark for head in rows[0] for mark in ("", ":")]
    found = shown.split()
    for word in words:
        found.remove(word)
    assert set(found) <= set(heads)
    assert max(map(len, shown.splitlines())) <= width


@given(st.lists(st.tuples(st.integers(1, 9), st.integers(0, 30)), min_size=1, max_size=6), st.integers(0, 60))
def test_columns_share_the_room(columns: list[tuple[int, int]], more: int) -> None:
    least = [narrow for narrow, _ in columns]
    most = [narrow + extra for narrow, extra in columns]
    widths = spread(least, most, sum(least) + more)
    assert all(low <= width <= high for low, width, high in zip(least, widths, most, strict=True))
    assert sum(widths) == min(sum(most), sum(least) + more)


# Commands in a terminal of 40 columns

SAID = {
    "help": ("--help",),
    "games": ("games",),
    "spiele": ("games", "--language", "de"),
    "arena": ("arena", "traxx", "random", "greedy", "--games", "2", "--workers", "1"),
    "review": ("review", RECORD, "--worlds", "1", "--seat", "0"),
    "analyse": ("review", RECORD, "--worlds", "1", "--seat", "0", "--language", "de"),
    "result": ("play", "long_road", "--seat", "bot:random", "--seat", "bot:random", "--seed", "1"),
}


def shown_by(output: str) -> set[str]:
    """Return the words, without colons after headers."""
    return {word.rstrip(":") for word in output.split()}


@pytest.mark.slow
@pytest.mark.parametrize("arguments", SAID.values(), ids=SAID)
def test_a_narrow_terminal_shows_every_word_that_a_pipe_has(arguments: tuple[str, ...]) -> None:
    narrow, whole = seen(40, *arguments), spawn(*arguments).stdout
    assert shown_by(whole) <= shown_by(narrow)
    assert "…" not in narrow
    assert "..." not in narrow.replace("[ARGS]...", "")


WRONG = {
    "unreadable": (("replay", SPACED), SPACED),
    "unlesbar": (("replay", SPACED, "--language", "de"), SPACED),
    "unwritable": (("play", "labyrinth", "--record", LONG), LONG),
    "unknown": (("play", "chess"), "'chess'"),
    "unbekannt": (("play", "chess", "--language", "de"), "„chess“"),
    "option": (("games", "--colour"), "--colour"),
    "argument": (("replay",), "'FILE'."),
    "value": (("serve", "--port", "70000"), "'--port':"),
    "in a game": (("labyrinth", "serve", "--state", SPACED), SPACED),
}


@pytest.mark.slow
@pytest.mark.parametrize(("arguments", "whole"), WRONG.values(), ids=WRONG)
def test_an_error_is_one_plain_line_in_a_pipe_and_never_breaks_a_word_or_path(
    arguments: tuple[str, ...], whole: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("FORCE_COLOR", "1")
    monkeypatch.setenv("COLUMNS", "40")
    line, screen = spawn(*arguments).stderr, seen(40, *arguments)
    assert line.count("\n") == 1
    assert "\x1b" not in line
    assert whole in line
    assert whole in screen
    assert screen.split() == line.split()
    assert all(len(one) <= 40 or one.rstrip(".:") == whole for one in screen.splitlines())
