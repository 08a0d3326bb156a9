"""Worker processes leave Ctrl-C to their parent, print to stderr and exit with their parent."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time

import pytest

from byways.bots.worker import SPAWN, become_worker, cores


def report() -> None:
    become_worker()
    os.kill(os.getpid(), signal.SIGINT)
    sys.stdout.write("still here\n")


def idle() -> None:
    become_worker()
    os.write(2, b"idle\n")
    time.sleep(1000)


def test_a_worker_survives_ctrl_c_and_prints_to_stderr(capfd: pytest.CaptureFixture[str]) -> None:
    process = SPAWN.Process(target=report)
    process.start()
    process.join(60)
    assert (process.exitcode, capfd.readouterr()) == (0, ("", "still here\n"))


@pytest.mark.slow
def test_a_worker_exits_when_its_parent_is_killed() -> None:
    code = "from tests.bots.test_worker import SPAWN, idle; worker = SPAWN.Process(target=idle); worker.start(); worker.join()"
    with subprocess.Popen([sys.executable, "-c", code], stderr=subprocess.PIPE) as parent:
        assert parent.stderr is not None
        assert parent.stderr.readline() == b"idle\n"
        parent.kill()
        assert parent.communicate(timeout=60)[1] == b""  # the pipe closes when the worker exits


def test_there_is_at_least_one_core() -> None:
    assert 1 <= cores() <= (os.cpu_count() or 1)
