"""Health, readiness and metrics.

`/healthz` is public. The others are only for this machine and the addresses given by `--monitor`.
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

PROXY_HEADERS = ("forwarded", "via", "x-forwarded-for", "x-real-ip")


def may_monitor(request: Request, monitors: Sequence[str]) -> bool:
    """Whether a client may read metrics. Requests through an undeclared proxy on this machine only seem to be local."""
    try:
        client = ip_address(request.client.host if request.client else "")
    except ValueError:
        return False
    if client.is_loopback:
        return not any(name in request.headers for name in PROXY_HEADERS)
    return any(client in ip_network(monitor) for monitor in monitors)


def update_gauges(tables: Tables, limits: Limits) -> None:
    metrics.TABLES.set(len(tables.live))
    metrics.STREAMS.set(limits.streams.tables.total())
    metrics.WAITING.labels("quick").set(len(tables.workers.quick))
    metrics.WAITING.labels("slow").set(len(tables.workers.slow))


async def unready(tables: Tables) -> str | None:
    """Why this server should get no requests now; None if it is ready."""
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
        update_gauges(tables, app.state.limits)
        return Response(metrics.text(), media_type=CONTENT_TYPE_LATEST)
