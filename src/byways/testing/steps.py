"""Checks on positions, choices, entries and records."""

from __future__ import annotations

from functools import cache
from itertools import combinations

import msgspec

from byways.game import Choice, Event, Illegal, Malformed, Outcome, Position, View
from byways.i18n import Sentence
from byways.record import Leave, Record
from byways.testing.trial import Trial, Violation, Visit, When, check, digest, events_for, is_tentative, require_equal, require_refusal, who

MOST_CHOICES = 250
NONSENSE = ("", " ", "?", "no such choice", "\N{SNOWMAN}", "0" * 500)


@check("unchanged", When.STEP)
def the_position_before(trial: Trial) -> int:
    """a step leaves the position before it unchanged."""
    return is_unchanged(trial.before)


@check("unchanged", When.END)
def all_positions(trial: Trial) -> int:
    """at the end of a game all its positions are unchanged."""
    return sum(map(is_unchanged, trial.visits))


def is_unchanged(visit: Visit) -> int:
    if digest(visit.position) != visit.digest:
        raise Violation("a position was changed in place after it had been visited.")
    return 1


@check("ends", When.STEP)
def comes_to_an_end(trial: Trial) -> int:
    """a game ends."""
    if len(trial.entries) >= trial.longest and trial.position.outcome is None:
        raise Violation(f"the game has not ended after {trial.longest} entries.")
    return 1


@check("ends", When.END)
def gives_places(trial: Trial) -> int:
    """the outcome has a reason and a place for every seat."""
    outcome, seats = trial.position.outcome, len(trial.seats)
    if outcome is None:
        raise Violation("there is no outcome.")
    speaks(trial, outcome.reason, "the outcome")
    if len(outcome.places) != seats or not all(1 <= place <= seats for place in outcome.places):
        raise Violation(f"the places {outcome.places} must be one of 1 to {seats} for each of {seats} seats.")
    if outcome.scores is not None and len(outcome.scores) != seats:
        raise Violation(f"there must be one score for each of {seats} seats, not {outcome.scores}.")
    return 1


@check("ends", When.END)
def adds_up(trial: Trial) -> int:
    """each line of a breakdown has a value for every seat, and the values add up to the scores if there are any."""
    outcome = trial.position.outcome
    assert outcome is not None
    for line in outcome.breakdown:
        speaks(trial, line.label, "a line of the breakdown")
        if len(line.values) != len(trial.seats):
            raise Violation(f"the breakdown must have one value of '{line.label}' for each of {len(trial.seats)} seats, not {line.values}.")
    if outcome.scores and outcome.breakdown:
        for seat, score in enumerate(outcome.scores):
            values = [line.values[seat] or 0 for line in outcome.breakdown]
            numbers = [value for value in values if isinstance(value, int | float)]
            if numbers != values or sum(numbers) != score:
                raise Violation(f"the breakdown of {who(seat)} is {values}, which does not add up to the score {score:g}.")
    return 1


@check("ends", When.END)
def is_graded(trial: Trial) -> int:
    """if the outcome has grades, its title is the best grade that the score reaches."""
    outcome = trial.position.outcome
    if outcome is not None and outcome.grades and outcome.scores:
        reached = [grade.title for grade in outcome.grades if grade.least is None or outcome.scores[0] >= grade.least]
        if outcome.title != next(iter(reached), ""):
            raise Violation(f"the title is '{outcome.title}', but the score {outcome.scores[0]:g} reaches {reached[:1]}.")
    return 1


@check("awaited", When.POSITION)
def one_thing_holds(trial: Trial) -> int:
    """either seats are awaited, or a chance is due, or there is an outcome; exactly the awaited seats have choices."""
    return is_steady(trial.position)


def is_steady(position: Position) -> int:
    holds = {"awaited seats": bool(position.awaited), "a chance": position.chance is not None, "an outcome": position.outcome is not None}
    if sum(holds.values()) != 1:
        raise Violation(f"exactly one must hold, but there is {' and '.join(what for what, held in holds.items() if held) or 'none'}.")
    if any(position.acts) and not position.awaited:
        raise Violation("a seat has a tentative act that it cannot take back, because no seat is awaited.")
    if set(position.awaited) - set(range(len(position.acts))) or set(position.awaited) & set(position.removed):
        raise Violation(f"the awaited seats {position.awaited} are not all in this game.")
    for seat in range(len(position.acts)):
        has_choices(position, seat)
    return 1


