"""Debian's nginx and Caddy, with the files in `deploy/`."""

from __future__ import annotations

import json
import re
import socket
import ssl
import subprocess
from pathlib import Path
from typing import Any

import httpx

from tests.lacking import tool
from tests.table.serving import free_port, wait_for

DEPLOY = Path(__file__).parents[2] / "deploy"
MAIN = """
daemon off;
master_process off;
pid nginx.pid;
error_log nginx.log;
events {}
http {
    access_log off;
    gzip on;
    gzip_types *;
    client_body_temp_path body;
    proxy_temp_path proxy;
    fastcgi_temp_path fastcgi;
    uwsgi_temp_path uwsgi;
    scgi_temp_path scgi;
    include site.conf;
}
"""


class Proxy:
    """A proxy at https://localhost, in its own process."""

    port: int
    trust: ssl.SSLContext
    process: subprocess.Popen[bytes]

    def answers(self) -> bool:
        assert self.process.poll() is None, f"{type(self).__name__} does not start."
        with socket.socket() as line:
            return line.connect_ex(("127.0.0.1", self.port)) == 0

    def client(self, **headers: str) -> httpx.Client:
        named = {name.replace("_", "-"): value for name, value in headers.items()}
        return httpx.Client(base_url=f"https://localhost:{self.port}", verify=self.trust, headers=named, timeout=20)

    def close(self) -> None:
        self.process.terminate()
        self.process.wait()


def certify(folder: Path) -> ssl.SSLContext:
    command = [tool("openssl", "openssl"), "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes", "-days", "2"]
    names = ["-subj", "/CN=localhost", "-addext", "subjectAltName=DNS:localhost"]
    subprocess.run([*command, *names, "-keyout", folder / "privkey.pem", "-out", folder / "fullchain.pem"], check=True, capture_output=True)
    return ssl.create_default_context(cafile=folder / "fullchain.pem")


class Nginx(Proxy):
    """nginx with `deploy/nginx.conf`, and gzip on for everything, a common setting."""

    def __init__(self, folder: Path, server: int) -> None:
        self.program, self.trust = tool("nginx", "nginx-light"), certify(folder)
        self.port, self.plain = free_port(), free_port()
        site = (DEPLOY / "nginx.conf").read_text()
        for theirs, ours in (
            (r"listen \[::\].*", ""),
            (r"listen 80;", f"listen 127.0.0.1:{self.plain};"),
            (r"listen 443 ssl", f"listen 127.0.0.1:{self.port} ssl"),
            (r"/etc/letsencrypt/live/play.example.org", str(folder)),
            (r"play.example.org", "localhost"),
            (r"127.0.0.1:8000", f"127.0.0.1:{server}"),
        ):
            site, found = re.subn(theirs, ours, site)
            assert found
        (folder / "nginx.conf").write_text(MAIN)
        (folder / "site.conf").write_text(site)
        self.process = subprocess.Popen([self.program, "-p", folder, "-c", "nginx.conf"], stderr=subprocess.DEVNULL)
        wait_for(self.answers)


class Caddy(Proxy):
    """Caddy with `deploy/Caddyfile`. The certificate is ours, because Caddy would have to fetch one."""

    def __init__(self, folder: Path, server: int, site: str = "localhost") -> None:
        self.program, self.trust, self.port = tool("caddy", "caddy"), certify(folder), free_port()
        folders = {"XDG_CONFIG_HOME": str(folder), "XDG_DATA_HOME": str(folder)}
        self.environment = {"BYWAYS_SITE": f"{site}:{self.port}", "BYWAYS_SERVER": f"127.0.0.1:{server}", **folders}
        (folder / "caddy.json").write_text(json.dumps(self.settings(folder, is_sealed=not site.startswith("http:"))))
        command = [self.program, "run", "--config", str(folder / "caddy.json")]
        self.process = subprocess.Popen(command, env=self.environment, stderr=subprocess.DEVNULL)
        wait_for(self.answers)

    def settings(self, folder: Path, *, is_sealed: bool) -> dict[str, Any]:
        """Caddy's interpretation of its file, restricted to this machine."""
        command = [self.program, "adapt", "--config", str(DEPLOY / "Caddyfile")]
        adapted = subprocess.run(command, env=self.environment, check=True, capture_output=True)
        settings: dict[str, Any] = json.loads(adapted.stdout)
        (serving,) = settings["apps"]["http"]["servers"].values()
        assert serving["listen"] == [f":{self.port}"]
        serving |= {"listen": [f"127.0.0.1:{self.port}"], "automatic_https": {"disable": True}}
        if is_sealed:
            serving["tls_connection_policies"] = [{}]
            pair = {"certificate": str(folder / "fullchain.pem"), "key": str(folder / "privkey.pem")}
            settings["apps"]["tls"] = {"certificates": {"load_files": [pair]}}
        return settings | {"admin": {"disabled": True}}
