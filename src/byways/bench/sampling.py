"""A sampling profiler: how a process's processor time is divided among the parts of the program."""

from __future__ import annotations

import signal
from collections import Counter
from functools import cache
from types import FrameType

EVERY = 0.005  # seconds of processor time between samples

PARTS = {  # matched by folder, module or function, first match first; a part includes its callees
    "other servers": ("/table/cluster/", "/table/store/presence"),
    "database": ("/table/store/", "/sqlalchemy/", "/asyncpg/"),
    "bots": ("/table/workers/",),
    "rules": ("/byways/games/", "/byways/game.py", "/byways/notation", "/byways/record"),
    "story": ("/table/play/screens",),
    "pages": ("/table/pages/", "/table/sse"),
    "JSON": ("/table/api/routes.py:written",),
}
REST = "loop and sockets"
AROUND = {  # for frames outside these parts, innermost first
    REST: ("/uvicorn/server", "/uvicorn/_compat"),
    "table": ("/byways/",),
    "HTTP": ("/uvicorn/", "/starlette/", "/fastapi/"),
}


@cache
def part_of(place: str, around: bool) -> str | None:
    parts = AROUND if around else PARTS
    return next((part for part, places in parts.items() if any(one in place for one in places)), None)


def part_at(frame: FrameType | None) -> str:
    """Return the outermost part that a frame belongs to."""
    places = list[str]()
    while frame is not None:
        places.append(f"{frame.f_code.co_filename}:{frame.f_code.co_name}")
        frame = frame.f_back
    inward = [part for place in reversed(places) if (part := part_of(place, False))]
    outward = [part for place in places if (part := part_of(place, True))]
    return next(iter(inward + outward), REST)


class Sampling:
    """Samples the main thread each time the process has used a certain processor time."""

    def __init__(self) -> None:
        self.seen = Counter[str]()

    def begin(self) -> None:
        signal.signal(signal.SIGPROF, lambda _, frame: self.seen.update([part_at(frame)]))
        signal.setitimer(signal.ITIMER_PROF, EVERY, EVERY)

    def end(self) -> dict[str, float]:
        """Return each part's share. The shares add up to 1 even without a single sample."""
        signal.setitimer(signal.ITIMER_PROF, 0)
        seen = self.seen or Counter([REST])
        return {part: count / seen.total() for part, count in seen.most_common()}
