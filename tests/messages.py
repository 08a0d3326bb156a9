"""Check that catalogues are complete, by playing random games and by reading the source."""

from __future__ import annotations

import ast
import re
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from fnmatch import fnmatchcase
from html.parser import HTMLParser
from importlib import import_module
from itertools import product
from pathlib import Path
from random import Random
from unittest.mock import patch

from jinja2 import Environment, nodes

from byways.errors import COMMON_CATALOGUE
from byways.game import Chance, Choice, Event, Game, Illegal, Options, Position, stream
from byways.i18n import ENGLISH, Catalogue, Message, Sentence, Speaker, Text, catalogue, languages_of, pieces
from byways.phrases import reconstructed_parts
from byways.room import find_room
from byways.testing.trial import REMOVALS, deal_seats, events_for, random_entry

DRAWN = 0.02  # fraction of positions that are drawn, for every viewer
IMPOSSIBLE = 0.1  # fraction of positions in which an illegal choice is tried

COMPLAINTS = ("Complaint", "Malformed", "Illegal", "Refused", "BadRecord", "Stray", "PlayerFailed", "Dropped", "HTTPException")
OF_GAMES = ("choose.", "event.", "lesson.*", "puzzle.*")  # messages that common code makes for games

OF_THE_TABLE = {"serve.deal-key", "seat.the"}  # common messages that only the table says

READ_ALOUD = ("alt", "aria-label", "label", "placeholder", "title")  # attributes with text for people

SAID_ALONE = ("due", "says", "state", "short", "ordinal", "cardinal")  # forms that every language needs
ENGLISH_ALONE = "course."  # messages to the programs of the university course, in English only
ALIKE = 4  # texts that may be equal in two languages

ID = re.compile(r"([a-z]+)(\.[a-z0-9*-]+)+")


def words_of_random_games(game: Game, games: int, options: Sequence[Options] = ()) -> dict[str, str]:
    """Play random games and word every sentence in them. Return the last wording of each message by name."""
    with listening() as said:
        known: dict[str, Choice] = {}
        spoken: set[Sentence] = set()
        for nth in range(games):
            for sentence in told_in_game(game, stream("words", f"game {nth}"), options, known):
                if sentence not in spoken:
                    spoken.add(sentence)
                    say(game, sentence)
    return said


@contextmanager
def listening() -> Iterator[dict[str, str]]:
    """Collect every wording made inside the block, by message name."""
    said: dict[str, str] = {}
    say = Speaker.say

    def overheard(speaker: Speaker, sentence: Sentence) -> str:
        words = say(speaker, sentence)
        if isinstance(sentence, Message):
            said[sentence.name] = words
        return words

    with patch.object(Speaker, "say", overheard):
        yield said


def told_in_game(game: Game, rng: Random, options: Sequence[Options], known: dict[str, Choice]) -> Iterator[Sentence]:
    """Yield every sentence of a random game; drawing the board words the sentences in it."""
    setup, seats = deal_seats(game, rng.choice(options) if options else game.options(), rng)
    position, removals, viewers = game.start(setup), rng.choice(REMOVALS), (None, *seats)
    while True:
        yield from sentences(position, viewers)
        known |= {str(choice): choice for seat in position.awaited for choice in position.choices(seat)}
        if position.chance is not None:
            yield due_in_words(game, position.chance)
        if rng.random() < IMPOSSIBLE:
            yield from refusal(position, rng, known)
        if rng.random() < DRAWN or position.outcome is not None:
            show(game, position, viewers)
        if position.outcome is not None:
            return
        told: list[Event] = []
        position = random_entry(position, rng, removals).apply(game, position, told)
        for viewer in viewers:
            yield from (event.wording for event in events_for(told, viewer))


def sentences(position: Position, viewers: Sequence[int | None]) -> Iterator[Sentence]:
    for viewer in viewers:
        view = position.view(viewer)
        yield from filter(None, (view.prompt, view.aim))
    yield from (choice.sentence for seat in position.awaited for choice in position.choices(seat))
    if position.outcome is not None:
        yield position.outcome.reason
        yield from filter(None, [position.outcome.title])
        yield from (grade.title for grade in position.outcome.grades)
        for line in position.outcome.breakdown:
            yield from (line.label, *(value for value in line.values if isinstance(value, Message)))


