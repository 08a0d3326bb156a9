"""The best line for a known order of the cards."""

from __future__ import annotations

from typing import cast

import pytest

from byways.game import stream
from byways.games.traxx import GAME
from byways.games.traxx.bots.known_order import best_line
from byways.games.traxx.bots.search import KERNEL, Kernel
from byways.games.traxx.state import DONE, Position


@pytest.mark.slow
def test_a_wider_search_finds_no_worse_line() -> None:
    kernel = cast(Kernel, KERNEL.ready(float("inf")))
    start = cast(Position, GAME.start(GAME.deal(1, stream(3, "set-up"))))
    cards = list(start.deck)

    def score(width: int) -> int:
        position, turned = start, iter(cards)
        for choice in best_line(kernel, start.board, start.sheets[0], cards, width).choices:
            position = position if position.awaited else position.happen(next(turned))
            position = position.choose(0, choice)
        return position.sheets[0].score

    assert score(1) <= score(60)


@pytest.mark.slow
def test_every_card_ends_with_done() -> None:
    kernel = cast(Kernel, KERNEL.ready(float("inf")))
    start = cast(Position, GAME.start(GAME.deal(1, stream(3, "set-up"))))
    assert best_line(kernel, start.board, start.sheets[0], start.deck, 2).choices.count(DONE) == len(start.deck)
