"""The rules of The Way: set-up, legal choices, their effects, and the end."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from random import Random

from msgspec.structs import replace

from byways.game import Malformed, Outcome, Refused, Tally, Tell, happened, places, put
from byways.games.the_way import TheWayOptions
from byways.games.the_way.cards import CARD, ENTER, EXITS, FACES, LEAVE, OPPOSITE, PLAIN
from byways.games.the_way.components import Components
from byways.games.the_way.rules.aim import least_steps
from byways.games.the_way.rules.events import tell_dealt, tell_end, tell_gathering, tell_turn, token_id, told
from byways.games.the_way.rules.refusals import why_not
from byways.games.the_way.state import (
    CARDS,
    CELLS,
    CORNERS,
    EVERY,
    FIRST,
    HAND,
    LAY,
    MIDPOINTS,
    MOVE,
    NEIGHBOURS,
    PIECE,
    PLACE,
    PLACES,
    STARTS,
    STAY,
    TURNS,
    VARY,
    Altered,
    AnyChoice,
    Card,
    Cards,
    First,
    Lay,
    Move,
    OpenState,
    Phase,
    Piece,
    Place,
    Position,
    Setup,
    Turn,
    Variations,
    Vary,
    altered,
)
from byways.i18n import Message, Value
from byways.room import Hooks

READ: dict[str, AnyChoice] = {str(choice): choice for choice in EVERY}
ORDINARY = tuple(cell for cell in range(len(PLACES)) if cell not in CORNERS)
ARRANGING: dict[Phase, tuple[AnyChoice, ...]] = {"choose": (FIRST, *PIECE), "vary": VARY, "piece": PIECE}
EMPTY: tuple[Cards, ...] = ((),) * len(PLACES)


# Set-up


def deal(components: Components, options: TheWayOptions, seats: int, rng: Random) -> Setup:
    if options.various and (options.arrows or options.clockwise or options.replace):
        raise Refused(Message("refuse.various"), Position.room)
    deck, corners = components.cards.all, corner_cards(components)
    if not (options.arrows or options.various):
        deck, corners = without_arrows(deck, corners)
    shuffled = rng.sample(deck, len(deck))
    laid, nine = shuffled[: len(ORDINARY)], shuffled[len(ORDINARY) :]
    cards = {**dict(zip(ORDINARY, laid, strict=True)), **corners}
    return Setup(
        cards=tuple(rng.choice(FACES[CARD[cards[cell]]]) for cell in range(len(PLACES))),  # W7
        hands=(in_order(nine[:HAND]), in_order(nine[HAND:-1])),
        left=nine[-1],
        chooser=rng.randrange(2),
        turns=options.turns,
        single=options.single,
        various=options.various,
        variations=Variations(options.arrows, options.clockwise, options.replace),
    )


def corner_cards(components: Components) -> dict[int, str]:
    corners = components.corners
    faces = (corners.circle_start, corners.square_start, corners.circle_midpoint, corners.square_midpoint)
    return dict(zip((*STARTS, *MIDPOINTS), faces, strict=True))


def without_arrows(deck: Cards, corners: dict[int, str]) -> tuple[Cards, dict[int, str]]:
    """Drop arrows that can never count, so that cards that look the same are the same."""
    return in_order([PLAIN[card] for card in deck]), {cell: PLAIN[face] for cell, face in corners.items()}


def in_order(cards: Sequence[str]) -> Cards:
    return tuple(sorted(cards))


def redeal(components: Components, setup: Setup, seat: int | None, rng: Random) -> Setup:
    """Text check 3: redeal the cards that a seat cannot see, to the other hand and aside."""
    hidden = [card for owner, hand in enumerate(setup.hands) if owner != seat for card in hand] + [setup.left]
    cards = rng.sample(hidden, len(hidden))
    first, second = (hand if owner == seat else in_order([cards.pop() for _ in hand]) for owner, hand in enumerate(setup.hands))
    return replace(setup, hands=(first, second), left=cards.pop())


def start(components: Components, setup: Setup) -> Position:
    for complaint in audit(components, setup):
        raise Refused(complaint, Position.room)
    table = OpenState(
        cards=setup.cards,
        piles=EMPTY,
        phase="choose",
        chooser=setup.chooser,
        turns=setup.turns,
        single=setup.single,
        various=setup.various,
        variations=setup.variations,
    )
    return Position(acts=((), ()), awaited=(setup.chooser,), table=table, hands=setup.hands, left=(setup.left,))


def audit(components: Components, setup: Setup) -> Iterator[Message]:
    """Yield what is wrong with a set-up."""
    if len(setup.cards) != len(PLACES) or any(face not in CARD for face in setup.cards):
        yield Message("setup.board", {"cards": len(PLACES)})
        return
    dealt = in_order([*(CARD[setup.cards[cell]] for cell in ORDINARY), *setup.hands[0], *setup.hands[1], setup.left])
    deck, corners = components.cards.all, corner_cards(components)
    if dealt != deck and not (setup.various or setup.variations.arrows):  # set-ups of version 1 always have arrows
        deck, corners = without_arrows(deck, corners)
    if any(setup.cards[cell] not in FACES[CARD[face]] for cell, face in corners.items()):
        yield Message("setup.corners")
    if any(len(hand) != HAND or hand != in_order(hand) for hand in setup.hands):
        yield Message("setup.hands", {"cards": HAND})
    if dealt != deck:
        yield Message("setup.deck")
    if setup.chooser not in (0, 1):
        yield Message("setup.chooser", {"chooser": setup.chooser})
    if setup.turns < 1:
        yield Message("setup.turns", {"turns": setup.turns})


# Notation


def parse(text: str) -> AnyChoice:
    choice = READ.get(text)
    if choice is None:
        raise Malformed(Message("refuse.malformed", {"text": text[:40]}), Position.room)
    return choice


# Legal choices


def offer(position: Position, seat: int) -> tuple[AnyChoice, ...]:
    table, act = position.table, position.acts[seat]
    if table.phase == "play":
        return offer_turn(table, act, position.hands[seat], seat)
    return ARRANGING[table.phase]


def offer_turn(table: OpenState, act: tuple[AnyChoice, ...], hand: Cards, seat: int) -> tuple[AnyChoice, ...]:
    """Order of play 1 and 2: alter a card or not, then move or stay. A player who moves at once alters nothing."""
    piece = table.piece(seat)
    other = table.tokens[1 - piece]
    match act:
        case ():
            cards = [CARDS[card] for card in dict.fromkeys(hand)]
            return (*possible_turns(table, other), *cards, *possible_moves(table, table.cards, piece), STAY)
        case (Card(),):
            return possible_places(other)
        case (Card(card), Place()):
            return tuple(LAY[face] for face in FACES[card])
    return (*possible_moves(table, altered(table, act).cards, piece), STAY)


def possible_turns(table: OpenState, other: int) -> list[Turn]:
    """Exceptions a and b: neither the other player's card nor a locked card can be turned."""
    locked, turns = table.locked, TURNS[table.variations.clockwise]
    found: list[Turn] = []
    for cell, face in enumerate(table.cards):
        if cell != other and cell not in locked:
            found += turns[cell][face]
    return found


