"""The draft of experienced players: all keep one character at once and pass the others to the left, until everybody has five."""

from __future__ import annotations

from msgspec.structs import replace

from byways.game import Tell
from byways.games.long_road.choices import AnyChoice
from byways.games.long_road.common import say
from byways.games.long_road.components import PACK_SIZE
from byways.games.long_road.sale import following
from byways.games.long_road.state import Packet, Position, Step

DEALT = PACK_SIZE + 1  # R33: the sixth goes to the box


def offer_pick(position: Position, seat: int, step: Step) -> tuple[AnyChoice, ...]:
    packet = next(packet for packet in position.packets if packet.holder == seat)
    return tuple(position.box.picks[character] for character in packet.left)


def keep_all(position: Position, tell: Tell) -> Position:
    """All picks become final together; nobody sees what another kept."""
    say(tell, "pick", "Everybody has kept a character.")
    packets = tuple(with_pick(position, packet) for packet in position.packets)
    return replace(position, packets=packets, acts=((),) * len(position.acts), todo=(Step("pass"), *position.todo))


def with_pick(position: Position, packet: Packet) -> Packet:
    if packet.holder < 0:
        return packet
    character = position.box.character_of[position.acts[packet.holder][0].character]
    return replace(packet, picks=(*packet.picks, (packet.holder, character)))


def pass_on(position: Position, tell: Tell) -> Position:
    """To the left, until everybody has five; the last character of each packet goes to the box."""
    packets = tuple(passed(position, packet) for packet in position.packets)
    position = replace(position, packets=packets, todo=position.todo[1:])
    if any(packet.holder >= 0 for packet in packets):
        say(tell, "pass", "The others are passed to the left.")
        return position
    say(tell, "teams", "Everybody has a team of five.")
    teams = tuple(tuple(sorted(kept(packets, seat))) for seat in range(len(position.acts)))
    return replace(position, teams=emptied(teams, position.removed), origins=teams, todo=position.todo[1:])


def passed(position: Position, packet: Packet) -> Packet:
    if packet.holder < 0:
        return packet
    return replace(packet, holder=following(position, packet.holder) if len(packet.picks) < PACK_SIZE else -1)


def kept(packets: tuple[Packet, ...], seat: int) -> list[int]:
    return [character for packet in packets for owner, character in packet.picks if owner == seat]


def emptied(teams: tuple[tuple[int, ...], ...], removed: tuple[int, ...]) -> tuple[tuple[int, ...], ...]:
    return tuple(() if seat in removed else team for seat, team in enumerate(teams))
