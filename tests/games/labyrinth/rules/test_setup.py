"""The set-up of the standard game: deals, refusals, and the audit of given set-ups."""

from __future__ import annotations

from random import Random
from typing import Any

import msgspec
import pytest
from msgspec.structs import replace

from byways import record as records
from byways.game import Refused
from byways.games.labyrinth import GAME, LabyrinthOptions, rules
from byways.games.labyrinth.rules.setup import audit, begin
from byways.games.labyrinth.state import OPENINGS, Avatar, Pass, Position, Setup, Slide, Tile, Walk
from byways.games.labyrinth.view import imagine, view
from byways.record import BadRecord, plain
from tests.games.labyrinth.positions import COMPONENTS, GEMS, OPEN3, OPEN5, play, setup, to

SHAPES = [LabyrinthOptions(), LabyrinthOptions(rows=5, columns=9), LabyrinthOptions(rows=15, columns=15, treasures=4)]


def dealt(seats: int = 4, seed: int = 0, **options: Any) -> Setup:
    made = GAME.deal(seats, Random(seed), LabyrinthOptions(**options))
    assert isinstance(made, Setup)
    return made


# Deals


@pytest.mark.parametrize("classic", [False, True])
@pytest.mark.parametrize("treasures", [1, 2])
def test_with_a_shortest_game_no_seat_can_reach_its_first_treasure_at_once(treasures: int, classic: bool) -> None:
    for seed in range(4):
        start = rules.start(COMPONENTS, dealt(3, seed, treasures=treasures, shortest=treasures + 2, classic=classic))
        for seat in range(3):
            check_first_turn(replace(start, awaited=(seat,)), seat)  # the others do nothing
        check_first_turn(replace(random_act(start, Random(seed)), awaited=(2,)), 2)  # one of the others does anything


@pytest.mark.parametrize("classic", [False, True])
def test_neither_of_two_players_can_help_the_other_to_a_shorter_game(classic: bool) -> None:
    for seed in range(8):
        start = rules.start(COMPONENTS, dealt(2, seed, treasures=2, shortest=4, classic=classic))
        check_first_turn(random_act(start, Random(seed)), 1)


def random_act(position: Position, rng: Random) -> Position:
    """The position after the first seat has slid a line and walked."""
    while position.awaited == (0,):
        position = position.choose(0, rng.choice([choice for choice in position.choices(0) if not isinstance(choice, Pass)]))
    return position


def check_first_turn(position: Position, seat: int) -> None:
    """Check that no first turn leads a seat to its first treasure."""
    first = position.hunts[seat][0]
    for slide in position.choices(seat):
        for insert in position.choose(seat, slide).choices(seat) if isinstance(slide, Slide) else ():
            pushed = position.choose(seat, slide).choose(seat, insert)
            goal = view(pushed, seat).laid.cell_of(first)
            walks = [choice for choice in pushed.choices(seat) if isinstance(choice, Walk)]
            assert all(position.maze.grid.cell(walk.row, walk.column) != goal for walk in walks)


def test_the_first_treasures_of_imagined_games_keep_to_the_deal() -> None:
    start = rules.start(COMPONENTS, dealt(3, 6, treasures=2, shortest=4))
    worlds = [imagine(view(start, 0), Random(seed)) for seed in range(200)]
    for seat in (1, 2):
        assert not {world.hunts[seat][0] for world in worlds} & {*start.near[seat]}
        assert {world.hunts[seat][1] for world in worlds} & {*start.near[seat]}  # later treasures may lie anywhere
    assert {world.hunts[1][0] for world in worlds} == {*start.maze.grid.fixed} - {
        start.avatars[1].home,
        start.hunts[0][0],
        *start.near[1],
    }


def test_without_a_shortest_game_deals_are_unchanged() -> None:
    plain_deal = dealt(2, 7)
    assert (plain_deal.near, plain_deal.hunts) == ((), dealt(2, 7, shortest=2).hunts)
    old = {name: value for name, value in plain(plain_deal).items() if name != "near"}
    assert records.start(GAME, old) == GAME.start(plain_deal)


