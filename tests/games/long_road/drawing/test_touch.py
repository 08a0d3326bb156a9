"""The figures of the how-to-play page show what their captions say, and every piece is explained."""

from __future__ import annotations

from random import Random
from xml.etree import ElementTree as ET

import pytest
from msgspec.structs import replace

from byways.games.long_road import GAME
from byways.games.long_road.choices import ROADS, parse
from byways.games.long_road.drawing import touch
from byways.games.long_road.drawing.layout import TALL, Frame
from byways.games.long_road.drawing.touch import row, touched
from byways.games.long_road.state import Position
from byways.games.long_road.view import View
from byways.room import Points, Rows
from byways.teaching.guide import explain, figures, view_in
from tests.games.long_road.positions import BOX, at_turn, cards, finish, placed, play, road, roads, selling, table, who

HAND = "ranch-1 saloon-1 river-1"
_: Points[View] = touch
_rows: Rows[View] = touch


def seen(position: Position, seat: int | None = 0) -> View:
    view = position.view(seat)
    assert isinstance(view, View)
    return view


def told(position: Position, piece: str, x: float = 0, y: float = 0, seat: int | None = 0, language: str = "en") -> list[str]:
    return [GAME.say(sentence, language) for sentence in explain(GAME, seen(position, seat), piece, x, y, Random(1))]


# Figures


def test_figures_cut_out_what_the_drawing_has_there() -> None:
    found = figures(GAME)
    lane, wide = TALL.lane, TALL.size[0]
    one = [name for name, figure in found.items() if figure.part == (0, lane.y - 2, wide, lane.high + 4)]
    assert one == ["play", "reward", "character", "arm", "sale", "hats"]
    assert found["bonus"].part == (0, lane.y - 2, wide, 2 * TALL.step + lane.high + 4)
    assert found["hand"].part == (0, TALL.cards.y - 3, 200, TALL.cards.high + 6)


def test_the_numbers_on_the_picture_of_the_table_are_where_its_list_says() -> None:
    areas = (
        *(TALL.road(1, TALL.goal), TALL.caravan_area(1), TALL.line_area(1), TALL.arrivals, TALL.weapons),
        *(TALL.seats, TALL.cards, TALL.team, TALL.tray),
    )
    marks = figures(GAME)["table"].marks
    for number, area in enumerate(areas, 1):
        assert_inside(marks[str(number)], area)


def assert_inside(mark: str | tuple[float, float], area: Frame) -> None:
    assert isinstance(mark, tuple)
    assert area.x <= mark[0] <= area.x + area.wide
    assert area.y <= mark[1] <= area.y + area.high


def test_the_example_of_the_page_is_as_it_is_played() -> None:
    view = view_in(GAME, figures(GAME)["sale"])
    assert isinstance(view, View)
    assert [(BOX.keys[one.character], one.seat) for one in view.roads[0].line] == [
        ("gunslinger", 2),
        ("card-sharp", 3),
        ("mountain-man", 3),
        ("officer", 0),
        ("mayor", 0),
    ]
    hats = view_in(GAME, figures(GAME)["hats"])
    assert isinstance(hats, View)
    assert hats.sale is not None
    assert hats.sale.hats == (3, 2, 0, 3, 0)
    assert hats.money[2] - view.money[2] == 10


# Explanations


@pytest.mark.slow
def test_every_drawn_piece_is_explained_at_any_moment() -> None:
    rng, position = Random(5), table(3)
    while position.outcome is None:
        for seat in (None, 0, 1, 2):
            view = seen(position, seat)
            drawn = ET.fromstring(GAME.draw(view, "it"))
            ids = [one.get("id", "").removeprefix("it-") for one in drawn.iter() if "id" in one.attrib and "transform" in one.attrib]
            silent = [piece for piece in ids if not told(position, piece, seat=seat)]
            assert silent == []
        for _ in range(12):
            position = next_to(position, rng)


def next_to(position: Position, rng: Random) -> Position:
    if position.outcome is not None:
        return position
    if position.chance is not None:
        return position.happen(position.chance.draw(rng))
    seat = position.awaited[0]
    return position.choose(seat, rng.choice(position.choices(seat)))


@pytest.mark.parametrize(
    "piece",
    [
        "card-999",
        "card-20",
        "placed-9-9",
        "placed-0-7",
        "who-3",
        "line-5",
        "coin-7-0",
        "reserve-5",
        "road-8",
        "seat-7",
        "held-99",
        "arrival-9",
        "?",
        "",
    ],
)
def test_an_id_that_is_not_in_the_drawing_is_not_explained(piece: str) -> None:
    assert told(at_turn(HAND), piece, -1, -1) == []


def test_a_spectator_learns_nothing_about_hands() -> None:
    position = at_turn(HAND)
    assert told(position, f"card-{cards('ranch-1')[0]}", seat=None) == []
    assert told(position, f"held-{who('mayor')}", seat=1) == []


