"""The draft of experienced players: all keep one character at once and pass the others to the left, until everybody has five."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec.structs import replace

from byways.game import Chance, Tell, happened
from byways.games.long_road.choices import AnyChoice, Pick
from byways.games.long_road.components import PACK_SIZE
from byways.games.long_road.rules.common import popped
from byways.games.long_road.rules.sale import following
from byways.games.long_road.state import Packet, Position, SeenPacket, Step

DEALT = PACK_SIZE + 1  # R33: the sixth goes to the box


def drafting(packets: Sequence[Packet] | Sequence[SeenPacket]) -> bool:
    return any(packet.holder >= 0 for packet in packets)


def undecided(position: Position, step: Step) -> tuple[int, ...]:
    return tuple(seat for seat in position.seats if not position.acts[seat])


def offer_pick(position: Position, seat: int, step: Step) -> tuple[AnyChoice, ...]:
    packet = next(packet for packet in position.packets if packet.holder == seat)
    return tuple(position.box.picks[character] for character in packet.left)


def keep_all(position: Position, step: Step, tell: Tell) -> Position | None:
    """All picks become final together; nobody sees what another kept."""
    if undecided(position, step):
        return None
    happened(tell, "pick")
    packets = tuple(with_pick(position, packet) for packet in position.packets)
    return replace(position, packets=packets, acts=((),) * len(position.acts), todo=(Step("pass"), *position.todo))


def with_pick(position: Position, packet: Packet) -> Packet:
    if packet.holder < 0:
        return packet
    kept = [position.box.character_of[choice.character] for choice in position.acts[packet.holder] if isinstance(choice, Pick)]
    return replace(packet, picks=(*packet.picks, *((packet.holder, character) for character in kept)))


def passing(position: Position, step: Step) -> Chance:
    return Chance("the passing of the draft", ("left",), (1,))


def pass_on(position: Position, step: Step, what: str, tell: Tell) -> Position:
    """To the left, until everybody has five; the last character of each packet goes to the box."""
    packets = tuple(passed(position, packet) for packet in position.packets)
    position = popped(replace(position, packets=packets))
    if any(packet.holder >= 0 for packet in packets):
        happened(tell, "pass")
        return position
    happened(tell, "teams")
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
