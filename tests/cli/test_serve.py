"""Refusals of `byways serve`."""

from pathlib import Path

import pytest

from tests.command import refusal, run


def test_serve_refuses_wrong_components_with_file_line_and_reason_and_two_files_for_a_game(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    text = run("components", "labyrinth").stdout
    (tmp_path / "right.toml").write_text(text, "utf-8")
    (tmp_path / "wrong.toml").write_text(text.replace("cross = 1", "cross = 'many'"), "utf-8")
    monkeypatch.chdir(tmp_path)
    refused = run("serve", "--components", "labyrinth=wrong.toml")
    sentence = "wrong.toml: The components are wrong in line 29: Expected `int`, got `str`.\n"
    assert (refused.returncode, refused.stderr) == (2, sentence)
    twice = run("serve", "--components", "labyrinth=right.toml", "--components", "labyrinth=right.toml")
    assert (twice.returncode, twice.stderr.startswith("Labyrinth has components twice;")) == (2, True)


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (("serve", "--components", "labyrinth"), "'labyrinth' does not name components: write GAME=FILE."),
        (("serve", "--components", "labyrinth="), "'labyrinth=' does not name components: write GAME=FILE."),
        (("serve", "--components", "chess=my.toml"), "There is no game 'chess' for the components in my.toml; there are labyrinth,"),
        (("serve", "traxx", "--components", "labyrinth=my.toml"), "no game 'labyrinth' for the components in my.toml; there are traxx."),
        (("serve", "--components", "labyrinth=/no/such.toml"), "The file /no/such.toml cannot be read"),
        (("serve", "--components", f"labyrinth={__file__}"), f"{__file__}: The components cannot be read: "),
    ],
)
def test_bad_arguments_give_one_sentence_and_status_2(arguments: tuple[str, ...], sentence: str) -> None:
    assert sentence in refusal(*arguments)