def test_a_card_in_hand_tells_its_road_its_signpost_and_its_bonus() -> None:
    position = at_turn(HAND)
    assert told(position, f"card-{cards('ranch-1')[0]}") == [
        "Ranch (1 white, 2 black). It goes on the tepee road, and its signpost takes a reward. Bonus: play one more caravan card."
    ]
    assert told(position, f"card-{cards('river-1')[0]}", language="it") == [
        "Fiume (2 bianche, 2 nere). Va su qualsiasi pista, senza cartello e quindi senza ricompensa. "
        "Bonus: porta qui una carta da un’altra carovana."
    ]


def test_a_card_that_cannot_be_played_now_says_why() -> None:
    position = play(at_turn(HAND), "0: play saloon-1 cactus", "0: reward coin")
    assert told(position, f"card-{cards('ranch-1')[0]}")[0] == "You can play another card only with a place's bonus, before you buy or arm."
    assert told(position, f"card-{cards('ranch-1')[0]}", seat=1) == []


def test_a_card_of_a_caravan_says_what_it_pays_there() -> None:
    position = at_turn(roads=roads(road("tepee-3", "ranch-1")))
    (about,) = told(position, f"card-{cards('ranch-1', 3)[0]}")
    assert about == "Ranch (1 white, 2 black). Its herds pay 8 $ on the tepee road. Bonus, when it was played: play one more caravan card."


def test_at_a_sale_a_card_of_another_caravan_is_barred() -> None:
    position = selling(2, placed("gunslinger", 0, up=True), caravan="ranch-1 store-1")
    there = play(replace(position, roads=(position.roads[0], road("cactus-1", "saloon-1"), position.roads[2])))
    assert told(there, f"card-{cards('saloon-1', 3)[0]}")[0] == "Only cards of the tepee caravan are sold now."


def test_a_character_in_hand_tells_its_value_and_ability_and_why_it_cannot_be_played() -> None:
    ability = "Gunslinger, value 6. At a sale: a card and its pay; 2 $ per armed character still to come."
    position = at_turn(HAND)
    assert told(position, f"held-{who('gunslinger')}") == ["Not now: first play a caravan card.", ability]
    after = play(position, "0: play river-1 tepee")
    assert told(after, f"held-{who('gunslinger')}") == [ability]
    beside = play(at_turn(HAND, roads=roads(road("tepee-3", "", placed("judge", 0)))), "0: play river-1 tepee")
    assert told(beside, f"held-{who('gunslinger')}")[0] == "You already have a hat on this road."
    assert told(after, f"held-{who('prospector')}") == ["Prospector, value 0. At a sale: sells 3 cards for 1 $ a herd less, keeps one."]


def test_a_character_on_the_table_is_explained_as_far_as_the_viewer_knows_it() -> None:
    line = (placed("scout", 0, "dagger"), placed("judge", 1, "rifle"), placed("mayor", 1, up=True))
    position = play(at_turn(HAND, roads=roads(road("tepee-3", "canyon-1", *line))), "0: play river-1 rock")
    mine, hidden, open_one = (told(position, piece) for piece in ("placed-0-0", "placed-0-1", f"who-{who('mayor')}"))
    assert mine == [
        "You have no weapon to give. Buy one, or take one as a reward.",
        "Scout, value 3+. At a sale: a card and its pay; value +2 per Canyon still there; 1 $. "
        "It is Red's, on the tepee road, and now worth 7. The others cannot see it. Weapons: dagger.",
    ]
    assert hidden == [
        "You can arm only your own characters.",
        "A face-down character: only its player knows it until it is turned up. Black has it on the tepee road. Weapons: rifle.",
    ]
    assert open_one[-1].endswith("It is Black's, on the tepee road, and now worth 2.")


def test_a_character_that_can_be_taken_back_has_its_choice() -> None:
    line = (placed("judge", 0, up=True), placed("mayor", 1, up=True))
    position = play(selling(2, *line, caravan="ranch-1 store-1"), "0: take ranch-1 tepee")
    found = touched(seen(position, position.awaited[0]), f"who-{who('mayor')}", 0, 0)
    assert found is not None
    assert str(found.choices[0]) == "recruit mayor"


def test_destinations_and_rewards() -> None:
    position = at_turn(roads=roads(road("tepee-3", coins=2, daggers=0), road("", coins=0, daggers=0)))
    assert told(position, "road-0") == [
        "The destination of the tepee road: 4 $ for a white herd, 2 $ for a black one. "
        "Its caravan is sold when the last reward has been taken."
    ]
    assert told(position, "road-1") == ["The cactus road. On the Road any herd pays 1 $."]
    assert told(position, "rewards-0") == told(position, "coin-0-0")[1:]
    assert told(position, "coin-0-0") == [
        "You take a reward right after you play a card with a signpost.",
        "Rewards left on the tepee road: coin × 2. A card with a signpost takes one; the last one starts the sale.",
    ]
    assert told(position, "rewards-1") == ["No reward is left on the cactus road."]


