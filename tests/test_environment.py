"""The tests do not depend on the machine's environment."""

import os
import pwd
import subprocess
import sys
import time
from pathlib import Path

from tests.environment import STEERING, is_dropped, pinned

FIXED = ("LANG", "COLUMNS", "LINES", "TERM", "TZ", "HOME")
LEAKS = {
    **{"LANG": "de_DE.UTF-8", "LANGUAGE": "de", "LC_ALL": "tr_TR.UTF-8", "LC_MESSAGES": "it_IT"},
    **{"COLUMNS": "40", "LINES": "3", "TERM": "dumb", "TTY_COMPATIBLE": "1"},
    **{"FORCE_COLOR": "1", "NO_COLOR": "1", "CLICOLOR": "1", "CLICOLOR_FORCE": "1", "COLORTERM": "truecolor"},
    **{"TZ": "Asia/Kolkata", "HOME": "/home/somebody", "XDG_DATA_HOME": "/data", "XDG_CACHE_HOME": "/cache"},
    **{"BYWAYS_LOG_JSON": "yes", "NUMBA_DISABLE_JIT": "1", "PYTHONPATH": "/elsewhere", "PYTHONDONTWRITEBYTECODE": "1", "PYTHONUTF8": "0"},
    **{"http_proxy": "http://proxy:3128", "HTTPS_PROXY": "http://proxy:3128", "no_proxy": "*", "ALL_PROXY": "socks5://proxy"},
    **{"GIT_DIR": "/repository", "PGHOST": "elsewhere", "MPLBACKEND": "qtagg", "RAY_ADDRESS": "auto"},
}


def test_only_variables_that_control_the_tests_pass_through() -> None:
    steering = {"PATH": "/bin", "BYWAYS_CHROMIUM": "/bin/chromium", "BYWAYS_COMPLETE": "1", "NUMBA_CACHE_DIR": "/compiled"}
    found = pinned({**LEAKS, **steering}, "/fresh")
    assert {name: found.pop(name) for name in steering} == steering
    found.pop("PYTHONDEVMODE", None)  # set if the tests run with -X dev
    assert tuple(found) == FIXED
    assert not {*found.items()} & {*LEAKS.items()}


def test_this_process_and_its_children_have_the_pinned_environment() -> None:
    listed = subprocess.run([sys.executable, "-c", "import os; print(*os.environ, sep='\\n')"], check=True, capture_output=True, text=True)
    steering = {*STEERING, "PYTHONDEVMODE"}
    assert {name for name in os.environ if is_dropped(name)} - steering == {*FIXED}
    assert {name for name in listed.stdout.split() if is_dropped(name)} - steering == {*FIXED}
    assert time.tzname[0] == "UTC"


def test_the_home_folder_is_empty() -> None:
    assert Path.home() != Path(pwd.getpwuid(os.getuid()).pw_dir)
    assert Path.home().is_dir()
