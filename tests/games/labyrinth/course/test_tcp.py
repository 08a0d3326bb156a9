"""Labyrinth with the programs of its course, over real connections on this machine."""

from __future__ import annotations

import json
import socket
import time
from collections.abc import Callable, Iterator
from contextlib import closing, suppress
from functools import partial
from queue import Queue
from random import Random
from threading import Thread
from typing import Any, Self

import pytest
from tools.labyrinth_vectors import Program

from byways.game import Malformed, Refused
from byways.games.labyrinth import GAME
from byways.games.labyrinth.course import dialect
from byways.games.labyrinth.course.dialect import RefereeState, referee_state_of, view_of, write
from byways.games.labyrinth.course.tcp import Connection, Dropped, OurPlayer, Waits, find_referee, referee, take_part
from byways.games.labyrinth.state import Pass, Walk
from tests.games.labyrinth.boards import OPEN5, SEALED, position

RACE = referee_state_of(position(OPEN5, [(1, 1), (3, 3)], [(3, 1), (1, 3)]))
CROWD = referee_state_of(position(SEALED, [(1, 1), (1, 3)] * 3, [(1, 1)] * 6, spare="─"))
WAITS = Waits(name=0.4, period=0.8, call=0.5)
LONG = Waits(name=5, period=30, call=5)


class Evening:
    """A referee at work, and what it says."""

    def __init__(self, state: RefereeState | None = RACE, waits: Waits = WAITS) -> None:
        listener = socket.create_server(("127.0.0.1", 0))
        self.port: int = listener.getsockname()[1]
        self.said, self.results = Queue[str](), Queue[tuple[list[str], list[str]]]()
        self.connections: list[Connection] = []
        self.threads: list[Thread] = []
        self._start(lambda: self.results.put(referee(listener, state, waits, said=self.said.put)))

    def _start(self, work: Callable[[], object]) -> None:
        self.threads.append(Thread(target=work, daemon=True))
        self.threads[-1].start()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        for connection in self.connections:
            connection.close()
        for thread in self.threads:
            thread.join(60)

    def connect(self, sent: bytes = b"", heard: str = "") -> Connection:
        connection = self._connection()
        connection.socket.sendall(sent)
        if heard:
            assert self.said.get(timeout=10).startswith(heard)
        return connection

    def join(self, *names: str) -> None:
        """Players who keep to the rules, one after the other."""
        for name in names:
            self._start(partial(self._play, self._connection(), name))
            assert self.said.get(timeout=10) == f"{name} has signed up."

    def _connection(self) -> Connection:
        self.connections.append(find_referee("127.0.0.1", self.port, 5))
        return self.connections[-1]

    def _play(self, connection: Connection, name: str) -> None:
        with suppress(Dropped, TimeoutError, OSError):  # an evening may end early
            take_part(connection, name, Program("euclid"))

    @property
    def result(self) -> tuple[list[str], list[str]]:
        return self.results.get(timeout=30)


def is_closed(connection: Connection) -> bool:
    """Whether the referee has let somebody go, without a word."""
    with pytest.raises(Dropped, match=r"gone|reset"):
        connection.receive(time.monotonic() + 10)
    return not connection.text.strip()


# Signing up


def test_who_signs_up_last_is_the_youngest_and_begins() -> None:
    """Both could fetch their treasure and go home; who begins is there first."""
    with Evening() as evening:
        evening.join("ann", "bob")
        assert evening.result == (["bob"], [])


@pytest.mark.parametrize("sent", [b'"ouch ouch"', b'"%s"' % (b"x" * 35), b'""', b"5", b"null", b'["ann"]', '"zoë"'.encode(), b"\xff\xff"])
def test_who_sends_no_name_is_turned_away_and_others_sign_up(sent: bytes) -> None:
    with Evening(waits=LONG) as evening:
        connection = evening.connect(sent, "Somebody was turned away.")
        assert is_closed(connection)
        evening.join("ann", "bob")
        assert evening.result == (["bob"], [])


@pytest.mark.parametrize("sent", [b"", b"ecarl", b"\0\5Radam", b'"ec'])
def test_a_name_must_come_whole_in_its_time(sent: bytes) -> None:
    with Evening(waits=Waits(name=0.3, period=0.5, call=5)) as evening:
        connection = evening.connect(sent)
        assert evening.said.get(timeout=10) == "Somebody was turned away. No name came in time."
        assert is_closed(connection)


def test_a_name_may_come_in_pieces_with_white_space() -> None:
    with Evening(waits=Waits(name=5, period=0.5)) as evening:
        connection = evening.connect(b' \n"a')
        connection.socket.sendall(b'nn"')
        assert evening.said.get(timeout=10) == "ann has signed up."
        connection.socket.sendall(b" ")
        connection.close()


def test_one_who_says_nothing_keeps_nobody_else_waiting() -> None:
    with Evening(waits=LONG) as evening:
        evening.connect(), evening.connect()
        evening.join("ann", "bob")
        assert evening.result == (["bob"], [])


def test_fewer_than_two_do_not_play_but_have_two_periods() -> None:
    began = time.monotonic()
    with Evening() as evening:
        connection = evening.connect(b'"ann"', "ann has signed up.")
        assert evening.result == ([], [])
        assert time.monotonic() - began >= 2 * WAITS.period
        assert is_closed(connection)


def test_a_second_player_may_come_in_the_second_period() -> None:
    with Evening(CROWD) as evening:
        evening.join("ann")
        time.sleep(1.25 * WAITS.period)
        evening.join("bob")
        assert evening.result == (["bob"], [])