@pytest.mark.parametrize("number", range(3))
def test_the_sides_of_a_road_are_explained(number: int) -> None:
    for piece, start in (("line", "The line"), ("road", "The destination"), ("caravan", "The caravan")):
        (about,) = told(at_turn(), f"{piece}-{number}")
        assert about.startswith(f"{start} of the {ROADS[number]} road")


def test_a_taken_card_names_its_player() -> None:
    position = at_turn(taken=((), cards("river-1", 2)))
    assert told(position, f"card-{cards('river-1', 2)[0]}")[0].startswith("River (2 white, 2 black). Black has taken it.")


@pytest.mark.parametrize(
    ("end", "card", "pile"),
    [
        (0, "It counts for the end tile, and for a boss that pays for this place.", "Cards taken count for the boss and the end tile."),
        (1, "It counts for the end tile, and for a boss that pays for this place.", "Cards taken count for the boss and the end tile."),
        (2, "It counts for a boss that pays for this place; the end tile is about characters.", "the end tile is about characters."),
        (3, "It counts for a boss that pays for this place; the end tile is about characters.", "the end tile is about characters."),
    ],
)
def test_taken_cards_count_for_the_end_tile_only_if_it_is_about_cards(end: int, card: str, pile: str) -> None:
    position = at_turn(taken=((), cards("river-1", 2)), end=end)
    assert told(position, f"card-{cards('river-1', 2)[0]}")[0].endswith(card)
    assert told(position, "taken-1")[0].endswith(pile)


def test_an_empty_deck_says_where_cards_come_from_then() -> None:
    position = replace(at_turn(), decks=((), *table().decks[1:]))
    assert told(position, "cards-0")[0].endswith(
        "The deck is used up, so cards come from the largest deck that no player has, and then from the shuffled discard."
    )


def test_weapons_of_the_reserve_are_explained() -> None:
    position = play(replace(at_turn(HAND), money=(3, 6)), "0: play river-1 rock")
    assert told(position, "reserve-2") == [
        "A rifle costs 6 $, and you have 3 $.",
        "A rifle costs 6 $ and adds 8 to a character's value. In the reserve: 1.",
    ]
    assert told(position, "reserve-0")[0].startswith("A dagger costs 2 $")


def test_players_tiles_and_goals() -> None:
    position = replace(at_turn(), arrivals=(1,), arms=((1, 0, 2), (0, 0, 0)), bosses=(1, 2), taken=(cards("ranch-2 store-1"), ()), end=0)
    assert told(position, "seat-0") == ["Red has 6 $, and the star: the last round ends before this player's turn."]
    assert told(position, "money-1") == ["Black has 6 $."]
    assert told(position, "hats-1") == ["Black has 5 characters in hand, each with a hat."]
    assert told(position, "arms-0") == ["Weapons that Red can give to characters: dagger and rifle × 2."]
    assert told(position, "arms-1") == ["Black has no weapons to give."]
    assert told(position, "arrival-0") == ["Black has made this arrival: 1 $ at the end."]
    assert told(position, "arrival-1") == ["Arrival tile 2: 2 $ at the end for the player who makes this arrival."]
    assert told(position, "cards-0") == ["Red: 12 left in the deck, 2 taken at sales. Cards taken count for the boss and the end tile."]
    assert told(position, "star") == told(position, "seat-0")
    assert told(position, "boss") == ["Your secret boss pays 6 $ at the end for each Ranch you have taken: 1 so far."]
    assert told(position, "boss", seat=None) == []
    assert told(position, "tile") == told(position, "tile", seat=None) == ["The end tile: 8 $ at the end for most caravan cards."]


def test_a_seat_that_cannot_be_robbed_says_why() -> None:
    position = play(at_turn("stagecoach-1"), "0: play stagecoach-1 cactus", "0: reward coin")
    assert told(position, "seat-1") == ["Black has 6 $."]
    assert told(position, "seat-0")[0] == "Red is not an opponent with money."


def test_after_the_end_things_are_still_explained() -> None:
    assert told(finish(table(2)), "seat-0")[-1].startswith("Red has")


def test_the_row_of_a_road_says_what_a_card_gains_there_and_whether_the_sale_begins() -> None:
    near = road("cactus-1", coins=1, daggers=0)
    view = seen(at_turn("crossroads-1 saloon-1 river-1", roads=roads(cactus=near)), 0)
    last, other = (row(view, parse(f"play crossroads-1 {name}")) for name in ("cactus", "tepee"))
    assert [GAME.say(last.name), last.art] == ["Onto the cactus road", "road-cactus"]
    assert "at the sale, to the quickest" in GAME.say(last.details[0])
    assert GAME.say(last.warning) == "Last reward: the sale begins after your turn."
    assert other.warning == ""
    assert GAME.say(other.details[-1]).startswith("Takes a reward; ")


def test_a_weapon_offers_its_bargain_and_its_price() -> None:
    position = play(at_turn("store-1 saloon-1 river-1", roads=roads()), "0: play store-1 tepee", "0: reward coin")
    found = touched(seen(position, 0), "reserve-1", 0, 0)
    assert found is not None
    assert {"bargain pistol", "buy pistol"} <= {str(choice) for choice in found.choices}
