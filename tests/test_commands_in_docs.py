"""Every command in the documentation's code blocks runs; tests/test_examples.py runs those in docs/add-a-game.md.

A `text` block right after a block with one command is what that command prints.
"""

from __future__ import annotations

import asyncio
import re
import shlex
import tomllib
from pathlib import Path

import msgspec
import pytest

from byways.game import find_game
from byways.table.store.store import Store, file_url
from byways.teaching.lesson import Steps
from tests.command import run, spawn

ROOT = Path(__file__).parents[1]
PAGES = [page for page in sorted([*ROOT.glob("*.md"), *ROOT.glob("docs/**/*.md")]) if page.name != "add-a-game.md"]
BLOCK = re.compile(r"^ *```([\w{}-]*)\n(.*?)^ *```$", re.MULTILINE | re.DOTALL)
SHOWN = re.compile(r"^```\n([^\n]*)\n```\n\n```text\n(.*?)^```$", re.MULTILINE | re.DOTALL)
KNOWN = ("{eval-rst}", "{toctree}", "json", "python", "sh", "text", "toml")  # blocks that are not commands
ADMIN = {  # programs that change the machine, or need another machine
    *(r".venv\Scripts\byways", r".venv\Scripts\pip", ".venv/bin/pre-commit", "/opt/byways/bin/pip", "apt-get", "certbot", "cp", "createdb"),
    *("docker", "git", "ln", "nginx", "pg_dump", "pg_restore", "pip", "py", "python3", "sed", "sqlite3", "systemctl"),
}
TYPED = "quit\n"
MINE = """
from homesick import Homesick
from byways.games.labyrinth import GAME
Clever = GAME.bots["hard"]
"""  # what the pages call the reader's own module


def commands() -> dict[str, str]:
    """The commands in all blocks, with their pages."""
    blocks = [(page, language, text) for page in PAGES for language, text in BLOCK.findall(page.read_text("utf-8"))]
    assert {language for _, language, _ in blocks} <= {"", *KNOWN}
    return {line.strip(): page.name for page, language, text in blocks if not language for line in text.splitlines() if line.strip()}


COMMANDS = commands()
OUTPUTS = {line: text for page in PAGES for line, text in SHOWN.findall(page.read_text("utf-8"))}
OURS = [line for line in COMMANDS if re.match(r"(python -m )?byways ", line)]
SERVING = [line for line in OURS if line.startswith(("byways serve", "byways bench", "byways labyrinth"))]
TOOLS = [line for line in COMMANDS if line.startswith("python -m tools.")]
TARGETS = [line.split()[1] for line in COMMANDS if line.startswith("make ")]


def test_every_command_is_of_a_known_kind() -> None:
    known = {*OURS, *TOOLS, *(f"make {target}" for target in TARGETS), ".ci/run"}
    assert [line for line in COMMANDS if line not in known and line.split()[0] not in ADMIN] == []
    assert (len(OURS) > 30, len(TOOLS) > 2) == (True, True)


def test_make_has_the_targets() -> None:
    made = re.findall(r"^(\w+):", (ROOT / "Makefile").read_text("utf-8"), re.MULTILINE)
    assert {*TARGETS} <= {*made}


def test_files_of_administrators_exist() -> None:
    for name in {name for line in COMMANDS for name in re.findall(r"deploy/[\w.]+", line)}:
        assert (ROOT / name).exists()
    assert all("play.example.org" in (ROOT / "deploy" / name).read_text("utf-8") for name in ("nginx.conf", "Caddyfile"))


@pytest.mark.parametrize("line", TOOLS)
def test_tools_have_their_options(line: str) -> None:
    module, *given = line.split()[2:]
    source = (ROOT / module.replace(".", "/")).with_suffix(".py").read_text("utf-8")
    assert all(f'"{option}"' in source for option in given if option.startswith("--"))


@pytest.mark.parametrize("line", SERVING)
def test_commands_that_serve_or_measure_have_their_options(line: str) -> None:
    words = [word for word in shlex.split(line)[1:] if not word.startswith("--")]
    given = {word for word in shlex.split(line) if word.startswith("--")}
    shown = run(*(words[:2] if words[0] == "labyrinth" else words[:1]), "--help").stdout
    assert given <= {*re.findall(r"--[\w-]+", shown)}


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with everything the commands need: a record, a database, our examples, and a module of the reader's."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("PYTHONPATH", str(ROOT), prepend=":")
    (tmp_path / "examples").symlink_to(ROOT / "examples")
    (tmp_path / "records").mkdir()
    (tmp_path / "mine.py").write_text(MINE)
    bots = ("--seat", "bot:euclid", "--seat", "bot:random")
    assert run("play", "labyrinth", *bots, "--seed", "7", "--record", "game.json").returncode == 0
    return tmp_path


def shortened(words: list[str]) -> list[str]:
    """Append options that reduce a command's work. The last value of an option counts."""
    if words[0] == "arena" and "--report" not in words:
        return [*words, "--games", "2", "--workers", "1"]
    return [*words, "--worlds", "4"] if words[0] == "review" else words


@pytest.mark.long
@pytest.mark.usefixtures("homesick")
@pytest.mark.parametrize("page", sorted({COMMANDS[line] for line in OURS}))
def test_the_commands_of_a_page_run(page: str, folder: Path) -> None:
    """They run in order, in one folder, because some use files made by others."""
    for line in OURS:
        if COMMANDS[line] == page and line not in SERVING and "--ray" not in line:
            words = shlex.split(line.removeprefix("python -m "))[1:]
            words = words if line in OUTPUTS else shortened(words)
            if words[0] == "tables":
                words += ["--db", database(folder)]
            done = (spawn if words[0] == "arena" else run)(*words, typed=TYPED)
            assert (done.returncode, "Traceback" in done.stderr) == (0, False), (line, done.stderr)
            assert line not in OUTPUTS or without_trailing_spaces(done.stdout) == OUTPUTS[line], line


def without_trailing_spaces(text: str) -> str:
    return "".join(f"{line.rstrip()}\n" for line in text.splitlines())


def test_outputs_are_shown_and_compared() -> None:
    assert {line.split()[1] for line in OUTPUTS if line in OURS} >= {"arena", "puzzles"}
    assert {*OUTPUTS} <= {*OURS} - {*SERVING}


def database(folder: Path) -> str:
    async def create(url: str) -> None:
        store = Store(url)
        await store.open()
        await store.close()

    url = file_url(folder / "tables.db")
    asyncio.run(create(url))
    return url


def blocks(page: str, language: str) -> list[str]:
    return [text for found, text in BLOCK.findall((ROOT / "docs" / page).read_text("utf-8")) if found == language]


def test_the_package_of_a_bot_names_a_game() -> None:
    (text,) = blocks("write-a-bot.md", "toml")
    (name,) = tomllib.loads(text)["project"]["entry-points"]["byways.bots"]
    assert find_game(name.partition(".")[0]).name == "labyrinth"


def test_the_steps_of_a_lesson_are_read() -> None:
    lesson = blocks("add-a-game.md", "toml")[-1]
    assert [page.name for page in msgspec.toml.decode(lesson, type=Steps).steps[0].pages] == ["goal", "slide"]