def test_six_are_enough_and_a_seventh_is_ignored() -> None:
    with Evening(CROWD, Waits(name=5, period=1000, call=5)) as evening:
        evening.join(*"abcdef")
        with suppress(Refused, Dropped):  # nobody is there any more, or nobody answers
            assert is_closed(evening.connect(b'"g"'))
        assert evening.result == (["b", "d", "f"], [])


# The calls


def calls(connection: Connection, *replies: Any) -> Iterator[Any]:
    """What the referee calls, one after the other, each answered as told."""
    for reply in replies:
        yield connection.receive(time.monotonic() + 10)
        connection.send(reply)


def test_the_calls_are_those_of_the_course() -> None:
    with Evening(waits=LONG) as evening:
        evening.join("ann")
        connection = evening.connect(b'"bob" ', "bob has signed up.")
        first, turn, news, *_ = calls(connection, "void", [0, "LEFT", 0, {"row#": 3, "column#": 1}], "void", "PASS")
        state = write(dialect.state_of(view_of(dialect.read(dialect.State, write(RACE)), RACE.plmt[0].goto)))
        assert first == ["setup", [state, {"row#": 3, "column#": 1}]]
        assert turn == ["take-turn", [state]]
        assert news == ["setup", [False, {"row#": 1, "column#": 1}]]
        assert "goto" not in json.dumps(turn)


def test_the_player_who_is_called_is_the_first_of_the_state() -> None:
    with Evening(waits=LONG) as evening:
        connection = evening.connect(b'"bob"', "bob has signed up.")
        evening.join("ann")
        (setup_call,) = calls(connection, "void")
        assert [player["color"] for player in setup_call[1][0]["plmt"]] == [player.color for player in RACE.plmt][::-1]


WRONG: list[tuple[str, bytes]] = [
    ("setup", b'"nothing"'),
    ("setup", b"null"),
    ("take-turn", b'{"row#": 0, ]'),
    ("take-turn", b'"SKIP"'),
    ("take-turn", b'[-2, "LEFT", 0, {"row#": 0, "column#": 0}]'),
    ("take-turn", b'[0, "LEFT", 45, {"row#": 0, "column#": 1}]'),
    ("take-turn", b'[1, "LEFT", 0, {"row#": 0, "column#": 1}]'),
    ("take-turn", b'[0, "LEFT", 0, {"row#": 9, "column#": 1}]'),
    ("take-turn", b'[0, "LEFT", 0, {"row#": 1, "column#": 1}]'),
    ("take-turn", b""),
    ("take-turn", b"[" * 200_000),
    ("win", b'"nothing"'),
]


def name_of(call: Any) -> str:
    return str(call[0])


@pytest.mark.parametrize(("fails", "reply"), WRONG)
def test_any_other_reply_is_misbehaviour_and_the_others_play_on(fails: str, reply: bytes) -> None:
    with Evening() as evening:
        evening.join("ann")
        connection = evening.connect(b'"bad"', "bad has signed up.")
        while (call := name_of(connection.receive(time.monotonic() + 10))) != fails:
            connection.send("PASS" if call == "take-turn" else "void")
        connection.socket.sendall(reply)
        assert is_closed(connection)
        assert evening.result == (["ann"], ["bad"])


def test_who_hangs_up_is_out_of_the_game() -> None:
    with Evening() as evening:
        evening.join("ann")
        evening.connect(b'"bad"', "bad has signed up.").close()
        assert evening.result == (["ann"], ["bad"])


def test_who_never_reads_is_out_of_the_game() -> None:
    """A state fits into the buffers of a connection, so silence it is; either way it costs no more than the limit of a call."""
    with Evening() as evening:
        evening.join("ann")
        evening.connect(b'"bad"', "bad has signed up.")
        assert evening.result == (["ann"], ["bad"])


def test_without_a_state_a_game_is_dealt_for_those_who_came() -> None:
    with Evening(None) as evening:
        evening.join("ann", "bob", "cyd")
        winners, misbehaved = evening.result
        assert misbehaved == []
        assert set(winners) <= {"ann", "bob", "cyd"} != set()


# A player


@pytest.mark.parametrize("bot", GAME.bot_names)
def test_every_bot_can_take_part(bot: str) -> None:
    player = OurPlayer(GAME.bots[bot](Random(1)))
    turn = player.take_turn(view_of(dialect.read(dialect.State, write(RACE)), RACE.plmt[0].goto))
    assert len(turn) == (1 if isinstance(turn[0], Pass) else 3)
    assert isinstance(turn[-1], Walk | Pass)


def test_a_player_learns_how_it_ended() -> None:
    player = OurPlayer(GAME.bots["euclid"](Random(1)))
    with Evening(waits=LONG) as evening:
        evening.join("ann")
        take_part(evening.connect(), "bob", player)
        assert player.won
        assert evening.result == (["bob"], [])


def test_a_referee_that_calls_something_else_is_told_what_is_wrong() -> None:
    with (
        socket.create_server(("127.0.0.1", 0)) as listener,
        closing(find_referee("127.0.0.1", listener.getsockname()[1])) as connection,
        listener.accept()[0] as theirs,
    ):
        theirs.sendall(b'["propose", [7, 7]]')
        with pytest.raises(Malformed, match=r'^This is no call of the game: \["propose", \[7, 7\]\]\.$'):
            take_part(connection, "ann", Program("euclid"))


def test_a_referee_that_is_nowhere_is_named() -> None:
    with pytest.raises(Refused, match=r"^There is no referee at 127\.0\.0\.1, port 1: "):
        find_referee("127.0.0.1", 1, 0.1)
