"""Middleware for every request: security headers, secure cookies, cross-site forms, rate and size limits."""

from __future__ import annotations

from urllib.parse import urlsplit

from fastapi import Request
from starlette.datastructures import Headers as GivenHeaders
from starlette.datastructures import MutableHeaders
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from byways.table.errors import Declined, Forbidden, TooLong, TooMuch
from byways.table.http.error_handlers import answer, parted
from byways.table.http.limits import Limits, client_of
from byways.table.pages.render import POLICY

LONGEST = 4096  # bytes of a request body


class Guard:
    """Refuses cross-site forms and clients over their limits, and adds security headers to every response.

    The content policy and `Cache-Control: no-store` are only defaults, which a response may replace.
    """

    def __init__(self, app: ASGIApp, limits: Limits) -> None:
        self.app, self.limits = app, limits

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        async def send_with_headers(message: Message) -> None:
            if message["type"] in ("http.response.start", "websocket.http.response.start"):
                headers = MutableHeaders(scope=message)
                headers.setdefault("Content-Security-Policy", POLICY.format(style=""))
                headers["X-Content-Type-Options"] = "nosniff"
                headers["Referrer-Policy"] = "same-origin"
                headers.setdefault("Cache-Control", "no-store")
                if location := headers.get("location"):
                    headers["Location"] = urlsplit(location)._replace(scheme="", netloc="").geturl()  # the Host header cannot be trusted
                if scope["scheme"] == "https":
                    message["headers"] = [(name, value + b"; Secure" if name == b"set-cookie" else value) for name, value in headers.raw]
            await send(message)

        try:
            self._check(scope)
        except Declined as error:
            await answer(Request(scope), error)(scope, receive, send_with_headers)
        else:
            await self.app(scope, limited(receive), send_with_headers)

    def _check(self, scope: Scope) -> None:
        if scope["type"] != "http":
            return
        is_get = scope["method"] in ("GET", "HEAD")
        if not is_get and is_foreign(GivenHeaders(scope=scope)):
            raise Forbidden("wrong.foreign")
        if wait := (self.limits.gets if is_get else self.limits.posts).take(client_of(scope)):
            raise TooMuch("wrong.too-much", wait)


def limited(receive: Receive) -> Receive:
    """Raise `TooLong` as soon as the body exceeds the limit."""
    received = 0

    async def receive_some() -> Message:
        nonlocal received
        message = await receive()
        received += len(message.get("body", b""))
        if received > LONGEST:
            raise TooLong("wrong.too-long")
        return message

    return receive_some


def is_foreign(headers: GivenHeaders) -> bool:
    """Whether the browser reports that another site's page sent the form. Clients other than browsers report nothing."""
    if site := headers.get("sec-fetch-site"):
        # `none`: the user opened the address directly, not through a page.
        return site not in ("same-origin", "none")
    origin = headers.get("origin")
    return origin is not None and parted(origin).netloc != headers.get("host")
