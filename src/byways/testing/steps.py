"""Checks of positions, choices, entries and records."""

from __future__ import annotations

from functools import cache
from itertools import combinations

import msgspec

from byways.game import Choice, Event, Illegal, Malformed, Outcome, Position, View
from byways.i18n import Sentence
from byways.record import Record, Remove
from byways.testing.trial import Broken, Trial, Visit, When, check, digest, heard, is_tentative, refused, same, who

MOST_CHOICES = 250
NONSENSE = ("", " ", "?", "no such choice", "\N{SNOWMAN}", "0" * 500)


@check("unchanged", When.STEP)
def the_position_before(trial: Trial) -> int:
    """the position before a step stays as it was."""
    return is_unchanged(trial.before)


@check("unchanged", When.END)
def all_positions(trial: Trial) -> int:
    """at the end of a game all its positions are as they were."""
    return sum(map(is_unchanged, trial.visits))


def is_unchanged(visit: Visit) -> int:
    if digest(visit.position) != visit.digest:
        raise Broken("a position was changed in place after it had been visited.")
    return 1


@check("ends", When.STEP)
def comes_to_an_end(trial: Trial) -> int:
    """a game comes to its end."""
    if len(trial.entries) >= trial.longest and trial.position.outcome is None:
        raise Broken(f"the game has not ended after {trial.longest} entries.")
    return 1


@check("ends", When.END)
def gives_places(trial: Trial) -> int:
    """the outcome has a reason, and a place for every seat."""
    outcome, seats = trial.position.outcome, len(trial.seats)
    if outcome is None:
        raise Broken("there is no outcome.")
    speaks(trial, outcome.reason, "the outcome")
    if len(outcome.places) != seats or not all(1 <= place <= seats for place in outcome.places):
        raise Broken(f"the places {outcome.places} are not one of 1 to {seats} for each of {seats} seats.")
    if outcome.scores is not None and len(outcome.scores) != seats:
        raise Broken(f"the scores {outcome.scores} are not one for each of {seats} seats.")
    return 1


@check("ends", When.END)
def adds_up(trial: Trial) -> int:
    """each line of a breakdown has a value for every seat; where there are scores, these are numbers and add up to them."""
    outcome = trial.position.outcome
    assert outcome is not None
    for line in outcome.breakdown:
        speaks(trial, line.label, "a line of the breakdown")
        if len(line.values) != len(trial.seats):
            raise Broken(f"the breakdown says {line.values} of '{line.label}', not one value for each of {len(trial.seats)} seats.")
    if outcome.scores and outcome.breakdown:
        for seat, score in enumerate(outcome.scores):
            values = [line.values[seat] or 0 for line in outcome.breakdown]
            numbers = [value for value in values if isinstance(value, int | float)]
            if numbers != values or sum(numbers) != score:
                raise Broken(f"the breakdown of {who(seat)} is {values}, which does not add up to the score {score:g}.")
    return 1


@check("ends", When.END)
def is_graded(trial: Trial) -> int:
    """where the outcome has grades, its title is that of the best one that the score reaches."""
    outcome = trial.position.outcome
    if outcome is not None and outcome.grades and outcome.scores:
        reached = [grade.title for grade in outcome.grades if grade.least is None or outcome.scores[0] >= grade.least]
        if outcome.title != next(iter(reached), ""):
            raise Broken(f"the title is '{outcome.title}', but the score {outcome.scores[0]:g} reaches {reached[:1]}.")
    return 1


@check("awaited", When.POSITION)
def one_thing_holds(trial: Trial) -> int:
    """seats are awaited, or a chance is due, or there is an outcome; who is awaited has choices, nobody else has."""
    return is_steady(trial.position)


def is_steady(position: Position) -> int:
    holds = {"awaited seats": bool(position.awaited), "a chance": position.chance is not None, "an outcome": position.outcome is not None}
    if sum(holds.values()) != 1:
        raise Broken(f"exactly one must hold, but there is {' and '.join(what for what, held in holds.items() if held) or 'none'}.")
    if any(position.acts) and not position.awaited:
        raise Broken("a seat has a tentative act that it cannot take back, because nobody is awaited.")
    if set(position.awaited) - set(range(len(position.acts))) or set(position.awaited) & set(position.removed):
        raise Broken(f"the awaited seats {position.awaited} are not all in this game.")
    for seat in range(len(position.acts)):
        has_choices(position, seat)
    return 1