def due_in_words(game: Game, due: Chance) -> Message:
    """Return the message about a pending chance. A game with a catalogue must name the chance in it."""
    own = catalogue(game.room, ENGLISH)
    assert own is None or (due.name, "due") in own.names, f"what is due is not in the catalogue: {due.name}"
    return Message("awaiting.chance", {"due": due.name})


def refusal(position: Position, rng: Random, known: dict[str, Choice]) -> Iterator[Sentence]:
    seat, choice = rng.randrange(len(position.acts)), rng.choice(list(known.values()))
    try:
        position.choose(seat, choice)
    except Illegal as complaint:
        yield complaint.sentence


def show(game: Game, position: Position, viewers: Sequence[int | None]) -> None:
    for viewer in viewers:
        view = position.view(viewer)
        for language in game.languages:
            game.draw(view, language=language)
            game.text(view, language)


def say(game: Game, sentence: Sentence) -> None:
    assert isinstance(sentence, Message), f"'{sentence}' is not a message"
    for language in game.languages:
        words = game.say(sentence, language)
        assert words.strip() == words != "", f"'{sentence}' is said as '{words}'"


def ids_in_source(package: str) -> set[str]:
    """Return the names of all messages in a package's source. `*` stands for a part known only at run time."""
    return {name for name, _ in messages_in_source(package)}


def messages_in_source(package: str, without: Collection[str] = ()) -> Iterator[tuple[str, set[str] | None]]:
    """Yield message names, with the names of their values if the source shows them. Skip some subpackages."""
    own = catalogue(package, ENGLISH)
    kinds = {name.partition(".")[0] for name in own.texts} if own else set()
    for path in sources(package, without):
        nodes = list(ast.walk(ast.parse(path.read_text("utf-8"))))
        pieces = [part for node in nodes if isinstance(node, ast.JoinedStr) for part in node.values]
        for node in nodes:
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name | ast.Attribute):
                yield from messages_in_call(node.func.id if isinstance(node.func, ast.Name) else node.func.attr, node)
            elif isinstance(node, ast.Constant | ast.JoinedStr) and node not in pieces:
                yield from ((name, None) for name in strings(node) if (found := ID.fullmatch(name)) and found[1] in kinds)
    for path in templates(package, without):
        yield from messages_in_template(path)
    for kind in choices_in(package):
        yield f"choose.{kind.__name__.lower()}", set(kind.__struct_fields__)


def plain_complaints(package: str, without: Collection[str] = ()) -> Iterator[str]:
    """Return the places where the source raises an error with an English string instead of a message."""
    for path in sources(package, without):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            match node:
                case ast.Call(ast.Name(kind), args) if kind in COMPLAINTS and any(map(strings, args)):
                    yield f"{path.name}:{node.lineno}"


def sources(package: str, without: Collection[str] = ()) -> list[Path]:
    return files(package, "*.py", without)


def templates(package: str, without: Collection[str] = ()) -> list[Path]:
    return files(package, "templates/*", without)


def files(package: str, pattern: str, without: Collection[str]) -> list[Path]:
    folder = Path(str(import_module(package).__file__)).parent
    return sorted(path for path in folder.rglob(pattern) if path.is_file() and path.relative_to(folder).parts[0] not in without)


def messages_in_template(path: Path) -> Iterator[tuple[str, set[str] | None]]:
    for call in parsed(path).find_all(nodes.Call):
        if isinstance(call.node, nodes.Name) and call.node.name == "say":
            yield from ((name, {word.key for word in call.kwargs}) for name in names_in(call.args[0]))


def parsed(path: Path) -> nodes.Template:
    return Environment().parse(path.read_text("utf-8"))


