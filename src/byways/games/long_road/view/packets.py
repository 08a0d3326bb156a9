"""Imagine drafts: random deals and picks consistent with what a seat has seen."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

from byways.games.long_road.box import Box
from byways.games.long_road.rules import playable
from byways.games.long_road.rules.draft import DEALT
from byways.games.long_road.state import Cards, Packet, SeenPacket

NOBODY = -1
Slot = tuple[int, int]  # a packet and the number of earlier picks; slots after the last pick hold the characters left over


def imagine_packets(
    packets: tuple[SeenPacket, ...], origins: tuple[Cards, ...], is_open: bool, box: Box, rng: Random
) -> tuple[Packet, ...]:
    """Fill in the unknown picks. `origins` has the characters that each seat is known to have kept."""
    if not packets:
        return ()
    owner = {who: seat for seat, team in enumerate(origins) for who in team}
    taken: dict[Slot, int] = {}
    blind: list[Slot] = []
    for number, packet in enumerate(packets):
        fill_picks(number, packet, owner, taken, blind, rng)
    seen = {who for packet in packets for _, who in packet.picks} | {
        who for packet in packets for _, cards in packet.contents for who in cards
    }
    fresh = [who for who in playable(box, is_open) if who not in seen]
    fill(blind, [seat_at(packets, slot) for slot in blind], fresh, owner, taken, rng)
    return tuple(as_packet(number, packet, taken) for number, packet in enumerate(packets))


def seat_at(packets: tuple[SeenPacket, ...], slot: Slot) -> int:
    picks = packets[slot[0]].picks
    return picks[slot[1]][0] if slot[1] < len(picks) else NOBODY


def fill_picks(number: int, packet: SeenPacket, owner: dict[int, int], taken: dict[Slot, int], blind: list[Slot], rng: Random) -> None:
    """Fill in one packet's picks.

    Characters missing between two looks were picked in that interval; slots before the first look are `blind`.
    """
    picks, looks = packet.picks, packet.contents
    taken.update({(number, at): who for at, (_, who) in enumerate(picks) if who != NOBODY})
    first = looks[0][0] if looks else DEALT
    blind += [(number, at) for at in range(first) if (number, at) not in taken]
    for nth, (at, cards) in enumerate(looks):
        until, left = looks[nth + 1] if nth + 1 < len(looks) else (len(picks), ())
        slots = [(number, later) for later in range(at, until) if (number, later) not in taken]
        known = {who for later, (_, who) in enumerate(picks) if at <= later < until}
        missing = [who for who in cards if who not in left and who not in known]
        fill(slots, [picks[later][0] for _, later in slots], missing, owner, taken, rng)


def fill(slots: list[Slot], seats: Sequence[int], cards: list[int], owner: dict[int, int], taken: dict[Slot, int], rng: Random) -> None:
    """Distribute cards over slots at random, those with a known owner over the owner's slots."""
    free = list(zip(slots, seats, strict=True))
    for who in cards:
        if who in owner:
            mine = rng.choice([item for item in free if item[1] == owner[who]])
            taken[mine[0]] = who
            free.remove(mine)
    rest = [who for who in cards if who not in owner]
    for (slot, _), who in zip(free, rng.sample(rest, len(free)), strict=True):
        taken[slot] = who


def as_packet(number: int, packet: SeenPacket, taken: dict[Slot, int]) -> Packet:
    picks = tuple((seat, taken[number, at]) for at, (seat, _) in enumerate(packet.picks))
    if not packet.contents:
        dealt = [taken[number, at] for at in range(DEALT)]
    else:
        first, cards = packet.contents[0]
        dealt = [*(who for _, who in picks[:first]), *cards]
    return Packet(tuple(sorted(dealt)), packet.holder, picks)
