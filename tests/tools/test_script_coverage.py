from __future__ import annotations

from tools.script_coverage import missed, ran

SOURCE = "// why\nused();\n\nif (a) {\n  never();\n}\n"


def test_inner_ranges_override_outer_ones() -> None:
    whole = {"startOffset": 0, "endOffset": len(SOURCE), "count": 3}
    block = {"startOffset": SOURCE.index("never"), "endOffset": SOURCE.index("\n}"), "count": 0}
    lines, could = missed(SOURCE, [ran(SOURCE, [{"ranges": [whole, block]}])])
    assert (lines, could) == ([5], 4)


def test_a_line_counts_as_run_if_one_page_ran_it() -> None:
    first = ran(SOURCE, [{"ranges": [{"startOffset": 0, "endOffset": SOURCE.index("if"), "count": 1}]}])
    second = ran(SOURCE, [{"ranges": [{"startOffset": SOURCE.index("if"), "endOffset": len(SOURCE), "count": 1}]}])
    assert missed(SOURCE, [first])[0] == [4, 5, 6]
    assert missed(SOURCE, [first, second])[0] == []


def test_a_script_that_no_page_loaded_is_missed_as_a_whole() -> None:
    assert missed(SOURCE, []) == ([2, 4, 5, 6], 4)