def has_choices(position: Position, seat: int) -> None:
    choices = position.choices(seat)
    if bool(choices) != (seat in position.awaited):
        raise Broken(f"seat {seat} is {'' if seat in position.awaited else 'not '}awaited and has {len(choices)} choices.")
    if len(choices) > MOST_CHOICES:
        raise Broken(f"seat {seat} has {len(choices)} choices; at most {MOST_CHOICES} are allowed.")
    if len(set(choices)) < len(choices):
        raise Broken(f"of the {len(choices)} choices of seat {seat} only {len(set(choices))} are different.")


@check("hash", When.POSITION)
def has_a_hash(trial: Trial) -> int:
    """a position has a hash, and its copy the same."""
    if hash(trial.position) != hash(msgspec.structs.replace(trial.position)):
        raise Broken("a position and its copy have different hashes.")
    return 1


@check("hash", When.END)
def hashes_alike(trial: Trial) -> int:
    """a replayed position has the hash of the one that was played."""
    for number, (visit, again) in enumerate(zip(trial.visits, trial.replayed, strict=True)):
        if visit.position == again and hash(visit.position) != hash(again):
            raise Broken(f"the position after {number} entries and its replay are equal and have different hashes.")
    return len(trial.visits)


@check("notation", When.START)
def has_a_schema(trial: Trial) -> int:
    """views and set-ups have a JSON schema."""
    return schemas(trial.game.view_type, trial.game.setup_type)


@cache
def schemas(*types: type) -> int:
    return len(msgspec.json.schema_components(types))


@check("notation", When.START)
def names_its_bots(trial: Trial) -> int:
    """the card names the bots that there are, and every seat."""
    game = trial.game
    if tuple(game.bots) != game.bot_names:
        raise Broken(f"the card names the bots {game.bot_names}, and there are {tuple(game.bots)}.")
    if len(game.seat_names) < game.seats[1]:
        raise Broken(f"the card names {len(game.seat_names)} seats of {game.seats[1]}.")
    return 1


@check("notation", When.POSITION)
def choices_read_back(trial: Trial) -> int:
    """a choice reads back from its notation, which no other choice has, and it has a sentence."""
    for seat in trial.position.awaited:
        choices = trial.position.choices(seat)
        for choice in choices if not trial.entries or choices != trial.before.position.choices(seat) else ():
            text = str(choice)
            if text not in trial.known.choices:
                reads_back(trial, text, choice)
                trial.known.meet(text, choice)
            if (known := trial.known.choices[text]) != choice:
                raise Broken(f"'{text}' is the notation of both {known!r} and {choice!r}.")
    return len(trial.position.awaited)


def reads_back(trial: Trial, text: str, choice: Choice) -> None:
    if not text or text != text.strip() or not text.isprintable():
        raise Broken(f"the notation {text!r} is empty, has space around it, or cannot be printed.")
    if (read := trial.game.parse(text)) != choice:
        raise Broken(f"'{text}' is the notation of {choice!r} and reads back as {read!r}.")
    speaks(trial, choice.sentence, f"the choice '{text}'")


def speaks(trial: Trial, sentence: Sentence, what: str) -> None:
    """Whether something has a sentence that can be said in every language of the game; many hear the same one."""
    if (meant := repr(sentence)) not in trial.known.sentences:
        if not all(trial.game.say(sentence, language).strip() for language in trial.game.languages):
            raise Broken(f"{what} has no sentence.")
        trial.known.sentences.add(meant)


