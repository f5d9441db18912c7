"""The move panel, private to the player: choose, see what it comes to, confirm or change.

Knows no rule: a game gives all legal moves, each as the steps in which it is chosen. The panel
always holds one whole legal move; a button leads to another one, and names it in its id. So the
panel needs no memory, and survives any restart.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from hashlib import sha256
from typing import Any

from discord import ButtonStyle

from bot.discord.pages.buttons import MOST_OPTIONS, Mark, Pick, Press
from bot.discord.pages.page import Page, Part, page
from bot.discord.pages.posts.boards import mark_of, position_key
from bot.discord.pages.wording.naming import names_of, raw_names
from bot.games.face import Face
from bot.locale import Words
from bot.match.game import Game
from bot.table.reading.games import Choice, Choices

MOST_BUTTONS = 30
"""First choices that fit on one page; of more, some on each of several."""
ON_A_PAGE = 25
FEW = 8
"""Up to so many later choices are buttons; more of them are a menu."""
MOST_MENUS = 4
"""What even these do not hold can be played as text."""
DIGEST = "#"
Alike = Callable[[str, str], str]
"""For a step and a choice there, the choice that stands for all that are as this one."""
LONGEST_TOKEN = 60
"""With what an id begins with on this panel."""


@dataclass(frozen=True, slots=True)
class Step:
    """A step of a move: what can be chosen there, and to which move each choice leads."""

    number: int
    name: str
    chosen: str
    before: Mapping[str, str]
    """What was chosen at the steps before."""
    leads: Mapping[str, Choice]


def steps_of(moves: Sequence[Choice], move: Choice, alike: Alike) -> list[Step]:
    """The steps of a move. A choice leads to the move that keeps most of what comes after it; of
    those that are alike, one is offered."""
    steps: list[Step] = []
    for number, (name, chosen) in enumerate(move.parts):
        moves = [other for other in moves if other.parts[:number] == move.parts[:number]]
        leads: dict[str, Choice] = {}
        for other in sorted(moves, key=lambda other: -_shared(other, move)):
            leads.setdefault(other.parts[number][1], other)
        order = dict.fromkeys(alike(name, other.parts[number][1]) for other in moves)
        before = dict(move.parts[:number])
        offered = {token: leads[token] for token in order}
        steps.append(Step(number, name, alike(name, chosen), before, offered))
    return steps


def _shared(one: Choice, other: Choice) -> int:
    return sum(part in other.parts for part in one.parts)


def token_of(move: str, longest: int = LONGEST_TOKEN) -> str:
    """A move in an id: its notation, or a digest of one that is too long for an id."""
    return move if len(move) <= longest else _digest(move)


def meant(choices: Choices, token: str) -> Choice | None:
    """The legal move that a token stands for."""
    if not token.startswith(DIGEST):
        return next((one for one in choices.moves if one.text == token), None)
    return next((one for one in choices.moves if _digest(one.text) == token), None)


def _digest(move: str) -> str:
    return f"{DIGEST}{sha256(move.encode()).hexdigest()[:32]}"


@dataclass(frozen=True, slots=True)
class Ways:
    """Where the buttons of a panel lead, and what is said on it: it serves to play, to order what
    is to be played later, and to predict what others play."""

    page: str = "page"
    look: str = "try"
    do: str = "do"
    kind: str = ""
    """What is supposed to be drawn; nothing where it is in hand."""
    head: str = "panel.head"
    move: str = "panel.move"
    confirm: str = "button.confirm"
    orders: bool = False
    """Whether a button below the first choice leads to the orders of this person."""

    @property
    def start(self) -> str:
        """What the rest of each id begins with."""
        return f"{self.kind}." if self.kind else ""


PLAYING = Ways()


@dataclass(frozen=True, slots=True)
class Panel:
    """The pages of one person's panel in one position."""

    words: Words
    face: Face
    choices: Choices
    ways: Ways = PLAYING
    note: str = ""
    """What is told below what the position waits for."""

    @property
    def game(self) -> Game:
        return self.choices.position.game

    def first(self, number: int = 0) -> Page:
        """The first choice: the picture names what can be chosen."""
        position, moves = self.choices.position, self.choices.moves
        drawings = self.face.opening(self.words, position.view, raw_names(self.game))
        waits = self.words(self.ways.head, what=self.face.waits(self.words, position.view))
        head = f"{waits}\n{self.note}".rstrip()
        step = self._steps(moves[0])[0]
        if all(len(move.parts) == 1 for move in moves):
            answers = [self._lead(self.ways.do, step, token) for token in step.leads]
            return page(head, *drawings, answers)
        shown, more = sorted(step.leads), []
        if len(shown) > (ON_A_PAGE if self.ways.orders else MOST_BUTTONS):
            pages = -(-len(shown) // ON_A_PAGE)
            shown = shown[number % pages * ON_A_PAGE :][:ON_A_PAGE]
            more = [self._back(f"{self.game.kind}.more_cells", (number + 1) % pages)]
        if self.ways.orders:
            more.append(Press("orders", self._mark(""), self.words("button.orders")))
        question = self.face.question(self.words, step.name)
        leads = [self._lead(self.ways.look, step, token) for token in shown]
        return page(f"{head}\n{question}", *drawings, leads, more, key=self._key("opening"))

    def move(self, move: Choice, foreseen: Sequence[Any]) -> Page:
        """A move that is looked at: what it will do, and how to change or confirm it."""
        position = self.choices.position
        drawing = self.face.tried(
            self.words, position.view, raw_names(self.game), move.text, foreseen
        )
        names = names_of(self.words, self.game)
        told = self.face.foretold(self.words, position.view, names, foreseen)
        kind = self.face.named(self.words, self.ways.kind)
        facts = {"chosen": self.named(move), "move": move.text, "kind": kind}
        told = self.words(self.ways.move, told=told, **facts)
        parts: list[Part] = [told, drawing]
        for step in self._steps(move)[1:]:
            if len(step.leads) > 1:
                parts += self._alternatives(step)
        mark = self._mark(f"0{self._token(move)}")
        confirm = Press(self.ways.do, mark, self.words(self.ways.confirm), ButtonStyle.success)
        parts.append([confirm, self._back("button.back", 0)])
        return page(*parts, key=self._key(move.text))

    def named(self, move: Choice) -> str:
        """What is chosen in a move, where there was a choice."""
        steps = self._steps(move)
        chosen = [self._label(step, step.chosen) for step in steps if _matters(step)]
        return " · ".join(chosen)

    def _steps(self, move: Choice) -> list[Step]:
        view = self.choices.position.view

        def alike(step: str, token: str) -> str:
            return self.face.representative(view, step, token)

        return steps_of(self.choices.moves, move, alike)

    def _alternatives(self, step: Step) -> Iterator[Part]:
        """A picture of the choices where there is one; buttons for few, menus for many."""
        so_far = {**step.before, step.name: step.chosen}
        view = self.choices.position.view
        drawing = self.face.side_by_side(self.words, view, so_far, step.name)
        if drawing is not None:
            yield drawing
        if len(step.leads) <= FEW:
            yield [self._lead(self.ways.look, step, token, marked=True) for token in step.leads]
            return
        options = [(self._label(step, token), self._rest(step, token)) for token in step.leads]
        chosen = self._rest(step, step.chosen)
        for start in range(0, min(len(options), MOST_MENUS * MOST_OPTIONS), MOST_OPTIONS):
            mark = self._mark(f"{step.number}.{start}")
            question = self.face.question(self.words, step.name)
            yield [
                Pick(self.ways.look, mark, options[start : start + MOST_OPTIONS], question, chosen)
            ]

    def _lead(self, verb: str, step: Step, token: str, *, marked: bool = False) -> Press:
        style = ButtonStyle.primary if marked and token == step.chosen else ButtonStyle.secondary
        mark = mark_of(self.choices.position, self._rest(step, token))
        return Press(verb, mark, self._label(step, token), style)

    def _label(self, step: Step, token: str) -> str:
        view = self.choices.position.view
        return self.face.label(self.words, view, step.before, step.name, token)

    def _back(self, key: str, number: int) -> Press:
        return Press(self.ways.page, self._mark(str(number)), self.words(key))

    def _rest(self, step: Step, token: str) -> str:
        """The step makes the ids of buttons that lead to the same move differ."""
        return f"{self.ways.start}{step.number}{self._token(step.leads[token])}"

    def _token(self, move: Choice) -> str:
        return token_of(move.text, LONGEST_TOKEN - len(self.ways.start))

    def _mark(self, rest: str) -> Mark:
        return mark_of(self.choices.position, f"{self.ways.start}{rest}")

    def _key(self, shown: str) -> tuple[object, ...]:
        """What is supposed to be drawn, and by whom, is in the picture."""
        position = self.choices.position
        return position_key(self.words, position, shown, self.ways.kind, position.seat)


def _matters(step: Step) -> bool:
    """Whether it is worth telling what is chosen at this step."""
    return step.number == 0 or len(step.leads) > 1
