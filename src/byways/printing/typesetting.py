"""Run Typst, which the extra `print` installs."""

from __future__ import annotations

import re
from collections.abc import Mapping
from importlib import resources
from pathlib import Path

import msgspec

from byways.errors import Refused
from byways.i18n import Message

# Letters of names; the font has more.
LETTERS = re.compile(
    r"[\u0020-\u007e\u00a0-\u017e\u038e-\u03a1\u03a3-\u03ce\u0400-\u045f\u1ea0-\u1ef9‘’“”–—…]*"
)  # the font has more, but no name needs them
LAYOUT = resources.files(__package__).joinpath("layout.typ")


def check_installed() -> None:
    """Refuse to print without Typst, and say how to install it."""
    try:
        import typst  # noqa: F401
    except ImportError:
        raise Refused(Message("refuse.no-typst")) from None


def is_printable(text: str) -> bool:
    """Return whether the font has all letters of a text that people have typed."""
    return LETTERS.fullmatch(text) is not None


def typeset(book: object, pictures: Mapping[str, str]) -> bytes:
    """Return a PDF. The same book and pictures give the same bytes on every machine: no clock and no system fonts are used."""
    check_installed()
    import font_source_sans_pro  # type: ignore[import-untyped]
    import typst

    files = {"main.typ": LAYOUT.read_bytes(), "book.json": msgspec.json.encode(book)}
    files |= {name: svg.encode() for name, svg in pictures.items()}
    folder = Path(font_source_sans_pro.__file__).parent / "files"
    fonts = typst.Fonts(include_system_fonts=False, include_embedded_fonts=False, font_paths=[str(folder)])
    made: bytes = typst.compile(files, font_paths=fonts)  # type: ignore[call-overload]  # its type hints do not know files in memory
    return made
