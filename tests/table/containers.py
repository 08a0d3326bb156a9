"""Build and run real images without a daemon: buildah builds them, and unshare runs them like docker and podman."""

from __future__ import annotations

import json
import os
import pwd
import shlex
import shutil
import signal
import subprocess
import sys
import tomllib
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, Self

from tests.lacking import tool

ROOT = Path(__file__).parents[2]
SLIM = [f"--dpkgopt=path-exclude=/usr/share/{folder}/*" for folder in ("doc", "info", "locale", "man")]  # like debian:bookworm-slim


def run(*command: str | Path) -> str:
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, f"{shlex.join(map(str, command))}\n{done.stdout[-5000:]}{done.stderr[-5000:]}"
    return done.stdout


class Store:
    """Images in a temporary folder."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.buildah = [
            tool("buildah", "buildah"),
            "--storage-driver",
            "vfs",
            "--root",
            str(folder / "root"),
            "--runroot",
            str(folder / "run"),
        ]

    def do(self, *arguments: str | Path) -> str:
        return run(*self.buildah, *arguments).strip()

    def add_base(self, archive: Path) -> str:
        container = self.do("from", "scratch")
        self.do("add", container, archive, "/")
        self.do("commit", "--rm", container, "base")
        return "localhost/base"

    def build(self, base: str, wheels: Path) -> Image:
        """Build Byways with packages downloaded outside, where pip has its settings and certificates."""
        settings = self.folder / "pip.conf"
        settings.write_text("[global]\nno-index = true\nfind-links = /fetched\n")
        mounts = [f"--volume={settings}:/etc/pip.conf:ro", f"--volume={wheels}:/fetched:ro"]
        how = ["--isolation=chroot", "--format=docker", f"--build-arg=BASE={base}", f"--file={ROOT / 'deploy' / 'Containerfile'}"]
        self.do("build", *how, *mounts, "--tag=byways", ROOT)
        return Image(self, "localhost/byways")

    def close(self) -> None:
        self.do("rm", "--all")
        shutil.rmtree(self.folder)


class Image:
    """An image with its root folder."""

    def __init__(self, store: Store, name: str) -> None:
        described = json.loads(store.do("inspect", "--type=image", name))["Docker"]["config"]
        self.config: dict[str, Any] = described
        self.root = Path(store.do("mount", store.do("from", name)))

    def volumes_in(self, folder: Path) -> dict[str, Path]:
        """Create volumes, which start with the image's contents."""
        volumes = {path: folder / path.strip("/").replace("/", "-") for path in self.config["Volumes"]}
        for path, volume in volumes.items():
            run("cp", "--archive", f"{self.root}{path}", volume)
        return volumes

    def size(self) -> int:
        return sum(file.lstat().st_size for file in self.root.rglob("*") if not file.is_dir())


def mounts(root: Path, volumes: Mapping[str, Path]) -> list[str]:
    """Commands that make a root read-only, except for an empty /tmp and the volumes."""
    mount, bound = tool("mount", "mount"), [("--bind", volume, f"{root}{path}") for path, volume in volumes.items()]
    again, memory = [("--bind", root, root), ("-o", "remount,bind,ro", root)], ("-t", "tmpfs", "tmpfs", root / "tmp")
    system = [("-t", "proc", "proc", root / "proc"), ("--bind", "/dev", root / "dev")]
    return [shlex.join([mount, *map(str, arguments)]) for arguments in (*again, memory, *system, *bound)]


class Container:
    """Process 1 of an image, with its user, environment, read-only root, volumes and host name."""

    def __init__(self, image: Image, name: str, volumes: Mapping[str, Path], command: Sequence[str], **variables: str) -> None:
        settings = [*image.config["Env"], *(f"{key}={value}" for key, value in variables.items())]
        inside = [tool("chroot", "coreutils"), f"--userspec={image.config['User']}", str(image.root), *command]
        hostname, process = [tool("hostname", "hostname"), name], ["exec", tool("env", "coreutils"), "-i", *settings, *inside]
        script = "\n".join(["set -e", *mounts(image.root, volumes), shlex.join(hostname), shlex.join(process)])
        unshare = [tool("unshare", "util-linux"), "--mount", "--uts", "--pid", "--fork", "--kill-child"]
        self.signal = signal.Signals[image.config["StopSignal"]]
        self.process = subprocess.Popen([*unshare, "sh", "-c", script], stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.process.kill()  # which also ends process 1
        self.process.communicate()

    def stop(self) -> None:
        """Stop process 1 like `docker stop`."""
        child = Path(f"/proc/{self.process.pid}/task/{self.process.pid}/children").read_text()
        os.kill(int(child), self.signal)

    def end(self) -> tuple[int, str]:
        """The status and the output."""
        said, _ = self.process.communicate(timeout=600)
        return self.process.returncode, said


def make_base(folder: Path) -> Path:
    """Create a small Debian in place of `debian:bookworm-slim`, cached for the next run."""
    archive, draft = folder / "bookworm.tar", folder / "draft.tar"
    if not archive.exists():
        run(tool("mmdebstrap", "mmdebstrap"), "--variant=minbase", *SLIM, "bookworm", draft)
        draft.replace(archive)
    return archive


def fetch_wheels(folder: Path) -> Path:
    """Download the image's packages, for the Python in Debian 12."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())
    extras = project["project"]["optional-dependencies"]
    needed = [*project["build-system"]["requires"], *project["project"]["dependencies"], *extras["fast"], *extras["postgres"]]
    home = pwd.getpwuid(os.getuid()).pw_dir  # where pip finds its settings; tests use another home
    run(
        "env",
        f"HOME={home}",
        sys.executable,
        "-m",
        "pip",
        "download",
        "--only-binary=:all:",
        "--python-version=3.11",
        f"--dest={folder}",
        *needed,
    )
    return folder