def possible_places(other: int) -> tuple[Place, ...]:
    return tuple(PLACE[cell] for cell in ORDINARY if cell != other)  # W1: corners are never covered


def possible_moves(table: OpenState, cards: Cards, piece: int) -> list[Move]:
    at = table.tokens[piece]
    leave, enter = (LEAVE, ENTER) if table.variations.arrows else (EXITS, EXITS)
    out = leave[cards[at]]
    return [MOVE[cell] for side, cell in NEIGHBOURS[at] if out & side and enter[cards[cell]] & OPPOSITE[side]]


# The effect of a choice


def after(position: Position, seat: int, choice: AnyChoice, tell: Tell) -> Position:
    match choice:
        case Turn() | Card() | Place() | Lay():
            return replace(position, acts=put(position.acts, seat, (*position.acts[seat], choice)))
        case First() | Piece() | Vary():
            return arrange(position, seat, choice, tell)
    return finish(position, seat, choice, tell)


def arrange(position: Position, seat: int, choice: AnyChoice, tell: Tell) -> Position:
    """Set-up 5: determine who goes first, who plays which piece and, in variation 4, the variations."""
    table, other = position.table, 1 - position.table.chooser
    match choice:
        case First():
            happened(tell, "first", seat=seat, other=other)
            table = replace(table, first=seat)
        case Piece(piece):
            happened(tell, "piece", f"token-{piece}", seat=seat, piece=piece)
            # A player who chooses a piece instead of the first move goes second.
            table = replace(table, circle=seat if piece == "circle" else 1 - seat, first=other if table.first is None else table.first)
        case Vary(arrows, clockwise, replaced):
            named = Message("event.vary", {"seat": seat, "variations": choice.named})
            told(tell, "vary", named if choice.named else Message("event.vary-nothing", {"seat": seat}))
            table = replace(table, variations=Variations(arrows, clockwise, replaced))
    if table.various and table.phase == "choose":
        return replace(position, table=replace(table, phase="vary"), awaited=(other,))
    if table.circle is None:
        return replace(position, table=replace(table, phase="piece"), awaited=(other,))
    assert table.first is not None
    return replace(position, table=replace(table, phase="play"), awaited=(table.first,))


