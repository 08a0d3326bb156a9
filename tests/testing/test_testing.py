"""The conformance kit passes a game that keeps the contract, and each check finds a plausible bug."""

from __future__ import annotations

import re
import sys
from dataclasses import replace
from itertools import count
from pathlib import Path
from types import ModuleType

import pytest

from byways.game import Game, Position, find_game
from byways.games.labyrinth import LabyrinthOptions
from byways.games.long_road import GAME as LONG_ROAD
from byways.testing import CHECKS, DEALS_UNSEEN, NonConformance, check_game, deals_unseen, playthrough
from byways.testing.trial import digest
from examples.stones import stones
from tests import toy

SOURCE = Path(toy.__file__).read_text(encoding="utf-8")
NUMBERS = count()
TENTATIVE = "    return settle(replace(position, acts=put(position.acts, seat, (*position.acts[seat], choice))), tell)"
ALL_ROUNDS = [toy.Options(rounds=rounds) for rounds in (1, 2, 3, 4)]


def variant(old: str, new: str) -> Game:
    """Return the toy game with a piece of its source replaced, as a separate module."""
    assert SOURCE.count(old) == 1, f"The toy has '{old}' {SOURCE.count(old)} times."
    module = ModuleType(f"tests.toy_variant_{next(NUMBERS)}")
    sys.modules[module.__name__] = module
    exec(compile(SOURCE.replace(old, new), module.__name__, "exec"), module.__dict__)
    game: Game = module.GAME
    return game


@pytest.mark.parametrize("seed", range(3))
@pytest.mark.slow
def test_toy_conforms(seed: int) -> None:
    report = check_game(toy.GAME, 2000, seed, ALL_ROUNDS)
    assert report.positions >= 2000
    assert report.idle == []
    assert min(report.runs.values()) > 10, str(report)


def test_toy_conforms_with_other_components() -> None:
    assert check_game(toy.GAME.with_components({"highest": 9, "copies": 5}), 300).positions >= 300


@pytest.mark.slow
def test_same_seed_same_report() -> None:
    assert check_game(toy.GAME, 300, 7) == check_game(toy.GAME, 300, 7)
    assert check_game(toy.GAME, 300, 7) != check_game(toy.GAME, 300, 8)


class Vast(Position, frozen=True, kw_only=True):
    number: int


@pytest.mark.parametrize("number", [1, 1 << 70])
def test_digests_notice_changes_in_numbers_of_any_size(number: int) -> None:
    one, other, more = (Vast(acts=(), awaited=(), number=each) for each in (number, number, number + 1))
    assert digest(one) == digest(other) != digest(more)


