"""The command `byways new`: write a package for a new bot or game, with a test and an entry point."""

from __future__ import annotations

import re
from importlib.resources import files
from importlib.util import find_spec
from keyword import iskeyword
from pathlib import Path
from string import Template
from typing import Annotated

import typer

from byways.cli.common import say
from byways.game import Refused, cards, find_game
from byways.i18n import Message

NAME = re.compile(r"[a-z][a-z0-9_]{0,30}")

app = typer.Typer(add_completion=False, rich_markup_mode=None, help="Write a package for a new bot or game, with a test.")
Name = Annotated[str, typer.Argument(metavar="NAME", help="small letters, digits and _; also the name of its folder")]


@app.command("bot")
def new_bot(name: Name, game_name: Annotated[str, typer.Option("--game", metavar="GAME", help="the game that it plays")]) -> None:
    """Write a package with a bot."""
    game = find_game(game_name)
    if name in game.bot_names:
        raise Refused(Message("refuse.new-bot", {"title": game.title, "name": name}))
    write("bot", name, game=game.name, bot=class_name(name), other=game.bot_names[0])


@app.command("game")
def new_game(name: Name) -> None:
    """Write a package with a game in one module."""
    if name in cards():
        raise Refused(Message("refuse.new-game", {"name": name}))
    write("game", name, title=class_name(name))


def class_name(name: str) -> str:
    return "".join(part.capitalize() for part in name.split("_"))


def write(kind: str, name: str, **values: str) -> None:
    """Fill in the templates of a kind in a new folder, and list the files."""
    if not NAME.fullmatch(name) or iskeyword(name):
        raise Refused(Message("refuse.new-name", {"name": name}))
    if find_spec(name) is not None:
        raise Refused(Message("refuse.new-module", {"name": name}))
    folder = Path(name)
    try:
        folder.mkdir()
    except FileExistsError:
        raise Refused(Message("refuse.new-folder", {"folder": name})) from None
    for template in sorted((files("byways.cli") / "templates" / kind).iterdir(), key=lambda file: file.name):
        text = Template(template.read_text("utf-8")).substitute(name=name, **values)
        (folder / template.name.removesuffix(".txt").replace("NAME", name)).write_text(text, "utf-8")
    say("new.written", folder=name, readme=str(folder / "README.md"))
