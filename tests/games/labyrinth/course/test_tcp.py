"""Labyrinth with its course's programs, over real connections on this machine."""

from __future__ import annotations

import json
import resource
import socket
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing, suppress
from functools import partial
from queue import Queue
from random import Random
from threading import Thread
from typing import Any, Self

import pytest
from tools.labyrinth_vectors import Program

from byways.game import Malformed, Refused
from byways.games.labyrinth import GAME, rules
from byways.games.labyrinth.course import dialect
from byways.games.labyrinth.course.conduct import Moment
from byways.games.labyrinth.course.dialect import RefereeState, referee_state_of, view_of, write
from byways.games.labyrinth.course.tcp import BotPlayer, Connection, Dismissal, Dropped, Report, Waits, find_referee, referee, take_part
from byways.games.labyrinth.state import Pass, Walk
from byways.i18n import Message, Sentence
from tests.games.labyrinth.positions import OPEN5, SEALED, position

RACE = referee_state_of(position(OPEN5, [(1, 1), (3, 3)], [(3, 1), (1, 3)]))
CROWD = referee_state_of(position(SEALED, [(1, 1), (1, 3)] * 3, [(1, 1)] * 6, spare="─"))
WAITS = Waits(name=0.4, period=0.8, call=0.5)
LONG = Waits(name=5, period=30, call=5)


class Session:
    """A referee in a thread, with its log and the clients of its game."""

    def __init__(self, state: RefereeState | None = RACE, waits: Waits = WAITS) -> None:
        listener = socket.create_server(("127.0.0.1", 0), backlog=2000)  # large enough for the test of a crowd
        self.port: int = listener.getsockname()[1]
        self.said, self.results = Queue[str](), Queue[tuple[list[str], list[str]]]()
        self.dismissals: list[Dismissal] = []
        self.names: Sequence[str] = ()
        self.moments: list[Moment] = []
        self.connections: list[Connection] = []
        self.threads: list[Thread] = []
        report = Report(self._log, self.dismissals.append, self._begin)
        self._start(lambda: self.results.put(referee(listener, state, waits, report)))

    def _log(self, message: Message) -> None:
        self.said.put(GAME.say(message))

    def _begin(self, names: Sequence[str]) -> Callable[[Moment], object]:
        self.names = names
        return self.moments.append

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

    def connect(self, sent: bytes = b"", heard: str = "", timeout: float = 5) -> Connection:
        connection = self._connection(timeout)
        connection.socket.sendall(sent)
        if heard:
            assert self.said.get(timeout=10).startswith(heard)
        return connection

    def join(self, *names: str) -> None:
        """Sign up well-behaved players, one after the other."""
        for name in names:
            self._start(partial(self._play, self._connection(), name))
            assert self.said.get(timeout=10) == f"{name} has signed up."

    def join_the_crowd(self, *names: str) -> None:
        """Sign up players while others are turned away."""
        for name in names:
            self._start(partial(self._play, self._connection(), name))
            while (said := self.said.get(timeout=10)) != f"{name} has signed up.":
                assert said == "A program was turned away. Too many programs connected at once. It sent nothing."

    def _connection(self, timeout: float = 5) -> Connection:
        self.connections.append(find_referee("127.0.0.1", self.port, timeout))
        return self.connections[-1]

    def _play(self, connection: Connection, name: str) -> None:
        with suppress(Dropped, TimeoutError, OSError):  # the test may end early
            take_part(connection, name, Program("euclid"))

    @property
    def result(self) -> tuple[list[str], list[str]]:
        return self.results.get(timeout=30)


def is_closed(connection: Connection) -> bool:
    """Whether the referee has closed a connection without sending anything."""
    with pytest.raises(Dropped, match=r"closed|reset"):
        connection.receive(time.monotonic() + 10)
    return not connection.text.strip()


# Signing up


def test_the_last_player_to_sign_up_is_the_youngest_and_begins() -> None:
    """Both could fetch their treasure and go home, so the first to move wins."""
    with Session() as session:
        session.join("ann", "bob")
        assert session.result == (["bob"], [])


@pytest.mark.parametrize("sent", [b'"ouch ouch"', b'"%s"' % (b"x" * 35), b'""', b"5", b"null", b'["ann"]', '"zoë"'.encode(), b"\xff\xff"])
def test_a_client_without_a_name_is_turned_away_and_others_sign_up(sent: bytes) -> None:
    with Session(waits=LONG) as session:
        connection = session.connect(sent, "A program was turned away.")
        assert is_closed(connection)
        session.join("ann", "bob")
        assert session.result == (["bob"], [])


