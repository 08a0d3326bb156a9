"""Play at a remote table over a websocket, and reconnect when the connection breaks."""

from __future__ import annotations

import time
from collections.abc import Callable

from websockets.exceptions import ConnectionClosed, InvalidHandshake, InvalidStatus, InvalidURI
from websockets.sync.client import connect

from byways.errors import common_speaker
from byways.game import Refused
from byways.i18n import Message, Sentence
from byways.wire.guest import Guest, read
from byways.wire.messages import Removed, Result

LARGEST = 4 << 20  # bytes of a line
FIRST, LONGEST = 0.5, 30.0  # seconds before reconnecting, doubled each time
POLICY = 1008  # the close code of a connection that must not be retried


def play_at(url: str, guest: Guest, tell: Callable[[str], object], sleep: Callable[[float], object] = time.sleep) -> Result | Removed:
    """Play until the game is over or the seat is lost. Reconnects with backoff, but gives up on an address that has never answered."""
    wait, connected = FIRST, False

    def reset_backoff() -> None:
        nonlocal wait, connected
        wait, connected = FIRST, True

    while True:
        try:
            last = converse(url, guest, reset_backoff)
        except InvalidURI:
            raise Refused(Message("refuse.address", {"address": url})) from None
        except InvalidStatus as error:
            # The server understood and refused, so a retry is pointless.
            if error.response.status_code < 500:
                raise Refused(reason_for(error)) from None
            broken: Sentence = Message("line.status", {"status": error.response.status_code})
        except (OSError, InvalidHandshake, EOFError) as error:
            broken = str(error) or type(error).__name__
        else:
            if last is not None:
                return last
            broken = Message("line.closed")
        if not connected:
            raise Refused(Message("refuse.no-table", {"address": url, "reason": broken}))
        tell(common_speaker().say(Message("line.broken", {"reason": broken, "seconds": f"{wait:g}"})))
        sleep(wait)
        wait = min(2 * wait, LONGEST)


def converse(url: str, guest: Guest, on_message: Callable[[], None]) -> Result | Removed | None:
    """Answer requests on one connection; return the last message, or None if the connection broke."""
    with connect(url, max_size=LARGEST) as socket:
        try:
            while True:
                text = socket.recv(decode=False)
                on_message()
                message = read(text)
                answer = guest.hear(text, message)
                if isinstance(message, Result | Removed):
                    return message
                if answer is not None:
                    socket.send(answer.decode(errors="replace"))
        except ConnectionClosed as closed:
            if closed.rcvd and closed.rcvd.code == POLICY:
                raise Refused(closed.rcvd.reason or Message("refuse.closed")) from None
            return None


def reason_for(error: InvalidStatus) -> Sentence:
    body = (error.response.body or b"").decode(errors="replace").strip()
    return body or Message("refuse.not-let-in", {"status": error.response.status_code})
