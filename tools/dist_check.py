"""Check that an installed Byways works: `make dist` runs this in an environment with only the wheel.

    /path/to/environment/bin/python -I tools/dist_check.py [BOT]

It needs only Byways and the standard library, and leaves no files behind.
"""

from __future__ import annotations

import json
import re
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from html import unescape
from http.cookiejar import CookieJar
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any
from urllib.error import HTTPError
from urllib.parse import urldefrag, urljoin, urlsplit
from urllib.request import HTTPCookieProcessor, ProxyHandler, Request, build_opener

BYWAYS = (sys.executable, "-m", "byways")
GAME = "traxx"  # its strongest bot uses compiled code if numba is installed
PATIENCE = 300.0  # seconds for a game, including compilation
PAGE = "text/html"
TYPES = {  # by suffix; everything else is a page
    ".atom": "application/atom+xml",
    ".css": "text/css",
    ".js": "text/javascript",
    ".json": "application/json",
    ".png": "image/png",
    ".svg": "image/svg+xml",
    ".ttf": "font/ttf",
    ".webmanifest": "application/manifest+json",
}
NAMED = {  # addresses in a file, by its type
    PAGE: re.compile(r'(?:href|src)="([^"#][^"]*)"'),
    "text/css": re.compile(r"url\(([^)#]+)\)"),
    "text/javascript": re.compile(r'^import .*"(\./[^"]+)"', re.M),
}


class Browser:
    """A client with cookies."""

    def __init__(self, home: str) -> None:
        self.home = home
        self.opener = build_opener(ProxyHandler({}), HTTPCookieProcessor(CookieJar()))

    def get(self, path: str, form: bytes | None = None) -> tuple[str, str, str]:
        """Return the final address of a request, the content type and the text."""
        with self.opener.open(Request(urljoin(self.home, path), form), timeout=60) as answer:
            kind = answer.headers.get_content_type()
            assert answer.status == 200, f"{path} answered {answer.status}."
            return answer.url, kind, answer.read().decode("utf-8", "replace")

    def ask(self, path: str, sent: object = None) -> dict[str, Any]:
        body = None if sent is None else json.dumps(sent).encode()
        with self.opener.open(Request(urljoin(self.home, path), body, {"Content-Type": "application/json"}), timeout=60) as answer:
            found: dict[str, Any] = json.load(answer)
            return found

    def first_drawing(self, table: str) -> str:
        """Return the first message of a table's stream."""
        with self.opener.open(urljoin(self.home, f"/play/{table}/stream"), timeout=60) as stream:
            lines = iter(lambda: stream.readline().decode(), "")
            return "".join(line for line in until_drawn(lines))


def until_drawn(lines: Iterator[str]) -> Iterator[str]:
    """Yield lines up to the first empty line after some data."""
    has_come = False
    for line in lines:
        has_come = has_come or line.startswith("data:")
        if has_come and not line.strip():
            return
        yield line


@contextmanager
def served(folder: Path) -> Iterator[Browser]:
    """Start a server with a new database."""
    command = (*BYWAYS, "serve", "--port", "0", "--db", f"sqlite+aiosqlite:///{folder / 'tables.db'}")
    process = subprocess.Popen(command, cwd=folder, stdout=subprocess.PIPE, encoding="utf-8", errors="replace")
    assert process.stdout is not None
    try:
        said = next((line for line in process.stdout if "http://" in line), "")
        address = re.search(r"http://[\d.:]+", said)
        assert address, "The server did not start."
        yield Browser(address[0])
    finally:
        process.terminate()
        process.communicate(timeout=60)


def run(folder: Path, *words: str) -> str:
    done = subprocess.run((*BYWAYS, *words), cwd=folder, capture_output=True, encoding="utf-8", errors="replace")
    assert done.returncode == 0, f"byways {' '.join(words)} ended with {done.returncode}: {done.stderr}"
    return done.stdout