def finish(position: Position, seat: int, choice: AnyChoice, tell: Tell) -> Position:
    """Order of play 3: the move, or staying, ends the turn."""
    table, act, piece = position.table, position.acts[seat], position.table.piece(seat)
    if tell is not None:
        tell_turn(position, seat, choice, tell)
    board = altered(table, act)
    hands, known = pass_cards(position, seat, board) if board.played else (position.hands, table.known)
    at = CELLS[choice.place] if isinstance(choice, Move) else table.tokens[piece]
    moved = replace(
        table,
        cards=board.cards,
        piles=board.piles,
        locked=board.locked,
        tokens=table.tokens if at == table.tokens[piece] else put(table.tokens, piece, at),
        reached=arrive(table, seat, at, tell),
        known=known,
        turn=table.turn + 1,
    )
    return proceed(position, seat, moved, hands, tell)


def pass_cards(position: Position, seat: int, board: Altered) -> tuple[tuple[Cards, Cards], tuple[Cards, Cards]]:
    """Return the hands, and the cards known to be in them, after a card was played and, in variation 3, another taken."""
    taken = [board.taken] if board.taken else []
    hand, known = list(position.hands[seat]), list(position.table.known[seat])
    hand.remove(board.played)
    # Equal cards are indistinguishable, so a known one counts as played first.
    if board.played in known:
        known.remove(board.played)
    # All players saw which card was taken from the board.
    return put(position.hands, seat, in_order(hand + taken)), put(position.table.known, seat, in_order(known + taken))


def arrive(table: OpenState, seat: int, at: int, tell: Tell) -> tuple[bool, bool]:
    piece = table.piece(seat)
    if at != MIDPOINTS[piece] or table.reached[piece]:
        return table.reached
    happened(tell, "midpoint", token_id(piece), f"card-{PLACES[at]}", seat=seat)
    return put(table.reached, piece, True)


def proceed(position: Position, seat: int, table: OpenState, hands: tuple[Cards, Cards], tell: Tell) -> Position:
    """Pass the turn to the other player, or end the game."""
    piece = table.piece(seat)
    moved = Position(acts=((), ()), awaited=(1 - seat,), table=table, hands=hands, left=position.left)
    if table.reached[piece] and table.tokens[piece] == STARTS[piece]:
        return conclude(moved, seat, tell)
    if table.turn >= 2 * table.turns:  # W6
        return conclude(moved, None, tell)
    return moved


# The end of a game, and the next one of the set


def conclude(position: Position, winner: int | None, tell: Tell) -> Position:
    results = (*position.table.results, winner)
    is_last = position.table.single or len(results) == 3
    table = replace(position.table, results=results, phase="over" if is_last else "gather")
    tell_end(table, winner, tell)
    return replace(position, table=table, awaited=(), outcome=ended(table) if is_last else None)


def came(position: Position, what: str, tell: Tell) -> Position:
    phase = position.table.phase
    if phase == "gather":
        return gather(position, tell)
    if phase == "lot":
        happened(tell, "lot", seat=int(what))
        return choose_anew(position, int(what))
    return dealt(position, what, tell)


def gather(position: Position, tell: Tell) -> Position:
    """Victory conditions 3 and W8: shuffle the covered, left-out and unplayed cards. The board stays, and tokens go back."""
    table = position.table
    # W11: the stock is sorted and chance deals from it, so no card can be tracked into the next hand.
    buried = [card for pile in table.piles for card in pile]
    stock = in_order([*buried, *position.hands[0], *position.hands[1], *position.left])
    tell_gathering(position, len(stock), tell)
    fresh = OpenState(
        cards=table.cards,
        piles=EMPTY,
        phase="deal",
        chooser=table.chooser,
        turns=table.turns,
        single=table.single,
        various=table.various,
        # W14: variations are chosen again for every game.
        variations=Variations() if table.various else table.variations,
        results=table.results,
    )
    return replace(position, table=fresh, hands=((), ()), left=(), stock=stock)


