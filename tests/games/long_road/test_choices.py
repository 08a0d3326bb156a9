"""Choices read back from their notation and have sentences."""

from __future__ import annotations

import pytest

from byways.game import Malformed
from byways.games.long_road import GAME
from byways.games.long_road.choices import NOTATION, Rob, parse

EVERY = (
    *("pick card-sharp", "change ranch-1", "draw", "play ranch-1 tepee", "reward coin", "assign gunslinger", "saloon doctor"),
    *("move cactus 2 rock", "bargain rifle", "rob 2", "find dagger", "under river-1", "ford ranch-2 cactus", "buy pistol"),
    *("arm rifle rock 3", "end", "take store-1 tepee", "keep river-1", "done", "seize rifle judge", "call judge", "decline"),
    "recruit saloon-girl",
)


@pytest.mark.parametrize("text", EVERY)
def test_every_choice_reads_back(text: str) -> None:
    choice = parse(text)
    assert str(choice) == text
    assert choice.sentence


def test_every_kind_of_choice_is_among_them() -> None:
    assert {text.split()[0] for text in EVERY} == set(NOTATION.kinds)


@pytest.mark.parametrize(
    "text", ["", "play", "play ranch tepee", "end ", "end turn", "play ranch-1 lake", "arm rifle rock 0", "rob 7", "fly"]
)
def test_other_texts_are_malformed(text: str) -> None:
    with pytest.raises(Malformed, match="is not a choice in The Long Road"):
        parse(text)


def test_sentences_are_instructions() -> None:
    assert GAME.say(parse("play ranch-1 tepee").sentence) == "Play Ranch (1 white, 2 black) on the tepee road"
    assert GAME.say(parse("play river-1 rock").sentence, "it") == "Gioca il Fiume (2 bianche, 2 nere) sulla pista della roccia"
    assert GAME.say(parse("arm rifle rock 3").sentence) == "Give a rifle to character 3 on the rock road"
    assert GAME.say(parse("move cactus 2 rock").sentence) == "Move character 2 from the cactus road to the rock road"
    assert GAME.say(Rob(2).sentence) == "Take money from Yellow"
