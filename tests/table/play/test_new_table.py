"""A table before play."""

from __future__ import annotations

from random import Random

import pytest
from msgspec.structs import replace

from byways.game import Refused, find_game
from byways.record import new_record
from byways.table.play.new_table import TablePlan, continued, deal, default_bot, default_seats, fallback_bot, rematch_seat
from byways.table.seats import Seat
from byways.table.store.schema import Timed
from tests import toy
from tests.table.tables import DEALT, stored

TRAXX = find_game("traxx")


# Seats


def test_the_default_bot_is_medium_if_there_is_one() -> None:
    assert default_bot(TRAXX) == "medium"
    assert default_bot(toy.GAME) == "random"


def test_by_default_i_play_against_bots() -> None:
    assert default_seats(toy.GAME) == ("me", "bot:random")
    assert default_seats(toy.GAME, players=4) == ("me", *["bot:random"] * 3)
    assert default_seats(toy.GAME, "free", 3) == ("me", "free", "free")
    assert default_seats(TRAXX) == ("me", "bot:medium")
    assert default_seats(TRAXX, players=1) == ("me",)


@pytest.mark.parametrize("players", [-1, 0, 1, 5])
def test_a_wrong_number_of_players_is_refused(players: int) -> None:
    with pytest.raises(Refused, match=r"^Tuck is for 2 to 4 players\.$"):
        default_seats(toy.GAME, players=players)


def test_each_kind_of_seat_has_only_what_it_needs() -> None:
    plan = TablePlan(toy.GAME, ("me", "free", "program", "bot:random"), names=(" Ann ", "nobody", "R2"))
    assert [plan.seat(number, "holder", "key") for number in range(4)] == [
        Seat("person", key="key", holder="holder", name="Ann"),
        Seat("free", key="key"),
        Seat("program", key="key", name="R2"),
        Seat("bot", bot="random"),
    ]


@pytest.mark.parametrize(
    ("who", "sentence"),
    [
        ("bot:deep", "Tuck has no bot 'deep'; it has random."),
        ("bot", "Tuck has no bot ''; it has random."),
        ("king", "'king' is not a valid seat: use 'me', 'free', 'program' or 'bot:NAME'."),
    ],
)
def test_an_unknown_kind_of_seat_is_refused(who: str, sentence: str) -> None:
    with pytest.raises(Refused) as refused:
        TablePlan(toy.GAME, (who,)).seat(0, "holder", "key")
    assert str(refused.value) == sentence


def test_in_a_rematch_people_keep_their_seats_and_others_get_new_keys() -> None:
    before = [
        Seat("person", key="old", holder="holder", name="Ann"),
        Seat("bot", bot="random", holder="holder", name="Ann"),  # stands in
        Seat("free", key="old"),
        Seat("program", key="old", name="R2"),
        Seat("bot", bot="random"),
    ]
    assert [rematch_seat(seat, "new") for seat in before] == [
        Seat("person", holder="holder", name="Ann"),
        Seat("person", holder="holder", name="Ann"),
        Seat("free", key="new"),
        Seat("program", key="new", name="R2"),
        Seat("bot", bot="random"),
    ]


def test_the_fallback_is_the_next_weaker_bot_and_for_a_foreign_bot_the_best() -> None:
    assert [fallback_bot(TRAXX, bot) for bot in ("gone", "hard", "medium", "random")] == ["hard", "medium", "easy", None]


# Deals


def test_equal_seeds_deal_the_same_and_the_record_names_the_kinds_of_players() -> None:
    seats = (Seat("person", name="Ann"), Seat("free"), Seat("program"), Seat("bot", bot="random"))
    one, same, other = (deal("one", seed, toy.GAME, toy.Options(), seats, True, 30.0) for seed in ("a", "a", "b"))
    assert one.head == same.head
    assert one.head.setup != other.head.setup
    assert one.head.players == ("person", "person", "program", "bot:random")
    assert (one.public, one.clock, one.seats, one.entries) == (True, 30.0, seats, ())


def test_a_continued_game_keeps_its_deal_and_entries_but_has_new_players() -> None:
    new, dealt = stored(), new_record(toy.GAME, toy.GAME.deal(2, Random(5)), toy.Options(), ("bot:random", "person"))
    table = continued(new, replace(dealt, entries=DEALT))
    assert table.head == replace(dealt, players=new.head.players)
    assert table.entries == tuple(Timed(entry, new.created) for entry in DEALT)
    assert (table.seats, table.seed) == (new.seats, new.seed)