def dealt(position: Position, card: str, tell: Tell) -> Position:
    """Deal one card, to both players in turn and the last one aside."""
    rest = list(position.stock)
    rest.remove(card)
    stock = tuple(rest)
    for seat in position.receiver:
        tell_dealt(position.table, position.hands[seat], seat, card, tell)
        hands = put(position.hands, seat, in_order([*position.hands[seat], card]))
        return replace(position, hands=hands, stock=stock)
    happened(tell, "left", "deck")
    position = replace(position, left=(card,), stock=stock)
    loser = {0: 1, 1: 0, None: None}[position.table.results[-1]]
    if loser is None:  # W9
        return replace(position, table=replace(position.table, phase="lot"))
    happened(tell, "choose", seat=loser)
    return choose_anew(position, loser)


def choose_anew(position: Position, chooser: int) -> Position:
    return replace(position, table=replace(position.table, phase="choose", chooser=chooser), awaited=(chooser,))


def ended(table: OpenState) -> Outcome:
    """Victory conditions 1, with W9 for drawn games."""
    (mine, theirs), ranks, scores, parts = table.won, places(table.won), games_won(table), breakdown(table)
    if mine == theirs:
        reason = Message("outcome.draw", {"turns": table.turns}) if table.single else Message("outcome.draw-of-set", {"won": mine})
        return Outcome(ranks, reason, Message("title.draw"), scores, breakdown=parts)
    winner = 0 if mine > theirs else 1
    if table.single:
        return Outcome(ranks, Message("outcome.home", {"winner": winner}), breakdown=parts)
    values: dict[str, Value] = {"winner": winner, "loser": 1 - winner, "won": max(mine, theirs), "lost": min(mine, theirs)}
    if max(mine, theirs) == 3:
        return Outcome(ranks, Message("outcome.victory", values), Message("title.victory"), scores, breakdown=parts)
    return Outcome(ranks, Message("outcome.win", values), Message("title.win"), scores, breakdown=parts)


def breakdown(table: OpenState) -> tuple[Tally, ...]:
    """List the games of a set or, for a single game, how far each player came."""
    if table.single:
        return (
            ()
            if table.circle is None
            else (
                Tally(Message("tally.way"), (way_of(table, 0), way_of(table, 1))),
                Tally(Message("tally.steps"), (steps_home(table, 0), steps_home(table, 1))),
            )
        )
    return tuple(Tally(game_of(table, nth), (int(winner == 0), int(winner == 1))) for nth, winner in enumerate(table.results))


def game_of(table: OpenState, nth: int) -> Message:
    """Name a game of a set, and by how much the last one was won."""
    winner = table.results[nth]
    if winner is None or table.phase != "over" or nth < len(table.results) - 1:
        return Message("tally.game", {"game": nth + 1})
    return Message("tally.game-won", {"game": nth + 1, "steps": steps_home(table, 1 - winner)})


def way_of(table: OpenState, seat: int) -> Message:
    if seat in table.results:
        return Message("way.done")
    return Message("way.back" if table.reached[table.piece(seat)] else "way.out")


def steps_home(table: OpenState, seat: int) -> int:
    """Count the steps that a player has left, if everything were open."""
    piece = table.piece(seat)
    at, start, midpoint = table.tokens[piece], STARTS[piece], MIDPOINTS[piece]
    return least_steps(at, start) if table.reached[piece] else least_steps(at, midpoint) + least_steps(midpoint, start)


def games_won(table: OpenState) -> tuple[float, float] | None:
    return None if table.single else (float(table.won[0]), float(table.won[1]))


def without(position: Position, seat: int, tell: Tell) -> Position:
    """A player who leaves has lost the game and the set."""
    table = position.table
    told(tell, "leave", Message("event.leave" if table.single else "event.leave-set", {"seat": seat}))
    reason = Message("outcome.gone" if table.single else "outcome.gone-of-set", {"seat": seat, "winner": 1 - seat})
    title = "" if table.single else Message("title.win")
    outcome = Outcome(places((0, 0), {seat}), reason, title, games_won(table), (seat,), breakdown(table))
    return replace(position, acts=((), ()), awaited=(), outcome=outcome, table=replace(table, phase="over"))


def standing(position: Position) -> Position:
    """Return a position without its turn count. Equal standings in one record are a repetition (W6)."""
    # The parity says whose turn it is.
    return replace(position, acts=((), ()), table=replace(position.table, turn=position.table.turn % 2))


HOOKS: Hooks[Position, AnyChoice, Setup, Components] = Hooks(came=came, redeal=redeal, why_not=why_not, standing=standing)