def test_a_client_that_is_late_with_its_name_is_turned_away_with_a_reason_and_a_hint() -> None:
    turned_away = {
        b"": "No name came in time. It sent nothing.",
        b'"ec': "No name came in time. It sent '\"ec'.",
        b"ecarl": """No name came in time. A name is sent as a JSON string: "ecarl", with the quotation marks. It sent 'ecarl'.""",
        b"\0\5Radam": """No name came in time. A name is sent as a JSON string: "Radam", without its length before it. """
        """It sent '\\x00\\x05Radam'.""",
        b'\0\0\0\6"adam"': """No name came in time. A name is sent as a JSON string: "adam", without its length before it. """
        """It sent '\\x00\\x00\\x00\\x06"adam"'.""",
        b"\xff": r"The received bytes are not UTF-8 text: invalid start byte. It sent '\\xff'.",
        b'["ann"]': """This is not a Name: ["ann"] is not a name: it takes 1 to 20 letters and digits. It sent '["ann"]'.""",
    }
    with Session(waits=Waits(name=0.3, period=0.5, call=5)) as session:
        connections = [session.connect(sent) for sent in turned_away]
        said = [session.said.get(timeout=10) for _ in turned_away]
        assert sorted(said) == sorted(f"A program was turned away. {why}" for why in turned_away.values())
        assert all(map(is_closed, connections))
        assert [(dismissal.name, dismissal.call) for dismissal in session.dismissals] == [(None, "sign-up")] * len(turned_away)


@pytest.fixture
def many_files() -> Iterator[None]:
    """More open files than `select` could ever watch."""
    before = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (min(4096, before[1]) if before[1] >= 0 else 4096, before[1]))
    yield
    resource.setrlimit(resource.RLIMIT_NOFILE, before)


@pytest.mark.slow
@pytest.mark.usefixtures("many_files")
def test_a_crowd_of_silent_clients_does_not_keep_players_from_signing_up() -> None:
    with Session(waits=Waits(name=30, period=60, call=5)) as session:
        for _ in range(1500):
            session.connect()
        session.join_the_crowd("ann", "bob")
        assert session.result == (["bob"], [])


def test_a_name_may_come_in_pieces_with_white_space() -> None:
    with Session(waits=LONG) as session:
        connection = session.connect(b' \n"a')
        connection.socket.sendall(b'nn"')
        assert session.said.get(timeout=10) == "ann has signed up."
        connection.socket.sendall(b" ")
        connection.close()
        session.join("bob")


def test_a_silent_client_does_not_delay_the_others() -> None:
    with Session(waits=LONG) as session:
        session.connect(), session.connect()
        session.join("ann", "bob")
        assert session.result == (["bob"], [])


def test_fewer_than_two_players_do_not_play_after_two_periods() -> None:
    with Session(waits=Waits(name=5, period=0.4)) as session:
        connection = session.connect(b'"ann"', "ann has signed up.")
        assert session.result == ([], [])
        assert is_closed(connection)


@pytest.mark.slow
def test_a_second_player_may_come_in_the_second_period() -> None:
    with Session(CROWD) as session:
        session.join("ann")
        time.sleep(1.25 * WAITS.period)
        session.join("bob")
        assert session.result == (["bob"], [])


def test_a_seventh_player_is_ignored() -> None:
    with Session(CROWD, Waits(name=5, period=1000, call=5)) as session:
        session.join(*"abcdef")
        with suppress(Refused, Dropped):  # the referee has closed its listener, or does not answer
            assert is_closed(session.connect(b'"g"', timeout=0.2))
        assert session.result == (["b", "d", "f"], [])


# The calls


def calls(connection: Connection, *replies: Any) -> Iterator[Any]:
    """Yield the referee's calls, answering each with the given replies."""
    for reply in replies:
        yield connection.receive(time.monotonic() + 10)
        connection.send(reply)


def test_the_calls_are_those_of_the_course() -> None:
    with Session(waits=LONG) as session:
        session.join("ann")
        connection = session.connect(b'"bob" ', "bob has signed up.")
        first, turn, news, *_ = calls(connection, "void", [0, "LEFT", 0, {"row#": 3, "column#": 1}], "void", "PASS")
        state = write(dialect.state_of(view_of(dialect.read(dialect.State, write(RACE)), RACE.plmt[0].goto)))
        assert first == ["setup", [state, {"row#": 3, "column#": 1}]]
        assert turn == ["take-turn", [state]]
        assert news == ["setup", [False, {"row#": 1, "column#": 1}]]
        assert "goto" not in json.dumps(turn)


