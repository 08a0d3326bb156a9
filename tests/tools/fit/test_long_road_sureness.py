"""The tool that fits how certain a lead is in The Long Road."""

from __future__ import annotations

from math import log

import pytest
from tools.fit.long_road_sureness import Moment, fit, main


def test_the_factor_has_the_maximum_likelihood() -> None:
    """Three of four seats that were a dollar ahead won: log odds of three to one."""
    ahead = [Moment(game, (11.0, 10.0), (1.0, 0.0) if game else (0.0, 1.0)) for game in range(4)]
    assert fit(ahead).factor == pytest.approx(log(3))


def test_the_command_prints_the_constants_in_use(capsys: pytest.CaptureFixture[str]) -> None:
    main(["--games", "1"])
    assert "3 seats, 4 arrivals to come: " in (told := capsys.readouterr().out)
    assert "the bots use 0.030" in told