def names_in(node: nodes.Node) -> list[str]:
    match node:
        case nodes.Const(value=str(name)):
            return [name]
        case nodes.CondExpr(expr1=first, expr2=second) if second:
            return [*names_in(first), *names_in(second)]
        case nodes.Concat(nodes=parts):
            return ["".join(part.value if isinstance(part, nodes.Const) else "*" for part in parts)]
    raise AssertionError(f"{node} is not the name of a message")


def words_in_template(path: Path) -> list[str]:
    """Yield the words written directly into a template, in its text or its code."""
    reader = Read()
    text = path.read_text("utf-8")
    reader.feed(re.sub(r"\{% block kind %\}.*?\{% endblock %\}|\{\{.*?\}\}|\{%.*?%\}|\{#.*?#\}", "", text, flags=re.DOTALL))
    shown = [node for output in parsed(path).find_all(nodes.Output) for node in output.nodes]
    branches = [branch for node in shown if isinstance(node, nodes.CondExpr) for branch in (node.expr1, node.expr2)]
    written = [str(node.value) for node in (*shown, *branches) if isinstance(node, nodes.Const)]
    return [said for said in reader.found if re.search(r"\w", said)] + written


class Read(HTMLParser):
    """Yield the texts of a page."""

    def __init__(self) -> None:
        super().__init__()
        self.found: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.found += [value for name, value in attrs if name in READ_ALOUD and value]

    def handle_data(self, data: str) -> None:
        self.found.append(data)


def messages_in_call(function: str, call: ast.Call) -> Iterator[tuple[str, set[str] | None]]:
    match function, call.args:
        case (("Message" | "Said"), [name, *values]):
            yield from ((found, keys_of(values)) for found in strings(name))
        case "_illegal", [name]:
            yield from ((found, {word.arg for word in call.keywords if word.arg}) for found in strings(name))
        case ("happened" | "proclaimed", [_, name, *_]) | ("confided", [_, _, name, *_]):
            named = {word.arg for word in call.keywords if word.arg}
            yield from ((f"event.{found}", named if len(named) == len(call.keywords) else None) for found in strings(name))
        case "Flaw", [name]:
            yield from ((found, {word.arg for word in call.keywords if word.arg}) for found in strings(name))
        case "Event", [name] | [name, ast.Constant(""), *_]:  # other events have explicit sentences
            yield from ((f"event.{found}", None) for found in strings(name))


def strings(node: ast.expr) -> list[str]:
    """Yield the possible string values of an expression."""
    match node:
        case ast.Constant(str(value)):
            return [value]
        case ast.JoinedStr(parts):
            return ["".join(str(part.value) if isinstance(part, ast.Constant) else "*" for part in parts)]
        case ast.IfExp(_, first, second):
            return [*strings(first), *strings(second)]
    return []


def keys_of(values: list[ast.expr]) -> set[str] | None:
    match values:
        case []:
            return set()
        case [ast.Dict(keys)] if all(isinstance(key, ast.Constant) for key in keys):
            return {str(key.value) for key in keys if isinstance(key, ast.Constant)}
    return None


def choices_in(package: str, kind: type[Choice] = Choice) -> Iterator[type[Choice]]:
    """Yield the choices of a package that are worded by their class name and fields."""
    for sub in kind.__subclasses__():
        if sub.__module__.startswith(package) and not sub.__subclasses__() and sub.sentence is Choice.sentence:
            yield sub
        yield from choices_in(package, sub)


def check_catalogue(game: Game, said: Iterable[str] = ()) -> None:
    """Check that a game's catalogue has a text for every message in its source and no others, and that all values exist.

    `said` are names that the source does not show, but play does.
    """
    own, house = catalogue(game.room, ENGLISH), catalogue(COMMON_CATALOGUE, ENGLISH)
    assert own, f"{game.title} has no catalogue"
    assert house
    import_module(f"{game.room}.rules")  # defines the choices
    taken = [name for name in own.texts if name in house.texts and not name.startswith("prompt.")]
    assert not taken, f"the common catalogue has other texts for these names: {taken}"
    options = {f"option.{name}" for name in game.options.__struct_fields__}  # labels of the form that sets up a table
    judge = find_room(game.room).judge
    asked = {f"puzzle.{kind}{part}" for kind in (judge.KINDS if judge else ()) for part in ("", ".title")}
    check_texts(own, house.texts | own.texts, list(messages_in_source(game.room)), {*said, *options, *asked, *house.texts})
    check_translations(game.room)
    check_card(game)


