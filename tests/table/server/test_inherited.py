"""What a server process inherits from its supervisor."""

from __future__ import annotations

import os
import socket

import pytest

from byways.table.server.inherited import INHERITED, inherited


def test_a_process_without_a_supervisor_inherits_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv(INHERITED, raising=False)
    assert inherited() is None


def test_descriptors_are_opened_once_and_not_passed_on(monkeypatch: pytest.MonkeyPatch) -> None:
    listener, pipe = socket.socketpair()
    monkeypatch.setenv(INHERITED, f"{listener.detach()} {pipe.detach()} 7 1")
    one = inherited()
    assert one is not None
    with one.listener, one.pipe:
        one.pipe.send(b"x")
        assert (one.listener.recv(1), one.memory, one.share, INHERITED in os.environ) == (b"x", 7, 1, False)
