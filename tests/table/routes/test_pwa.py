"""The progressive web app."""

from __future__ import annotations

from io import BytesIO

import httpx
from PIL import Image

from byways.table.pages.assets import FOLDER
from byways.table.routes.pwa import icon


def test_the_manifest_names_existing_icons(ann: httpx.Client) -> None:
    manifest = ann.get("/app.webmanifest").json()
    assert (manifest["name"], manifest["start_url"], manifest["display"]) == ("Byways", "/", "standalone")
    assert {"192x192", "512x512"} <= {one["sizes"] for one in manifest["icons"]}
    for one in manifest["icons"]:
        drawn = Image.open(BytesIO(ann.get(one["src"]).content))
        assert "{}x{}".format(*drawn.size) == one["sizes"]
    assert '<link rel="manifest" href="/app.webmanifest">' in ann.get("/").text
    assert ann.get("/picture/icon-7.png").status_code == 404


def test_a_maskable_icon_fills_its_corners() -> None:
    corners = {name: Image.open(BytesIO(icon(name))).convert("RGBA").getpixel((0, 0)) for name in ("512", "maskable")}
    assert corners == {"512": (0, 0, 0, 0), "maskable": (0x2E, 0x2A, 0x25, 255)}


def test_the_service_worker_does_not_intercept_requests(ann: httpx.Client) -> None:
    worker = ann.get("/worker.js")
    assert worker.headers["content-type"].startswith("text/javascript")
    assert worker.text == (FOLDER / "worker.js").read_text()
    assert "fetch" not in worker.text
