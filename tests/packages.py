"""Third-party packages, laid out as if installed."""

from __future__ import annotations

from pathlib import Path

HOMESICK = """
import sys
from byways.bots import RandomPlayer

NUMBER = 7


class Homesick(RandomPlayer):
    def __init__(self, rng):
        super().__init__(rng)
        sys.stderr.write("homesick\\n")


def careless(rng):
    return 1 / 0
"""

BOTS = """[byways.bots]
labyrinth.homesick = homesick:Homesick
tuck.homesick = homesick:Homesick
traxx.careless = homesick:careless
traxx.lost = no_such_module:Bot
traxx.nobody = homesick:Nobody
traxx.number = homesick:NUMBER
traxx.quits = quits:Bot
traxx.twins = homesick:Homesick
traxx.two words = homesick:Homesick
labyrinth.euclid = homesick:Homesick
chess.deep = homesick:Homesick
homesick = homesick:Homesick
"""


def install(folder: Path, name: str, entry_points: str, **modules: str) -> None:
    info = folder / f"{name}-1.dist-info"
    info.mkdir()
    (info / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {name}\nVersion: 1\n", "utf-8")
    (info / "entry_points.txt").write_text(entry_points, "utf-8")
    for module, text in modules.items():
        (folder / f"{module}.py").write_text(text, "utf-8")


def install_bots(folder: Path) -> None:
    """Install bots for our games: one that plays, and one for each thing that can be wrong."""
    install(folder, "homesick", BOTS, homesick=HOMESICK, quits="raise SystemExit('I quit')")
    install(folder, "twins", "[byways.bots]\ntraxx.twins = homesick:Homesick\n")
