"""The language of the command."""

import pytest

from tests.command import run


@pytest.mark.parametrize(("variable", "value"), [("LANGUAGE", "tlh:it:en"), ("LC_ALL", "it_IT.UTF-8"), ("LANG", "it_CH")])
def test_the_locale_selects_the_language(monkeypatch: pytest.MonkeyPatch, variable: str, value: str) -> None:
    monkeypatch.setenv(variable, value)
    assert run("games").stdout.startswith("gioco")
    assert run("games", "--language", "en").stdout.startswith("game")
    assert run("play", "chess").stderr != run("play", "chess", "--language", "en").stderr