def follow(browser: Browser, path: str, text: str, seen: set[str]) -> None:
    """Check that every file a page refers to exists and has the right type, recursively."""
    todo = [(path, PAGE, text)]
    while todo:
        for address in {*named(*todo.pop())} - seen:
            seen.add(address)
            _, kind, text = browser.get(address)
            expected = TYPES.get(Path(urlsplit(address).path).suffix, PAGE)
            assert kind == expected, f"{address} is {kind}, not {expected}."
            if kind != PAGE:
                todo.append((address, kind, text))


def named(path: str, kind: str, text: str) -> Iterator[str]:
    """Yield the addresses on this server that a file refers to."""
    for found in NAMED[kind].findall(text) if kind in NAMED else ():
        address = urldefrag(urljoin(path, unescape(found))).url
        if not urlsplit(address).netloc:
            yield address


def check_pages(browser: Browser) -> str:
    """Check the lobby and a table of every game."""
    seen = set[str]()
    lobby = browser.get("/")[2]
    follow(browser, "/", lobby, seen)
    for game in re.findall(r'name="game" value="(\w+)"', lobby):
        address, _, page = browser.get("/new", f"game={game}".encode())
        table = address.rpartition("/play/")[2].partition("?")[0]
        follow(browser, f"/play/{table}", page + browser.first_drawing(table), seen)
    for part in ("/static/", "/font/", "/art/", "/style/", "/picture/", "/rules/"):
        assert any(address.startswith(part) for address in seen), f"No page refers to {part}."
    return f"{len(seen)} addresses"


def check_lesson(browser: Browser) -> str:
    """Check that the first step of a lesson accepts its right choice and refuses others."""
    begin = re.search(rf'action="(/learn/{GAME}/[^"]+)"', browser.get(f"/learn/{GAME}")[2])
    assert begin, "There is no lesson."
    table = browser.get(begin[1], b"")[0].rpartition("/play/")[2].partition("?")[0]
    view = browser.ask(f"/api/tables/{table}/view")
    for tried, choice in enumerate(view["choices"]):
        try:
            browser.ask(f"/api/tables/{table}/choose", {"choice": choice["choice"], "seen": view["number"]})
        except HTTPError as error:
            if error.code != 422:
                raise
        else:
            return f"{choice['choice']} after {tried} other choices"
    raise AssertionError("The lesson takes no choice.")


def check_game(browser: Browser, bot: str, file: Path) -> str:
    """Play a whole game against a bot, and save its record."""
    table = browser.ask("/api/tables", {"game": GAME, "seats": ["me", f"bot:{bot}"]})["table"]
    end = time.monotonic() + PATIENCE
    while (outcome := browser.ask(f"/api/tables/{table}")["outcome"]) is None:
        assert time.monotonic() < end, "The game takes too long."
        view = browser.ask(f"/api/tables/{table}/view")
        if view["choices"]:
            browser.ask(f"/api/tables/{table}/choose", {"choice": view["choices"][0]["choice"], "seen": view["number"]})
        else:
            time.sleep(0.1)
    file.write_text(browser.get(f"/play/{table}/record.json")[2], "utf-8")
    return str(outcome["scores"])


def check_png(folder: Path, record: Path) -> str:
    picture = folder / "board.png"
    run(folder, "replay", str(record), "--at", "3", "--png", str(picture))
    data = picture.read_bytes()
    assert data.startswith(b"\x89PNG"), "That is not a PNG."
    return f"{len(data)} bytes"


def main(bot: str = "hard") -> None:
    with TemporaryDirectory(ignore_cleanup_errors=True) as name:
        folder = Path(name)
        assert GAME in run(folder, "games", "--language", "en")
        print("byways games: works")
        record = folder / "game.json"
        with served(folder) as browser:
            print("pages, scripts, styles, fonts and art:", check_pages(browser))
            print("a lesson:", check_lesson(browser))
            print(f"a game against {bot}:", check_game(browser, bot, record))
        print("a PNG:", check_png(folder, record))


if __name__ == "__main__":
    main(*sys.argv[1:])
