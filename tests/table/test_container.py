"""The image of `deploy/Containerfile`: games are played in it, and continue in the next container."""

from __future__ import annotations

import os
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import httpx
import pytest

from tests.lacking import lack, tool
from tests.table.containers import Container, Image, Store, fetch_wheels, make_base
from tests.table.serving import ask, choices_of, free_port, play_on, wait_for

LARGEST = 650_000_000
CACHE, DATA = "/var/cache/byways", "/var/lib/byways"
ANN = {"authorization": f"Bearer {'a' * 32}"}
PROBE = """
import os, pathlib
for place in ("/", "/opt/byways", "/etc"):
    try:
        pathlib.Path(place, "probe").touch()
    except OSError as error:
        print(place, error.strerror)
pathlib.Path("/tmp/probe").touch()
print(os.getpid(), os.getuid(), os.getgid(), os.getgroups())
"""


class Served:
    """Byways in a container, started as the image does, except for its address."""

    def __init__(self, image: Image, name: str, volumes: dict[str, Path]) -> None:
        self.image, self.port = image, free_port()
        command = [*image.config["Entrypoint"], *image.config["Cmd"], "--host", "127.0.0.1", "--port", str(self.port)]
        self.container = Container(image, name, volumes, command)
        self.client = httpx.Client(base_url=f"http://127.0.0.1:{self.port}", headers=ANN, timeout=20)

    def answers(self) -> bool:
        assert self.container.process.poll() is None, self.container.end()
        try:
            return self.client.get("/healthz").status_code == 200
        except httpx.TransportError:
            return False

    def is_healthy(self) -> bool:
        how, *probe = (part.replace(":8000", f":{self.port}") for part in self.image.config["Healthcheck"]["Test"])
        assert how == "CMD"
        inside = [tool("chroot", "coreutils"), f"--userspec={self.image.config['User']}", str(self.image.root)]
        return subprocess.run([*inside, *probe], capture_output=True).returncode == 0


@contextmanager
def served(image: Image, name: str, volumes: dict[str, Path]) -> Iterator[Served]:
    """A server that is ready once it answers, because nothing has to be compiled, and that stops when asked."""
    server = Served(image, name, volumes)
    with server.client, server.container:
        wait_for(server.answers)
        assert server.client.get("/readyz").text == "ready\n"
        assert server.is_healthy()
        yield server
        server.container.stop()
        assert server.container.end()[0] == 0
        assert not server.is_healthy()


def compiled_in(cache: Path) -> dict[str, int]:
    """numba's files with their modification times."""
    return {file.name: file.stat().st_mtime_ns for file in cache.rglob("*.nb?")}


def play_in_two_containers(image: Image, folder: Path) -> None:
    volumes = image.volumes_in(folder)
    before = compiled_in(volumes[CACHE])
    assert before
    with served(image, "first", volumes) as server:
        table = f"/api/tables/{ask(server.client, '/api/tables', game='traxx', seats=['me', 'bot:hard'])['table']}"
        assert play_on(server.client, table, choices=3) == 3
        chosen = choices_of(server.client, table, seat=0)
    with served(image, "second", volumes) as server:
        assert len(chosen) == 3
        assert choices_of(server.client, table, seat=0) == chosen
        assert play_on(server.client, table, choices=200) < 200
        assert len(ask(server.client, table)["outcome"]["places"]) == 2
    assert (volumes[DATA] / "tables.db").exists()
    assert compiled_in(volumes[CACHE]) == before


def look_around(image: Image, folder: Path) -> None:
    """Check that only /tmp and the volumes are writable."""
    status, said = Container(image, "probe", image.volumes_in(folder), ["/opt/byways/bin/python", "-c", PROBE]).end()
    refused = "".join(f"{place} Read-only file system\n" for place in ("/", "/opt/byways", "/etc"))
    assert (status, said) == (0, f"{refused}1 10001 10001 [10001]\n")


def compile_for_another_processor(image: Image, folder: Path) -> None:
    """Check that code from an image built for another processor is compiled again and cached beside it."""
    volumes = image.volumes_in(folder)
    before = compiled_in(volumes[CACHE])
    command = ["/opt/byways/bin/python", "-m", "byways.bots.compiled", "byways.games.traxx.bots.kernel"]
    status, said = Container(image, "elsewhere", volumes, command, NUMBA_CPU_NAME="generic").end()
    assert status == 0, said
    assert before.keys() < compiled_in(volumes[CACHE]).keys()


@pytest.mark.container
@pytest.mark.database
def test_the_image_is_small_and_works_anywhere(cache: pytest.Cache, tmp_path: Path) -> None:
    if os.geteuid() != 0:
        lack("Only root can run containers without a daemon: run this test as root.")
    store = Store(tmp_path / "store")
    try:
        base = store.add_base(make_base(cache.mkdir("container")))
        image = store.build(base, fetch_wheels(store.folder / "wheels"))
        assert image.size() < LARGEST
        for check in (look_around, play_in_two_containers, compile_for_another_processor):
            folder = tmp_path / check.__name__
            folder.mkdir()
            check(image, folder)
    finally:
        store.close()
