"""People at a simulated keyboard."""

import re
from collections.abc import Callable, Iterator
from dataclasses import replace
from io import StringIO
from random import Random

import pytest
from rich.console import Console

from byways.bots import RandomPlayer
from byways.cli.terminal import Quit, Terminal
from byways.game import Event, Player
from byways.record import new_record
from byways.referee import Referee, begin
from tests import toy


def sitting(typed: Iterator[str], bots: dict[int, Player], console: Console) -> tuple[Terminal, Referee]:
    told: list[Event] = []
    setup = toy.Setup(1, ((1, 2), (3, 3)), (1, 1, 1, 2, 2, 2, 3, 3, 4, 4, 4, 4))
    rng = Random(1)
    referee = begin(toy.GAME, new_record(toy.GAME, setup, toy.Options(), ("a", "b")), rng, tell=told)
    return Terminal(toy.GAME, bots, told, console, keyboard(typed)), referee


def keyboard(typed: Iterator[str]) -> Callable[[str], str]:
    def read(prompt: str) -> str:
        for line in typed:
            return line
        raise EOFError

    return read


def printed(*typed: str, bots: dict[int, Player]) -> tuple[str, Referee]:
    console = Console(width=120, record=True, file=StringIO())
    table, referee = sitting(iter(typed), bots, console)
    try:
        table.run(referee)
    except Quit:
        console.print("left")
    return console.export_text(), referee


BOT: dict[int, Player] = {1: RandomPlayer(Random(2))}


def test_a_game_of_bots_prints_its_log() -> None:
    text, referee = printed(bots={0: RandomPlayer(Random(1)), **BOT})
    assert referee.outcome is not None
    assert "Ann shows" in text
    assert "All rounds are played." in text


def test_a_person_chooses_by_number_or_notation_until_input_ends() -> None:
    text, referee = printed("pick 1", "undo", "1", bots=BOT)
    assert [str(entry) for entry in referee.entries if str(entry).startswith("0")] == ["0: pick 1", "0: undo", "0: pick 1"]
    assert text.endswith("left\n")


def test_a_short_list_of_choices_has_the_sentence_beside_the_notation() -> None:
    text, _ = printed("quit", bots=BOT)
    assert re.search(r"1 pick 1 +Pick a 1", text)


def test_a_typing_error_is_explained_and_nothing_is_played() -> None:
    text, referee = printed("fly", "tuck 2", "99", "?", "undo", "quit", bots=BOT)
    assert not any(str(entry).startswith("0") for entry in referee.entries)
    assert text.count("deck ") == 1  # the board is not printed again
    for sentence in ("'fly' is no choice", "'tuck 2' is not possible here", "'99' is no choice", "Type the number", "nothing to take back"):
        assert sentence in text


def test_a_person_sees_only_what_its_seat_may_know() -> None:
    text, _ = printed("quit", bots=BOT)
    assert "You draw a" in text
    assert "Bob draws a card." in text
    assert text.count("You draw a") == 1


def test_the_only_person_sees_the_last_board_with_its_secrets() -> None:
    text, referee = printed(*["1"] * 12, bots=BOT)
    assert referee.outcome is not None
    sentence, heads, points = text.rstrip().splitlines()[-3:]
    assert re.fullmatch(r"(You won|You lost to Bob|It is a tie)\. All rounds are played\.", sentence.strip())
    assert heads.split() == ["Ann", "Bob"]
    assert points.split() == ["Points", "for", "cards", *(f"{score:g}" for score in referee.outcome.scores or ())]


@pytest.mark.parametrize("secrets", [True, False])
def test_a_curtain_separates_two_people_if_the_game_has_secrets(secrets: bool) -> None:
    asked: list[str] = []

    def read(prompt: str) -> str:
        asked.append(prompt)
        if len(asked) > 2:
            raise EOFError
        return "done" if prompt == "> " else ""

    game = replace(toy.GAME, secrets=secrets)
    head = new_record(game, game.deal(2, Random(1)), toy.Options(), ("a", "b"))
    with pytest.raises(Quit):
        Terminal(game, {}, [], Console(file=StringIO()), read).run(begin(game, head, Random(1)))
    assert ("Ann is next" in asked[0]) is secrets