def test_the_called_player_is_the_first_in_its_state() -> None:
    with Session(waits=LONG) as session:
        connection = session.connect(b'"bob"', "bob has signed up.")
        session.join("ann")
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
    with Session() as session:
        session.join("ann")
        connection = session.connect(b'"bad"', "bad has signed up.")
        while (call := name_of(connection.receive(time.monotonic() + 10))) != fails:
            connection.send("PASS" if call == "take-turn" else "void")
        connection.socket.sendall(reply)
        assert is_closed(connection)
        assert session.result == (["ann"], ["bad"])
        (dismissal,) = session.dismissals
        assert (dismissal.name, dismissal.call) == ("bad", fails)
        assert dismissal.came == (reply.decode() if len(reply) <= 200 else reply.decode()[:200] + "…")
        assert session.said.get(timeout=10) == GAME.say(dismissal.sentence)


@pytest.mark.parametrize(
    ("reply", "why"),
    [
        (b'"SKIP"', "This is not a Choice: "),
        (b'{"row#": 0, ]', "No answer came in time."),
        (b'[1, "LEFT", 0, {"row#": 0, "column#": 1}]', "Row 2 does not slide"),
        (b'[0, "LEFT", 0, {"row#": 9, "column#": 1}]', "Row 10, column 2 is off the board"),
        (b'[0, "LEFT", 0, {"row#": 1, "column#": 1}]', "The avatar may not stay where it is."),
        (b"", "No answer came in time."),
    ],
)
def test_a_removal_is_reported_with_the_call_the_reason_and_the_reply(reply: bytes, why: str) -> None:
    with Session() as session:
        session.join("ann")
        connection = session.connect(b'"bad"', "bad has signed up.")
        (_,) = calls(connection, "void")
        connection.receive(time.monotonic() + 10)
        connection.socket.sendall(reply)
        sentence = session.said.get(timeout=10)
        assert sentence.startswith(f"bad was removed at take-turn. {why}")
        assert sentence.endswith(f" It sent {reply.decode()!r}." if reply else " It sent nothing.")


@pytest.mark.parametrize(
    ("why", "words"),
    [
        (Message("course.not-void", {"call": "win", "value": "{}"}), '"void" was expected in reply to win, not {}.'),
        ("KeyError: {0}", "KeyError: {0}"),
    ],
)
def test_the_reason_is_written_as_a_sentence_for_programs(why: Sentence, words: str) -> None:
    dismissal = Dismissal("bad", "win", "{}", why)
    assert json.loads(dismissal.line) == {"name": "bad", "call": "win", "came": "{}", "why": words}
    assert GAME.say(dismissal.sentence) == f"bad was removed at win. {words} It sent '{{}}'."


def test_a_player_that_keeps_sending_gets_no_extra_time() -> None:
    with Session() as session:
        session.join("ann")
        connection = session.connect(b'"bad"', "bad has signed up.")
        (_,) = calls(connection, "void")
        connection.receive(time.monotonic() + 10)
        with suppress(OSError, Dropped):  # it is let go meanwhile
            for _ in range(100):
                connection.socket.sendall(b" ")
                time.sleep(WAITS.call / 10)
            connection.send("PASS")
        assert session.said.get(timeout=10) == "bad was removed at take-turn. No answer came in time. It sent nothing."
        assert session.result == (["ann"], ["bad"])


def test_a_player_that_closes_its_connection_is_removed() -> None:
    with Session() as session:
        session.join("ann")
        session.connect(b'"bad"', "bad has signed up.").close()
        assert session.result == (["ann"], ["bad"])


def test_a_player_that_never_reads_is_removed() -> None:
    """A state fits into a connection's buffers, so the referee notices only the missing answer, within a call's time limit."""
    with Session() as session:
        session.join("ann")
        session.connect(b'"bad"', "bad has signed up.")
        assert session.result == (["ann"], ["bad"])


def off_the_board(number: int) -> RefereeState:
    """The race with one avatar off the board."""
    state = write(RACE)
    state["plmt"][number]["current"] = {"row#": 9, "column#": 0}
    return dialect.read(RefereeState, state)


def test_an_avatar_off_the_board_only_passes_and_the_others_play() -> None:
    with Session(off_the_board(0), LONG) as session:
        session.join("ann", "bob")
        assert session.result == (["ann"], [])


def test_a_game_continues_after_an_avatar_off_the_board_is_removed() -> None:
    with Session(off_the_board(0)) as session:
        session.join("ann")
        session.connect(b'"bad"', "bad has signed up.")
        assert session.result == (["ann"], ["bad"])