def has_choices(position: Position, seat: int) -> None:
    choices = position.choices(seat)
    if bool(choices) != (seat in position.awaited):
        raise Violation(f"seat {seat} is {'' if seat in position.awaited else 'not '}awaited and has {len(choices)} choices.")
    if len(choices) > MOST_CHOICES:
        raise Violation(f"seat {seat} has {len(choices)} choices; at most {MOST_CHOICES} are allowed.")
    if len(set(choices)) < len(choices):
        raise Violation(f"of the {len(choices)} choices of seat {seat} only {len(set(choices))} are distinct.")


@check("hash", When.POSITION)
def has_a_hash(trial: Trial) -> int:
    """a position can be hashed, and its copy has the same hash."""
    if hash(trial.position) != hash(msgspec.structs.replace(trial.position)):
        raise Violation("a position and its copy have different hashes.")
    return 1


@check("hash", When.END)
def hashes_alike(trial: Trial) -> int:
    """a replayed position has the same hash as the original."""
    for number, (visit, again) in enumerate(zip(trial.visits, trial.replayed, strict=True)):
        if visit.position == again and hash(visit.position) != hash(again):
            raise Violation(f"the position after {number} entries and its replay are equal and have different hashes.")
    return len(trial.visits)


@check("notation", When.START)
def has_a_schema(trial: Trial) -> int:
    """views and set-ups have JSON schemas."""
    return schemas(trial.game.view_type, trial.game.setup_type)


@cache
def schemas(*types: type) -> int:
    return len(msgspec.json.schema_components(types))


@check("notation", When.START)
def names_its_bots(trial: Trial) -> int:
    """the card names exactly the existing bots, and all seats."""
    game = trial.game
    if tuple(game.bots) != game.bot_names:
        raise Violation(f"the card names the bots {game.bot_names}, and there are {tuple(game.bots)}.")
    if len(game.seat_names) < game.seats[1]:
        raise Violation(f"the card names {len(game.seat_names)} seats of {game.seats[1]}.")
    return 1


@check("notation", When.POSITION)
def choices_read_back(trial: Trial) -> int:
    """a choice reads back from its notation, the notation is unique, and the choice has a sentence."""
    for seat in trial.position.awaited:
        choices = trial.position.choices(seat)
        for choice in choices if not trial.entries or choices != trial.before.position.choices(seat) else ():
            text = str(choice)
            if text not in trial.known.choices:
                reads_back(trial, text, choice)
                trial.known.meet(text, choice)
            if (known := trial.known.choices[text]) != choice:
                raise Violation(f"'{text}' is the notation of both {known!r} and {choice!r}.")
    return len(trial.position.awaited)


def reads_back(trial: Trial, text: str, choice: Choice) -> None:
    if not text or text != text.strip() or not text.isprintable():
        raise Violation(f"the notation {text!r} is empty, has space around it, or cannot be printed.")
    if (read := trial.game.parse(text)) != choice:
        raise Violation(f"'{text}' is the notation of {choice!r} and reads back as {read!r}.")
    speaks(trial, choice.sentence, f"the choice '{text}'")


def speaks(trial: Trial, sentence: Sentence, what: str) -> None:
    """Check, once per sentence, that it can be said in every language of the game."""
    if (meant := repr(sentence)) not in trial.known.sentences:
        if not all(trial.game.say(sentence, language).strip() for language in trial.game.languages):
            raise Violation(f"{what} has no sentence.")
        trial.known.sentences.add(meant)


@check("notation", When.POSITION)
def views_read_back(trial: Trial) -> int:
    """views and outcomes read back from JSON; a view has a prompt and a reason why nothing can be undone."""
    fresh = [viewer for viewer in trial.viewers if not trial.entries or trial.now.view(viewer) != trial.before.view(viewer)]
    for viewer in fresh:
        view = trial.now.view(viewer)
        back: View = msgspec.json.decode(msgspec.json.encode(view), type=trial.game.view_type)
        require_equal(back, view, f"the view of {who(viewer)} does not read back from its JSON")
        speaks(trial, view.prompt, f"the prompt of {who(viewer)}")
        speaks(trial, view.no_undo, f"why {who(viewer)} can take nothing back")
    if (outcome := trial.position.outcome) is not None:
        require_equal(
            msgspec.json.decode(msgspec.json.encode(outcome), type=Outcome), outcome, "the outcome does not read back from its JSON"
        )
    return len(fresh)


