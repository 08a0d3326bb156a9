"""What a seat is after, how far it is, and how the set stands: for people, worded only when it is shown."""

from __future__ import annotations

from byways.games.the_way.cards import ENTER, EXITS, LEAVE, OPPOSITE
from byways.games.the_way.state import MIDPOINTS, NEIGHBOURS, PLACES, SIZE, STARTS, AnyChoice, Cards, OpenState, altered
from byways.i18n import Message, Sentence, Value


def aim(table: OpenState, act: tuple[AnyChoice, ...], seat: int | None) -> Message:
    """A seat's errand, its own tentative steps included; for who has no piece, what the game is about. Then which game of the set it is."""
    errand = Message("aim.race") if seat is None or table.phase != "play" else errand_of(table, act, seat)
    if table.single:
        return errand
    values: dict[str, Value] = {"errand": errand, "game": Message("heading.set", {"game": table.game}), "score": score(table)}
    return Message("aim.whole-score" if values["score"] else "aim.whole", values)


def errand_of(table: OpenState, act: tuple[AnyChoice, ...], seat: int) -> Message:
    piece = table.piece(seat)
    start, midpoint, at, back = STARTS[piece], MIDPOINTS[piece], table.tokens[piece], table.reached[piece]
    goal = start if back else midpoint
    steps = open_steps(table, altered(table, act).cards, at, goal)
    name = f"aim.{'back' if back else 'out'}-{'shut' if steps is None else 'open'}"
    far = crow_steps(at, goal) if steps is None else steps
    return Message(name, {"start": PLACES[start], "midpoint": PLACES[midpoint], "steps": far})


def open_steps(table: OpenState, cards: Cards, start: int, goal: int) -> int | None:
    """How many steps it is from a card to another on the board as it is; None if no way is open."""
    leave, enter = (LEAVE, ENTER) if table.variations.arrows else (EXITS, EXITS)
    far, front = {start: 0}, [start]
    for cell in front:
        for side, beside in NEIGHBOURS[cell]:
            if beside not in far and leave[cards[cell]] & side and enter[cards[beside]] & OPPOSITE[side]:
                far[beside] = far[cell] + 1
                front.append(beside)
    return far.get(goal)


def crow_steps(start: int, goal: int) -> int:
    """How many steps it would be if everything were open."""
    (row, column), (to_row, to_column) = divmod(start, SIZE), divmod(goal, SIZE)
    return abs(row - to_row) + abs(column - to_column)


def score(table: OpenState) -> Sentence:
    """The finished games of a set in a few words."""
    if table.single or not table.results:
        return ""
    (first, second), drawn = table.won, table.results.count(None)
    values: dict[str, Value] = {"one": 0, "other": 1, "first": first, "second": second, "drawn": drawn}
    return Message("score.drawn" if drawn else "score.won", values)
