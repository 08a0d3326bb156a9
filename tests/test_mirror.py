"""Tests mirror the source: `tests/a/test_b.py` tests `src/byways/a/b.py`, and `tests/test_a.py` what is in `src/byways/a/__init__.py`."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

import byways

TESTS, SOURCE = Path(__file__).parent, Path(byways.__file__).parent

ELSEWHERE = {  # modules without a test file of their own, and who tests them
    "__init__.py": "test_game.py",
    "__main__.py": "cli/test_main.py",
    "games/labyrinth/bots/compiled_solver.py": "games/labyrinth/bots/test_solver.py",  # both solvers must agree
    "games/labyrinth/bots/kernel.py": "games/labyrinth/bots/test_playouts.py",  # what is compiled is compared with what is not
    "games/labyrinth/drawing/art.py": "games/labyrinth/drawing/test_draw.py",
    "games/labyrinth/drawing/layout.py": "games/labyrinth/drawing/test_draw.py",
    "games/labyrinth/drawing/pictures.py": "games/labyrinth/drawing/test_touch.py",
    "games/labyrinth/drawing/scene.py": "games/labyrinth/drawing/test_touch.py",
    "games/long_road/view/masks.py": "games/long_road/test_view.py",
    "games/long_way/drawing/style.py": "games/long_way/drawing/test_draw.py",
    "games/the_way/drawing/scene.py": "games/the_way/drawing/test_layout.py",
    "review/models.py": "review/test_inquiry.py",  # values, which are tested by who makes them
    "review/page.py": "cli/test_review.py",  # which writes the page
    **{f"games/{game}/drawing/cover.py": "games/test_covers.py" for game in ("labyrinth", "long_road", "long_way", "the_way", "traxx")},
    **{f"testing/{part}.py": "test_testing.py" for part in ("cards", "drawings", "hidden", "lessons", "steps", "trial")},
}
LEFT_OUT = ("table/",)  # until it is in packages


def has_code(module: Path) -> bool:
    """Whether there is more than a docstring and imports."""
    return not all(isinstance(part, ast.Expr | ast.Import | ast.ImportFrom) for part in ast.parse(module.read_text("utf-8")).body)


def own_test(module: str) -> str:
    path = Path(module)
    if path.name != "__init__.py":
        return path.with_name(f"test_{path.name}").as_posix()
    if path.parent.parent.name == "games":
        return path.with_name("test_card.py").as_posix()
    return path.parent.with_name(f"test_{path.parent.name}.py").as_posix()


MODULES = sorted(
    name
    for module in SOURCE.rglob("*.py")
    if not (name := module.relative_to(SOURCE).as_posix()).startswith(LEFT_OUT) and (module.name != "__init__.py" or has_code(module))
)


@pytest.mark.parametrize("module", [module for module in MODULES if module not in ELSEWHERE])
def test_every_module_has_its_test_file(module: str) -> None:
    assert (TESTS / own_test(module)).is_file()


@pytest.mark.parametrize(("module", "test"), ELSEWHERE.items())
def test_who_tests_other_modules_is_there(module: str, test: str) -> None:
    assert (SOURCE / module).is_file()
    assert (TESTS / test).is_file()
    assert module == "__init__.py" or not (TESTS / own_test(module)).exists(), "It has a test file of its own now."


def test_there_are_modules_to_look_at() -> None:
    assert {"game.py", "cli/main.py", "games/traxx/rules/__init__.py"} <= {*MODULES}
