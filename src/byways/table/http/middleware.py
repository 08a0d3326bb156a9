"""What holds for every request and answer: content policy, secure cookies, forms from other sites, and how much one address may send."""

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

LONGEST = 4096  # the most bytes in one request


class Guard:
    """What every answer says unless it says otherwise itself: a strict content policy, and that nothing is stored.

    Forms from other sites are turned away, and so are clients that send too many or too much.
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
                    headers["Location"] = urlsplit(location)._replace(scheme="", netloc="").geturl()  # a visitor names the host, not we
                if scope["scheme"] == "https":
                    message["headers"] = [(name, value + b"; Secure" if name == b"set-cookie" else value) for name, value in headers.raw]
            await send(message)

        if scope["type"] == "http" and (wrong := self._wrong(scope)):
            await answer(Request(scope), wrong)(scope, receive, send_with_headers)
        else:
            await self.app(scope, receive if is_file(scope) else limited(receive), send_with_headers)

    def _wrong(self, scope: Scope) -> Declined | None:
        looks = scope["method"] in ("GET", "HEAD")
        if not looks and is_foreign(GivenHeaders(scope=scope)):
            return Forbidden("wrong.foreign")
        if not (self.limits.gets if looks else self.limits.posts).allows(client_of(scope)):
            return TooMuch("wrong.too-much")
        return None


def is_file(scope: Scope) -> bool:
    """A file is sent while whatever came with the request is thrown away: too late to complain of its length."""
    return bool(scope["type"] == "http" and scope["path"].startswith(("/static/", "/font/")))


def limited(receive: Receive) -> Receive:
    came = 0

    async def receive_some() -> Message:
        nonlocal came
        message = await receive()
        came += len(message.get("body", b""))
        if came > LONGEST:
            raise TooLong("wrong.too-long")
        return message

    return receive_some


def is_foreign(headers: GivenHeaders) -> bool:
    """Whether a browser says that a page of another site sent the form. Other clients say nothing and have no cookies."""
    if site := headers.get("sec-fetch-site"):
        return site not in ("same-origin", "none")
    origin = headers.get("origin")
    return origin is not None and parted(origin).netloc != headers.get("host")
