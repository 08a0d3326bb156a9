"""The components agree with the known printed ones, and invalid files are refused with line and reason."""

from __future__ import annotations

from collections import Counter

import pytest

from byways.game import Part, Refused
from byways.games.long_road import GAME
from byways.games.long_road.components import Components, Earn, Take

PARTS: Components = GAME.components
KNOWN_NAMES = {
    *("Pistolero", "Baro", "Ufficiale", "Montanaro", "Sindaco", "Barone", "Scout", "Ragazza del Saloon", "Ubriacone", "Armaiolo"),
    *("Vicesceriffo", "Avventuriera", "Reverendo", "Cercatore", "Dottore", "Sceriffo"),
}


def printed(key: str) -> str:
    """Return the printed name of a component, which is Italian."""
    return GAME.speaker("it").form(key, "name")


def test_there_are_thirty_different_characters_in_six_packs_of_five() -> None:
    assert len({printed(character.key) for character in PARTS.characters}) == len({character.en for character in PARTS.characters}) == 30
    assert set(Counter(character.pack for character in PARTS.characters).values()) == {5}


def test_the_sixteen_known_names_and_five_known_values_are_there() -> None:
    values = {printed(character.key): character.value for character in PARTS.characters}
    assert set(values) >= KNOWN_NAMES
    assert [values[name] for name in ("Pistolero", "Baro", "Ufficiale", "Montanaro", "Sindaco")] == [6, 2, 3, 2, 2]


def test_just_baron_scout_and_saloon_girl_have_a_plus() -> None:
    assert {printed(character.key) for character in PARTS.characters if character.plus} == {"Barone", "Scout", "Ragazza del Saloon"}


def test_only_reverend_and_doctor_in_packs_b_and_c_deal_with_face_down_cards() -> None:
    assert {printed(character.key): character.pack for character in PARTS.characters if character.covered} == {
        "Reverendo": "B",
        "Dottore": "C",
    }


def test_a_deck_has_eight_places_seven_of_them_twice() -> None:
    copies = Counter({printed(place.name): len(place.cards) for place in PARTS.places})
    assert set(copies) == {"Diligenza", "Emporio", "Saloon", "Crocevia", "Fiume", "Canyon", "Ranch", "Cambio"}
    assert sorted(copies.values()) == [1, 2, 2, 2, 2, 2, 2, 2]


def test_crossroads_and_river_have_no_symbol_canyon_and_river_no_signpost() -> None:
    assert {printed(place.name) for place in PARTS.places for card in place.cards if card.symbol == "none"} == {"Crocevia", "Fiume"}
    assert {printed(place.name) for place in PARTS.places if not place.signpost} == {"Canyon", "Fiume"}


def test_a_ranch_shows_one_white_and_two_black_herds_and_single_herds_exist() -> None:
    ranch = next(place for place in PARTS.places if printed(place.name) == "Ranch")
    assert (1, 2) in [(card.white, card.black) for card in ranch.cards]
    assert sum(card.white + card.black == 1 for place in PARTS.places for card in place.cards) == 4


def test_destinations_are_five_of_each_symbol_with_the_two_known_ones() -> None:
    roads = (PARTS.destinations.tepee, PARTS.destinations.cactus, PARTS.destinations.rock)
    every = [card for five in roads for card in five]
    assert list(map(len, roads)) == [5, 5, 5]
    assert any((card.coins, card.daggers) == (3, 1) for card in every)
    assert any((card.white, card.black) == (4, 2) for card in every)


def test_seven_bosses_are_after_seven_places_crossroads_among_them() -> None:
    assert len(set(PARTS.bosses.places)) == 7
    assert "crossroads" in PARTS.bosses.places
    assert PARTS.bosses.worth == 6


def test_end_tiles_and_arrival_tiles() -> None:
    assert PARTS.ends.faces[0].counts == "cards"
    assert PARTS.arrivals.reward == 8
    assert PARTS.arrivals.tiles[1] == 2
    assert PARTS.arrivals.on_the_road == 1


def test_weapons_cost_count_and_resell_as_printed() -> None:
    told = [(weapon.name, weapon.price, weapon.value, weapon.resale, weapon.supply) for weapon in PARTS.weapons]
    assert told == [("dagger", 2, 2, 0, (12, 12, 12)), ("pistol", 4, 5, 1, (3, 4, 5)), ("rifle", 6, 8, 3, (1, 2, 3))]


def test_every_character_takes_a_card_and_most_just_one() -> None:
    takes = [[effect for effect in character.effects if isinstance(effect, Take)] for character in PARTS.characters]
    assert all(takes)
    assert sum(taken == [Take()] for taken in takes) >= 15


