"""The ASGI application: routes for browsers, the API for programs, and the guard around both."""

from __future__ import annotations

from collections.abc import Sequence

from fastapi import FastAPI
from starlette.types import Receive, Scope, Send

from byways.table.api.routes import make_api
from byways.table.api.websocket import add_programs
from byways.table.http.error_handlers import HANDLERS
from byways.table.http.limits import Limits
from byways.table.http.middleware import Guard
from byways.table.play.tables import Tables
from byways.table.routes.assets import add_assets, add_static_files
from byways.table.routes.curtain import add_curtain
from byways.table.routes.daily import add_daily, add_forgetting
from byways.table.routes.documentation import add_documentation, site_folder
from byways.table.routes.feed import add_feed
from byways.table.routes.health import add_health
from byways.table.routes.invitation import add_codes, add_invitations
from byways.table.routes.learn import add_learning
from byways.table.routes.lobby import add_language, add_lobby, add_new
from byways.table.routes.my_tables import add_clearing, add_my_tables
from byways.table.routes.past import add_past
from byways.table.routes.play import add_play, add_talk
from byways.table.routes.printing import add_printing
from byways.table.routes.pwa import add_app
from byways.table.routes.quiz import add_quiz
from byways.table.routes.review import add_reviews
from byways.table.routes.seats import add_leaving, add_seats
from byways.table.routes.solving import add_solving
from byways.table.routes.training import add_training


class GuardedApp(FastAPI):
    """An application inside the guard, so that error responses pass through it as well."""

    def __init__(self, limits: Limits) -> None:
        super().__init__(title="Byways", docs_url=None, redoc_url=None, openapi_url=None, exception_handlers=HANDLERS)
        self.state.limits, self.guard = limits, Guard(super().__call__, limits)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        await self.guard(scope, receive, send)


def make_app(tables: Tables, limits: Limits | None = None, monitors: Sequence[str] = ()) -> FastAPI:
    app = GuardedApp(limits or Limits())
    app.state.tables = tables
    app.mount("/api", make_api(tables, app.state.limits))
    add_static_files(app)
    add_documentation(app, site_folder())
    add_app(app)
    add_feed(app, tables)
    add_reviews(app, tables)
    add_quiz(app, tables)
    add_assets(app, tables)  # after the reviews, because its route would match the URL of their chart's style
    add_lobby(app, tables)
    add_clearing(app, tables)
    add_daily(app, tables)
    add_forgetting(app, tables)
    add_my_tables(app, tables)
    add_learning(app, tables)
    add_solving(app, tables)
    add_training(app, tables)
    add_printing(app, tables)
    add_new(app, tables)
    add_codes(app)
    add_invitations(app, tables)
    add_seats(app, tables)
    add_curtain(app)
    add_leaving(app, tables)
    add_play(app, tables)
    add_talk(app)
    add_language(app)
    add_past(app, tables)
    add_programs(app, tables)
    add_health(app, tables, monitors)
    return app
