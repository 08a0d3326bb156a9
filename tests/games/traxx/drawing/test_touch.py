"""Explanations of the things in a drawing of Traxx."""

from __future__ import annotations

from random import Random

from byways.games.traxx import GAME
from byways.games.traxx.drawing.layout import COLUMNS, LINE, MIDDLE, Layout, center
from byways.games.traxx.drawing.touch import touched
from byways.games.traxx.state import DONE, FIELDS, Draw, Field, Position
from byways.games.traxx.view import view
from byways.teaching.guide import explain
from tests.games.traxx.positions import begin, dot, draw, entered, lay, turn

ROUND = lay("e4 e3 d2", "d5 c4", points=(entered(), entered(n4=4)))


def at(field: Field) -> tuple[float, float]:
    x, y = center(field)
    return MIDDLE[0] + x, MIDDLE[1] + y


def told(position: Position, field: Field, seat: int | None = 0) -> list[str]:
    """The explanation after a tap on a field of the large sheet."""
    return [GAME.say(sentence) for sentence in explain(GAME, view(position, seat), "board", *at(field), Random(0))]


def about(position: Position, piece: str, x: float = 0, y: float = 0, seat: int | None = 0) -> str | None:
    found = touched(view(position, seat), piece, x, y)
    return None if found is None else GAME.say(found.what)


def row(position: Position, column: int, seat: int, viewer: int | None = 0) -> str | None:
    return about(
        position, "board", COLUMNS[column] if column >= 0 else 60, Layout(view(position, viewer)).table + LINE * (seat + 1.5), viewer
    )


def test_every_field_is_found_where_it_is_drawn() -> None:
    found = [touched(view(ROUND, 0), "", *at(field)) for field in FIELDS]
    assert [{choice.to for choice in one.choices if isinstance(choice, Draw)} for one in found if one] == [{field} for field in FIELDS]
    assert about(ROUND, "board", 30, 130) is None


def test_a_field_may_mean_a_draw_from_each_end_beside_it() -> None:
    found = touched(view(ROUND, 0), "", *at("d3"))
    assert found is not None
    assert found.choices == (Draw("d3", "e4"), Draw("d3", "d2"))


def test_a_field_that_can_be_chosen_is_only_named() -> None:
    assert told(ROUND, "d3") == ["A silver field, d3. If it stays empty, it costs 1 point at the end."]


def test_a_field_of_the_wrong_colour() -> None:
    assert told(ROUND, "d1")[0] == "d1 is white, but the card shows no white."


def test_a_field_whose_colour_is_used_up() -> None:
    drawn = dot(ROUND, 0, "e4 e5 d5")
    assert told(drawn, "d6")[0] == "d6 is blue, but the card shows only 1 blue field, and you have used it."


def test_a_field_beside_neither_end() -> None:
    assert told(ROUND, "a5")[0] == "a5 is not next to either end of your line, e4 or d2. The line may not have gaps."


def test_a_field_beside_the_end_that_does_not_grow_in_this_round() -> None:
    drawn = dot(ROUND, 0, "d2 e2")
    assert told(drawn, "e5")[0] == "You may extend only one end of your line in a round. Go on from your last dot, e2."


def test_a_field_of_the_viewers_line() -> None:
    twice = "The line already runs through {}. It may cross each field only once."
    assert told(ROUND, "e3") == [twice.format("e3"), "A blue field that Otter's line covers."]
    assert told(ROUND, "e4") == [twice.format("e4"), "Otter's line began here."]
    assert told(dot(ROUND, 0, "d2 d3"), "d3")[1].startswith("A silver field, d3. Your dots run through it")


def test_a_seat_that_is_done_learns_why_it_cannot_draw() -> None:
    done = "You are done with this card. Until all players are done, Undo lets you go on drawing."
    assert told(ROUND.choose(0, DONE), "d3") == [f"{done} A silver field, d3. If it stays empty, it costs 1 point at the end."]
    assert told(begin("e4", "d5"), "d3")[0].startswith("You can draw when the next card is turned up.")
    assert told(lay("a1 b1 b2 a2 a3 a4 b5 b6 a5", "e4"), "d3")[0].startswith("Your line cannot go on")


def test_spectators_and_removed_seats_get_no_reason() -> None:
    assert told(lay("e4"), "a1", None) == ["A green field, a1. If it stays empty, it costs 1 point at the end."]
    assert told(ROUND.remove(0), "a1") == ["A green field, a1. If it stays empty, it costs 1 point at the end."]
    assert told(draw(lay("e4", "d5", deck=()), "", ""), "a1") == ["A green field, a1. If it stays empty, it costs 1 point at the end."]


def test_numbers_explain_their_points() -> None:
    assert "No player has reached it yet, so it brings 9 now." in told(ROUND, "c7")[-1]
    assert "so it would bring only half now: 2" in told(ROUND, "c4")[-1]
    assert told(ROUND, "c4", 1)[-1] == "Fox has reached the 4 and got 4 points for it."


def test_alone_numbers_explain_their_points_by_the_solo_rule() -> None:
    alone = lay("d5 c4", points=(entered(n4=4),))
    assert "It would bring 9 now, but only half after a higher number." in told(alone, "c7")[-1]
    assert "A higher number was reached before it" in told(alone, "f4")[-1]


def test_cards_say_whether_they_are_to_come() -> None:
    second = turn(begin("e4", "d5"), "BGYA", "", "").happen("BGYR")
    cards = sorted((*second.deck, *second.turned), key=lambda card: (len(card), card))
    said = {card: about(second, f"card-{nth}") or "" for nth, card in enumerate(cards)}
    assert said["BGYA"] == "This card was played in round 1: blue, green, yellow, and silver."
    assert said["BGYR"] == about(second, "card")
    assert said["BGYW"] == "A card that is still to come: blue, green, yellow, and white."


def test_other_boards_name_their_owner() -> None:
    assert str(about(ROUND, "sheet-1")).startswith("Fox's board")
    assert about(ROUND, "owner-0") == "Otter's score so far: 0 for numbers, less 58 for empty fields, makes −58."


def test_the_cells_of_the_score_table_are_explained() -> None:
    assert row(ROUND, 2, 1) == "Fox has reached the 4 and got 4 points for it."
    assert row(ROUND, 2, 0) == "Otter has not reached the 4. It would bring only half now: 2. A grey dot marks such numbers."
    assert row(ROUND, 3, 0) == "Otter has not reached the 5. It would bring 5 now."
    assert row(ROUND, 9, 0) == "Otter's line leaves 58 fields empty. Each costs 1 point."
    assert row(ROUND, 10, 1) == row(ROUND, -1, 1) == "Fox's score so far: 4 for numbers, less 59 for empty fields, makes −55."
    assert str(row(ROUND, 3, -1)).startswith("The score table")
    assert row(ROUND, 2, 1, None) == "Fox has reached the 4 and got 4 points for it."


def test_the_rounds_are_counted() -> None:
    assert about(ROUND, "board", 40, 104) == "A game has 2 rounds, one for each card."


def test_empty_places_have_no_explanation() -> None:
    for strange in ("card-99", "card-x", "sheet-9", "sheet-", "owner-x"):
        assert about(ROUND, strange, 590, 90) is None
    assert about(ROUND, "board", 300, 2000) is None


def test_the_name_of_a_stuck_player_is_explained() -> None:
    assert row(lay("a1 b1 b2 a2 a3 a4 b5 b6 a5", "e4"), -1, 0) == "No card can help Otter any more."
