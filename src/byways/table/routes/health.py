"""For those who run a server, and the programs that monitor it for them: does it answer, is it ready, what does it do.

Everybody may know whether it answers. The rest is for this machine, and for addresses that the server was told.
"""

from __future__ import annotations

from collections.abc import Sequence
from ipaddress import ip_address, ip_network

from fastapi import Depends, FastAPI, Request
from fastapi.responses import PlainTextResponse, Response
from prometheus_client import CONTENT_TYPE_LATEST

from byways.game import Complaint
from byways.table import metrics
from byways.table.errors import Missing
from byways.table.http.limits import Limits
from byways.table.play.tables import Tables

BROUGHT = ("forwarded", "via", "x-forwarded-for", "x-real-ip")  # a proxy brings somebody from elsewhere


def may_monitor(request: Request, monitors: Sequence[str]) -> bool:
    """A proxy on this machine that was not named makes everybody seem to come from here."""
    try:
        client = ip_address(request.client.host if request.client else "")
    except ValueError:
        return False
    if client.is_loopback:
        return not any(name in request.headers for name in BROUGHT)
    return any(client in ip_network(monitor) for monitor in monitors)


def look(tables: Tables, limits: Limits) -> None:
    """Note how many there are of what comes and goes."""
    metrics.TABLES.set(len(tables.live))
    metrics.STREAMS.set(limits.streams.tables.total())
    metrics.WAITING.labels("quick").set(len(tables.workers.quick.waiting) + len(tables.workers.gathered))
    metrics.WAITING.labels("slow").set(len(tables.workers.slow.waiting))


async def unready(tables: Tables) -> str | None:
    """Why nobody should be sent here now."""
    if tables.closed:
        return "stopping"
    try:
        await tables.store.check()
    except Complaint as error:
        return str(error)
    return None


def add_health(app: FastAPI, tables: Tables, monitors: Sequence[str]) -> None:
    async def check_monitor(request: Request) -> None:
        if not may_monitor(request, monitors):
            raise Missing("wrong.nothing")

    @app.get("/healthz")
    async def health() -> Response:
        return PlainTextResponse("alive\n")

    @app.get("/readyz", dependencies=[Depends(check_monitor)])
    async def readiness() -> Response:
        why = await unready(tables)
        return PlainTextResponse(f"{why or 'ready'}\n", 503 if why else 200)

    @app.get("/metrics", dependencies=[Depends(check_monitor)])
    async def measured() -> Response:
        look(tables, app.state.limits)
        return Response(metrics.text(), media_type=CONTENT_TYPE_LATEST)
