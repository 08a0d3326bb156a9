"""Bots from the game, other packages and modules: found by name, loaded when they play, refused with a reason."""

from __future__ import annotations

import sys
from pathlib import Path
from random import Random

import pytest

from byways.bots import TIERS, RandomPlayer
from byways.bots.roster import all_bots, find_bot, load_bot, make_player, rejected_bots
from byways.game import Game, Refused, all_games, find_game
from tests import toy
from tests.packages import install

LABYRINTH, TRAXX = find_game("labyrinth"), find_game("traxx")


@pytest.mark.usefixtures("site")
@pytest.mark.parametrize("game", [*all_games(), toy.GAME], ids=lambda game: game.name)
def test_without_other_packages_a_game_has_its_own_bots(game: Game) -> None:
    assert all_bots(game) == game.bot_names
    assert [find_bot(game, name) for name in game.bot_names] == [game.bots[name] for name in game.bot_names]
    assert [*rejected_bots([game])] == []


@pytest.mark.usefixtures("homesick")
def test_external_bots_come_after_the_games_strategies_and_before_the_tiers() -> None:
    assert all_bots(LABYRINTH) == ("random", "riemann", "euclid", "homesick", *TIERS)
    assert all_bots(toy.GAME) == ("random", "homesick")
    assert LABYRINTH.bot_names[-1] == "hard"
    assert tuple(LABYRINTH.bots) == LABYRINTH.bot_names


@pytest.mark.usefixtures("homesick")
def test_a_bot_is_loaded_when_it_plays() -> None:
    assert "homesick" in all_bots(LABYRINTH)
    assert "homesick" not in sys.modules
    player = make_player(LABYRINTH, "homesick", Random(1))
    assert isinstance(player, RandomPlayer)
    assert type(player).__name__ == "Homesick"


@pytest.mark.usefixtures("homesick")
def test_an_external_bot_cannot_replace_one_of_the_game() -> None:
    assert find_bot(LABYRINTH, "euclid") is LABYRINTH.bots["euclid"]


@pytest.mark.usefixtures("homesick")
def test_rejected_bots_are_reported_with_package_and_reason() -> None:
    assert [*rejected_bots(all_games())] == [
        "The bot 'chess.deep' (homesick) is not offered: there is no such game here (an entry point is named GAME.BOT).",
        "The bot 'homesick' (homesick) is not offered: there is no such game here (an entry point is named GAME.BOT).",
        "The bot 'labyrinth.euclid' (homesick) is not offered: Labyrinth already has a bot of that name.",
        "The bot 'traxx.two words' (homesick) is not offered: a name has up to 64 letters, digits, - and _.",
        "The bot 'tuck.homesick' (homesick) is not offered: there is no such game here (an entry point is named GAME.BOT).",
    ]


@pytest.mark.usefixtures("homesick")
@pytest.mark.parametrize(
    ("bot", "sentence"),
    [
        (
            "deep",
            "Traxx has no bot 'deep'; it has random, greedy, careless, lost, nobody, number, quits, twins, easy, medium, hard.",
        ),
        (
            "lost",
            "The bot 'traxx.lost' cannot be loaded from no_such_module:Bot: ModuleNotFoundError: No module named 'no_such_module'.",
        ),
        (
            "nobody",
            "The bot 'traxx.nobody' cannot be loaded from homesick:Nobody: AttributeError: module 'homesick' has no attribute 'Nobody'.",
        ),
        ("number", "'traxx.number = homesick:NUMBER' is not a bot: a bot is called with a random generator and returns a player."),
        ("quits", "The bot 'traxx.quits' cannot be loaded from quits:Bot: SystemExit: I quit."),
        ("twins", "Traxx has more than one bot 'twins', from homesick and twins. Uninstall all but one."),
        ("careless", "The bot 'careless' of Traxx cannot be started: ZeroDivisionError: division by zero."),
    ],
)
def test_a_bot_that_cannot_play_is_refused_in_a_sentence(bot: str, sentence: str) -> None:
    with pytest.raises(Refused) as refused:
        make_player(TRAXX, bot, Random(1))
    assert str(refused.value) == sentence


def test_a_game_may_have_a_dot_in_its_name_and_a_bot_may_not(site: Path) -> None:
    install(site, "dotted", "[byways.bots]\na.b.c = homesick:Homesick\n")
    assert [*rejected_bots([TRAXX])] != []
    assert rejected_for(("a.b", "a")) == [[], ["The bot 'a.b.c' (dotted) is not offered"]]


def rejected_for(names: tuple[str, ...]) -> list[list[str]]:
    cards = [Game(name, name, "", "", (1, 1), (1, 1), toy.__name__, ("A",), bot_names=("random",)) for name in names]
    return [[sentence.partition(":")[0] for sentence in rejected_bots([card])] for card in cards]


def test_bots_are_found_by_name_or_as_module_and_attribute() -> None:
    assert load_bot(toy.GAME, "random") is toy.BOTS["random"]
    assert load_bot(toy.GAME, "byways.bots:RandomPlayer") is toy.BOTS["random"]
