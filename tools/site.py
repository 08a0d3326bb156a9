"""Build the documentation site: `python -m tools.site [FOLDER]` (default: `site`).

Sphinx builds one tree of Markdown. Its pages are the files of `docs/`, the changelog, the contributing guide, and the pages of each game in
every language, with their figures. This script copies them into one folder, adapts links between them, and runs Sphinx. A warning
fails the build.
"""

from __future__ import annotations

import re
import shutil
import sys
import tempfile
from functools import cached_property
from html import escape, unescape
from importlib import import_module
from os.path import relpath
from pathlib import Path
from posixpath import join
from types import FunctionType

import font_source_sans_pro  # type: ignore[import-untyped]
from babel import Locale
from sphinx.cmd.build import build_main
from sphinx.util.inventory import InventoryFile
from tools.site_api import api_page

from byways.drawing import themed
from byways.game import Game, all_games
from byways.i18n import ENGLISH, languages_of
from byways.once import once
from byways.room import find_room
from byways.teaching.guide import FIGURE, figure, how_to_play, in_short

ROOT = Path(__file__).parents[1]
LINK = re.compile(r"(?<!!)\[(?P<words>(?:[^\[\]]|\n)+)\]\((?P<target>(?!https?:)[^()\s]+)\)")
CODE = re.compile(r"(^```.*?^```)", re.MULTILINE | re.DOTALL)

STYLE = re.compile(r"(?<=<style>).*?(?=</style>)", re.DOTALL)
MODULE = re.compile(r"^\.\. automodule:: (\S+)$", re.MULTILINE)
MEMBERS = (FunctionType, staticmethod, classmethod, property, cached_property, once)
FONTS = {"regular.ttf": "SourceSansPro", "semibold.ttf": "SourceSansProSemibold"}  # for figures
OTHER_PAGES = """

```{{toctree}}
:hidden:

The fine print <rules>
{}
```
"""


def page_files() -> dict[Path, Path]:
    """Return the files that become pages or pictures, each with its place in the site."""
    files = {file: file.relative_to(ROOT / "docs") for file in (ROOT / "docs").rglob("*") if file.is_file()}
    files |= {ROOT / "CHANGELOG.md": Path("changes.md"), ROOT / "CONTRIBUTING.md": Path("contributing.md")}
    for game in all_games():
        room = ROOT / "src" / Path(*game.room.split("."))
        files[room / "rules.md"] = Path("games", game.name, "rules.md")
        files |= {room / "teaching/how_to_play" / f"{language}.md": guide_of(game, language) for language in languages(game)}
    return files


def languages(game: Game) -> list[str]:
    folder = find_room(game.room).file("teaching", "how_to_play")
    return [language for language in sorted(languages_of(game.room)) if folder and folder.joinpath(f"{language}.md").is_file()]


def guide_of(game: Game, language: str) -> Path:
    return Path("games", game.name, f"{language}.md")


def linked(text: str, source: Path, files: dict[Path, Path]) -> str:
    """Replace links to files with links within the site. A link to a file outside the site becomes plain text; the file must exist."""

    def link(found: re.Match[str]) -> str:
        path, _, anchor = found["target"].partition("#")
        file = (source.parent / path).resolve() if path else source
        if not file.exists():
            raise FileNotFoundError(f"{source} links to {path}, which does not exist.")
        place = files.get(file)
        if place is None:
            return found["words"]
        return f"[{found['words']}]({relpath(place, files[source].parent)}{'#' + anchor if anchor else ''})"

    return "".join(part if CODE.fullmatch(part) else LINK.sub(link, part) for part in CODE.split(text))


def follow_theme(found: re.Match[str]) -> str:
    """Return a figure's style sheet, which follows the theme's switch instead of the system."""
    return escape(themed(unescape(found[0]), ":has([data-theme=light])", ":has([data-theme=dark])"), quote=False)


