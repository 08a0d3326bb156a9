"""Why another turn of Labyrinth was better."""

from __future__ import annotations

from collections.abc import Sequence
from typing import cast

import pytest
from msgspec.structs import replace

from byways.event import Explanation
from byways.games.labyrinth import GAME
from byways.games.labyrinth.bots.advice import turns_to_goal
from byways.games.labyrinth.bots.mistakes import explain
from byways.games.labyrinth.state import Pass, Position
from byways.games.labyrinth.view import View
from byways.i18n import Message
from tests.games.labyrinth.positions import OPEN5, Place, position

BENDS = "─└└─┌ └┐┘└│ └│┐┌└ ──┘┐└ └┐┐┘─"
FORKS = "┐┐│┌└ ┐┐┌┐┌ └─└─┌ ─│└┌└ ┘└─┌│"


def told(start: Position, played: str, best: str) -> str:
    view = start.view(0)
    assert isinstance(view, View)
    why = explain(view, [GAME.parse(one) for one in played.split("; ")], [GAME.parse(one) for one in best.split("; ")])
    assert why is not None
    return " ".join(GAME.say(one) for one in (why.title, *why.costs, *why.gains))


@pytest.mark.parametrize(
    ("found", "walk", "said"),
    [(1, "1,1", "Home was in reach"), (0, "3,3", "The treasure was in reach")],
)
def test_a_goal_in_reach_comes_first(found: int, walk: str, said: str) -> None:
    start = replace(position(OPEN5, [(1, 1), (1, 3)], [(3, 3), (3, 1)], at=[(2, 2), (1, 3)], classic=True), found=(found, 0))
    assert said in told(start, "slide 1 left; insert 0; walk 2,2", f"slide 1 left; insert 0; walk {walk}")


def test_a_rival_on_its_way_home_is_brought_closer() -> None:
    homes, goals = [(1, 1), (3, 3)], [(3, 1), (1, 3)]
    start = replace(position(BENDS, homes, goals, at=[(1, 1), (1, 1)], classic=True, spare="│"), found=(0, 1))
    said = "Blue can be home within 2 turns then, unless a slide closes the way. Blue cannot be home within 2 turns then."
    turns = "slide 3 down; insert 0; walk 1,1", "slide 1 right; insert 0; walk 1,1"
    assert said in told(start, *turns)
    assert "Blue can be home" not in told(replace(start, found=(0, 0)), *turns)


def test_without_another_difference_the_ways_within_two_turns_count() -> None:
    start = position(FORKS, [(1, 1), (3, 3)], [(3, 1), (1, 3)], at=[(0, 2), (1, 1)], classic=True, spare="│")
    said = told(start, "slide 3 left; insert 90; walk 0,2", "slide 1 right; insert 90; walk 0,2")
    assert "After 0% of the slides that Blue can make, you can reach your treasure within 2 turns." in said
    assert "After 18% of the slides that Blue can make, you can reach your treasure within 2 turns." in said


def test_a_pass_may_be_the_better_turn() -> None:
    view = position(OPEN5, [(1, 1), (1, 3)], [(3, 3), (3, 1)]).view(0)
    assert isinstance(view, View)
    turn = [GAME.parse("slide 0 left"), GAME.parse("insert 0"), GAME.parse("walk 1,2")]
    kept = Message("mistake.share", {"seat": 1, "per_cent": 100})
    assert explain(view, turn, [GAME.parse("pass")]) == Explanation(Message("mistake.later"), (), (kept,))
    assert explain(view, turn, turn[:1]) is None  # an unfinished turn


# Red can fetch its treasure on (1, 5), but would be in a pocket there. Some slides would leave Blue no walk.
POCKET = """
    └┐┘┌┌└┴
    ─┐┘─└└┴
    ┐─┐─┘┬┐
    ┌┴┌│┐┌┼
    ┌─┘┬─│┌
    ─┐┘─┌│├
    ┤┘│┘─┌┴
"""


GOALS: Sequence[list[Place | None]] = ([(1, 5), (5, 1)], [(1, 3), (3, 5)])
IN_POCKET = position(POCKET, [(5, 5), (5, 1)], GOALS, spare="│", at=[(2, 5), (5, 0)], last="slide 0 down")


def test_a_find_that_is_a_mistake_is_said_to_be_a_find() -> None:
    assert told(IN_POCKET, "slide 6 up; insert 0; walk 1,5", "slide 4 right; insert 0; walk 5,6") == (
        "The treasure could wait "
        "Finds your treasure. From there, one turn reaches 0 of the 7 places where the next one may be. "
        "After 82% of the slides that Blue can make, you can reach your treasure next turn."
    )


def test_shares_of_slides_count_those_after_which_the_rival_can_walk() -> None:
    after = IN_POCKET
    for step in ("slide 4 right", "insert 0", "walk 5,6"):
        after = after.choose(0, step)
    slid = [after.choose(1, slide) for slide in after.choices(1) if slide != Pass()]
    inserted = [then.choose(1, insert) for then in slid for insert in then.choices(1)]
    ended = [cast(View, then.choose(1, then.choices(1)[0]).view(0)) for then in inserted]
    assert (sum(turns_to_goal(view, 1) is not None for view in ended), len(ended)) == (46, 56)  # 82%


@pytest.mark.parametrize("name", ["mistake.open", "mistake.open-home"])
def test_stored_reviews_of_earlier_versions_are_worded(name: str) -> None:
    said = Message(name, {"seat": 1, "slides": 2, "all": 30})
    assert all("30" in GAME.say(said, language) for language in GAME.languages)
