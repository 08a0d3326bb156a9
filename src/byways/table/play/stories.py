"""Seats' stories: all moments of their screens, for looking back."""

from __future__ import annotations

from bisect import bisect_left
from operator import attrgetter

from byways.acts import Act, acts
from byways.game import Game
from byways.record import Entry, Record, Step, Story, played

MOMENTS = 20_000  # moments kept in memory; 2,000 entries of Labyrinth take about 3 MB


class SeatStory:
    """The moments that a seat (None: spectators) has seen in the first `length` log entries, indexed by screen number.

    A folded entry counts as a moment if the screen had shown it.
    """

    def __init__(self, game: Game, head: Record, seat: int | None) -> None:
        self.game, self.head, self.seat = game, head, seat
        self.clear()

    def clear(self) -> None:
        """Go back to the start. Lists handed out earlier stay unchanged."""
        self.length, self._position, self._story = 0, self.head.start(self.game), Story(self.seat)
        self.steps = [Step((), (), self._position.view(self.seat))]
        self._acts, self._acts_until = list[Act](), 0

    def follow(self, entry: Entry) -> None:
        """Add the next entry of the log."""
        step = played(self.game, self._position, entry)
        self._position, self.length = step.after, self.length + 1
        if seen := self._story.see(step):
            self.steps.append(seen)

    @property
    def acts(self) -> list[Act]:
        """The acts of the story."""
        if self._acts_until < len(self.steps):
            self._acts, self._acts_until = acts(self.steps), len(self.steps)
        return self._acts

    def act_before(self, number: int) -> int:
        """The last moment before `number` at which an act ended."""
        nth = bisect_left(self.acts, number, key=attrgetter("end"))
        return self.acts[nth - 1].end if nth else 0


class StoryCache:
    """Bounds the memory of all stories by clearing the least recently used ones."""

    def __init__(self, moments: int = MOMENTS) -> None:
        self.moments = moments
        self._stories: dict[SeatStory, None] = {}  # least recently used first

    def use(self, story: SeatStory) -> None:
        self._stories.pop(story, None)
        kept = sum(len(one.steps) for one in self._stories) + len(story.steps)
        for one in [*self._stories]:
            if kept <= self.moments:
                break
            kept -= len(one.steps)
            one.clear()
            del self._stories[one]
        self._stories[story] = None
