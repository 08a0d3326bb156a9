"""Puzzles that the miner has found: two sales, and two turns before a sale."""

from __future__ import annotations

from pathlib import Path

from byways.puzzles.collection import decode

FOUND = decode(Path(__file__).with_name("found.jsonl").read_bytes(), "found.jsonl")
(DULL,) = decode(Path(__file__).with_name("dull.jsonl").read_bytes(), "dull.jsonl")  # one weapon on the obvious character