def check_house_catalogue() -> None:
    """Check the common catalogue in the same way. Games and the table have their own, and the kit is in English."""
    house = catalogue(COMMON_CATALOGUE, ENGLISH)
    assert house
    found = messages_in_source(COMMON_CATALOGUE, ("games", "table", "testing"))
    check_texts(house, house.texts, [(name, values) for name, values in found if not name.startswith(OF_GAMES)], OF_THE_TABLE)
    check_translations(COMMON_CATALOGUE)


def check_translations(place: str) -> None:
    """Check that a package has all texts and names in every language, with the same values, and none left in English."""
    english = catalogue(place, ENGLISH)
    assert english
    for language in languages_of(COMMON_CATALOGUE)[1:]:
        other = catalogue(place, language)
        assert other, f"{place} has no catalogue in '{language}'"
        check_translation(english, other, f"{place} in '{language}'")


def check_translation(english: Catalogue, other: Catalogue, where: str) -> None:
    extra = {name for name in other.texts if not name.startswith("card.")} - {*english.texts}
    assert not extra, f"{where} has texts that English has not: {extra}"
    texts = {name: text for name, text in english.texts.items() if not name.startswith(ENGLISH_ALONE)}
    lacking = [name for name in texts if name not in other.texts]
    lacking += [
        key for key, form in english.names if (key, form) not in other.names and (form in SAID_ALONE or (key, "name") not in other.names)
    ]
    assert not lacking, f"{where} lacks {lacking}"
    for name, text in texts.items():
        said = other.texts[name]
        differing = (wanted(text) ^ wanted(said)) - {text.counted, said.counted}  # a count may be left out: `one card`
        assert not differing, f"'{name}' of {where} has other values: {differing}"
        assert said.forms != text.forms or own_words(text) < ALIKE, f"'{name}' of {where} is English"


def own_words(text: Text) -> int:
    return len(re.findall(r"[^\W\d_]{2,}", re.sub(r"\{[^}]*\}", "", text.forms[0])))


def check_card(game: Game) -> None:
    """Check that the texts of a card are translated into every language."""
    for language in languages_of(COMMON_CATALOGUE)[1:]:
        own = catalogue(game.room, language)
        assert own
        texts = {f"card.{what}" for what in ("summary", "credit", "seating", "consists") if getattr(game, what)}
        texts |= {f"card.preset-{preset.name}" for preset in game.presets}
        texts |= {f"card.preset-{preset.name}-about" for preset in game.presets if preset.about}
        names = {*product(game.seat_names, ["seat"]), *product(game.kinds, ["kind"]), *product(reconstructed_parts(game), ["part"])}
        assert texts <= {*own.texts}, f"{game.title} in '{language}' lacks {texts - {*own.texts}}"
        assert names <= {*own.names}, f"{game.title} in '{language}' lacks {names - {*own.names}}"


def check_texts(own: Catalogue, texts: Mapping[str, Text], found: Sequence[tuple[str, set[str] | None]], said: set[str]) -> None:
    used = {*said, *(name for name, _ in found)}
    lacking = [name for name in used if not any(fnmatchcase(text, name) for text in texts)]
    assert not lacking, f"in the source, but not in the catalogue: {lacking}"
    idle = [text for text in own.texts if not any(fnmatchcase(text, name) for name in used)]
    assert not idle, f"in the catalogue, but not in the source: {idle}"
    for name, values in found:
        if values is not None and name in texts:
            assert wanted(texts[name]) <= values, f"'{name}' wants {wanted(texts[name])} and has {values or 'none'}"


def wanted(text: Text) -> set[str]:
    """Return the names of the values in a text."""
    return {name for form in text.forms for _, name, _ in pieces(form) if name is not None} | ({text.counted} - {""})