@check("notation", When.STEP)
def events_speak(trial: Trial) -> int:
    """every wording of an event can be said in every language of the game."""
    for event in trial.told[-1]:
        wording: Event | None = event
        while wording is not None:
            speaks(trial, wording.wording, f"the event '{event.name}'")
            wording = wording.otherwise if wording.to is not None else None
    return len(trial.told[-1])


@check("notation", When.END)
def records_read_back(trial: Trial) -> int:
    """the record and its set-up read back from JSON."""
    record = trial.record
    require_equal(msgspec.json.decode(record.to_json(), type=Record), record, "the record does not read back from its JSON")
    require_equal(msgspec.convert(record.setup, trial.game.setup_type), trial.setup, "the set-up does not read back from the record")
    return 1


@check("refuses", When.POSITION)
def strange_choices(trial: Trial) -> int:
    """choices of other seats and other positions are illegal."""
    count = 0
    seats = [*trial.position.awaited, trial.rng.choice([*trial.seats, -1, len(trial.seats)])]  # awaited seats get the game's own refusals
    for seat in seats if trial.known.row else []:
        choice = trial.rng.choice(trial.known.row)
        if choice not in trial.position.choices(seat):
            count += require_refusal(f"'{choice}' by seat {seat}, which may not choose it,", Illegal, trial.position.choose, seat, choice)
    return count


@check("refuses", When.POSITION)
def strange_chances(trial: Trial) -> int:
    """an impossible answer of chance is illegal."""
    return require_refusal("'no such answer' of a chance", Illegal, trial.position.happen, "no such answer")


@check("refuses", When.POSITION, every=5)
def strange_texts(trial: Trial) -> int:
    """a text that is no choice is malformed."""
    nonsense = sum(require_refusal(f"the text {text[:20]!r}", Malformed, trial.game.parse, text) for text in NONSENSE)
    return nonsense + sum(misspell(trial, str(choice)) for choice in trial.rng.sample(trial.known.row, min(3, len(trial.known.row))))


def misspell(trial: Trial, text: str) -> int:
    """Check that a misspelt notation either reads as another choice or is `Malformed`."""
    at, letter = trial.rng.randrange(len(text)), trial.rng.choice("x 9-?,é")
    misspelt = trial.rng.choice([text[:at] + text[at + 1 :], text[:at] + letter + text[at:], text[: at + 1] + text[at:]])
    try:
        read = trial.game.parse(misspelt)
    except Malformed:
        return 1
    if trial.game.parse(str(read)) != read:
        raise Violation(f"'{misspelt}' reads as {read!r}, which does not read back.")
    return 1


@check("undo", When.STEP)
def takes_back(trial: Trial) -> int:
    """undoing a tentative step gives exactly the position before it."""
    if not (step := trial.tentative()):
        return 0
    seat, choice = step
    undone = trial.position.undo(seat)
    require_equal(undone, trial.before.position, f"taking back '{choice}' by seat {seat} does not give the position before it")
    return 1


@check("undo", When.STEP)
def shows_nothing_new(trial: Trial) -> int:
    """a step that can be undone shows its seat nothing that it could not infer."""
    if not (step := trial.tentative()):
        return 0
    seat, choice = step
    world = trial.before.world(seat)
    if world.view(seat) != trial.before.view(seat):
        return 0  # the check 'imagine' reports this
    elsewhere = world.choose(seat, choice)
    require_equal(trial.now.view(seat), elsewhere.view(seat), f"'{choice}' can be taken back, and shows seat {seat} something hidden")
    return 1


@check("undo", When.POSITION)
def leaves_what_is_final(trial: Trial) -> int:
    """a final act cannot be undone."""
    seat = trial.rng.choice(trial.seats)
    return (
        0 if trial.position.acts[seat] else require_refusal(f"undo by seat {seat}, whose act is final,", Illegal, trial.position.undo, seat)
    )