def test_a_shortest_game_that_no_board_allows_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(Refused, match=r"the shortest game can be at most 3 turns, not 4"):
        dealt(2, shortest=4)
    monkeypatch.setattr("byways.games.labyrinth.rules.setup.near_places", lambda maze, home, is_first: maze.grid.fixed)
    with pytest.raises(Refused, match="No board of 7 by 7 was found on which none of the 2 players can win in fewer than 3 turns"):
        dealt(2, shortest=3)


def test_a_first_treasure_where_the_deal_hides_none_is_refused() -> None:
    made = dealt(2, 1, shortest=3)
    wrong = replace(made, near=((made.hunts[0][0],), ()))
    with pytest.raises(Refused, match="lies where the deal never hides it"):
        GAME.start(wrong)


@pytest.mark.parametrize("options", SHAPES)
def test_the_board_is_a_rectangular_grid_of_connectors_and_there_is_one_spare(options: LabyrinthOptions) -> None:
    maze = dealt(rows=options.rows, columns=options.columns).maze
    tiles = (*maze.tiles, maze.spare)
    assert (maze.rows, maze.columns, len(tiles)) == (options.rows, options.columns, options.rows * options.columns + 1)
    assert {tile.connector for tile in tiles} <= set("│─┐└┌┘┬├┴┤┼") == set(OPENINGS)


def test_the_board_is_7_by_7_by_default() -> None:
    maze = dealt().maze
    assert (maze.rows, maze.columns, len({(slide.axis, slide.index) for slide in maze.grid.slides})) == (7, 7, 8)


def test_all_eleven_connectors_come_up() -> None:
    assert {tile.connector for seed in range(20) for tile in dealt(seed=seed).maze.tiles} == set(OPENINGS)


@pytest.mark.parametrize("options", SHAPES)
def test_every_tile_has_a_unique_unordered_pair_of_gems(options: LabyrinthOptions) -> None:
    maze = dealt(rows=options.rows, columns=options.columns).maze
    pairs = [frozenset(tile.gems) for tile in (*maze.tiles, maze.spare)]
    assert len(set(pairs)) == len(pairs)
    assert {gem for pair in pairs for gem in pair} <= set(GEMS)


def test_b17_no_pair_of_the_same_gem_is_dealt() -> None:
    tiles = [tile for seed in range(50) for tile in dealt(seed=seed).maze.tiles]
    assert all(len(set(tile.gems)) == 2 for tile in tiles)


def test_players_have_homes_and_tokens_of_different_colours() -> None:
    avatars = dealt(6).avatars
    assert [avatar.color for avatar in avatars] == [name.lower() for name in GAME.seat_names]
    assert len({avatar.home for avatar in avatars}) == 6


def test_b12_avatars_start_on_their_homes() -> None:
    assert all(avatar.at == avatar.home for seed in range(20) for avatar in dealt(6, seed).avatars)


def test_check_4_homes_and_treasures_lie_on_fixed_tiles() -> None:
    fixed = {row * 7 + column for row in (1, 3, 5) for column in (1, 3, 5)}
    homes = {avatar.home for seed in range(50) for avatar in dealt(6, seed).avatars}
    goals = {goal for seed in range(50) for goals in dealt(6, seed).hunts for goal in goals}
    assert homes == goals == fixed


@pytest.mark.parametrize(("seats", "treasures"), [(6, 1), (4, 2), (3, 3)])
def test_check_7_all_treasures_differ_and_none_is_at_its_own_home(seats: int, treasures: int) -> None:
    for seed in range(50):
        made = dealt(seats, seed, treasures=treasures)
        goals = [goal for hunt in made.hunts for goal in hunt]
        assert len(set(goals)) == len(goals) == seats * treasures
        assert not any(avatar.home in hunt for avatar, hunt in zip(made.avatars, made.hunts, strict=True))


