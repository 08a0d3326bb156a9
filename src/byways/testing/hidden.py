"""Checks on hidden information: no viewer may learn it, and imagined worlds must cover it.

Each check's docstring is the promise that it tests, printed after its name. Its result is the number of things it examined.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import TypeAlias

from byways.game import Choice, Event, Position
from byways.record import Choose, Happen, Story
from byways.testing.steps import is_steady
from byways.testing.trial import Trial, Viewer, Violation, When, check, events_for, imagine, random_entry, require_equal, who

ONWARD = 25  # entries played in an imagined world
FEW = 3  # a part with more values than this in imagined worlds is considered unconstrained
# Worlds to imagine before a missing truth is a fault. A truth with a probability below 1/20,000 is met less than once in as many positions,
# so false alarms are rare. A truth with probability p takes 1/p worlds to come up, but is met only p of the time.
PATIENCE = 20_000

Facet: TypeAlias = tuple[str | int, ...]


@check("leaks", When.START)
def redeal_keeps_the_view(trial: Trial) -> int:
    """dealing the hidden part again gives the same first view."""
    count = 0
    for viewer in trial.viewers * 2:
        other = trial.game.redeal(trial.setup, viewer, trial.rng)
        view = trial.game.start(other).view(viewer)
        require_equal(view, trial.now.view(viewer), f"{who(viewer)} can tell two set-ups apart that differ in what is hidden")
        count += other != trial.setup
    return count


@check("same_choices", When.POSITION)
def choices_of_equal_views(trial: Trial) -> int:
    """a seat has the same choices in the position, in its view and in imagined worlds."""
    for seat in trial.position.awaited:
        choices = trial.position.choices(seat)
        for where, others in (("view", trial.now.view(seat).choices), ("imagined world", trial.now.world(seat).choices(seat))):
            if choices != others:
                raise Violation(f"seat {seat} has the choices {list(map(str, choices))}, and in its {where} {list(map(str, others))}.")
    return len(trial.position.awaited)


@check("leaks", When.POSITION)
def unseen_chance(trial: Trial) -> int:
    """a viewer who does not see a chance cannot tell its answers apart by views or events."""
    chance = trial.position.chance
    blind = [viewer for viewer in trial.viewers if chance is not None and not chance.seen(viewer)]
    if chance is None or len(chance.what) < 2 or not blind:
        return 0
    one, other = trial.rng.sample(chance.what, 2)
    here: list[Event] = []
    there: list[Event] = []
    after, instead = trial.position.happen(one, here), trial.position.happen(other, there)
    for viewer in blind:
        require_equal(after.view(viewer), instead.view(viewer), f"{who(viewer)} does not see {chance.name} and can tell {one} from {other}")
        if events_for(here, viewer) != events_for(there, viewer):
            raise Violation(f"{who(viewer)} does not see {chance.name} and hears different events for {one} and {other}.")
    return len(blind)


@check("leaks", When.POSITION)
def masked_choices(trial: Trial) -> int:
    """acts that are shown alike to a viewer give it the same views and events."""
    if not trial.position.awaited:
        return 0
    seat = trial.rng.choice(trial.position.awaited)
    viewer = trial.rng.choice([viewer for viewer in trial.viewers if viewer != seat])
    forms = [trial.position.shown(seat, choice, viewer) for choice in trial.position.choices(seat)]
    if len(set(forms)) == len(forms):
        return 0
    masked = [pair for pair in shown_alike(trial.position, trial.position, seat, viewer) if pair[0] != pair[1]]
    if masked:
        twin_acts(trial, seat, viewer, *trial.rng.choice(masked))
    return len(masked)


@check("leaks", When.POSITION)
def read_alike(trial: Trial) -> int:
    """acts that give a viewer the same views and events are shown alike to it."""
    position = trial.position
    if not position.awaited:
        return 0
    seat = trial.rng.choice(position.awaited)
    viewer = trial.rng.choice([viewer for viewer in trial.viewers if viewer != seat])
    one = trial.rng.choice(position.choices(seat))
    others = [other for other in position.choices(seat) if type(other) is type(one) and other != one]
    other = trial.rng.choice(others or [one])
    if other == one or not seems_alike(position, seat, viewer, one, other):
        return 0
    if position.shown(seat, one, viewer) != position.shown(seat, other, viewer):
        raise Violation(f"{who(viewer)} sees and hears the same of '{one}' and '{other}' by seat {seat}, but they are shown differently.")
    return 1


def seems_alike(position: Position, seat: int, viewer: Viewer, one: Choice, other: Choice) -> bool:
    """Whether two choices both end an act and give a viewer the same view and events."""
    here: list[Event] = []
    there: list[Event] = []
    after, instead = position.choose(seat, one, here), position.choose(seat, other, there)
    final = not after.acts[seat] and not instead.acts[seat]
    return final and after.view(viewer) == instead.view(viewer) and events_for(here, viewer) == events_for(there, viewer)


def twin_acts(trial: Trial, seat: int, viewer: Viewer, choice: Choice, instead: Choice) -> None:
    """Play two acts whose steps look alike to the viewer to their ends, and compare the viewer's views and events."""
    one = other = trial.position
    here: list[Event] = []
    there: list[Event] = []
    while True:
        one, other = one.choose(seat, choice, here), other.choose(seat, instead, there)
        what = f"'{choice}' by seat {seat} from '{instead}', which are shown alike"
        require_equal(one.view(viewer), other.view(viewer), f"{who(viewer)} can tell {what}")
        if events_for(here, viewer) != events_for(there, viewer):
            raise Violation(f"by the events it is told {who(viewer)} can tell {what}.")
        pairs = shown_alike(one, other, seat, viewer) if one.acts[seat] and other.acts[seat] else []
        if not pairs:
            return
        choice, instead = trial.rng.choice(pairs)


