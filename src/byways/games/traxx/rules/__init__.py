"""The rules of Traxx: set-up, legal choices, their effects, the end and the score."""

from __future__ import annotations

from random import Random
from typing import get_args

import msgspec
from msgspec.structs import astuple

from byways.game import Event, Grade, Malformed, Options, Outcome, Refused, Tally, Tell, happened, places, put
from byways.games.traxx.components import NUMBERS, Components, colours_of
from byways.games.traxx.rules.events import tell_drawn, tell_number, tell_stuck
from byways.games.traxx.rules.refusals import why_not
from byways.games.traxx.state import BIT, DONE, FIELDS, AnyChoice, Board, Draw, Position, Setup, Sheet
from byways.i18n import Message, Sentence
from byways.notation import Notation
from byways.room import Hooks

GREAT = 40  # 1-player game: a result above 40 points is great


# Set-up


def deal(components: Components, options: Options, seats: int, rng: Random) -> Setup:
    """Getting started: each player receives a randomly dealt board."""
    return Setup(tuple(rng.sample(board_of(components).starts, seats)))


def board_of(components: Components) -> Board:
    fields = dict(zip(FIELDS, components.board.fields, strict=True))
    numbers = {int(number): field for field, (_, number, _) in fields.items() if number}
    return Board(
        colours="".join(colour for colour, _, _ in fields.values()),
        numbers=tuple(numbers[number] for number in NUMBERS),
        starts=tuple(field for field, (_, _, star) in fields.items() if star),
    )


def start(components: Components, setup: Setup) -> Position:
    board, seats = board_of(components), len(setup.starts)
    if not 1 <= seats <= len(board.starts):
        raise Refused(Message("refuse.boards", {"boards": seats}), Position.room)
    if unknown := [field for field in setup.starts if field not in board.starts]:
        raise Refused(Message("refuse.start", {"field": unknown[0], "starts": board.starts}), Position.room)
    if len(set(setup.starts)) < seats:
        raise Refused(Message("refuse.same-board"), Position.room)
    sheets = tuple(Sheet((field,)) for field in setup.starts)
    # Chance draws the cards, so the deck has no order. Sorted decks compare equal.
    deck = tuple(sorted(components.cards))
    return Position(acts=((),) * seats, awaited=(), board=board, starts=setup.starts, sheets=sheets, deck=deck)


# Notation

FIELD = "[a-i][1-9]"
NOTATION = Notation[AnyChoice](get_args(AnyChoice), to=FIELD, origin=FIELD)


def parse(text: str) -> AnyChoice:
    """Read a choice. `pass` means `done`, because the prompt speaks of passing."""
    choice = DONE if text == "pass" else NOTATION.read(text)
    if choice is None:
        raise Malformed(Message("refuse.notation", {"text": text[:40]}), Position.room)
    for field in astuple(choice):
        if field not in BIT:
            raise Malformed(Message("refuse.field", {"field": field}), Position.room)
    return choice


# Legal choices


def offer(position: Position, seat: int) -> tuple[AnyChoice, ...]:
    return extensions(position.board, position.sheets[seat], position.acts[seat], position.turned[-1])


def extensions(board: Board, sheet: Sheet, act: tuple[AnyChoice, ...], card: str) -> tuple[AnyChoice, ...]:
    """Every free field beside an end whose colour is left on the card. After the first step, only fields beside the growing end count."""
    used, ends, colour = sheet.used, sheet.ends, board.colour
    for step in act:
        if isinstance(step, Draw):
            used |= BIT[step.to]
            card = card.replace(colour[step.to], "", 1)
            # The first step decides which end grows.
            ends = (step.to,)
    steps = board.steps
    return (*[draw for end in ends for draw, bit, shade in steps[end] if shade in card and not used & bit], DONE)


# The effects of a choice


def came(position: Position, what: str, tell: Tell) -> Position:
    """Turn up a card. Seats whose lines are shut in are not asked (T11)."""
    deck = list(position.deck)
    deck.remove(what)
    turned = (*position.turned, what)
    if tell is not None:
        happened(tell, "card", "card", card=what, round=len(turned), colours=colours_of(what))
    awaited = tuple(seat for seat in present(position) if not position.sheets[seat].shut)
    drawing = msgspec.structs.replace(position, deck=tuple(deck), turned=turned, awaited=awaited)
    return drawing if awaited else reveal(drawing, tell)


def present(position: Position) -> list[int]:
    return [seat for seat in range(len(position.sheets)) if seat not in position.removed]


def after(position: Position, seat: int, choice: AnyChoice, tell: Tell) -> Position:
    acts = put(position.acts, seat, (*position.acts[seat], choice))
    if isinstance(choice, Draw):
        return msgspec.structs.replace(position, acts=acts)
    awaited = tuple(other for other in position.awaited if other != seat)
    drawn = msgspec.structs.replace(position, acts=acts, awaited=awaited)
    return drawn if awaited else reveal(drawn, tell)


