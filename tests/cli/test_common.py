"""The language of the command."""

import pytest

from tests.command import said


@pytest.mark.parametrize(("variable", "value"), [("LANGUAGE", "fr:it:en"), ("LC_ALL", "it_IT.UTF-8"), ("LANG", "it_CH")])
def test_the_terminal_says_in_which_language(monkeypatch: pytest.MonkeyPatch, variable: str, value: str) -> None:
    monkeypatch.setenv(variable, value)
    assert said("games").stdout.startswith("gioco")
    assert said("games", "--language", "en").stdout.startswith("game")
    assert said("play", "chess").stderr != said("play", "chess", "--language", "en").stderr
