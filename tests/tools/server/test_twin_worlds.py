"""The long comparison of twin worlds."""

from __future__ import annotations

import pytest

from tools.server import twin_worlds


@pytest.mark.slow
def test_it_compares_a_game_with_each_of_its_options_and_says_how_far_it_is(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(twin_worlds, "STEPS", 1)
    assert twin_worlds.main("1", "tuck") == 6  # for browsers and for programs
    assert capsys.readouterr().out == "1 rounds, 6 moments: no byte differs\n"