def test_without_a_state_a_game_is_dealt_for_the_players_that_signed_up() -> None:
    with Session(None) as session:
        session.join("ann", "bob", "cyd")
        winners, misbehaved = session.result
        assert misbehaved == []
        assert set(winners) <= {"ann", "bob", "cyd"} != set()


def test_a_game_resumes_from_a_saved_moment() -> None:
    """The moment is inside a round, after a move and a find. All players get their seats back."""
    homes, goals = [(1, 1), (3, 3), (1, 3)], [(3, 1), (1, 1), (1, 1)]
    begun = referee_state_of(position(OPEN5, homes, goals))
    with Session(begun, LONG) as session:
        session.join("ann", "bob", "cyd")
        result, names, moments = session.result, session.names, session.moments
    assert (result, names) == ((["cyd"], []), ["cyd", "bob", "ann"])
    saved = dialect.read(RefereeState, write(referee_state_of(moments[2].position)))
    assert saved.byways is not None
    with Session(saved, LONG) as session:
        session.join("bob", "cyd", "ann")  # ann's turn is next, then cyd's
        assert (session.result, session.names) == (result, names)
        assert [places_of(moment) for moment in session.moments] == [places_of(moment) for moment in moments[2:]]


def places_of(moment: Moment) -> object:
    return [avatar.at for avatar in moment.position.avatars], moment.position.found, moment.position.round


# A player


@pytest.mark.parametrize("bot", GAME.bot_names)
def test_every_bot_can_take_part(bot: str) -> None:
    player = BotPlayer(GAME.bots[bot](Random(1)))
    turn = player.take_turn(view_of(dialect.read(dialect.State, write(RACE)), RACE.plmt[0].goto))
    assert len(turn) == (1 if isinstance(turn[0], Pass) else 3)
    assert isinstance(turn[-1], Walk | Pass)


@pytest.mark.parametrize("number", [0, 1])
@pytest.mark.parametrize("bot", GAME.bot_names)
def test_every_bot_can_take_part_with_a_player_off_the_board(bot: str, number: int) -> None:
    seen = view_of(dialect.read(dialect.State, write(off_the_board(number))), RACE.plmt[0].goto)
    turn = BotPlayer(GAME.bots[bot](Random(1))).take_turn(seen)
    assert turn == (rules.PASS,) if number == 0 else isinstance(turn[-1], Walk | Pass)


def test_a_player_learns_the_result() -> None:
    player = BotPlayer(GAME.bots["euclid"](Random(1)))
    with Session(waits=LONG) as session:
        session.join("ann")
        take_part(session.connect(), "bob", player)
        assert player.won
        assert session.result == (["bob"], [])


def told_how_it_ended() -> tuple[socket.socket, Thread]:
    """A referee that has just received the answer to `win`, and its player, which may still be connected."""
    with socket.create_server(("127.0.0.1", 0)) as listener:
        connection = find_referee("127.0.0.1", listener.getsockname()[1])
        theirs = listener.accept()[0]
    theirs.sendall(b'["win", [true]]')

    def play() -> None:
        with closing(connection):
            take_part(connection, "ann", Program("euclid"))

    player = Thread(target=play, daemon=True)
    player.start()
    heard = b""
    while not heard.endswith(b'"void"\n'):
        heard += theirs.recv(100)
    return theirs, player


def test_a_player_lets_the_referee_close_the_connection_first() -> None:
    theirs, player = told_how_it_ended()
    with theirs:
        theirs.settimeout(0.5)
        with pytest.raises(TimeoutError):
            theirs.recv(1)
    player.join(20)
    assert not player.is_alive()


def test_a_player_does_not_wait_for_ever_for_the_referee_to_close(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("byways.games.labyrinth.course.tcp.CLOSING", 0.5)
    theirs, player = told_how_it_ended()
    with theirs:
        for _ in range(200):
            with suppress(OSError):
                theirs.sendall(b" null ")
            player.join(0.1)
            if not player.is_alive():
                break
    assert not player.is_alive()


def test_an_unknown_call_of_a_referee_is_refused() -> None:
    with (
        socket.create_server(("127.0.0.1", 0)) as listener,
        closing(find_referee("127.0.0.1", listener.getsockname()[1])) as connection,
        listener.accept()[0] as theirs,
    ):
        theirs.sendall(b'["propose", [7, 7]]')
        with pytest.raises(Malformed, match=r'^This is not a call of the game: \["propose", \[7, 7\]\]\.$'):
            take_part(connection, "ann", Program("euclid"))


def test_a_missing_referee_is_named() -> None:
    with pytest.raises(Refused, match=r"^There is no referee at 127\.0\.0\.1, port 1: "):
        find_referee("127.0.0.1", 1, 0.1)
