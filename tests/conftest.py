"""For all tests: what belongs to the machine or to whoever started them must not decide them."""

import signal

import pytest
from hypothesis import settings

settings.register_profile("untimed", deadline=None)
settings.load_profile("untimed")

signal.signal(signal.SIGINT, signal.default_int_handler)  # a shell's background jobs, and all they start, would ignore Ctrl-C


@pytest.hookimpl(tryfirst=True)  # before marks decide what is left out
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    for item in items:
        if "browser" in getattr(item, "fixturenames", ()):
            item.add_marker(pytest.mark.browser)


@pytest.fixture(scope="session")
def anyio_backend() -> str:
    """Async tests and fixtures run on asyncio, as the house does."""
    return "asyncio"
