"""Files that browsers keep for good: each has an address that changes with its contents."""

from __future__ import annotations

import mimetypes
import os
from hashlib import sha256
from pathlib import Path

from fastapi.staticfiles import StaticFiles
from starlette.middleware.gzip import GZipMiddleware
from starlette.responses import Response
from starlette.types import ASGIApp, Receive, Scope, Send

FOLDER = Path(__file__).parent / "static"
KEPT = {"Cache-Control": f"public, max-age={365 * 86400}, immutable"}
TYPES = {".css": "text/css", ".js": "text/javascript", ".svg": "image/svg+xml"}  # on Windows, other programs can change what Python thinks
PUBLIC = ("/static/", "/style/", "/art/", "/picture/", "/rules/")  # the same for everybody, and without anybody's keys


def digest_of(contents: bytes) -> str:
    return sha256(contents).hexdigest()[:10]


def version_of(folder: Path) -> str:
    """Changes with any file in a folder."""
    files = sorted(file for file in folder.rglob("*") if file.is_file())
    return digest_of(b"".join(os.fsencode(file.relative_to(folder)) + sha256(file.read_bytes()).digest() for file in files))


VERSION = version_of(FOLDER)
STATIC = f"/static/{VERSION}"  # one version for all of them, so they can name each other by relative addresses

for suffix, kind in TYPES.items():
    mimetypes.add_type(kind, suffix)


class Files(StaticFiles):
    """The folder under any version: a page of an earlier server still finds its files, but keeps none that may be others by now."""

    async def get_response(self, path: str, scope: Scope) -> Response:
        response = await super().get_response(path, scope)
        if scope["path_params"]["version"] == VERSION:
            response.headers.update(KEPT)
        return response


class Compressed:
    """Compresses what is public. A page of a seat is sent as it is: its length must not tell of the keys and the words of others in it."""

    def __init__(self, app: ASGIApp) -> None:
        self.app, self.compressed = app, GZipMiddleware(app, compresslevel=6)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        is_public = scope["type"] == "http" and scope["path"].startswith(PUBLIC)
        await (self.compressed if is_public else self.app)(scope, receive, send)
