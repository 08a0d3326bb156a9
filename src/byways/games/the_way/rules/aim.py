"""A seat's aim as a message: where it has to go, how far that is, and the score of the set."""

from __future__ import annotations

from byways.games.the_way.cards import ENTER, EXITS, LEAVE, OPPOSITE
from byways.games.the_way.state import MIDPOINTS, NEIGHBOURS, PLACES, SIZE, STARTS, AnyChoice, Cards, OpenState, altered
from byways.i18n import Message, Sentence, Value


def aim(table: OpenState, act: tuple[AnyChoice, ...], seat: int | None) -> Message:
    """Describe a seat's next goal after its tentative steps, and the game within the set. Without a piece, say what the game is about."""
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
    far = least_steps(at, goal) if steps is None else steps
    return Message(name, {"start": PLACES[start], "midpoint": PLACES[midpoint], "steps": far})


def open_steps(table: OpenState, cards: Cards, start: int, goal: int) -> int | None:
    """Count the steps between two cards along open ways; None if there is no way."""
    leave, enter = (LEAVE, ENTER) if table.variations.arrows else (EXITS, EXITS)
    far, front = {start: 0}, [start]
    for cell in front:
        for side, beside in NEIGHBOURS[cell]:
            if beside not in far and leave[cards[cell]] & side and enter[cards[beside]] & OPPOSITE[side]:
                far[beside] = far[cell] + 1
                front.append(beside)
    return far.get(goal)


def least_steps(start: int, goal: int) -> int:
    """Count the steps between two cards if everything were open."""
    (row, column), (to_row, to_column) = divmod(start, SIZE), divmod(goal, SIZE)
    return abs(row - to_row) + abs(column - to_column)


def score(table: OpenState) -> Sentence:
    """Summarize the finished games of a set."""
    if table.single or not table.results:
        return ""
    (first, second), drawn = table.won, table.results.count(None)
    values: dict[str, Value] = {"one": 0, "other": 1, "first": first, "second": second, "drawn": drawn}
    return Message("score.drawn" if drawn else "score.won", values)