BUGS = {
    "a hook that is not listed": ("card", "shown=shown, ", ""),
    "a hook that is misspelt": ("card", "def gain(", "def standng(position: Position) -> Position:\n    return position\n\n\ndef gain("),
    "a card that wrongly says that positions repeat": ("card", "    options=Options,\n", "    options=Options,\n    repeats=True,\n"),
    "commands that do not exist": ("card", "    options=Options,\n", "    options=Options,\n    commands='tests.toy:app',\n"),
    "commands of a module that does not exist": (
        "card",
        "    options=Options,\n",
        "    options=Options,\n    commands='tests.pond:app',\n",
    ),
    "commands that are no typer application": ("card", "    options=Options,\n", "    options=Options,\n    commands='tests.toy:text',\n"),
    "a compiled module that does not exist": (
        "card",
        "    options=Options,\n",
        "    options=Options,\n    compiled=('tests.pond.kernel',),\n",
    ),
    "a card that wrongly says that there are no secrets": ("card", "    options=Options,\n", "    options=Options,\n    secrets=False,\n"),
    "the score is changed in place": (
        "unchanged",
        "    return replace(position, score=put(position.score, seat, position.score[seat] + points))\n",
        "    score = put(position.score, seat, position.score[seat] + points)\n"
        "    msgspec.structs.force_setattr(position, 'score', score)\n    return position\n",
    ),
    "a turn is never over": ("ends", "todo=follows + position.todo[1:]", "todo=follows + position.todo"),
    "only the winner has a place": (
        "removal",
        "ranks, scores = places(position.score, position.removed),",
        "ranks, scores = tuple(place for place in places(position.score, position.removed) if place == 1),",
    ),
    "a seat is awaited while a chance is due": (
        "awaited",
        'if what in ("tuck", "bonus") else',
        'if what in ("tuck", "bonus", "turn") else',
    ),
    "equal cards are offered twice": ("awaited", "*map(Pick, sorted(set(left)))", "*map(Pick, left)"),
    "a hash by identity": (
        "hash",
        "    @property\n    def chance",
        "    def __hash__(self) -> int:\n        return id(self)\n\n    @property\n    def chance",
    ),
    "a list in a position": (
        "hash",
        "picked, pile = put(position.picked, seat, ()), take(",
        "picked, pile = put(position.picked, seat, ()), sorted(",
    ),
    "a notation without the card": (
        "notation",
        "class Said(game.Choice, frozen=True):\n",
        "class Said(game.Choice, frozen=True):\n    def __str__(self) -> str:\n        return type(self).__name__.lower()\n\n",
    ),
    "a choice without a sentence": ("notation", '"Trade": "Trade a card"', '"Trade": ""'),
    "choices that JSON does not give back": ("notation", "game.View[AnyChoice]", "game.View"),
    "an event about a seat that does not exist": ("notation", 'f"{{{seat}}} scores', 'f"{{{seat + 1}}} scores'),
    "a malformed text breaks the parser": ("refuses", "if text not in READ:", "if not text:"),
    "choices are not checked": (
        "refuses",
        "    @property\n    def chance",
        "    def choose(self, seat: int, choice: Any, tell: Tell = None) -> Position:\n        return after(self, seat, choice, tell)\n\n"
        "    @property\n    def chance",
    ),
    "a bot that the card does not name": ("notation", 'bot_names=("random",)', 'bot_names=("random", "clever")'),
    "a turn that breaks": ("refuses", "(gain(position, seat, sum(cards)),", "(gain(position, seat, cards),"),
    "a picked card leaves the hand at once": (
        "undo",
        TENTATIVE,
        "    hands = put(position.hands, seat, less(position.hands[seat], [choice.card] if isinstance(choice, Pick) else []))\n"
        "    return settle(replace(position, acts=put(position.acts, seat, (*position.acts[seat], choice)), hands=hands), tell)",
    ),
    "a step that can be taken back shows the tail": (
        "undo",
        "card if owner == seat else 0)",
        "card if owner == seat or (seat is not None and position.acts[seat]) else 0)",
    ),
    "all seats hear of a tentative step": (
        "commute",
        TENTATIVE,
        f"    say(tell, 'pick', 'A player picks.')\n{TENTATIVE}",
    ),
    "the last seat to finish gets a point": (
        "commute",
        TENTATIVE,
        f"    position = gain(position, seat, 1) if choice == Done() and position.awaited == (seat,) else position\n{TENTATIVE}",
    ),
    "only an awaited seat can be removed": (
        "removal",
        '    """A player who leaves reveals their cards."""\n',
        "    if seat not in position.awaited:\n        raise game.Illegal('It is not your turn.')\n",
    ),
    "the outcome forgets the removed seats": (
        "removal",
        '"Victory", scores, position.removed, (points,))',
        '"Victory", scores, (), (points,))',
    ),
    "a breakdown that does not add up": (
        "ends",
        'Tally("Points for cards", scores)',
        'Tally("Points for cards", (-1, *scores[1:]))',
    ),
    "a breakdown without a value for a seat": ("ends", 'Tally("Points for cards", scores)', 'Tally("Points for cards", scores[1:])'),
    "a score in words": (
        "ends",
        'Tally("Points for cards", scores)',
        'Tally("Points for cards", (game.Message("prompt.turn"), *scores[1:]))',
    ),
    "a title that does not match the grade": (
        "ends",
        "position.removed, (points,))",
        'position.removed, (points,), (game.Grade("Best", 1e9), game.Grade("Fair")))',
    ),
    "a removed seat is awaited": (
        "removal",
        "todo = tuple(step for step in position.todo if step[1] != seat) if",
        "todo = tuple(step for step in position.todo if step[1] != seat or step[0] in ('tuck', 'bonus')) if",
    ),
    "choices depend on the hidden deck": (
        "same_choices",
        "(Pass(), Trade()) if hand else",
        "(Pass(), Trade()) if hand and 2 in position.deck else",
    ),
    "a view has another seat's choices": (
        "same_choices",
        "*position.header(seat),",
        "*put(position.header(seat), 2, () if seat is None else position.choices(0)),",
    ),
    "a view reveals the sum of a hand": ("leaks", "sizes=tuple(map(len, position.hands))", "sizes=tuple(map(sum, position.hands))"),
    "all seats hear what was drawn": (
        "leaks",
        'f"You draw a {card}.", to=(seat,), otherwise=f"{{{seat}}} draws a card.")',
        'f"{{{seat}}} draws a {card}.")',
    ),
    "the public wording names the tucked card": ("leaks", 'f"{{{seat}}} tucks a card."', 'f"{{{seat}}} tucks a {card}."'),
    "the public notation names the tucked card": (
        "leaks",
        '"tuck ?" if isinstance(choice, Tuck) and to != seat else str(choice)',
        "str(choice)",
    ),
    "all seats see the tucked card": ("leaks", "card if owner == seat else 0)", "card)"),
    "the deck is shown in order": ("leaks", "deck=len(position.deck),", "deck=int(''.join(map(str, position.deck))),"),
    "an imagined world has nothing burned": ("imagine", "take(cards, view.burned), take(cards)", "(), take(cards)"),
    "an imagined world forgets the seat's own tail": ("imagine", "card or next(cards)", "next(cards)"),
    "always the same world": ("worlds", "cards = iter(rng.sample(unseen, len(unseen)))\n    hands", "cards = iter(unseen)\n    hands"),
    "imagining with a fixed generator": (
        "worlds",
        "cards = iter(rng.sample(unseen, len(unseen)))\n    hands",
        "cards = iter(Random(1).sample(unseen, len(unseen)))\n    hands",
    ),
    "no other seat is imagined to have begun an act": ("worlds", "min(2, len(hand)))\n", "min(2, len(hand)) * done)\n"),
    "points only when events are asked for": (
        "replay",
        "settle(replace(gain(position, seat, sum(cards)),",
        "settle(replace(gain(position, seat, sum(cards) if tell is not None else 0),",
    ),
    "a generator in the rules": (  # with a fixed seed, so that the same check finds it first every time
        "replay",
        "(seats.index(seat) + 1) % len(seats)",
        'settle.__dict__.setdefault("generator", Random(1)).randrange(len(seats))',
    ),
    "an option drawn twice": ("drawing", "enumerate(view.choices):", "enumerate(view.choices * 2):"),
    "an option without a spoken label": ("drawing", '"aria-label": choice.sentence', '"aria-label": ""'),
    "an option out of reach of the keyboard": ("drawing", '"tabindex": "0"', '"tabindex": "-1"'),
    "options on the wrong layer": ("drawing", "ET.SubElement(options,", "ET.SubElement(labels,"),
    "layers in another order": ("drawing", '("board", "pieces", "options", "labels")', '("pieces", "board", "options", "labels")'),
    "no layer of options when there are none": (
        "drawing",
        "    return ET.tostring(root",
        "    if not view.choices:\n        root.remove(options)\n    return ET.tostring(root",
    ),
    "ids without the drawing's name": ("drawing", 'f"{name}-pawn-{seat}"', 'f"pawn-{seat}"'),
    "an id used twice": ("drawing", 'f"{name}-pawn-{seat}"', 'f"{name}-pawn"'),
    "an id inside a piece": ("drawing", '{"y": "18"}', '{"y": "18", "id": f"{name}-word-{column}"}'),
    "a piece placed without a transform": ("drawing", '"r": "8", "transform": place}', '"r": "8", "cx": str(score)}'),
    "a piece that changes its tag": ("drawing", 'ET.SubElement(pieces, "circle"', 'ET.SubElement(pieces, "circle" if score < 5 else "g"'),
    "a piece that changes its layer": ("drawing", "ET.SubElement(pieces, ", "ET.SubElement(pieces if score < 5 else labels, "),
    "a style attribute": ("drawing", '{"width": "55", "height": "25"}', '{"width": "55", "height": "25", "style": "fill: red"}'),
    "an event handler": ("drawing", '{"width": "55", "height": "25"}', '{"width": "55", "height": "25", "onclick": "go()"}'),
    "a script": ("drawing", 'ET.SubElement(board, "rect"', 'ET.SubElement(board, "script"'),
    "text that is not escaped": ("drawing", 'encoding="unicode")', 'encoding="unicode").replace("cards,", "cards <&")'),
    "an event of a piece that is not drawn": ("drawing", '", f"pawn-{seat}")', '", f"horse-{seat}")'),
    "an event whose path cannot be located": ("drawing", '", f"pawn-{seat}")', '", game.Move(f"pawn-{seat}", ("a", "b")))'),
    "art that does not exist": ("drawing", '"href": "#art-card"', '"href": "#art-cart"'),
    "an empty text drawing": ("drawing", '    return "\\n".join([f"deck', '    return "" and "\\n".join([f"deck'),
}


