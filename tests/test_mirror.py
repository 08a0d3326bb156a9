"""Tests mirror the source: `tests/a/test_b.py` tests `src/byways/a/b.py`, and `tests/a/test_a.py` tests `src/byways/a/__init__.py`."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

import byways

TESTS, SOURCE = Path(__file__).parent, Path(byways.__file__).parent

ELSEWHERE = {  # modules without a test file, and the files that test them
    "__init__.py": "test_game.py",
    "__main__.py": "cli/test_main.py",
    "review/models.py": "review/test_inquiry.py",  # plain values
    "review/page.py": "cli/test_review.py",  # writes the page
    "sheets.py": "games/test_sheets.py",  # plain values
    "show.py": "games/long_road/drawing/test_show.py",  # plain values
    "games/long_road/drawing/stage.py": "games/long_road/drawing/test_show.py",  # draws the scenes
    "table/api/models.py": "table/api/test_routes.py",  # plain values
    "table/metrics.py": "table/routes/test_health.py",
    "table/pages/articles.py": "table/pages/test_render.py",
    "table/pages/invitation.py": "table/routes/test_invitation.py",
    "table/pages/shows.py": "table/browser/test_browser_show.py",
    "table/pages/solving.py": "table/routes/test_solving.py",
    "table/pages/verdicts.py": "table/routes/test_solving.py",
    "table/play/registry.py": "table/play/test_tables.py",  # a protocol that Tables implements
    "table/play/solving.py": "table/play/test_puzzling.py",  # plain values
    "table/play/watching.py": "table/play/test_table.py",
    "table/store/listings.py": "table/routes/test_my_tables.py",
    "table/store/presence.py": "table/store/test_store.py",
    "table/store/programs.py": "table/api/test_websocket.py",
    **{f"games/{game}/drawing/cover.py": "games/test_covers.py" for game in ("labyrinth", "long_road", "long_way", "the_way", "traxx")},
    **{f"games/{game}/drawing/sheets.py": "games/test_sheets.py" for game in ("labyrinth", "long_road", "long_way", "the_way", "traxx")},
    **{f"games/{game}/drawing/style.py": "games/test_styles.py" for game in ("labyrinth", "long_way", "the_way")},
    **{f"games/{game}/encoding.py": "games/test_encodings.py" for game in ("labyrinth", "long_road", "long_way", "the_way", "traxx")},
    **{f"games/{game}/study.py": "games/test_studies.py" for game in ("labyrinth", "long_road", "long_way", "the_way", "traxx")},
    "study/running.py": "cli/test_study.py",  # carries out a whole study
    **{f"testing/{part}.py": "testing/test_testing.py" for part in ("cards", "drawings", "hidden", "lessons", "steps", "trial")},
}
LEFT_OUT = ("table/store/migrations/",)  # table/store/test_schema.py tests them as a whole


def has_code(module: Path) -> bool:
    """Whether a module has more than a docstring and imports."""
    return not all(isinstance(part, ast.Expr | ast.Import | ast.ImportFrom) for part in ast.parse(module.read_text("utf-8")).body)


def own_test(module: str) -> str:
    path = Path(module)
    if path.name != "__init__.py":
        return path.with_name(f"test_{path.name}").as_posix()
    if path.parent.parent.name == "games":
        return path.with_name("test_card.py").as_posix()
    return path.with_name(f"test_{path.parent.name}.py").as_posix()


MODULES = sorted(
    name
    for module in SOURCE.rglob("*.py")
    if not (name := module.relative_to(SOURCE).as_posix()).startswith(LEFT_OUT) and (module.name != "__init__.py" or has_code(module))
)


@pytest.mark.parametrize("module", [module for module in MODULES if module not in ELSEWHERE])
def test_every_module_has_its_test_file(module: str) -> None:
    assert (TESTS / own_test(module)).is_file()


@pytest.mark.parametrize(("module", "test"), ELSEWHERE.items())
def test_other_test_files_exist(module: str, test: str) -> None:
    assert (SOURCE / module).is_file()
    assert (TESTS / test).is_file()
    assert module == "__init__.py" or not (TESTS / own_test(module)).exists(), "It has its own test file now."


def test_modules_are_found() -> None:
    assert {"game.py", "cli/main.py", "games/traxx/rules/__init__.py"} <= {*MODULES}
