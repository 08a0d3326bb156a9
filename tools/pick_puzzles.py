"""Pick the puzzles that a room ships from a file of `byways puzzles GAME --make`.

python -m tools.pick_puzzles MADE.jsonl src/byways/games/GAME/puzzles/puzzles.jsonl.gz --most 20 --without 44/276:safe
"""

from __future__ import annotations

import argparse
from collections import Counter
from collections.abc import Collection, Sequence
from pathlib import Path

from byways.game import stream
from byways.puzzles.collection import StoredPuzzle, compressed, decode
from byways.puzzles.making import renumbered


def pick(made: Sequence[StoredPuzzle], most: int, without: Collection[str]) -> list[StoredPuzzle]:
    """Return at most `most` puzzles of each kind and grade, easy ones first, without those named SOURCE:KIND."""
    taken, chosen = Counter[tuple[str, int]](), list[StoredPuzzle]()
    for stored in made:
        kind, grade = stored.puzzle.kind, stored.puzzle.grade
        if f"{stored.source}:{kind}" not in without and taken[kind, grade] < most:
            taken[kind, grade] += 1
            chosen.append(stored)
    stream("puzzles", "order").shuffle(chosen)
    chosen.sort(key=lambda stored: stored.puzzle.grade)
    return [renumbered(stored, number) for number, stored in enumerate(chosen, 1)]


def main(arguments: Sequence[str] | None = None) -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("made", type=Path, help="a file of `byways puzzles GAME --make`")
    parser.add_argument("target", type=Path, help="the file of the room")
    parser.add_argument("--most", type=int, default=20, help="puzzles of each kind and grade")
    parser.add_argument("--without", nargs="*", default=[], metavar="SOURCE:KIND", help="dull ones")
    given = parser.parse_args(arguments)
    chosen = pick(decode(given.made.read_bytes(), str(given.made)), given.most, given.without)
    given.target.write_bytes(compressed(chosen))
    grades = Counter(stored.puzzle.grade for stored in chosen)
    print(f"{len(chosen)} puzzles:", ", ".join(f"{grades[grade]} of grade {grade}" for grade in sorted(grades)))


if __name__ == "__main__":
    main()