@pytest.mark.parametrize(("rows", "seats", "treasures"), [(11, 2, 12), (13, 3, 12), (15, 4, 12), (15, 6, 8)])
def test_as_many_treasures_are_dealt_as_the_board_can_hide(rows: int, seats: int, treasures: int) -> None:
    hunts = dealt(seats, rows=rows, columns=rows, treasures=treasures).hunts
    assert [len(hunt) for hunt in hunts] == [treasures] * seats


def test_b16_every_seat_can_make_a_turn_from_the_start() -> None:
    for seed in range(60):
        start = begin(dealt(2, seed, rows=3, columns=5))
        assert all(any(isinstance(choice, Slide) for choice in rules.offer(start, seat)) for seat in (0, 1))


def test_b16_a_board_that_seals_a_seat_in_is_dealt_again(monkeypatch: pytest.MonkeyPatch) -> None:
    made, sealed = dealt(2, rows=3, columns=5), setup("───── ─│─│─ ─────", [(1, 1), (1, 3)], [(1, 3), (1, 1)])
    boards = iter([sealed.maze, sealed.maze, made.maze])
    monkeypatch.setattr("byways.games.labyrinth.rules.setup.lay", lambda *_: next(boards))
    assert dealt(2, rows=3, columns=5).maze == made.maze


def test_the_same_seed_deals_the_same_and_another_does_not() -> None:
    assert (dealt(seed=1) == dealt(seed=1), dealt(seed=1) == dealt(seed=2)) == (True, False)


def test_options_reach_the_set_up() -> None:
    made = dealt(2, rounds=12, treasures=3)
    assert (made.rounds, [len(hunt) for hunt in made.hunts], made.last, made.queue) == (12, [3, 3], None, ())


def test_the_referee_tells_each_player_its_treasure() -> None:
    start = GAME.start(dealt(3))
    assert isinstance(start, Position)
    assert [start.view(seat).goal for seat in range(3)] == [hunt[0] for hunt in start.hunts]  # type: ignore[attr-defined]


# Refusals


@pytest.mark.parametrize(
    ("seats", "options", "sentence"),
    [
        (1, {}, "Labyrinth is for 2 to 6 players, not for 1."),
        (7, {}, "Labyrinth is for 2 to 6 players, not for 7."),
        (2, {"rows": 4}, "A board of 4 by 7 is not possible: both numbers must be odd, so that the outermost lines slide."),
        (2, {"columns": 8}, "A board of 7 by 8 is not possible: both numbers must be odd, so that the outermost lines slide."),
        (2, {"rows": 3, "columns": 3}, "A board of 3 by 3 has room for 1 player, not 2: every home needs a fixed tile of its own."),
        (5, {"rows": 5, "columns": 5}, "A board of 5 by 5 has room for 4 players, not 5: every home needs a fixed tile of its own."),
        (3, {"rows": 3, "columns": 5}, "A board of 3 by 5 has room for 2 players, not 3: every home needs a fixed tile of its own."),
        (2, {"treasures": 5}, "A board of 7 by 7 hides 9 treasures. 2 players with 5 each need 10."),
        (6, {"treasures": 2}, "A board of 7 by 7 hides 9 treasures. 6 players with 2 each need 12."),
        (
            2,
            {"rows": 5, "classic": True},
            "A board of 5 by 7 for 2 players is not possible in the classic game: "
            "it takes a square board and 2 to 4 players, one at each corner.",
        ),
        (
            5,
            {"classic": True},
            "A board of 7 by 7 for 5 players is not possible in the classic game: "
            "it takes a square board and 2 to 4 players, one at each corner.",
        ),
        (
            2,
            {"rows": 3, "columns": 3, "treasures": 6, "classic": True},
            "A board of 3 by 3 hides 10 treasures. 2 players with 6 each need 12.",
        ),
    ],
)
def test_a_board_that_cannot_be_played_is_refused(seats: int, options: dict[str, Any], sentence: str) -> None:
    with pytest.raises(Refused) as caught:
        dealt(seats, **options)
    assert str(caught.value) == sentence


