"""The draft: all players keep one character simultaneously and pass the others to the left, until each has five."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec.structs import replace

from byways.game import Chance, Tell, happened
from byways.games.long_road.choices import AnyChoice, Pick
from byways.games.long_road.components import PACK_SIZE
from byways.games.long_road.rules.common import pop_task
from byways.games.long_road.rules.sale import next_seat
from byways.games.long_road.state import Packet, Position, SeenPacket, Task

DEALT = PACK_SIZE + 1  # R33: the sixth goes to the box


def is_drafting(packets: Sequence[Packet] | Sequence[SeenPacket]) -> bool:
    return any(packet.holder >= 0 for packet in packets)


def undecided(position: Position, task: Task) -> tuple[int, ...]:
    return tuple(seat for seat in position.seats if not position.acts[seat])


def offer_pick(position: Position, seat: int, task: Task) -> tuple[AnyChoice, ...]:
    packet = next(packet for packet in position.packets if packet.holder == seat)
    return tuple(position.box.picks[character] for character in packet.left)


def commit_picks(position: Position, task: Task, tell: Tell) -> Position | None:
    """Make all picks final together, once every seat has picked."""
    if undecided(position, task):
        return None
    happened(tell, "pick")
    packets = tuple(with_pick(position, packet) for packet in position.packets)
    # "draft" stays on the agenda below for the next picks.
    return replace(position, packets=packets, acts=((),) * len(position.acts), todo=(Task("pass"), *position.todo))


def with_pick(position: Position, packet: Packet) -> Packet:
    if packet.holder < 0:
        return packet
    picked = [position.box.character_of[choice.character] for choice in position.acts[packet.holder] if isinstance(choice, Pick)]
    return replace(packet, picks=(*packet.picks, *((packet.holder, character) for character in picked)))


def pass_chance(position: Position, task: Task) -> Chance:
    return Chance("the passing of the draft", ("left",), (1,))


def pass_packets(position: Position, task: Task, what: str, tell: Tell) -> Position:
    """Pass to the left or, after five picks, form the teams. Each packet's last character goes to the box."""
    packets = tuple(passed(position, packet) for packet in position.packets)
    position = pop_task(replace(position, packets=packets))
    if is_drafting(packets):
        happened(tell, "pass")
        return position
    happened(tell, "teams")
    origins = tuple(tuple(sorted(picks_of(packets, seat))) for seat in range(len(position.acts)))
    teams = tuple(() if seat in position.removed else team for seat, team in enumerate(origins))
    return replace(position, teams=teams, origins=origins, todo=position.todo[1:])


def passed(position: Position, packet: Packet) -> Packet:
    if packet.holder < 0:
        return packet
    return replace(packet, holder=next_seat(position, packet.holder) if len(packet.picks) < PACK_SIZE else -1)


def picks_of(packets: tuple[Packet, ...], seat: int) -> list[int]:
    return [character for packet in packets for owner, character in packet.picks if owner == seat]
