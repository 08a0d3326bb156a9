"""The pages of puzzles: cards of single ones, levels and tallies by game, and lists by grade and kind."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Literal, TypeAlias

import msgspec

from byways.game import Game
from byways.i18n import ENGLISH
from byways.phrases import card_words
from byways.puzzle import Puzzle
from byways.puzzles.collection import StoredPuzzle, shipped
from byways.puzzles.levels import GRADES, Tally, level, next_puzzle, tallies
from byways.table.i18n import language_in, voice
from byways.table.pages.assets import Asset, asset
from byways.table.pages.render import render
from byways.table.play.tables import OWN
from byways.table.play.training import tried_in
from byways.table.store.puzzles import OwnPuzzle
from byways.table.store.schema import Attempted

SVG = "image/svg+xml"

AttemptState: TypeAlias = Literal["open", "begun", "first", "solved", "shown"]  # not begun; solved at the first try or later; given up


def board(game: Game, stored: StoredPuzzle, language: str) -> Asset:
    """Return the board of a puzzle as its solver sees it, without choices."""
    view = msgspec.structs.replace(stored.view(game), choices=())
    return asset(stored.load_game(game).draw(view, "puzzle", language), SVG)


@lru_cache(1024)
def shipped_board(game: Game, number: int, language: str) -> Asset | None:
    """Return the board of a puzzle of the collection. It is drawn once."""
    found = next((stored for stored in shipped(game) if stored.puzzle.number == number), None)
    return None if found is None else board(game, found, language)


def board_address(game: Game, name: str, language: str) -> str:
    spoken = language_in(game, language)
    return f"/puzzles/{game.name}/{name}/board.svg" + ("" if spoken == ENGLISH else f"?language={spoken}")


def state_of(attempt: Attempted | None) -> AttemptState:
    if attempt is None:
        return "open"
    if attempt.solved:
        return "first" if attempt.first else "solved"
    return "begun" if attempt.ended is None else "shown"


class PuzzleCard(msgspec.Struct, frozen=True):
    """A puzzle in a list or strip, with its board."""

    game: Game
    name: str
    title: str
    picture: str
    kind: str
    question: str
    grade: int
    state: AttemptState

    @property
    def is_solved(self) -> bool:
        return self.state in ("first", "solved")


def puzzle_card(game: Game, name: str, puzzle: Puzzle, attempt: Attempted | None, language: str) -> PuzzleCard:
    tell = voice(language, game).tell
    about = (card_words(game, language).title, board_address(game, name, language), tell(puzzle.title), tell(puzzle.question))
    return PuzzleCard(game, name, *about, puzzle.grade, state_of(attempt))


def attempts_by_name(game: Game, attempts: Sequence[Attempted]) -> dict[str, Attempted]:
    return {one.puzzle: one for one in attempts if one.game == game.name}


class Training(msgspec.Struct, frozen=True):
    """A visitor's results in the puzzles of a game. `next` is the puzzle to solve next; `level` is 0 without a level."""

    game: Game
    title: str
    level: int
    tallies: list[Tally]
    solved: int
    total: int
    next: PuzzleCard | None


def training(game: Game, attempts: Sequence[Attempted], language: str) -> Training:
    tried, known = tried_in(game, attempts), attempts_by_name(game, attempts)
    found = next_puzzle(shipped(game), tried)
    card = None if found is None else puzzle_card(game, str(found.number), found, known.get(str(found.number)), language)
    solved, total = sum(one.solved for one in tried), len(shipped(game))
    return Training(game, card_words(game, language).title, level(tried), tallies(tried), solved, total, card)


class Chip(msgspec.Struct, frozen=True):
    """A puzzle in a list of many."""

    name: str
    kind: str
    state: AttemptState


class GradeRow(msgspec.Struct, frozen=True):
    grade: int
    tally: Tally | None
    chips: list[Chip]


def grade_rows(game: Game, attempts: Sequence[Attempted], kind: str, language: str) -> list[GradeRow]:
    """Return the puzzles of a kind, or of all kinds, by grade."""
    counted = {tally.grade: tally for tally in tallies(tried_in(game, attempts))}
    known, tell = attempts_by_name(game, attempts), voice(language, game).tell
    chips: dict[int, list[Chip]] = {grade: [] for grade in GRADES}
    for puzzle in (stored.puzzle for stored in shipped(game)):
        if kind in ("", puzzle.kind):
            chips[puzzle.grade].append(Chip(str(puzzle.number), tell(puzzle.title), state_of(known.get(str(puzzle.number)))))
    return [GradeRow(grade, counted.get(grade), of_grade) for grade, of_grade in chips.items() if of_grade]


def kinds_of(game: Game, language: str) -> Mapping[str, str]:
    """Return the titles of the kinds of puzzles in the collection, in its order."""
    tell = voice(language, game).tell
    return {stored.puzzle.kind: tell(stored.puzzle.title) for stored in shipped(game)}


def own_cards(games: Mapping[str, Game], own: Sequence[OwnPuzzle], attempts: Sequence[Attempted], language: str) -> list[PuzzleCard]:
    """Return the puzzles from the visitor's own games, those that are not solved first."""
    known = {(one.game, one.puzzle): one for one in attempts}
    mine = [(one, OWN + one.id) for one in own if one.game in games]
    cards = [puzzle_card(games[one.game], name, one.body.puzzle, known.get((one.game, name)), language) for one, name in mine]
    return sorted(cards, key=lambda card: card.is_solved)


def puzzles_page(found: Sequence[Training], first: PuzzleCard | None, own: Sequence[PuzzleCard], own_link: str, language: str) -> str:
    return render("puzzles.html", voice(language), games=found, first=first, own=own, own_link=own_link)


def game_page(of: Training, rows: Sequence[GradeRow], kind: str, kinds: Mapping[str, str], language: str) -> str:
    return render("puzzles-of-game.html", voice(language, of.game), of=of, rows=rows, kind=kind, kinds=kinds)


def tried_page(card: PuzzleCard, language: str) -> str:
    """A puzzle that was tried on another device, with its result."""
    return render("puzzle-tried.html", voice(language, card.game), tried=card)