def test_check_1_dealt_boards_are_odd_so_that_the_outermost_lines_slide() -> None:
    for rows, columns in ((3, 5), (5, 7), (15, 15)):
        lines = {(slide.axis, slide.index) for slide in dealt(2, rows=rows, columns=columns).maze.grid.slides}
        assert {("row", 0), ("row", rows - 1), ("column", 0), ("column", columns - 1)} <= lines


def test_check_1_on_an_even_board_line_0_slides_and_the_last_does_not() -> None:
    even = begin(setup("┼┼┼┼ ┼┼┼┼", [(1, 1), (1, 3)], [(1, 3), (1, 1)]))
    lines = {(slide.axis, slide.index) for slide in even.choices(0) if isinstance(slide, Slide)}
    assert lines == {("row", 0), ("column", 0), ("column", 2)}


@pytest.mark.parametrize(("rows", "columns", "most"), [(3, 5, 2), (3, 7, 3), (5, 5, 4), (5, 7, 6), (7, 7, 6)])
def test_check_2_a_board_seats_as_many_as_it_has_fixed_tiles(rows: int, columns: int, most: int) -> None:
    assert len(dealt(most, rows=rows, columns=columns).avatars) == most
    with pytest.raises(Refused):
        dealt(most + 1, rows=rows, columns=columns)


# The audit

GOOD = setup(OPEN5, [(1, 1), (3, 3)], [(3, 1), (1, 3)])
RED, BLUE = GOOD.avatars
TILES = GOOD.maze.tiles


def of_board(**changes: Any) -> Setup:
    return msgspec.structs.replace(GOOD, maze=msgspec.structs.replace(GOOD.maze, **changes))


def of_first_tile(**changes: Any) -> Setup:
    return of_board(tiles=(msgspec.structs.replace(TILES[0], **changes), *TILES[1:]))


def of_setup(**changes: Any) -> Setup:
    return msgspec.structs.replace(GOOD, **changes)


def faults(made: Setup) -> list[str]:
    return [GAME.say(fault) for fault in audit(COMPONENTS, made)]


def test_a_good_set_up_passes_the_audit() -> None:
    assert faults(GOOD) == []
    assert GAME.start(GOOD) == begin(GOOD)


@pytest.mark.parametrize(
    ("bad", "complaint"),
    [
        (of_board(tiles=TILES[:-1]), "24 tiles do not fill a board of 5 by 5."),
        (of_board(rows=0, columns=0, tiles=()), "A board of 0 by 0 is too small: it takes at least 2 rows and 2 columns."),
        (of_board(rows=1, columns=25), "A board of 1 by 25 is too small: it takes at least 2 rows and 2 columns."),
        (of_first_tile(connector="╬"), "'╬' is not a connector."),
        (of_board(spare=Tile(25, "x", TILES[0].gems[::-1])), "'x' is not a connector."),
        (of_first_tile(gems=("glass", "ruby")), "'glass' is not a gem."),
        (of_first_tile(gems=TILES[1].gems[::-1]), "Every tile needs a pair of gems of its own."),
        (of_first_tile(number=1), "Two tiles have the same number."),
        (of_setup(avatars=(RED,), hunts=((16,),)), "There is 1 player; it takes 2 to 6."),
        (of_setup(hunts=((16,),)), "Every player needs a treasure to fetch."),
        (of_setup(hunts=((16,), ())), "Every player needs a treasure to fetch."),
        (of_setup(avatars=(RED, msgspec.structs.replace(BLUE, color="red"))), "Two players have the same colour."),
        (of_setup(avatars=(RED, msgspec.structs.replace(BLUE, home=RED.home))), "Two players have the same home."),
        (of_setup(avatars=(RED, msgspec.structs.replace(BLUE, home=0))), "A home is not on a fixed tile."),
        (of_setup(hunts=((16,), (12,))), "A treasure is not on a fixed tile."),
        (of_setup(avatars=(RED, msgspec.structs.replace(BLUE, at=25))), "An avatar is off the board."),
        (of_setup(rounds=0), "A game has at least one round."),
        (msgspec.structs.replace(setup(OPEN3, [(0, 0), (1, 1)], [(1, 1), (0, 2)], classic=True)), "A home is not on a corner tile."),
        (
            msgspec.structs.replace(setup(OPEN3, [(0, 0), (2, 2)], [(1, 1), (0, 2)], classic=True), hunts=((10,), (1,))),
            "A treasure is not on any tile.",
        ),
    ],
)
def test_a_set_up_that_breaks_the_rules_is_refused(bad: Setup, complaint: str) -> None:
    assert complaint in faults(bad)
    with pytest.raises(Refused, match=r"^This set-up of Labyrinth is not possible\. [A-Z0-9'].*\.$"):
        GAME.start(bad)


