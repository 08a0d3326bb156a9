"""The conformance kit: random games of any game, ours or yours, with every promise of the contract checked on the way.

    report = check_game(GAME, positions=20_000)

returns how often each check had something to look at, or raises `NonConformance` at the first broken promise. Light checks look at every
position, heavy ones at a sample; all randomness comes from the seed, so the same call finds the same fault again.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from hashlib import sha256

import msgspec

from byways.game import Event, Game, Options, Position, stream
from byways.referee import play
from byways.testing import cards, drawings, hidden, steps
from byways.testing.lessons import check_teaching
from byways.testing.rooms import check_room
from byways.testing.trial import CHECKS, LONGEST, Known, NonConformance, Report, Trial, Viewer, who

__all__ = [
    "CHECKS",
    "NonConformance",
    "Report",
    "cards",
    "check_game",
    "check_room",
    "check_teaching",
    "drawings",
    "hidden",
    "playthrough",
    "steps",
]


FIRST, EVERY = 3, 10  # moments of each seat that a playthrough shows


def check_game(game: Game, positions: int = 2000, seed: int = 0, options: Sequence[Options] = (), longest: int = LONGEST) -> Report:
    """Look at its room, play its lessons, then random games until that many positions were visited.

    The first broken promise raises `NonConformance`.
    """
    check_room(game)
    check_teaching(game)
    report = Report(game.name)
    known = Known()
    while report.positions < positions:
        Trial(game, seed, report, options, longest, known).run()
        report.games += 1
    return report


def playthrough(game: Game, bots: Sequence[str], seed: int, options: Options | None = None) -> str:
    """A whole game between bots as a text to keep, read and compare: every entry, what it tells, who then sees what and may choose what.

    Of the moments when a seat is awaited it shows the first few and then every tenth. After each entry comes a digest of all that anybody
    sees.
    """
    players = [game.bots[name](stream(seed, f"seat {seat}")) for seat, name in enumerate(bots)]
    record = play(game, players, seed, options, names=bots).record
    lines = [
        f"{game.title} version {game.version}, seed {seed}: {', '.join(bots)}",
        f"options {msgspec.json.encode(record.options).decode()}",
    ]
    moments: Counter[Viewer] = Counter()

    def moment(entry: str, told: Sequence[Event], position: Position) -> list[str]:
        return ["", f"== {entry} ({digest(game, position)})", *map(telling, told), *scene(game, position, moments)]

    lines += moment("start", (), record.position(game, 0))
    for step in record.play(game):
        lines += moment(str(step.entry), step.told, step.after)
    return "\n".join([*lines, ""])


def telling(event: Event) -> str:
    """An event in the words of those it is told to, with the seats by their numbers."""
    return f"* {event.said}" if event.to is None else f"* to {', '.join(map(who, event.to))}: {event.said}"


def scene(game: Game, position: Position, moments: Counter[Viewer]) -> Iterator[str]:
    for viewer in position.awaited or (None,):
        if moments[viewer] < FIRST or moments[viewer] % EVERY == 0 or position.outcome is not None:
            view = position.view(viewer)
            yield f"-- {who(viewer)}"
            yield game.text(view)
            if view.choices:
                yield f"choices: {', '.join(map(str, view.choices))}"
        moments[viewer] += 1
    if position.chance is not None:
        yield f"due: {position.chance.name}, one of {', '.join(position.chance.what)}"
    if position.outcome is not None:
        yield f"outcome: {msgspec.json.encode(position.outcome).decode()}"


def digest(game: Game, position: Position) -> str:
    """A digest of what all seats and spectators see, as text and as JSON, and may choose."""
    views = [position.view(viewer) for viewer in (None, *range(len(position.acts)))]
    seen = [(msgspec.json.encode(view, order="sorted"), game.text(view), *map(str, view.choices)) for view in views]
    return sha256(repr(seen).encode()).hexdigest()[:8]
