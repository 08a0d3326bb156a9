"""Server-sent events, each written once for all who get it: as text and, for those who take gzip, as a block of compressed bytes.

A compressed stream is a gzip header and then the blocks of its events. No block refers to another, so all streams share them, a stream
needs no memory of its own, and nothing in one event has any influence on how another is compressed.
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
STRIDE = 16  # pieces that are compared at once


class SentEvent:
    """One event as it is sent."""

    def __init__(self, text: bytes) -> None:
        self.text = text

    @cached_property
    def block(self) -> bytes:
        return block_of(self.text)


def sent_event(data: bytes, name: str = "", number: int | None = None) -> SentEvent:
    """An event with a name, unless it is a plain message; and with a number, by which a client says what it saw last."""
    named, numbered = (b"event: %b\n" % name.encode()) * bool(name), b"" if number is None else b"id: %d\n" % number
    return SentEvent(b"%bdata: %b\n%b\n" % (named, data.replace(b"\n", b"\ndata: "), numbered))


ALIVE = SentEvent(KEEPALIVE_COMMENT)


def block_of(text: bytes) -> bytes:
    """A text compressed by itself, after a comment that hides its length.

    Over https the length is what strangers see. It would tell them something of what is in the text, and more so if they have put words
    into it themselves. So it gets up to 255 bytes more; how many, nobody can foresee, but it is the same for the same text: asking again
    does not help.
    """
    window, memory = (13, 6) if len(text) < 1 << 13 else (zlib.MAX_WBITS, 9)  # clearing memory takes longer than a short text
    made = zlib.compressobj(wbits=-window, memLevel=memory)
    packed = made.compress(text) + made.flush(zlib.Z_FULL_FLUSH)
    return stored(b":%b\n" % (b" " * blake2b(text, key=KEY, digest_size=1).digest()[0])) + packed


def stored(text: bytes) -> bytes:
    """A block that is not compressed."""
    return struct.pack("<BHH", 0, len(text), 0xFFFF ^ len(text)) + text


class Snapshot:
    """All that one kind of viewer sees at a moment, as HTML, with the number of that moment. It is kept in pieces, cut at each "<"."""

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
        """What has changed since another snapshot, for those who have that. `whole.js` puts it together again."""
        if before not in self._since:
            self._since[before] = sent_event(msgspec.json.encode(changes(before.pieces, self.pieces)), "changes", self.number)
        return self._since[before]


def changes(before: list[str], after: list[str]) -> list[tuple[int, int] | str]:
    """One text in terms of another: new pieces as they are, runs of old ones by their numbers, from and to."""
    old, new = [*before, "<"], [*after, "<<"]  # which no pieces are, so no run goes beyond the last ones
    places = dict(zip(before, range(len(before)), strict=True))
    made, nth, end = list[tuple[int, int] | str](), 0, 0
    while nth < len(after):
        begin = places.get(after[nth], -1)
        if begin < 0:
            made.append(after[nth])
            nth, end = nth + 1, end + 1  # most often it takes the place of an old one
            continue
        if end >= len(before) or old[end] != after[nth]:
            end = begin
        begin = end
        while old[end : end + STRIDE] == new[nth : nth + STRIDE]:
            end, nth = end + STRIDE, nth + STRIDE
        while old[end] == new[nth]:
            end, nth = end + 1, nth + 1
        made.append((begin, end))
    return made
