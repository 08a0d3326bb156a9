"""Server-sent events as independent blocks, and deltas between snapshots."""

from __future__ import annotations

import json
import zlib
from random import Random

import pytest

from byways.table.sse import ALIVE, GZIP_HEADER, Snapshot, changes, sent_event
from tests.table.serving import put_together


def test_an_event_has_all_lines_of_its_data_its_name_and_its_number() -> None:
    assert sent_event(b"one\ntwo", number=3).text == b"data: one\ndata: two\nid: 3\n\n"
    assert sent_event(b"hello", "chat").text == b"event: chat\ndata: hello\n\n"


def test_blocks_in_any_order_form_a_gzip_stream() -> None:
    events = [sent_event(b"<p>one</p>" * 50, number=1), ALIVE, sent_event(b"hello", "chat"), sent_event(b"<p>one</p>" * 50, number=1)]
    for some in (events, events[2:], events[::-1]):
        reader = zlib.decompressobj(16 + zlib.MAX_WBITS)
        assert reader.decompress(GZIP_HEADER) == b""
        for event in some:
            came = reader.decompress(event.block)  # at once, without anything after it
            comment, _, text = came.partition(b"\n")
            assert (comment.strip(b" "), text) == (b":", event.text)


def test_padding_hides_the_length_of_a_text_and_is_constant() -> None:
    texts = [b"%04d" % number for number in range(200)]
    lengths = [len(sent_event(text).block) for text in texts]
    assert lengths == [len(sent_event(text).block) for text in texts]
    assert max(lengths) - min(lengths) > 150


def test_changes_restore_the_new_text() -> None:
    rng = Random(1)
    texts = ["", "<", "no tag", "<p>Ä 😀 \u2028</p>", *("<".join(rng.choices("abcd", k=rng.randint(0, 12))) for _ in range(60))]
    for before in texts:
        for after in texts:
            assert put_together(before, json.dumps(changes(before.split("<"), after.split("<")))) == after


def test_unchanged_runs_are_found_wherever_they_begin_and_end() -> None:
    before = [f"p>{number}" for number in range(100)]
    for begin in range(0, 100, 7):
        for end in (*range(begin, 100, 5), 100):
            after = [*before[:begin], "new", *before[end:]]
            given = json.dumps(made := changes(before, after))
            assert put_together("<".join(before), given) == "<".join(after)
            assert [piece for piece in made if isinstance(piece, str)] == ["new"]


def test_only_new_pieces_are_literal() -> None:
    before, after = (text.split("<") for text in ("<ol><li>1</li><li>2</li></ol>", "<ol><li>2</li><li>3</li></ol>"))
    assert changes(before, after) == [(0, 2), (4, 6), "li>3", (5, 7)]


@pytest.mark.parametrize("number", [2, 7])
def test_changes_since_the_same_snapshot_are_encoded_once(number: int) -> None:
    before, after = Snapshot("<p>1</p>", 1), Snapshot("<p>2</p>", number)
    assert after.since(before) is after.since(before)
    assert after.since(before).text == b'event: changes\ndata: [[0,1],"p>2",[2,3]]\nid: %d\n\n' % number
    assert after.whole.text == b"data: <p>2</p>\nid: %d\n\n" % number
