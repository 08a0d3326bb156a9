"""Games between bots of different strength, with acts to compare."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import NamedTuple

from byways.bots.proofs import imagined, is_whole
from byways.bots.roster import make_player
from byways.game import Choice, Game, Options, find_game, stream
from byways.games.labyrinth import LabyrinthOptions
from byways.games.the_way import TheWayOptions
from byways.referee import play
from byways.review.moments import Moment, moments

SOME = 20  # acts from the end of a game, and about as many from the rest
GAMES: list[tuple[str, int, Options | None]] = [
    ("labyrinth", 2, LabyrinthOptions(rows=5, columns=5, classic=True, rounds=12)),
    ("labyrinth", 3, LabyrinthOptions(rows=5, columns=5, rounds=12)),
    ("traxx", 2, None),
    ("traxx", 3, None),
    ("long_way", 3, None),
    ("the_way", 2, TheWayOptions(single=True)),
    ("the_way", 2, TheWayOptions()),
    ("long_road", 2, None),
]

LATER = {  # names of reasons that speak of what comes after an act
    *("why.near", "why.near-home", "why.lets", "why.may-let", "why.shuts", "why.loses-home"),
    *("why.open", "why.cut", "why.shut-end", "why.first", "why.lower"),
    *("why.race", "why.costs", "why.helps", "why.rewards", "why.before", "why.after"),
    *("mistake.lets", "mistake.farther", "mistake.farther-home", "mistake.far", "mistake.far-home", "mistake.shakier"),
    *(
        "mistake.shakier-home",
        "mistake.later",
        "mistake.share",
        "mistake.share-home",
        "mistake.share-turns",
        "mistake.share-turns-home",
        "mistake.helps",
        "mistake.reach",
    ),
    *("mistake.cut", "mistake.cut-cost", "mistake.cut-gain", "mistake.shut-gain", "mistake.shut-one", "mistake.no-number"),
    *("mistake.room", "mistake.leaves", "mistake.next", "mistake.next-card", "mistake.missed-half"),
    *("mistake.own", "mistake.rival", "mistake.money", "mistake.rival-money", "mistake.loss", "mistake.rival-loss"),
    *("mistake.nearer", "mistake.hurries", "mistake.may-hurry", "mistake.holds"),
    *("mistake.stands", "mistake.stands-hidden", "mistake.nobody"),
}


class PlayedGame(NamedTuple):
    """A game, some of its acts, and the winners."""

    game: Game
    moments: list[Moment]
    winners: tuple[int, ...]


def play_game(name: str, seats: int, options: Options | None, seed: int = 3) -> PlayedGame:
    game = find_game(name)
    players = [make_player(game, bot, stream(seed, bot)) for bot in ("medium", "easy", "medium", "easy")[:seats]]
    record = play(game, players, seed, options).record
    found, outcome = moments(record.play(game, tells=False)), record.position(game).outcome
    assert outcome is not None
    return PlayedGame(game, [*found[: -SOME : max(1, len(found) // SOME)], *found[-SOME:]], outcome.winners)


def acts(moment: Moment, count: int = 6) -> Iterator[tuple[Choice, ...]]:
    """Yield the act played at a moment, and some other whole acts."""
    yield moment.act
    rng = Random(repr(moment.act))
    for _ in range(count):
        world, act = moment.view.imagine(rng), list[Choice]()
        while not act or not is_whole(world, moment.seat):
            act.append(rng.choice(world.choices(moment.seat)))
            world = world.choose(moment.seat, act[-1])
        yield tuple(act)


def ends_game(moment: Moment, act: tuple[Choice, ...]) -> bool:
    """Whether the game is over after an act and those that others make at the same time."""
    rng, world = Random(1), imagined(moment.view, act)
    while rivals := {*world.awaited} & {*moment.view.awaited} - {moment.seat}:
        seat = min(rivals)
        world = world.choose(seat, rng.choice(world.choices(seat)))
        if not any(world.acts):
            break
    while (due := world.chance) and len(due.what) == 1:
        world = world.happen(due.what[0])
    return world.outcome is not None