def shown_alike(one: Position, other: Position, seat: int, viewer: Viewer) -> list[tuple[Choice, Choice]]:
    """Return pairs of choices, one from each position, that are shown alike to a viewer; different ones if possible."""
    here = {one.shown(seat, choice, viewer): choice for choice in one.choices(seat)}
    there = {other.shown(seat, choice, viewer): choice for choice in reversed(other.choices(seat))}
    return [(choice, there[form]) for form, choice in here.items() if form in there]


@check("imagine", When.POSITION, every=2)
def looks_the_same(trial: Trial) -> int:
    """an imagined world gives exactly the view it was imagined from."""
    position = trial.position
    for viewer in trial.viewers:
        world = trial.now.world(viewer)
        require_equal(world.view(viewer), trial.now.view(viewer), f"a world imagined by {who(viewer)} does not look like its view")
        if world.awaited != position.awaited or (world.chance is None) != (position.chance is None):
            raise Violation(f"a world imagined by {who(viewer)} awaits other seats, or differs in whether a chance is due.")
    return len(trial.viewers)


@check("imagine", When.END)
def can_be_played_on(trial: Trial) -> int:
    """an imagined world can be played on."""
    visits = trial.rng.sample(trial.visits, 1 + len(trial.visits) // 20)
    for visit in visits:
        world = visit.world(trial.rng.choice(trial.viewers))
        is_steady(world)
        for _ in range(ONWARD):
            if world.outcome is None:
                world = random_entry(world, trial.rng, 0.0).apply(trial.game, world)
    return len(visits)


@check("worlds", When.POSITION, every=15)
def truth_comes_up(trial: Trial) -> int:
    """the true position comes up among imagined worlds, as a whole and in each part."""
    viewer = trial.rng.choice(trial.viewers)
    view, truth = trial.now.view(viewer), facets(trial.position)
    if trial.now.world(viewer).view(viewer) != view:
        return 0  # the check 'imagine' reports this
    lacking: dict[Facet, set[object]] = {facet: set() for facet in truth}  # each part's values so far, until the truth comes up
    varied = False
    for _ in range(PATIENCE):
        world = imagine(view, trial.rng)
        varied |= world != trial.position
        lacking = {
            facet: seen
            for facet, values in lacking.items()
            if (value := part_of(world, facet)) != truth[facet] and len(seen := values | {value}) <= FEW
        }
        if not lacking:
            return int(varied)
    facet, values = next(iter(lacking.items()))
    where = f"'{'.'.join(map(str, facet))}'" if facet else "the position"
    found = f"{where} takes {len(values)} values, never the true one, {truth[facet]!r:.200}"
    raise Violation(f"in {PATIENCE} worlds imagined by {who(viewer)} {found}.")


def facets(position: Position) -> dict[Facet, object]:
    """Return the whole position, its fields and their items. Whole worlds rarely repeat, but their parts often do."""
    parts: dict[Facet, object] = {(): position}
    for name in position.__struct_fields__:
        value = parts[name,] = getattr(position, name)
        if isinstance(value, tuple):
            parts.update({(name, index): item for index, item in enumerate(value)})
    return parts


def part_of(position: Position, facet: Facet) -> object:
    """Return the same part of another position; None if it has no such item."""
    match facet:
        case (str(name),):
            return getattr(position, name)
        case (str(name), int(index)):
            value = getattr(position, name)
            return value[index] if isinstance(value, tuple) and index < len(value) else None
    return position


@check("leaks", When.END)
def masked_stories(trial: Trial) -> int:
    """a viewer's story shows no choice or chance in a form that it may not see."""
    viewer = trial.rng.choice(trial.viewers)
    steps = [step for step in map(Story(viewer).see, trial.retold) if step is not None]
    lines = Counter(line for step in steps for line in step.entries)
    lines.subtract(line for line, is_open in readings(trial, viewer) if is_open)
    masked = {line for line, is_open in readings(trial, viewer) if not is_open}
    for line in sorted(masked):
        if lines[line] > 0:
            raise Violation(f"the story of {who(viewer)} says '{line}', which it may not see.")
    if any(event.to is not None for step in steps for event in step.events):
        raise Violation(f"the story of {who(viewer)} has an event addressed to others only.")
    return len(masked)


def readings(trial: Trial, viewer: Viewer) -> Iterator[tuple[str, bool]]:
    """Yield every choice and chance in full, with whether this viewer may read it in full."""
    for visit, entry in zip(trial.visits, trial.entries, strict=False):
        match entry:
            case Choose(seat, choice):
                shown = viewer == seat or visit.position.shown(seat, trial.game.parse(choice), viewer) == choice
                yield str(entry), shown
            case Happen():
                yield str(entry), visit.position.chance is not None and visit.position.chance.seen(viewer)
