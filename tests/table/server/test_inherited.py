"""What one of several processes gets from the one that started it."""

from __future__ import annotations

import os
import socket

import pytest

from byways.table.server.inherited import INHERITED, inherited


def test_a_process_on_its_own_inherits_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv(INHERITED, raising=False)
    assert inherited() is None


def test_what_is_inherited_is_found_by_its_descriptors_and_not_passed_on(monkeypatch: pytest.MonkeyPatch) -> None:
    door, line = socket.socketpair()
    monkeypatch.setenv(INHERITED, f"{door.detach()} {line.detach()} 7 1")
    one = inherited()
    assert one is not None
    with one.door, one.line:
        one.line.send(b"x")
        assert (one.door.recv(1), one.memory, one.share, INHERITED in os.environ) == (b"x", 7, 1, False)