@check("notation", When.POSITION)
def views_read_back(trial: Trial) -> int:
    """views and outcomes read back from JSON, and a view says what is expected of its seat and why it can take nothing back."""
    fresh = [viewer for viewer in trial.viewers if not trial.entries or trial.now.view(viewer) != trial.before.view(viewer)]
    for viewer in fresh:
        view = trial.now.view(viewer)
        back: View = msgspec.json.decode(msgspec.json.encode(view), type=trial.game.view_type)
        same(back, view, f"the view of {who(viewer)} does not read back from its JSON")
        speaks(trial, view.prompt, f"the prompt of {who(viewer)}")
        speaks(trial, view.no_undo, f"why {who(viewer)} can take nothing back")
    if (outcome := trial.position.outcome) is not None:
        same(msgspec.json.decode(msgspec.json.encode(outcome), type=Outcome), outcome, "the outcome does not read back from its JSON")
    return len(fresh)


@check("notation", When.STEP)
def events_speak(trial: Trial) -> int:
    """an event can be said to everyone who is told of it, in every language of the game."""
    for event in trial.told[-1]:
        wording: Event | None = event
        while wording is not None:
            speaks(trial, wording.said, f"the event '{event.name}'")
            wording = wording.otherwise if wording.to is not None else None
    return len(trial.told[-1])


@check("notation", When.END)
def records_read_back(trial: Trial) -> int:
    """the record and its set-up read back from JSON."""
    record = trial.record
    same(msgspec.json.decode(record.to_json(), type=Record), record, "the record does not read back from its JSON")
    same(msgspec.convert(record.setup, trial.game.setup_type), trial.setup, "the set-up does not read back from the record")
    return 1


@check("refuses", When.POSITION)
def strange_choices(trial: Trial) -> int:
    """choices of other seats and other positions are illegal."""
    count = 0
    seats = [*trial.position.awaited, trial.rng.choice([*trial.seats, -1, len(trial.seats)])]  # who is awaited hears from the game why not
    for seat in seats if trial.known.row else []:
        choice = trial.rng.choice(trial.known.row)
        if choice not in trial.position.choices(seat):
            count += refused(f"'{choice}' by seat {seat}, which may not choose it,", Illegal, trial.position.choose, seat, choice)
    return count


@check("refuses", When.POSITION)
def strange_chances(trial: Trial) -> int:
    """what chance cannot bring is illegal."""
    return refused("'no such answer' of a chance", Illegal, trial.position.happen, "no such answer")


@check("refuses", When.POSITION, every=5)
def strange_texts(trial: Trial) -> int:
    """a text that is not a choice is malformed."""
    nonsense = sum(refused(f"the text {text[:20]!r}", Malformed, trial.game.parse, text) for text in NONSENSE)
    return nonsense + sum(slip(trial, str(choice)) for choice in trial.rng.sample(trial.known.row, min(3, len(trial.known.row))))


def slip(trial: Trial, text: str) -> int:
    """A notation with a slip of the finger may still be one; if it is not, it must be `Malformed`."""
    at, letter = trial.rng.randrange(len(text)), trial.rng.choice("x 9-?,é")
    slipped = trial.rng.choice([text[:at] + text[at + 1 :], text[:at] + letter + text[at:], text[: at + 1] + text[at:]])
    try:
        read = trial.game.parse(slipped)
    except Malformed:
        return 1
    if trial.game.parse(str(read)) != read:
        raise Broken(f"'{slipped}' reads as {read!r}, which does not read back.")
    return 1


@check("undo", When.STEP)
def takes_back(trial: Trial) -> int:
    """a tentative step taken back gives the very position of before."""
    if not (step := trial.tentative()):
        return 0
    seat, choice = step
    undone = trial.position.undo(seat)
    same(undone, trial.before.position, f"taking back '{choice}' by seat {seat} does not give the position of before")
    return 1


@check("undo", When.STEP)
def shows_nothing_new(trial: Trial) -> int:
    """a step that can be taken back shows its own seat nothing that it could not work out."""
    if not (step := trial.tentative()):
        return 0
    seat, choice = step
    world = trial.before.world(seat)
    if world.view(seat) != trial.before.view(seat):
        return 0  # a fault that 'imagine' names
    elsewhere = world.choose(seat, choice)
    same(trial.now.view(seat), elsewhere.view(seat), f"'{choice}' can be taken back, and shows seat {seat} something hidden")
    return 1


@check("undo", When.POSITION)
def leaves_what_is_final(trial: Trial) -> int:
    """what is final is not taken back."""
    seat = trial.rng.choice(trial.seats)
    return 0 if trial.position.acts[seat] else refused(f"undo by seat {seat}, whose act is final,", Illegal, trial.position.undo, seat)