@check("commute", When.STEP)
def stays_private(trial: Trial) -> int:
    """a tentative step changes no other view and sends other viewers no event."""
    if not (step := trial.tentative()):
        return 0
    seat, choice = step
    awaited = trial.position.awaited
    if set(trial.before.position.awaited) - {seat} != set(awaited) - {seat}:
        raise Violation(f"the tentative step '{choice}' by seat {seat} changes who else is awaited.")
    for viewer in trial.viewers:
        if viewer != seat:
            # It is public whether a seat has finished its act.
            was = msgspec.structs.replace(trial.before.view(viewer), awaited=awaited)
            require_equal(trial.now.view(viewer), was, f"the tentative step '{choice}' by seat {seat} changes the view of {who(viewer)}")
            if told := events_for(trial.told[-1], viewer):
                raise Violation(f"the tentative step '{choice}' by seat {seat} tells {who(viewer)}: {trial.game.say(told[0].wording)}")
    return 1


@check("commute", When.POSITION, every=3)
def order_of_clicking(trial: Trial) -> int:
    """tentative steps of two seats commute, and each can be undone without the other."""
    position, awaited = trial.position, trial.position.awaited
    if len(awaited) < 2:
        return 0
    one, other = trial.rng.choice(list(combinations(awaited, 2)))
    mine, theirs = (trial.rng.choice(position.choices(seat)) for seat in (one, other))
    first, second = position.choose(one, mine), position.choose(other, theirs)
    if not is_tentative(position, first, one, mine) or not is_tentative(position, second, other, theirs):
        return 0
    both = first.choose(other, theirs)
    require_equal(both, second.choose(one, mine), f"'{mine}' by seat {one} and '{theirs}' by seat {other} do not commute")
    if both.acts[one]:
        require_equal(
            both.undo(one),
            second,
            f"seat {one} cannot take back '{mine}' cleanly after '{theirs}' by seat {other}",
        )
    return 1


@check("removal", When.STEP)
def removal_is_final(trial: Trial) -> int:
    """a removed seat stays out of the game."""
    entry = trial.entries[-1]
    return check_removed(trial.position, entry.seat) if isinstance(entry, Leave) else 0


def check_removed(left: Position, seat: int) -> int:
    if seat not in left.removed or seat in left.awaited or left.acts[seat]:
        raise Violation(f"seat {seat} was removed, but it is not listed as removed, is still awaited, or has an act.")
    return require_refusal(f"removing seat {seat} a second time", Illegal, left.remove, seat)


@check("removal", When.POSITION, every=5)
def any_seat_can_be_removed(trial: Trial) -> int:
    """any seat can be removed at any time before the end."""
    present = trial.present if trial.position.outcome is None else []
    for seat in present:
        left = trial.position.remove(seat)
        check_removed(left, seat)
        is_steady(left)
    return len(present)


@check("removal", When.POSITION, every=5)
def any_seat_can_resign(trial: Trial) -> int:
    """any seat can resign before the end, and the last one left has won."""
    present = trial.present if trial.position.outcome is None else []
    for seat in present:
        left = trial.position.resign(seat)
        check_removed(left, seat)
        is_steady(left)
        others = tuple(other for other in present if other != seat)
        if len(others) == 1 and (left.outcome is None or left.outcome.winners != others):
            raise Violation(f"seat {seat} resigned and only seat {others[0]} is left, but the outcome is {left.outcome}.")
    return len(present)


@check("removal", When.END)
def no_removal_after_the_end(trial: Trial) -> int:
    """no seat can be removed after the end."""
    return sum(require_refusal(f"removing seat {seat} after the end", Illegal, trial.position.remove, seat) for seat in trial.seats)


@check("removal", When.END)
def outcome_lists_removed(trial: Trial) -> int:
    """the outcome lists the removed seats."""
    outcome, removed = trial.position.outcome, sorted(entry.seat for entry in trial.entries if isinstance(entry, Leave))
    if outcome is None or sorted(outcome.removed) != removed:
        raise Violation(f"the seats {removed} were removed, but the outcome says {outcome and outcome.removed}.")
    return len(removed)


@check("replay", When.END)
def replays(trial: Trial) -> int:
    """replaying a record gives the same positions and events."""
    require_equal(trial.replayed[0], trial.visits[0].position, "replaying the set-up gives another position")
    for number, loud in enumerate(trial.retold, 1):
        require_equal(loud.after, trial.visits[number].position, f"replaying {number} entries gives another position")
        require_equal(trial.replayed[number], loud.after, f"replaying {number} entries gives another position when no events are asked for")
        if list(loud.events) != trial.told[number - 1]:
            raise Violation(f"replaying entry {number} gives other events.")
    return len(trial.entries)
