"""Explain a mistake by the differences between the act played and the best one."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from byways.event import Explanation
from byways.i18n import Sentence

MOST = 2  # differences that an explanation names


class Difference(NamedTuple):
    """A difference between two acts: a title, what the act played costs, and what the best act gains. Only the title is required."""

    title: Sentence
    cost: Sentence = ""
    gain: Sentence = ""


def explanation(differences: Iterable[Difference | None]) -> Explanation | None:
    """Explain a mistake by the first few `differences`, most important first. No sentence is repeated, or used for both acts."""
    found = [one for one in differences if one is not None][:MOST]
    if not found:
        return None
    gains = dict.fromkeys(one.gain for one in found if one.gain)
    costs = dict.fromkeys(one.cost for one in found if one.cost and one.cost not in gains)
    return Explanation(found[0].title, tuple(costs), tuple(gains))