@check("commute", When.STEP)
def stays_private(trial: Trial) -> int:
    """a tentative step changes nobody else's view and tells them nothing."""
    if not (step := trial.tentative()):
        return 0
    seat, choice = step
    awaited = trial.position.awaited
    if set(trial.before.position.awaited) - {seat} != set(awaited) - {seat}:
        raise Broken(f"the tentative step '{choice}' by seat {seat} changes who else is awaited.")
    for viewer in trial.viewers:
        if viewer != seat:
            # That a seat has finished and waits for the others is not a secret.
            was = msgspec.structs.replace(trial.before.view(viewer), awaited=awaited)
            same(trial.now.view(viewer), was, f"the tentative step '{choice}' by seat {seat} changes the view of {who(viewer)}")
            if told := heard(trial.told[-1], viewer):
                raise Broken(f"the tentative step '{choice}' by seat {seat} tells {who(viewer)}: {trial.game.say(told[0].said)}")
    return 1


@check("commute", When.POSITION, every=3)
def order_of_clicking(trial: Trial) -> int:
    """tentative steps of two seats give the same position in either order, and each is taken back without the other."""
    position, awaited = trial.position, trial.position.awaited
    if len(awaited) < 2:
        return 0
    one, other = trial.rng.choice(list(combinations(awaited, 2)))
    mine, theirs = (trial.rng.choice(position.choices(seat)) for seat in (one, other))
    first, second = position.choose(one, mine), position.choose(other, theirs)
    if not is_tentative(position, first, one, mine) or not is_tentative(position, second, other, theirs):
        return 0
    both = first.choose(other, theirs)
    same(both, second.choose(one, mine), f"'{mine}' by seat {one} and '{theirs}' by seat {other} do not commute")
    if both.acts[one]:
        same(both.undo(one), second, f"seat {one} cannot take back '{mine}' without a trace after '{theirs}' by seat {other}")
    return 1


@check("removal", When.STEP)
def is_gone(trial: Trial) -> int:
    """a removed seat is out of the game for good."""
    entry = trial.entries[-1]
    return has_gone(trial.position, entry.seat) if isinstance(entry, Remove) else 0


def has_gone(left: Position, seat: int) -> int:
    if seat not in left.removed or seat in left.awaited or left.acts[seat]:
        raise Broken(f"seat {seat} was removed, but it is not listed as removed, is still awaited, or has an act.")
    return refused(f"removing seat {seat} a second time", Illegal, left.remove, seat)


@check("removal", When.POSITION, every=5)
def anybody_may_go(trial: Trial) -> int:
    """any seat can go at any time."""
    present = trial.present if trial.position.outcome is None else []
    for seat in present:
        left = trial.position.remove(seat)
        has_gone(left, seat)
        is_steady(left)
    return len(present)


@check("removal", When.END)
def nobody_goes_after_the_end(trial: Trial) -> int:
    """no seat can go after the end."""
    return sum(refused(f"removing seat {seat} after the end", Illegal, trial.position.remove, seat) for seat in trial.seats)


@check("removal", When.END)
def outcome_lists_removed(trial: Trial) -> int:
    """the outcome says who was removed."""
    outcome, removed = trial.position.outcome, sorted(entry.seat for entry in trial.entries if isinstance(entry, Remove))
    if outcome is None or sorted(outcome.removed) != removed:
        raise Broken(f"the seats {removed} were removed, but the outcome says {outcome and outcome.removed}.")
    return len(removed)


@check("replay", When.END)
def replays(trial: Trial) -> int:
    """replaying a record gives the same positions, and tells the same."""
    same(trial.replayed[0], trial.visits[0].position, "replaying the set-up gives another position")
    for number, loud in enumerate(trial.retold, 1):
        same(loud.after, trial.visits[number].position, f"replaying {number} entries gives another position")
        same(trial.replayed[number], loud.after, f"replaying {number} entries gives another position when nothing is told")
        if list(loud.told) != trial.told[number - 1]:
            raise Broken(f"replaying entry {number} tells something else.")
    return len(trial.entries)