@pytest.mark.parametrize("bug", BUGS)
@pytest.mark.slow
def test_bug_is_found(bug: str) -> None:
    check, old, new = BUGS[bug]
    with pytest.raises(NonConformance) as found:
        check_game(variant(old, new), 3000, options=ALL_ROUNDS, longest=300)
    assert found.value.check == check, str(found.value)


@pytest.mark.slow
def test_drawings_are_checked_in_every_language(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("byways.games.long_road.drawing.draw.text", lambda view, language: "" if language == "it" else "a road")
    with pytest.raises(NonConformance) as found:
        check_game(LONG_ROAD, 2000)
    assert found.value.check == "drawing"


def test_every_check_has_a_bug_to_find() -> None:
    assert {check for check, _, _ in BUGS.values()} == set(CHECKS)
    assert all(CHECKS.values())


def test_a_game_whose_secrets_no_check_can_find_fails() -> None:
    with pytest.raises(NonConformance, match="the card says that there are secrets, but no check found any: no hook 'redeal'"):
        check_game(replace(stones.GAME, secrets=True), 50)
    assert check_game(find_game("traxx"), 50).positions  # its secrets are simultaneous acts


def test_a_set_up_with_hidden_parts_is_noticed_and_a_warning_is_part_of_the_report() -> None:
    assert deals_unseen(toy.GAME, toy.Options(), 0)
    assert not deals_unseen(stones.GAME, stones.GAME.options(), 0)
    report = check_game(stones.GAME, 20)
    assert "Warning" not in str(report)
    report.warnings.append(DEALS_UNSEEN)
    assert str(report).endswith("\nWarning: " + DEALS_UNSEEN)


def test_hidden_parts_are_noticed_where_something_visible_differs_in_every_deal() -> None:
    lots = "tuple(int(''.join(map(str, hand))) for hand in setup.hands)"
    assert deals_unseen(variant("zero, todo = (0,) * len(seats),", f"zero, todo = {lots},"), toy.Options(), 0)


def test_wrong_commands_are_named() -> None:
    with pytest.raises(NonConformance, match=r"commands='tests\.toy:app', a module:attribute that cannot be loaded: .*no attribute 'app'"):
        check_game(replace(toy.GAME, commands="tests.toy:app"), 10)
    with pytest.raises(NonConformance, match=r"commands='tests\.toy:text', which is not a typer\.Typer\."):
        check_game(replace(toy.GAME, commands="tests.toy:text"), 10)
    assert check_game(find_game("labyrinth"), 1, options=[LabyrinthOptions(rows=5, columns=5, rounds=1)]).positions


@pytest.mark.parametrize("name", ["byways.bots.kernel", "byways.pond.kernel"])
def test_a_missing_compiled_module_is_named(name: str) -> None:
    with pytest.raises(NonConformance, match=f"the card lists '{name}' as compiled, but there is no such module"):
        check_game(replace(toy.GAME, compiled=("byways.bots.bits64", name)), 10)
    assert check_game(replace(toy.GAME, compiled=("byways.bots.bits64",)), 10).positions


def test_nonconformance_says_where_and_is_reproducible() -> None:
    game = variant("todo=follows + position.todo[1:]", "todo=follows + position.todo")
    for _ in range(2):
        with pytest.raises(NonConformance) as found:
            check_game(game, 500, seed=3, longest=100)
        where = "Tuck, seed 3, game 0, after 100 entries, check 'ends'"
        assert str(found.value) == f"{where}: the game has not ended after 100 entries."
        assert found.value.record is not None
        assert len(found.value.record.entries) == 100


def without_digests(text: str) -> str:
    return re.sub(r"^(== .*) \(\w{8}\)$", r"\1", text, flags=re.MULTILINE)


def test_playthrough() -> None:
    text = playthrough(toy.GAME, ["random", "random"], 1)
    assert text == playthrough(toy.GAME, ["random", "random"], 1)
    assert text != playthrough(toy.GAME, ["random", "random"], 2)
    assert without_digests(text).startswith("""\
Tuck version 1, seed 1: random, random
options {"rounds":2}

== start
-- a spectator
deck 12, tail -, hand -
seat 0: 2 cards, 0 points
seat 1: 2 cards, 0 points
due: a card, one of 1, 2, 3, 4

== chance: 3
* A card is burned.
""")
    assert "* to seat 0: You draw a 1.\n" in text
    assert "\nchoices: done, pick 1, pick 2\n" in text
    assert '"scores":[10.0,9.0]' in text.splitlines()[-1]


def test_a_playthrough_shows_the_first_moments_of_each_seat_every_tenth_and_the_end() -> None:
    scenes = playthrough(toy.GAME, ["random", "random"], 1).split("\n\n")
    shown = [number for number, scene in enumerate(scenes) if "\n-- seat 1\n" in scene]
    assert [scenes[number].partition(" (")[0] for number in shown] == ["== chance: 2", "== 0: pick 4", "== 0: pick 1", "== 0: pick 3"]
    assert "\n-- a spectator\n" in scenes[-1]
    assert len([scene for scene in scenes if "-- " in scene]) == 3 + len(shown) + 1


def test_a_playthrough_changes_with_anything_that_any_viewer_sees() -> None:
    seen = "burned=len(position.burned)"
    late = variant(seen, f"{seen} + (len(position.deck) == 7)")
    texts = [playthrough(game, ["random", "random"], 1) for game in (toy.GAME, late)]
    assert texts[0] != texts[1]
    assert without_digests(texts[0]) == without_digests(texts[1])
