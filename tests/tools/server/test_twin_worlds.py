"""The comparison of twin worlds."""

from __future__ import annotations

import pytest

from tools.server import twin_worlds


@pytest.mark.slow
def test_every_option_of_a_game_is_compared_and_progress_is_printed(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(twin_worlds, "STEPS", 1)
    assert twin_worlds.main("1", "tuck") == 6  # browsers and programs
    assert capsys.readouterr().out == "1 rounds, 6 moments: no byte differs\n"