def without(position: Position, seat: int, tell: Tell) -> Position:
    """Remove a seat: it draws no more, and its sheet stays."""
    happened(tell, "remove", f"seat-{seat}", seat=seat)
    if not present(position):
        return over(msgspec.structs.replace(position, awaited=()), Message("outcome.nobody"), tell)
    awaited = tuple(other for other in position.awaited if other != seat)
    left = msgspec.structs.replace(position, awaited=awaited)
    return reveal(left, tell) if position.awaited and not awaited else left


def reveal(position: Position, tell: Tell) -> Position:
    """End the round: ink all dots, score the numbers reached, and end the game after the last card."""
    sheets = [extended(sheet, act) for sheet, act in zip(position.sheets, position.acts, strict=True)]
    for seat, act in enumerate(position.acts):
        if tell is not None and seat not in position.removed:
            tell_drawn(seat, len(position.turned), sheets[seat].stretch, tell)
        for number in numbers_in(position.board, act):
            # Lateness is judged by the sheets before this round, so that all who arrive together are first. In a solo game, the sheet being
            # scored counts, because numbers reached in one round come in the order of the line (T6).
            points = worth(position.sheets, sheets[seat], number)
            sheets[seat] = sheets[seat].scoring(number, points)
            tell_number(seat, number, points, len(sheets) > 1, tell)
        if tell is not None and is_newly_stuck(position, seat, sheets[seat]):
            tell_stuck(seat, tell)
    revealed = msgspec.structs.replace(position, acts=((),) * len(sheets), sheets=tuple(sheets))
    return revealed if position.deck else over(revealed, Message("outcome.cards", {"cards": len(position.turned)}), tell)


def is_newly_stuck(position: Position, seat: int, sheet: Sheet) -> bool:
    """Whether no remaining card can help a seat while other seats play on."""
    if not position.deck or len(present(position)) < 2 or seat in position.removed:
        return False
    board, deck = position.board, position.deck
    return sheet.is_stuck(board, deck) and not position.sheets[seat].is_stuck(board, (*deck, position.turned[-1]))


def extended(sheet: Sheet, act: tuple[AnyChoice, ...]) -> Sheet:
    """The sheet with an act's draws in ink, not yet scored."""
    steps = [step for step in act if isinstance(step, Draw)]
    if not steps:
        # A pass adds nothing, so drop the mark of the last round.
        return Sheet(sheet.line, sheet.points) if sheet.fresh else sheet
    drawn = tuple(step.to for step in steps)
    if steps[0].origin == sheet.line[-1]:
        return Sheet(sheet.line + drawn, sheet.points, len(drawn))
    return Sheet(drawn[::-1] + sheet.line, sheet.points, -len(drawn))


def numbers_in(board: Board, act: tuple[AnyChoice, ...]) -> list[int]:
    """The numbers that an act reaches, in drawing order (T6)."""
    return [board.number[step.to] for step in act if isinstance(step, Draw) and step.to in board.number]


def worth(sheets: tuple[Sheet, ...], sheet: Sheet, number: int) -> int:
    """The points that a number pays a sheet. `sheets` are all sheets as of the last reveal."""
    # Half, rounded up.
    return -(-number // 2) if halved(sheets, sheet, number) else number


def halved(sheets: tuple[Sheet, ...], sheet: Sheet, number: int) -> bool:
    """Whether another player reached the number in an earlier round or, in the 1-player game, a higher number was reached before."""
    if len(sheets) == 1:
        # T7: a higher number counts even if it was entered for half. Points start at the 2, so this slice starts one above `number`.
        return any(sheet.points[number - 1 :])
    return any(other.points[number - 2] for other in sheets)


# The end


IN_FULL, AT_HALF, EMPTY = Message("tally.in-full"), Message("tally.at-half"), Message("tally.empty")
GRADES = (Grade(Message("title.great"), GREAT + 1),)


def over(position: Position, reason: Message, tell: Tell) -> Position:
    scores = [sheet.score for sheet in position.sheets]
    title: Sentence = ""
    if len(scores) == 1:
        title = Message("title.great") if scores[0] > GREAT else ""
        reason = Message("outcome.alone", {"reason": reason, "seat": 0, "points": scores[0], "great": GREAT})
    if tell is not None:
        tell.append(Event("end", reason))
    outcome = Outcome(
        places(scores, position.removed),
        reason,
        title,
        tuple(map(float, scores)),
        position.removed,
        breakdown(position.sheets),
        GRADES if len(scores) == 1 else (),
    )
    return msgspec.structs.replace(position, outcome=outcome)


def breakdown(sheets: tuple[Sheet, ...]) -> tuple[Tally, ...]:
    """Each seat's points for numbers in full, for halved numbers, and for empty fields."""
    paid = [sum(points for number, points in enumerate(sheet.points, 2) if points == number) for sheet in sheets]
    late = [sum(sheet.points) - full for sheet, full in zip(sheets, paid, strict=True)]
    empty = [-sheet.empty for sheet in sheets]
    return tuple(Tally(label, tuple(values)) for label, values in ((IN_FULL, paid), (AT_HALF, late), (EMPTY, empty)))


HOOKS: Hooks[Position, AnyChoice, Setup, Components] = Hooks(came=came, why_not=why_not, finish=over)
