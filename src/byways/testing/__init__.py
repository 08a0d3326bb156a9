"""The conformance kit: plays random games of any game and checks every promise of the contract.

    report = check_game(GAME, positions=20_000)

The report counts what each check looked at. The first broken promise raises `NonConformance`. Cheap checks look at every position,
expensive ones at a sample. All randomness comes from the seed, so the same call finds the same fault again.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from hashlib import sha256

import msgspec

from byways.game import Event, Game, Options, Position, Setup, View, stream
from byways.referee import play
from byways.testing import cards, drawings, hidden, steps  # noqa: F401 (each adds its checks)
from byways.testing.lessons import check_teaching
from byways.testing.rooms import check_room
from byways.testing.trial import CHECKS, LONGEST, Met, NonConformance, Report, Trial, Viewer, who

__all__ = [
    "CHECKS",
    "NonConformance",
    "Report",
    "check_game",
    "check_room",
    "check_teaching",
    "playthrough",
]


DEALS = 50  # deals compared to find out whether a set-up has hidden parts
NOTHING_HIDDEN = (
    "the card says that there are secrets, but no check found any: no hook 'redeal' deals hidden parts of the set-up again, no chance has "
    "'seen_by', no hook 'shown' masks a choice, and seats never act at once. Views may show everything to all. Add the missing part, or "
    "set secrets=False."
)
DEALS_UNSEEN = "a seat cannot see all of the set-up, so it has hidden parts, but the card says secrets=False."
FIRST, EVERY = 3, 10  # a playthrough shows the first moments of each seat, then every tenth


def check_game(game: Game, positions: int = 2000, seed: int = 0, options: Sequence[Options] = (), longest: int = LONGEST) -> Report:
    """Check the room and the lessons, then play random games until `positions` positions have been visited.

    Raises `NonConformance` at the first broken promise.
    """
    check_room(game)
    check_teaching(game)
    report = Report(game.name)
    known = Met()
    while report.positions < positions:
        Trial(game, seed, report, options, longest, known).run()
        report.games += 1
    check_secrets(game, report, seed, options)
    return report


def check_secrets(game: Game, report: Report, seed: int, options: Sequence[Options]) -> None:
    """Complain if no secret was found in a game that should have some, and warn if a game that should have none deals some."""
    if game.secrets:
        looked_at = sum(count for title, count in report.runs.items() if title.startswith("leaks:"))
        if report.has_several and not report.acts_at_once and not looked_at:
            raise NonConformance("leaks", f"{game.title}: {NOTHING_HIDDEN}")
    elif deals_unseen(game, options[0] if options else game.options(), seed):
        report.warnings.append(DEALS_UNSEEN)


def deals_unseen(game: Game, options: Options, seed: int) -> bool:
    """Whether a seat imagines other worlds than the true one at the start, or different deals look the same to spectators."""
    found: dict[View, Setup] = {}
    for number in range(DEALS):
        setup = game.deal(game.seats[0], stream(seed, f"deal {number}"), options)
        position, rng = game.start(setup), stream(seed, f"worlds {number}")
        if any(position.view(seat).imagine(rng) != position for seat in range(len(position.acts))):
            return True
        if found.setdefault(position.view(None), setup) != setup:
            return True
    return False


def playthrough(game: Game, bots: Sequence[str], seed: int, options: Options | None = None) -> str:
    """Return a bot game as text for golden files: every entry with its events, and samples of views and choices.

    Each entry has a digest of what all viewers see, so that any change shows.
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
        lines += moment(str(step.entry), step.events, step.after)
    return "\n".join([*lines, ""])


def telling(event: Event) -> str:
    """Return an event as a line, with its recipients."""
    return f"* {event.wording}" if event.to is None else f"* to {', '.join(map(who, event.to))}: {event.wording}"


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
    """Return a digest of all seats' and spectators' views: JSON, text and choices."""
    views = [position.view(viewer) for viewer in (None, *range(len(position.acts)))]
    seen = [(msgspec.json.encode(view, order="sorted"), game.text(view), *map(str, view.choices)) for view in views]
    return sha256(repr(seen).encode()).hexdigest()[:8]
