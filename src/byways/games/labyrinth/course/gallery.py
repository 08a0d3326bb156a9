"""A web page to watch a course game that this process conducts, live or moment by moment."""

from __future__ import annotations

import asyncio
import secrets
import signal
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import ExitStack, suppress
from pathlib import Path
from threading import Thread
from typing import Annotated, NamedTuple, Self
from urllib.parse import urlencode

import msgspec
import uvicorn
from fastapi import Depends, FastAPI, HTTPException, Query
from fastapi.responses import FileResponse, HTMLResponse, Response, StreamingResponse
from jinja2 import Environment, PackageLoader, StrictUndefined
from markupsafe import Markup

from byways.games.labyrinth import GAME
from byways.games.labyrinth.course import dialect
from byways.games.labyrinth.course.conduct import Moment
from byways.i18n import Message, Value
from byways.phrases import result
from byways.table.errors import Missing
from byways.table.pages.assets import STATIC
from byways.table.pages.render import policy_for
from byways.table.routes.assets import add_static_files
from byways.table.server.serve import listen

PRIVATE = {"Cache-Control": "no-store", "Referrer-Policy": "no-referrer"}  # URLs may contain the key
LOG_MOMENTS = 50  # moments whose events the log shows
POLL = 0.1  # seconds between a live page's checks for a new moment
TEMPLATES = Environment(loader=PackageLoader(__package__), autoescape=True, trim_blocks=True, lstrip_blocks=True, undefined=StrictUndefined)


def say(name: str, /, **values: Value) -> str:
    return GAME.say(Message(name, values))


TEMPLATES.globals |= {"say": say, "game": GAME, "static": STATIC}


class Look(NamedTuple):
    """What a page request asks for: moment `at`, or, if None, the newest one and all that follow.

    Saving a state requires the game's key as `key`.
    """

    at: int | None
    key: str

    def to(self, path: str = "", at: int | None = None) -> str:
        asked = {"at": at, "key": self.key or None}
        return f"/{path}?" + urlencode({name: value for name, value in asked.items() if value is not None})


def look(at: Annotated[int | None, Query(ge=0)] = None, key: str = "") -> Look:
    return Look(at, key)


Asked = Annotated[Look, Depends(look)]


class Gallery:
    """A web server in a thread, on a free local port. Only holders of the key may save states, which contain all goals."""

    def __init__(self) -> None:
        self.names: Sequence[str] = ()
        self.moments: list[Moment] = []
        self.key, self.end = secrets.token_urlsafe(16), ExitStack()

    def __enter__(self) -> Self:
        self.listener = self.end.enter_context(listen("127.0.0.1", 0))
        config = uvicorn.Config(self._make_app(), log_level="warning", timeout_graceful_shutdown=2, lifespan="off")
        self.server = uvicorn.Server(config)
        self.thread = Thread(target=self.server.run, args=([self.listener],), daemon=True)
        self.thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self.server.should_exit = True
        self.thread.join()
        self.end.close()

    @property
    def address(self) -> str:
        return f"http://127.0.0.1:{self.listener.getsockname()[1]}/"

    def show(self, moment: Moment) -> None:
        self.moments.append(moment)

    def wait(self, ready: Callable[[], object]) -> None:
        """Serve until SIGINT or SIGTERM, even if the parent process ignores these signals."""
        for number in (signal.SIGINT, signal.SIGTERM):
            signal.signal(number, signal.default_int_handler)
        with suppress(KeyboardInterrupt):
            ready()
            self.thread.join()

    def _make_app(self) -> FastAPI:
        app = FastAPI(title="Byways", docs_url=None, redoc_url=None, openapi_url=None)
        app.add_exception_handler(Missing, lambda request, error: Response(status_code=404))
        add_static_files(app)
        app.get("/watch.js")(script)
        app.get("/")(self._page)
        app.get("/stream")(self._stream)
        app.get("/state.json")(self._state)
        return app

    async def _page(self, asked: Asked) -> Response:
        page = TEMPLATES.get_template("watch.html").render(live=asked.at is None, look=asked, moment=Markup(self._draw(asked)))
        return HTMLResponse(page, headers={"Content-Security-Policy": policy_for(GAME), **PRIVATE})

    async def _stream(self, asked: Asked) -> Response:
        """Stream the newest moment, now and whenever there is a new one."""

        async def messages() -> AsyncIterator[str]:
            seen = -1
            while not self.server.should_exit:
                if len(self.moments) != seen:
                    seen = len(self.moments)
                    yield "data: " + self._draw(asked).replace("\n", "\ndata: ") + "\n\n"
                await asyncio.sleep(POLL)

        return StreamingResponse(messages(), media_type="text/event-stream", headers=PRIVATE)

    async def _state(self, asked: Asked) -> Response:
        """A moment with all goals, from which the game can be resumed."""
        if not self._may_save(asked):
            raise HTTPException(403, say("course.no-key"))
        if not self.moments:
            raise HTTPException(404, say("course.no-moment"))
        number = self._number(asked)
        position, goals, _ = self.moments[number]
        state = msgspec.json.encode(dialect.write(dialect.referee_state_of(position, goals)))
        file = f'attachment; filename="{GAME.name}-{number}.json"'
        return Response(state, media_type="application/json", headers={"Content-Disposition": file, **PRIVATE})

    def _may_save(self, asked: Look) -> bool:
        return secrets.compare_digest(asked.key.encode(), self.key.encode())

    def _number(self, asked: Look) -> int:
        newest = len(self.moments) - 1
        return newest if asked.at is None else min(asked.at, newest)

    def _draw(self, asked: Look) -> str:
        """Render the part of the page that changes with each moment."""
        moment = TEMPLATES.get_template("moment.html")
        if not self.moments:
            return moment.render(view=None)
        number, newest = self._number(asked), len(self.moments) - 1
        view = self.moments[number].position.view(None)
        said = [event for _, _, told in self.moments[max(0, number - LOG_MOMENTS) : number + 1] for event in told]
        return moment.render(
            view=view,
            number=number,
            newest=newest,
            is_over=self.moments[-1].position.outcome is not None,
            sentence=result(GAME, view.outcome) if view.outcome else GAME.say(view.prompt),
            names=self.names,
            lines=[GAME.say(seen.wording) for event in said if (seen := event.for_seat(None))],
            board=Markup(GAME.draw(view)),
            look=asked,
            may_save=self._may_save(asked),
        )


async def script() -> Response:
    return FileResponse(Path(__file__).with_name("watch.js"), media_type="text/javascript")
