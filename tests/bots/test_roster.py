"""The game's own bots, and those of other packages: found by their names, loaded when they are to play, refused in sentences."""

from __future__ import annotations

import sys
from pathlib import Path
from random import Random

import pytest

from byways.bots import TIERS, RandomPlayer
from byways.bots.roster import all_bots, find_bot, left_out, make_player
from byways.game import Game, Refused, all_games, find_game
from tests import toy
from tests.packages import install

LABYRINTH, TRAXX = find_game("labyrinth"), find_game("traxx")


@pytest.mark.usefixtures("site")
@pytest.mark.parametrize("game", [*all_games(), toy.GAME], ids=lambda game: game.name)
def test_where_no_package_brings_bots_along_there_are_the_game_s_own(game: Game) -> None:
    assert all_bots(game) == game.bot_names
    assert [find_bot(game, name) for name in game.bot_names] == [game.bots[name] for name in game.bot_names]
    assert [*left_out([game])] == []


@pytest.mark.usefixtures("homesick")
def test_others_bots_stand_after_the_game_s_own_strategies_and_before_the_tiers() -> None:
    assert all_bots(LABYRINTH) == ("random", "riemann", "euclid", "homesick", *TIERS)
    assert all_bots(toy.GAME) == ("random", "homesick")
    assert LABYRINTH.bot_names[-1] == "hard"
    assert tuple(LABYRINTH.bots) == LABYRINTH.bot_names


@pytest.mark.usefixtures("homesick")
def test_a_bot_is_loaded_when_it_is_to_play() -> None:
    assert "homesick" in all_bots(LABYRINTH)
    assert "homesick" not in sys.modules
    player = make_player(LABYRINTH, "homesick", Random(1))
    assert isinstance(player, RandomPlayer)
    assert type(player).__name__ == "Homesick"


@pytest.mark.usefixtures("homesick")
def test_a_name_of_the_game_s_own_stays_its_own() -> None:
    assert find_bot(LABYRINTH, "euclid") is LABYRINTH.bots["euclid"]


@pytest.mark.usefixtures("homesick")
def test_what_is_not_offered_is_told_with_the_package_and_the_reason() -> None:
    assert [*left_out(all_games())] == [
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
        ("number", "'traxx.number = homesick:NUMBER' is not a bot: a bot is called with a random generator and gives a player."),
        ("quits", "The bot 'traxx.quits' cannot be loaded from quits:Bot: SystemExit: I quit."),
        ("twins", "Traxx has more than one bot 'twins': homesick and twins have one each. Uninstall all but one."),
        ("careless", "The bot 'careless' of Traxx cannot be started: ZeroDivisionError: division by zero."),
    ],
)
def test_what_cannot_play_is_refused_in_a_sentence(bot: str, sentence: str) -> None:
    with pytest.raises(Refused) as refused:
        make_player(TRAXX, bot, Random(1))
    assert str(refused.value) == sentence


def test_a_game_may_have_a_dot_in_its_name_and_a_bot_may_not(site: Path) -> None:
    install(site, "dotted", "[byways.bots]\na.b.c = homesick:Homesick\n")
    assert [*left_out([TRAXX])] != []
    assert left_out_of(("a.b", "a")) == [[], ["The bot 'a.b.c' (dotted) is not offered"]]


def left_out_of(names: tuple[str, ...]) -> list[list[str]]:
    cards = [Game(name, name, "", "", (1, 1), (1, 1), toy.__name__, ("A",), bot_names=("random",)) for name in names]
    return [[sentence.partition(":")[0] for sentence in left_out([card])] for card in cards]
