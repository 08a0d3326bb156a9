"""Public files and pages, the same for every client: cached compressed, with URLs or ETags that change with their contents."""

from __future__ import annotations

import gzip
import os
import re
from collections.abc import Mapping
from functools import lru_cache
from hashlib import sha256
from pathlib import Path

import msgspec
from fastapi import Request
from fastapi.responses import Response

FOLDER = Path(__file__).parent / "static"
IMMUTABLE = {"Cache-Control": f"public, max-age={365 * 86400}, immutable"}
TYPES = {".css": "text/css", ".js": "text/javascript", ".svg": "image/svg+xml"}
# A quality of 0 means that the client refuses the encoding.
GZIP = re.compile(r"\bgzip\b(?!\s*;\s*q=0(\.0*)?\s*(,|$))")


def digest_of(contents: bytes) -> str:
    return sha256(contents).hexdigest()[:10]


def version_of(folder: Path) -> str:
    """A digest of all files in a folder and their names."""
    files = sorted(file for file in folder.rglob("*") if file.is_file())
    return digest_of(b"".join(os.fsencode(file.relative_to(folder)) + sha256(file.read_bytes()).digest() for file in files))


VERSION = version_of(FOLDER)
STATIC = f"/static/{VERSION}"  # one version for all files, so that they can refer to each other by relative URLs


def accepts_gzip(request: Request) -> bool:
    return GZIP.search(request.headers.get("accept-encoding", "")) is not None


class Asset(msgspec.Struct, frozen=True):
    """A public response, compressed once. Never use it for a seat's page: its compressed length could leak keys (BREACH)."""

    body: bytes
    zipped: bytes
    media_type: str
    etag: str

    def response(self, request: Request, headers: Mapping[str, str], vary: str = "Accept-Encoding") -> Response:
        known = {**headers, "ETag": self.etag, "Vary": vary}
        if self.etag in re.split(r"\s*,\s*", request.headers.get("if-none-match", "")):
            return Response(status_code=304, headers=known)
        if accepts_gzip(request):
            return Response(self.zipped, headers={**known, "Content-Encoding": "gzip"}, media_type=self.media_type)
        return Response(self.body, headers=known, media_type=self.media_type)


def asset(contents: str | bytes, media_type: str) -> Asset:
    body = contents if isinstance(contents, bytes) else contents.encode()
    # A weak tag, because the plain and the compressed body share it.
    return Asset(body, gzip.compress(body, 6, mtime=0), media_type, f'W/"{digest_of(body)}"')


FILES = {file.relative_to(FOLDER).as_posix(): file for file in FOLDER.rglob("*") if file.is_file()}


@lru_cache
def static_file(path: str) -> Asset:
    return asset(FILES[path].read_bytes(), TYPES.get(FILES[path].suffix, "text/plain"))
