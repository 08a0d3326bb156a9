"""Sits down at somebody else's table by websocket, and reconnects when the line breaks."""

from __future__ import annotations

import time
from collections.abc import Callable

from websockets.exceptions import ConnectionClosed, InvalidHandshake, InvalidStatus, InvalidURI
from websockets.sync.client import connect

from byways.errors import house
from byways.game import Refused
from byways.i18n import Message, Sentence
from byways.wire.guest import Guest, read
from byways.wire.messages import Removed, Result

LARGEST = 4 << 20  # bytes of a line
FIRST, LONGEST = 0.5, 30.0  # seconds before reconnecting
POLICY = 1008  # the close code of a line that the house ends for good


def attend(url: str, guest: Guest, tell: Callable[[str], object], first: float = FIRST) -> Result | Removed:
    """Play until the game is over or the seat is lost. A line that breaks is retried; one that never opens is refused."""
    wait, met = first, False

    def meet() -> None:
        nonlocal wait, met
        wait, met = first, True

    while True:
        try:
            last = sit(url, guest, meet)
        except InvalidURI:
            raise Refused(Message("refuse.address", {"address": url})) from None
        except InvalidStatus as error:
            if error.response.status_code < 500:
                raise Refused(sentence_of(error)) from None
            broken: Sentence = Message("line.status", {"status": error.response.status_code})
        except (OSError, InvalidHandshake, EOFError) as error:
            broken = str(error) or type(error).__name__
        else:
            if last is not None:
                return last
            broken = Message("line.closed")
        if not met:
            raise Refused(Message("refuse.no-table", {"address": url, "reason": broken}))
        tell(house().say(Message("line.broken", {"reason": broken, "seconds": f"{wait:g}"})))
        time.sleep(wait)
        wait = min(2 * wait, LONGEST)


def sit(url: str, guest: Guest, meet: Callable[[], None]) -> Result | Removed | None:
    """One connection, to its end; the last message, or None if the line broke."""
    with connect(url, max_size=LARGEST) as socket:
        try:
            while True:
                said = socket.recv(decode=False)
                meet()
                message = read(said)
                answer = guest.hear(said, message)
                if isinstance(message, Result | Removed):
                    return message
                if answer is not None:
                    socket.send(answer.decode(errors="replace"))
        except ConnectionClosed as closed:
            if closed.rcvd and closed.rcvd.code == POLICY:
                raise Refused(closed.rcvd.reason or Message("refuse.closed")) from None
            return None


def sentence_of(error: InvalidStatus) -> Sentence:
    said = (error.response.body or b"").decode(errors="replace").strip()
    return said or Message("refuse.not-let-in", {"status": error.response.status_code})
