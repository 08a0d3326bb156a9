"""The documentation site at /docs/, where it is installed: in the package, or built by `make docs` in a checkout."""

from __future__ import annotations

from pathlib import Path

from fastapi import FastAPI
from fastapi.responses import Response
from fastapi.staticfiles import StaticFiles
from starlette.types import Scope

import byways

# The theme needs small inline scripts. Nothing is loaded from other hosts.
POLICY = "default-src 'self'; script-src 'self' 'unsafe-inline'; style-src 'self' 'unsafe-inline'; img-src 'self' data:"


class Site(StaticFiles):
    """Static pages with a content policy that allows inline scripts and styles."""

    async def get_response(self, path: str, scope: Scope) -> Response:
        response = await super().get_response(path, scope)
        response.headers["Content-Security-Policy"] = POLICY
        response.headers["Cache-Control"] = "public, max-age=3600"
        return response


def site_folder() -> Path | None:
    package = Path(byways.__file__).parent
    return next((folder for folder in (package / "site", package.parents[1] / "site") if (folder / "index.html").is_file()), None)


def add_documentation(app: FastAPI, folder: Path | None) -> None:
    app.state.is_documented = folder is not None
    if folder is not None:
        app.mount("/docs", Site(directory=folder, html=True))