@pytest.mark.parametrize(
    ("bad", "complaint"),
    [
        (
            of_setup(hunts=((*GOOD.hunts[0], *GOOD.hunts[0]), *GOOD.hunts[1:])),
            "All players must have the same number of treasures to fetch",
        ),
        (of_setup(hunts=(GOOD.hunts[0],) * len(GOOD.hunts)), "Two treasures are the same"),
        (of_setup(hunts=((GOOD.avatars[0].home,), *GOOD.hunts[1:])), "A treasure is on its own player's home"),
        (
            of_setup(avatars=tuple(msgspec.structs.replace(avatar, trail=(8,)) for avatar in GOOD.avatars)),
            "No player can have moved before the start",
        ),
    ],
)
def test_a_record_starts_from_a_deal_in_which_treasures_can_be_imagined(bad: Setup, complaint: str) -> None:
    with pytest.raises(Refused, match=complaint):
        rules.start(COMPONENTS, bad)


def test_a_set_up_is_stored_with_an_empty_queue() -> None:
    stored = plain(GOOD)
    assert stored["queue"] == []
    assert records.start(GAME, stored) == GAME.start(GOOD)
    with pytest.raises(BadRecord, match=r"Expected `array` of length 0, got 1 - at `\$\.queue`"):
        records.start(GAME, {**stored, "queue": [12]})


def test_check_3_the_audit_allows_an_avatar_away_from_home() -> None:
    away = setup(OPEN5, [(1, 1), (3, 3)], [(3, 1), (1, 3)], at=[(0, 0), (0, 0)])
    assert GAME.start(away) == begin(away)


def test_check_3_set_ups_that_the_audit_refuses_can_still_be_played() -> None:
    strange = setup(OPEN5, [(0, 0), (0, 0)], [(2, 2), (2, 2)], last="slide 1 left")
    assert faults(strange) == [
        "Two players have the same home.",
        "A home is not on a fixed tile.",
        "A treasure is not on a fixed tile.",
    ]
    assert play(begin(strange), to(2, 2), to(2, 2)).found == (1, 1)


def test_b17_a_pair_of_the_same_gem_is_refused_by_the_audit_and_played_in_the_dialect() -> None:
    twice = of_first_tile(gems=("ruby", "ruby"))
    assert faults(twice) == ["Every tile needs a pair of gems of its own."]
    assert play(begin(twice), to(2, 2)).avatars[0] == Avatar(12, 6, "red")


@pytest.mark.parametrize("seats", [1, 7, 9])
def test_check_3_states_of_any_number_of_players_can_be_played(seats: int) -> None:
    crowd = setup(OPEN5, [(1, 1)] * seats, [(3, 1)] * seats)
    avatars = tuple(Avatar(6, 6, "red") for _ in range(seats))
    ended = play(begin(msgspec.structs.replace(crowd, avatars=avatars)), *["pass"] * seats)
    assert ended.outcome is not None
    assert ended.outcome.places == (1,) * seats
