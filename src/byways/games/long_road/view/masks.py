"""Mask what a seat may not see: hands, tails, bosses, teams, face-down characters, draft packets."""

from __future__ import annotations

from functools import lru_cache
from typing import TypeAlias

from msgspec.structs import replace

from byways.games.long_road.box import DECKS
from byways.games.long_road.components import DECK_SIZE, PACK_SIZE
from byways.games.long_road.state import Cards, Packet, Placed, Road, SeenPacket

Roads: TypeAlias = tuple[Road, Road, Road]
UNKNOWN = -1


@lru_cache(maxsize=4096)
def masked_hands(hands: tuple[Cards, ...], pool: Cards, seat: int | None) -> tuple[Cards, ...]:
    """Mask other hands, sorted by their backs, because the order of hidden cards would leak information."""
    return tuple([cards if at == seat else tuple(sorted([back(card, pool) for card in cards])) for at, cards in enumerate(hands)])


@lru_cache(maxsize=4096)
def masked_tails(tails: tuple[Cards, ...], layers: tuple[Cards, ...], pool: Cards, seat: int | None) -> tuple[Cards, ...]:
    """Mask the cards under decks, except those that the seat put there."""
    laid = [by or (at,) * len(cards) for at, (cards, by) in enumerate(zip(tails, layers, strict=True))]
    return tuple(
        tuple(card if who == seat else back(card, pool) for card, who in zip(cards, by, strict=True))
        for cards, by in zip(tails, laid, strict=True)
    )


def shuffled(discard: Cards, pool: Cards) -> Cards:
    return tuple(sorted(back(card, pool) if card in pool else card for card in discard))


def back(card: int, pool: Cards) -> int:
    # R6: everyone has seen that a card in the pool came from the discard, so its back counts as a different one.
    return -1 - card // DECK_SIZE - (DECKS if card in pool else 0)


@lru_cache(maxsize=4096)
def masked_bosses(bosses: Cards, seat: int | None) -> Cards:
    return tuple([boss if at == seat else UNKNOWN for at, boss in enumerate(bosses)])


def masked_teams(teams: tuple[Cards, ...], seat: int | None) -> tuple[Cards, ...]:
    return tuple([team if at == seat else (UNKNOWN,) * len(team) for at, team in enumerate(teams)])


@lru_cache(maxsize=4096)
def known_origins(origins: tuple[Cards, ...], seen: int, seat: int | None) -> tuple[Cards, ...]:
    """Mask the initial teams, except characters that have ever been face up: the first time, they are with the seat they were dealt to."""
    return tuple([team if at == seat else tuple([who for who in team if seen >> who & 1]) for at, team in enumerate(origins)])


def masked_roads(roads: Roads, seat: int | None, last: Roads, before: Roads) -> Roads:
    first, second, third = roads
    return (
        before[0] if first is last[0] else masked_road(first, seat),
        before[1] if second is last[1] else masked_road(second, seat),
        before[2] if third is last[2] else masked_road(third, seat),
    )


def masked_road(road: Road, seat: int | None) -> Road:
    line, hidden = [*road.line], False
    for nth, placed in enumerate(line):
        if not placed.up and placed.seat != seat:
            line[nth], hidden = Placed(UNKNOWN, placed.seat, placed.arms, False, placed.could), True
    return replace(road, line=tuple(line)) if hidden else road


@lru_cache(maxsize=4096)
def seen_packet(packet: Packet, seat: int | None, removed: tuple[int, ...]) -> SeenPacket:
    """Return what a seat has seen of a packet: its contents whenever the seat held it, and what removed seats revealed."""
    picks, dealt = packet.picks, packet.dealt
    times = [at for at, (owner, _) in enumerate(picks) if owner == seat]
    # A packet dropped before its last pick was held by a removed seat, which has shown it to everyone.
    if packet.holder == seat or (packet.holder < 0 and len(picks) < PACK_SIZE):
        times.append(len(picks))
    gone = [character for _, character in picks]
    contents = tuple((at, tuple(who for who in dealt if who not in gone[:at])) for at in times)
    shown = tuple((owner, who if owner == seat or owner in removed else UNKNOWN) for owner, who in picks)
    return SeenPacket(packet.holder, shown, contents)
