"""Report how much of the browser scripts ran, from the counts that browser tests write.

    BYWAYS_SCRIPT_COVERAGE=FOLDER pytest tests/table/browser
    python -m tools.script_coverage FOLDER

A line counts as run if V8 ran all of it in at least one page. Blank lines and comments do not count.
"""

from __future__ import annotations

import json
import sys
from collections import defaultdict
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any

STATIC = Path(__file__).parents[1] / "src/byways/table/pages/static"


def ran(source: str, functions: Iterable[dict[str, Any]]) -> bytearray:
    """Return 1 for each character that ran. Ranges come outermost first, so inner ones override outer ones."""
    counted = bytearray(len(source))
    for function in functions:
        for part in function["ranges"]:
            start, end = part["startOffset"], part["endOffset"]
            counted[start:end] = bytes([min(1, part["count"])]) * (end - start)
    return counted


def missed(source: str, runs: Sequence[bytearray]) -> tuple[list[int], int]:
    """Return the numbers of the lines that never ran, and the number of lines that could."""
    union = bytes(map(max, zip(*runs, strict=True))) if runs else bytes(len(source))
    lines, could, start = list[int](), 0, 0
    for number, line in enumerate(source.splitlines(keepends=True), 1):
        text = line.strip()
        if text and not text.startswith(("//", "/*", "*")):
            could += 1
            indent = start + line.index(text)
            if not all(union[indent : indent + len(text)]):
                lines.append(number)
        start += len(line)
    return lines, could


def main() -> None:
    runs: dict[str, list[bytearray]] = defaultdict(list)
    sources = {path.name: path.read_text(encoding="utf-8") for path in sorted(STATIC.glob("*.js"))}
    for path in Path(sys.argv[1]).glob("*.json"):
        for script in json.loads(path.read_text()):
            name = script["url"].rsplit("/", 1)[1]
            runs[name].append(ran(sources[name], script["functions"]))
    total = total_missed = 0
    for name, source in sources.items():
        lines, could = missed(source, runs[name])
        total, total_missed = total + could, total_missed + len(lines)
        print(f"{name:14} {100 * (could - len(lines)) / could:5.1f} %  {', '.join(map(str, lines))}")
    print(f"{'all scripts':14} {100 * (total - total_missed) / total:5.1f} % of {total} lines")


if __name__ == "__main__":
    main()
