"""Server-sent events, encoded once for all receivers: as text and as a deflate block.

A gzip stream is a header followed by the blocks of its events. No block refers to another, so all streams share the blocks, no stream needs
a compressor, and one event's contents never affect another's compressed length.
"""

from __future__ import annotations

import secrets
import struct
import zlib
from functools import cached_property
from hashlib import blake2b
from weakref import WeakKeyDictionary

import msgspec
from fastapi.sse import KEEPALIVE_COMMENT

GZIP_HEADER = struct.pack("<BBBBIBB", 31, 139, zlib.DEFLATED, 0, 0, 0, 255)
KEY = secrets.token_bytes(16)


class SentEvent:
    """One event in both encodings."""

    def __init__(self, text: bytes) -> None:
        self.text = text

    @cached_property
    def block(self) -> bytes:
        return block_of(self.text)


def sent_event(data: bytes, name: str = "", number: int | None = None) -> SentEvent:
    """Encode an event, with a name unless it is a plain message. When they reconnect, clients send back the last number."""
    named, numbered = b"event: %b\n" % name.encode() if name else b"", b"" if number is None else b"id: %d\n" % number
    return SentEvent(b"%bdata: %b\n%b\n" % (named, data.replace(b"\n", b"\ndata: "), numbered))


ALIVE = SentEvent(KEEPALIVE_COMMENT)


def block_of(text: bytes) -> bytes:
    """Compress a text on its own, after a padding comment that hides its length.

    Over https an eavesdropper still sees lengths, which reveal something about the contents, especially if the text contains words chosen
    by the eavesdropper. The padding, 0 to 255 bytes, is a keyed hash of the text: unpredictable but constant, so repeating a request does
    not average it out.
    """
    window, memory = (13, 6) if len(text) < 1 << 13 else (zlib.MAX_WBITS, 9)  # a large window takes five times as long to clear
    made = zlib.compressobj(wbits=-window, memLevel=memory)
    # A full flush ends on a byte boundary and forgets the text, so that blocks can follow each other in any order.
    packed = made.compress(text) + made.flush(zlib.Z_FULL_FLUSH)
    return stored(b":%b\n" % (b" " * blake2b(text, key=KEY, digest_size=1).digest()[0])) + packed


def stored(text: bytes) -> bytes:
    """An uncompressed deflate block."""
    return struct.pack("<BHH", 0, len(text), 0xFFFF ^ len(text)) + text


class Snapshot:
    """The HTML that one kind of viewer sees at a moment, split at each "<", with the moment's number."""

    def __init__(self, text: str, number: int) -> None:
        self.pieces, self.number = text.split("<"), number
        self._since: WeakKeyDictionary[Snapshot, SentEvent] = WeakKeyDictionary()

    @property
    def text(self) -> str:
        return "<".join(self.pieces)

    @cached_property
    def whole(self) -> SentEvent:
        return sent_event(self.text.encode(), number=self.number)

    def since(self, before: Snapshot) -> SentEvent:
        """The changes since an earlier snapshot, which `whole.js` applies.

        They are encoded once for all clients that have that snapshot.
        """
        if before not in self._since:
            self._since[before] = sent_event(msgspec.json.encode(changes(before.pieces, self.pieces)), "changes", self.number)
        return self._since[before]


def changes(before: list[str], after: list[str]) -> list[tuple[int, int] | str]:
    """A delta between two split texts: new pieces literally, runs of old ones as (begin, end)."""
    old, new = [*before, "<"], [*after, "<<"]  # different sentinels that no piece equals end every run
    places = dict(zip(before, range(len(before)), strict=True))
    made, nth, end = list[tuple[int, int] | str](), 0, 0
    while nth < len(after):
        begin = places.get(after[nth], -1)
        if begin < 0:
            made.append(after[nth])
            nth, end = nth + 1, end + 1  # most often the new piece replaces an old one
            continue
        if end >= len(before) or old[end] != after[nth]:
            end = begin
        begin = end
        while old[end] == new[nth]:
            end, nth = end + 1, nth + 1
        made.append((begin, end))
    return made