def illustrated(game: Game, language: str, text: str) -> str:
    """Insert a page's figures as inline SVG, so that they use the site's font. A figure alone in its paragraph gets a caption."""

    def place(found: re.Match[str]) -> str:
        svg = " ".join(STYLE.sub(follow_theme, figure(game, found["name"], language)).splitlines())
        is_alone = found.string[: found.start()].endswith("\n\n") and found.string[found.end() :].startswith("\n\n")
        if not is_alone:
            return f'<span class="symbol">{svg}</span>'
        return f"<figure>{svg}<figcaption>{found['words']}</figcaption></figure>"

    return FIGURE.sub(place, text)


def write_guide(game: Game, language: str, page: Path, source: Path, files: dict[Path, Path]) -> None:
    text = linked(f"{how_to_play(game, language)}\n\n{in_short(game, language) or ''}", source, files)
    text = text if text.startswith("# ") else f"# {game.title}\n\n{text}"
    more = OTHER_PAGES.format("\n".join(f"{capitalised(Locale(one).display_name)} <{one}>" for one in languages(game) if one != ENGLISH))
    page.write_text(illustrated(game, language, text) + (more if language == ENGLISH else ""), "utf-8")


def capitalised(name: str | None) -> str:
    return f"{name[:1].upper()}{name[1:]}" if name else ""


def collect(folder: Path) -> None:
    """Write all pages of the site, as Markdown, into a folder."""
    files = page_files()
    guides = {guide_of(game, language): (game, language) for game in all_games() for language in languages(game)}
    for source, place in files.items():
        page = folder / place
        page.parent.mkdir(parents=True, exist_ok=True)
        if place in guides:
            write_guide(*guides[place], page, source, files)
        elif source.suffix == ".md":
            page.write_text(linked(source.read_text("utf-8"), source, files), "utf-8")
        else:
            shutil.copyfile(source, page)
    (folder / "reference" / "json-api.md").write_text(api_page(), "utf-8")


def public_modules() -> list[str]:
    """Return the names of the modules that the reference covers."""
    return [name for page in sorted((ROOT / "docs/reference").glob("*.md")) for name in MODULE.findall(page.read_text("utf-8"))]


def undocumented(module: str) -> list[str]:
    """Return the public classes, functions, methods and properties of a module that have no docstring of ours."""
    names = {name: getattr(import_module(module), name) for name in import_module(module).__all__}
    found = [name for name, value in names.items() if isinstance(value, type | FunctionType) and not value.__doc__]
    found += [f"{name}.{member}" for name, value in names.items() if isinstance(value, type) for member in silent_members(value)]
    return [f"{module}.{name}" for name in found]


def silent_members(kind: type) -> list[str]:
    """Return the methods and properties of a class that neither it nor a class of ours from which it inherits explains."""
    members = [name for name, value in vars(kind).items() if not name.startswith("_") and isinstance(value, MEMBERS)]
    ours = [one for one in kind.__mro__ if one.__module__.startswith("byways.")]
    return [name for name in members if not any(vars(one).get(name) is not None and vars(one)[name].__doc__ for one in ours)]


def without_anchor(inventory: Path) -> list[str]:
    """Return the public names that the reference of a built site lacks."""
    with inventory.open("rb") as file:
        found = {name for kind in InventoryFile.load(file, "", join).values() for name in kind}
    names = [f"{module}.{name}" for module in public_modules() for name in import_module(module).__all__]
    return [name for name in names if name not in found]


def main(target: Path) -> int:
    if missing := [name for module in public_modules() for name in undocumented(module)]:
        print(f"Without a docstring: {', '.join(missing)}.", file=sys.stderr)
        return 1
    with tempfile.TemporaryDirectory() as folder, tempfile.TemporaryDirectory() as cache:
        collect(Path(folder))
        for name, face in FONTS.items():
            shutil.copyfile(font_source_sans_pro.font_files_ttf[face], Path(folder, "_static", name))
        status = build_main(["-q", "-W", "--keep-going", "-b", "dirhtml", "-d", cache, folder, str(target)])
    if missing := without_anchor(target / "objects.inv"):
        print(f"Not in the reference: {', '.join(missing)}.", file=sys.stderr)
        return 1
    return status


if __name__ == "__main__":
    sys.exit(main(Path(*(sys.argv[1:] or ["site"]))))
