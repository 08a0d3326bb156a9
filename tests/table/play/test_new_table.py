"""A table before it is played at."""

from __future__ import annotations

from random import Random

import pytest
from msgspec.structs import replace

from byways.game import Refused, find_game
from byways.record import opened
from byways.table.play.new_table import TablePlan, deal, gone_on, seated_again, usual_bot, usual_seats, weaker
from byways.table.seats import Seat
from byways.table.store.schema import Timed
from tests import toy
from tests.table.tables import DEALT, stored

TRAXX = find_game("traxx")


# Who is to sit where


def test_the_medium_bot_is_the_usual_one_where_there_is_one() -> None:
    assert usual_bot(TRAXX) == "medium"
    assert usual_bot(toy.GAME) == "random"


def test_usually_i_play_against_one_bot_or_as_many_as_i_say() -> None:
    assert usual_seats(toy.GAME) == ("me", "bot:random")
    assert usual_seats(toy.GAME, players=4) == ("me", *["bot:random"] * 3)
    assert usual_seats(toy.GAME, "free", 3) == ("me", "free", "free")
    assert usual_seats(TRAXX) == ("me", "bot:medium")
    assert usual_seats(TRAXX, players=1) == ("me",)


@pytest.mark.parametrize("players", [-1, 0, 1, 5])
def test_so_many_players_as_a_game_has_not_are_refused(players: int) -> None:
    with pytest.raises(Refused, match=r"^Tuck is for 2 to 4 players\.$"):
        usual_seats(toy.GAME, players=players)


def test_a_seat_has_what_its_kind_needs_and_nothing_else() -> None:
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
def test_nobody_else_can_sit_at_a_table(who: str, sentence: str) -> None:
    with pytest.raises(Refused) as refused:
        TablePlan(toy.GAME, (who,)).seat(0, "holder", "key")
    assert str(refused.value) == sentence


def test_in_a_rematch_people_hold_their_seats_and_others_have_new_keys() -> None:
    before = [
        Seat("person", key="old", holder="holder", name="Ann"),
        Seat("bot", bot="random", holder="holder", name="Ann"),  # which stands in
        Seat("free", key="old"),
        Seat("program", key="old", name="R2"),
        Seat("bot", bot="random"),
    ]
    assert [seated_again(seat, "new") for seat in before] == [
        Seat("person", holder="holder", name="Ann"),
        Seat("person", holder="holder", name="Ann"),
        Seat("free", key="new"),
        Seat("program", key="new", name="R2"),
        Seat("bot", bot="random"),
    ]


def test_where_a_bot_cannot_be_started_the_next_weaker_one_plays_on_and_for_a_stranger_the_best() -> None:
    assert [weaker(TRAXX, bot) for bot in ("gone", "hard", "medium", "random")] == ["hard", "medium", "easy", None]


# What is dealt


def test_the_same_seed_deals_the_same_and_a_record_names_the_kinds_of_players() -> None:
    seats = (Seat("person", name="Ann"), Seat("free"), Seat("program"), Seat("bot", bot="random"))
    one, same, other = (deal("one", seed, toy.GAME, toy.Options(), seats, True, 30.0) for seed in ("a", "a", "b"))
    assert one.head == same.head
    assert one.head.setup != other.head.setup
    assert one.head.players == ("person", "person", "program", "bot:random")
    assert (one.public, one.clock, one.seats, one.entries) == (True, 30.0, seats, ())


def test_a_table_that_goes_on_with_a_game_has_its_deal_and_its_entries_and_its_own_people() -> None:
    new, dealt = stored(), opened(toy.GAME, toy.GAME.deal(2, Random(5)), toy.Options(), ("bot:random", "person"))
    table = gone_on(new, replace(dealt, entries=DEALT))
    assert table.head == replace(dealt, players=new.head.players)
    assert table.entries == tuple(Timed(entry, new.created) for entry in DEALT)
    assert (table.seats, table.seed) == (new.seats, new.seed)
