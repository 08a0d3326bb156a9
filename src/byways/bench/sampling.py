"""Where a process spends its processor time: it is interrupted now and then and looks at what it was doing."""

from __future__ import annotations

import signal
from collections import Counter
from functools import cache
from types import FrameType

EVERY = 0.005  # seconds of processor time between two looks

PARTS = {  # by folders, modules or functions, the first that fits; what is called from one of them counts there
    "other servers": ("/table/cluster/", "/table/store/presence"),
    "database": ("/table/store/", "/sqlalchemy/", "/asyncpg/"),
    "bots": ("/table/workers/",),
    "rules": ("/byways/games/", "/byways/game.py", "/byways/notation", "/byways/record"),
    "story": ("/table/play/screens",),
    "pages": ("/table/pages/", "/table/sse"),
    "JSON": ("/table/api/routes.py:written",),
}
REST = "loop and sockets"
AROUND = {  # what is left, innermost first
    REST: ("/uvicorn/server", "/uvicorn/_compat"),
    "table": ("/byways/",),
    "HTTP": ("/uvicorn/", "/starlette/", "/fastapi/"),
}


@cache
def part_of(place: str, around: bool) -> str | None:
    parts = AROUND if around else PARTS
    return next((part for part, places in parts.items() if any(one in place for one in places)), None)


def part_at(frame: FrameType | None) -> str:
    """The outermost part that a frame belongs to."""
    places = list[str]()
    while frame is not None:
        places.append(f"{frame.f_code.co_filename}:{frame.f_code.co_name}")
        frame = frame.f_back
    inward = [part for place in reversed(places) if (part := part_of(place, False))]
    outward = [part for place in places if (part := part_of(place, True))]
    return next(iter(inward + outward), REST)


class Sampling:
    """Counts what the main thread was at whenever the process has used a little more processor time."""

    def __init__(self) -> None:
        self.seen = Counter[str]()

    def begin(self) -> None:
        signal.signal(signal.SIGPROF, lambda _, frame: self.seen.update([part_at(frame)]))
        signal.setitimer(signal.ITIMER_PROF, EVERY, EVERY)

    def end(self) -> dict[str, float]:
        """The share of each part."""
        signal.setitimer(signal.ITIMER_PROF, 0)
        return {part: count / self.seen.total() for part, count in self.seen.most_common()}