def test_the_gunslinger_does_what_is_printed() -> None:
    gunslinger = next(character for character in PARTS.characters if character.en == "Gunslinger")
    assert (gunslinger.value, gunslinger.effects) == (6, (Earn(2, "armed"), Take()))


def test_only_fully_printed_parts_are_marked_printed() -> None:
    parts: list[Part] = [PARTS.start, PARTS.arrivals, *PARTS.weapons, *PARTS.places]
    parts += [PARTS.destinations, PARTS.bosses, PARTS.ends, *PARTS.characters]
    assert [part for part in parts if part.provenance == "printed"] == [PARTS.start]
    assert [part.source for part in parts if part.provenance == "reconstruction" and "our" not in part.source.lower()] == []


@pytest.mark.parametrize(
    ("part", "printed"),
    [
        (PARTS.arrivals, ("second tile, 2 $", "1 $ a herd On the Road", "8 $ for the end tile")),
        (PARTS.weapons[0], ("price, value, resale, and how many",)),
        (PARTS.characters[9], ("takes weapons for his player",)),
        (PARTS.characters[10], ("takes weapons for his player",)),
        (PARTS.characters[11], ("adds a character with its weapons as the last one",)),
    ],
)
def test_a_part_that_is_printed_in_part_names_that(part: Part, printed: tuple[str, ...]) -> None:
    before, _, _ = part.source.partition(" ours")
    assert all(words in before for words in printed)


@pytest.mark.parametrize(
    ("old", "new", "reason"),
    [
        ('pack = "D"', 'pack = "A"', "the characters must be six packs of five"),
        ('en = "Mayor"', 'en = "Judge"', "two things are called 'judge'"),
        ('symbol = "rock", white = 2, black = 1', 'symbol = "rock"', "a caravan card must have a herd"),
        ('places = ["crossroads", ', 'places = ["crossing", ', "there is no place 'crossing'"),
        ('places = ["crossroads", ', 'places = ["ranch", ', "two bosses are after the same place"),
        ('says = "nothing more; he is early"', 'says = "{nobody}"', "'{nobody}' names something in braces that does not exist"),
        ('name = "relay"', 'name = "ranch"', "two things are called 'ranch'"),
        ('effects = [{ do = "take", white = 2 }]', "effects = []", "Banker must take a card"),
        ('counts = "places"', 'counts = "highest"', "the first two faces must count caravan cards, the last two the values of characters"),
        ('name = "dagger"\nprice', 'name = "rifle"\nprice', "the weapons must be dagger, pistol and rifle, in this order"),
        (
            "coins = 3, daggers = 1, white = 3",
            "coins = 0, daggers = 0, white = 3",
            "a destination must have a reward, or it would be reached at once",
        ),
        ('cards = [{ symbol = "none", white = 2, black = 2 }]', "cards = []", "a deck must have 15 caravan cards"),
        ('do = "take", anywhere = true', 'do = "take", anywhere = true, count = 2', "only a single card can be taken from any caravan"),
        (
            "discount = 1, keep = 1",
            "discount = 1, keep = 2",
            "a character that does not keep all cards must keep one, and take a fixed number of them",
        ),
    ],
)
def test_wrong_components_are_refused_with_line_and_reason(old: str, new: str, reason: str) -> None:
    text = GAME.components_text
    assert old in text
    with pytest.raises(Refused, match=rf"^The components are wrong in line \d+: {reason}\.$"):
        GAME.using(text.replace(old, new, 1))


def test_characters_that_deal_with_face_down_cards_must_be_in_b_or_c() -> None:
    text = GAME.components_text.replace('en = "Drover"\nvalue = 7\npack = "E"', 'en = "Drover"\nvalue = 7\npack = "A"\nunmasks = true', 1)
    text = text.replace('en = "Judge"\nvalue = 4\npack = "A"', 'en = "Judge"\nvalue = 4\npack = "E"', 1)
    with pytest.raises(Refused, match="face-down cards must be in pack B or C"):
        GAME.using(text)


def test_a_character_is_added_by_text_alone() -> None:
    """The Drover gets another ability: 1 $ per opponent still to come, then a card at the better price."""
    old = 'pack = "E"\neffects = [{ do = "take" }]\nsays = "nothing more; he is early"'
    new = 'pack = "E"\neffects = [{ do = "earn", amount = 1, per = "opponents" }, { do = "take", best = true }]\nsays = "new"'
    assert old in GAME.components_text
    game = GAME.using(GAME.components_text.replace(old, new))
    assert game.components != GAME.components
    assert next(character for character in game.components.characters if character.en == "Drover").effects[1] == Take(best=True)
