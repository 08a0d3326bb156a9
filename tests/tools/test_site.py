"""The documentation site: links within it, figures, and the reference."""

from __future__ import annotations

import re
import zlib
from importlib import import_module
from pathlib import Path

import pytest

from byways.errors import COMMON_CATALOGUE
from byways.game import find_game
from byways.i18n import languages_of
from tools import site

ROOT = site.ROOT


def test_links_between_files_become_links_within_the_site() -> None:
    files = site.page_files()
    readme = "[rules](../src/byways/games/traxx/rules.md#what-a-seat-knows), [bots](bots.md), [here](#top), [out](https://example.org)"
    assert site.linked(readme, ROOT / "docs/library.md", files) == (
        "[rules](games/traxx/rules.md#what-a-seat-knows), [bots](bots.md), [here](library.md#top), [out](https://example.org)"
    )


def test_a_link_to_a_file_outside_the_site_becomes_text_and_code_stays() -> None:
    text = "[player.py](../examples/player.py)\n\n```\n[a](b.md)\n```\n"
    assert site.linked(text, ROOT / "docs/protocol.md", site.page_files()) == "player.py\n\n```\n[a](b.md)\n```\n"


def test_a_link_to_a_file_that_does_not_exist_stops_the_build() -> None:
    with pytest.raises(FileNotFoundError, match=r"protocol\.md links to nope\.md"):
        site.linked("[x](nope.md)", ROOT / "docs/protocol.md", site.page_files())


def test_methods_and_properties_need_docstrings_of_ours() -> None:
    silent = type("Silent", (Foreign,), {"__module__": "byways.x", "told": Foreign.told, "mute": property(lambda self: 1), "_own": len})
    assert site.silent_members(silent) == ["mute"]
    inheriting = type("Inheriting", (Foreign,), {"__module__": "byways.x", "told": lambda self: None})
    assert site.silent_members(inheriting) == ["told"]  # the docstring of another package does not count


class Foreign:
    def told(self) -> None:
        """Explains itself."""


def test_public_names_without_an_anchor_are_found(tmp_path: Path) -> None:
    names = [f"{module}.{name}" for module in site.public_modules() for name in import_module(module).__all__]
    lines = "".join(f"{name} py:class 1 x -\n" for name in names[1:])
    head = b"# Sphinx inventory version 2\n# Project: x\n# Version: 1\n# The remainder of this file is compressed using zlib.\n"
    (tmp_path / "objects.inv").write_bytes(head + zlib.compress(lines.encode()))
    assert site.without_anchor(tmp_path / "objects.inv") == names[:1]


def test_names_of_languages_begin_with_a_capital() -> None:
    assert [site.capitalised(name) for name in ("español", "Deutsch")] == ["Español", "Deutsch"]


def test_a_figure_alone_has_a_caption_and_one_among_words_has_none() -> None:
    page = site.illustrated(find_game("traxx"), "de", "Davor.\n\n![Das Brett](board)\n\nDanach ![so](board) weiter.")
    before, alone, among = page.split("\n\n")
    assert before == "Davor."
    assert re.fullmatch("<figure><svg.*</svg><figcaption>Das Brett</figcaption></figure>", alone)
    assert re.fullmatch('Danach <span class="symbol"><svg.*</svg></span> weiter.', among)


def test_every_game_has_its_page_in_every_language_and_its_rules() -> None:
    places = {str(place) for place in site.page_files().values()}
    for game in ("labyrinth", "traxx", "long_way", "the_way", "long_road"):
        assert {f"games/{game}/{name}.md" for name in (*languages_of(COMMON_CATALOGUE), "rules")} <= places


@pytest.mark.parametrize("module", site.public_modules())
def test_public_names_exist_and_have_docstrings(module: str) -> None:
    assert import_module(module).__all__
    assert site.undocumented(module) == []
