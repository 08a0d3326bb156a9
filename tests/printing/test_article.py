"""Markdown as blocks for the layout."""

from __future__ import annotations

from byways.printing.article import Pictures, blocks, signs

PAGE = """# Title

## A turn

[Click|Tap] a **card**, see [the fine print](../../rules.md).

![A board](board)

1. One
2. Two ![coin](coin)
"""
SVG = '<svg viewBox="0 0 1000 500"/>'


def test_a_page_becomes_blocks_without_its_title_and_links() -> None:
    heading, words, figure, numbers = blocks(PAGE, Pictures(str, lambda name: SVG), 94)
    assert heading == {"kind": "heading", "level": 2, "runs": [{"text": "A turn", "looks": ""}]}
    assert [run["text"] for run in words["runs"]] == ["Click a ", "card", ", see ", "the fine print", "."]
    assert [run["looks"] for run in words["runs"]] == ["", "strong", "", "", ""]
    assert figure == {"kind": "figure", "image": "0.svg", "width": 94, "words": "A board"}
    assert numbers["items"][1][0]["runs"][-1] == {"image": "0.svg"}


def test_equal_pictures_are_stored_once() -> None:
    pictures = Pictures(str.upper)
    assert [pictures.add(svg) for svg in ("a", "b", "a")] == ["0.svg", "1.svg", "0.svg"]
    assert pictures.files == {"0.svg": "A", "1.svg": "B"}


def test_a_legend_has_the_signs_that_are_on_paper() -> None:
    legend = "- ![a coin](coin) money\n- ![a ring](ring) your turn\n- ![one](one) ![two](two) both\n"
    (found,) = signs(legend, ("one", "coin"), Pictures(str, lambda name: name))
    assert [(len(item["images"]), item["runs"][0]["text"].strip()) for item in found["items"]] == [(2, "both"), (1, "money")]
