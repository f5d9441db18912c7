"""Puzzles for oneself: a position in which one move is clearly best, on the panel of the game, and
the answer at once.

An id says which puzzle it is and what was chosen so far, so nothing is stored. Nothing that is made
before the try reads the solution.
"""

from collections.abc import Sequence
from random import choice
from typing import NamedTuple

from discord.app_commands import Choice, Transform

from bot.discord.answering.desk import LISTING, PICTURE
from bot.discord.answering.error_messages import Mistake
from bot.discord.answering.visit import Visit
from bot.discord.features.context import GameOption, button, command, parse_number
from bot.discord.features.playing import choose_in_exercise, move_in_exercise
from bot.discord.features.reviews import compare_deeds
from bot.discord.pages.page import Page, PageButton, Style, Target, page, shorten
from bot.discord.pages.panel import Panel, PanelMode
from bot.discord.pages.wording import describe_options, names_of, preset_of
from bot.games.face import AnyFace
from bot.locale import Words
from bot.match.reviews import TriedMove
from bot.match.rules import rules_of
from bot.presentation.boards import position_key
from bot.presentation.names import raw_names
from bot.table.choosing import ChoiceProgress, Questions
from bot.table.positions import Position
from bot.table.puzzles import (
    JudgedTry,
    ask,
    find_puzzle,
    judge,
    kinds_with_puzzles,
    next_puzzle,
    pick_puzzle,
    try_best,
)
from engine.players.expert import Reason
from engine.puzzles.stock import Puzzle
from render.board.aliases import alias
from render.picture.names import format_decimal
from render.subject import Subject

# The longest text of a move, in characters.
LONGEST_MOVE = 300


class PuzzleGame(GameOption):
    """A command option that picks one of the games that have puzzles."""

    @property
    def choices(self) -> list[Choice[int | float | str]]:
        kinds = kinds_with_puzzles()
        return [game for game in super().choices if game.value in kinds]


class Place(NamedTuple):
    """A puzzle by its game and its number, counted from 0."""

    kind: str
    number: int

    def target(self, rest: str = "0") -> Target:
        return Target(rest=f"{self.kind}.{self.number}.{rest}")

    @property
    def puzzle(self) -> Puzzle:
        puzzle = find_puzzle(self.kind, self.number)
        assert puzzle is not None
        return puzzle

    @property
    def following(self) -> "Place":
        return Place(self.kind, next_puzzle(self.kind, self.number))


def puzzle_buttons(words: Words) -> list[PageButton]:
    """Make the button to a puzzle, if there are any."""
    if not kinds_with_puzzles():
        return []
    return [PageButton("puzzle", Target(), words("button.puzzle"))]


@command("table")
async def puzzle(visit: Visit, game: Transform[str, PuzzleGame] | None = None) -> None:
    """Open a puzzle of a game: unless one is named, of the one that this person played last."""
    visit.pay(LISTING)
    kind = game or await _usual_kind(visit)
    if kind not in kinds_with_puzzles():
        raise Mistake("puzzle.none")
    await _open(visit, Place(kind, pick_puzzle(kind)))


@button("puzzle")
async def on_puzzle(visit: Visit, target: Target) -> None:
    await puzzle(visit)


async def _usual_kind(visit: Visit) -> str:
    games = visit.table.games
    kinds = kinds_with_puzzles()
    for played in (games.open_of, games.ended_games_of):
        for game in await played(visit.user_id, visit.guild_id, 1):
            if game.kind in kinds:
                return game.kind
    return choice(kinds) if kinds else ""


@button("puzzlepage", in_place=True)
async def on_puzzle_page(visit: Visit, target: Target) -> None:
    """Open a puzzle, or another page of it, starting over."""
    place, rest = _read_place(target)
    await _open(visit, place, parse_number(rest))


@button("puzzletry", in_place=True)
async def on_puzzle_try(visit: Visit, target: Target) -> None:
    """Choose something, and preview the result; start over if it cannot be chosen."""
    place, rest = _read_place(target)
    visit.pay(PICTURE)
    questions = await ask_puzzle(visit.words, place)
    choosing, number = choose_in_exercise(visit, questions, rest)
    await visit.show((await _panel(visit, place, choosing)).page(number))


@button("puzzledo", in_place=True)
async def on_puzzle_do(visit: Visit, target: Target) -> None:
    """Answer the previewed move; start over if it is not one."""
    place, rest = _read_place(target)
    visit.pay(PICTURE)
    questions = await ask_puzzle(visit.words, place)
    choosing = move_in_exercise(visit, questions, rest)
    if choosing is None:
        await visit.show((await _panel(visit, place, questions.after())).page())
        return
    judged = await judge(*place, choosing.text)
    face = visit.desk.faces[place.kind]
    in_words = (await visit.preferences()).in_words
    await visit.show(answer_page(visit.words, face, place, choosing, judged, in_words=in_words))


@button("puzzlebest")
async def on_puzzle_best(visit: Visit, target: Target) -> None:
    """Show the best move of a puzzle that was tried: on another page, so that the answer stays."""
    place, _ = _read_place(target)
    visit.pay(PICTURE)
    questions = await ask_puzzle(visit.words, place)
    best = await try_best(*place)
    face = visit.desk.faces[place.kind]
    in_words = (await visit.preferences()).in_words
    await visit.show(
        best_page(visit.words, face, place, questions.position, best, in_words=in_words)
    )


async def _open(visit: Visit, place: Place, number: int = 0) -> None:
    visit.pay(PICTURE)
    questions = await ask_puzzle(visit.words, place)
    await visit.show((await _panel(visit, place, questions.after())).page(number))


async def _panel(visit: Visit, place: Place, choosing: ChoiceProgress) -> Panel:
    in_words = (await visit.preferences()).in_words
    face = visit.desk.faces[place.kind]
    return puzzle_panel(visit.words, face, place, choosing, in_words=in_words)


def _read_place(target: Target) -> tuple[Place, str]:
    """Split the target's rest into the puzzle and what follows."""
    kind, _, after = target.rest.partition(".")
    number, _, rest = after.partition(".")
    place = Place(kind, parse_number(number))
    if kind not in kinds_with_puzzles() or find_puzzle(*place) is None:
        raise Mistake("refused.unknown_button")
    return place, rest


async def ask_puzzle(words: Words, place: Place) -> Questions:
    """Ask for the move. The players are named by their colours."""
    names = [words(f"web.colour.{seat}") for seat in range(place.puzzle.seats)]
    return await ask(*place, names)


def puzzle_panel(
    words: Words, face: AnyFace, place: Place, choosing: ChoiceProgress, *, in_words: bool = False
) -> Panel:
    """Make the panel of a puzzle, with its question above each page."""
    mode = PanelMode(
        page_verb="puzzlepage",
        look_verb="puzzletry",
        do_verb="puzzledo",
        keeps_drafts=False,
        prefix=place.target("").rest,
    )
    lines = [_head(words, place), _task(words, face, choosing.position)]
    return Panel(
        words,
        face,
        choosing,
        mode,
        in_words=in_words,
        task="\n".join(lines),
        further=tuple(_another_buttons(words, place)),
    )


def answer_page(
    words: Words,
    face: AnyFace,
    place: Place,
    choosing: ChoiceProgress,
    judged: JudgedTry,
    *,
    in_words: bool = False,
) -> Page:
    """Say what the try is worth, and show it above the best move, if that is another one."""
    position = choosing.position
    solution = place.puzzle.solution
    played_subject = _subject(position, judged.played)
    lines = [_head(words, place), words("puzzle.score", score=judged.score)]
    buttons = _another_buttons(words, place, "primary")
    key: tuple[object, ...] = (judged.played.parts,)
    if judged.is_solution:
        why = words.join(_deeds(words, face, position, judged.played.reasons))
        lines.append(
            words("puzzle.solved", move=_spell_out(words, face, position, choosing.text), why=why)
        )
        second = _spell_out(words, face, position, solution.second)
        points = format_decimal(words, round(10 * solution.lost[solution.second]))
        lines.append(words("puzzle.second", move=second, points=points))
        drawing = face.pictures.preview(words, played_subject)
    else:
        lines += _compare(words, face, position, judged, (choosing.text, solution.best[0]))
        best_subject = _subject(position, judged.best)
        drawing = face.pictures.comparison(words, played_subject, best_subject)
        buttons.append(PageButton("puzzlebest", place.target(), words("button.best_move")))
        key = ("compared", *key)
    others = [text for text in solution.best[not judged.is_solution :] if text != choosing.text]
    if others:
        moves = words.join([_spell_out(words, face, position, text) for text in others])
        lines.append(words("puzzle.as_good", moves=moves))
    if in_words:
        lines.append(_describe_effect(words, face, position, judged.played, choosing.text))
        if not judged.is_solution:
            lines.append(_describe_effect(words, face, position, judged.best, solution.best[0]))
    best, second_best = solution.chances
    background = words(
        "puzzle.background",
        theme=words(f"{place.kind}.theme.{solution.theme}"),
        best=round(100 * best),
        second=round(100 * second_best),
    )
    return page(
        "\n".join(lines), drawing, background, buttons, key=position_key(words, position, *key)
    )


def _compare(
    words: Words, face: AnyFace, position: Position, judged: JudgedTry, texts: tuple[str, str]
) -> Sequence[str]:
    """Say what each of two moves, with these texts, is worth and why."""
    names = names_of(words, position.game)

    def explain(reasons: Sequence[Reason]) -> Sequence[str]:
        return [face.texts.explain(words, names, reason) for reason in reasons]

    played, best = (_spell_out(words, face, position, text) for text in texts)
    deeds = compare_deeds(words, explain, judged.played.reasons, judged.best.reasons)
    why_played, why_best = map(words.join, deeds)
    points = format_decimal(words, round(10 * judged.lost))
    return [
        words("puzzle.missed", move=played, why=why_played, points=points),
        words("puzzle.best", move=best, why=why_best),
    ]


def best_page(
    words: Words,
    face: AnyFace,
    place: Place,
    position: Position,
    best: TriedMove,
    *,
    in_words: bool = False,
) -> Page:
    """Show the best move as it would have been previewed, with all that speaks for it."""
    text = place.puzzle.solution.best[0]
    why = words.join(_deeds(words, face, position, best.reasons))
    lines = [
        _head(words, place),
        words("puzzle.best", move=_spell_out(words, face, position, text), why=why),
    ]
    if in_words:
        lines.append(_describe_effect(words, face, position, best, text))
    return page(
        "\n".join(lines),
        face.pictures.preview(words, _subject(position, best)),
        key=position_key(words, position, best.parts),
    )


def _head(words: Words, place: Place) -> str:
    """Name the puzzle, and the options with which it is played if they are not the usual ones."""
    kind = place.kind
    head = words("puzzle.head", game=words(f"{kind}.name"), number=place.number + 1)
    options = place.puzzle.options
    if preset_of(kind, options) == next(iter(rules_of(kind).presets)):
        return head
    return words("puzzle.options", head=head, options=describe_options(words, kind, options))


def _task(words: Words, face: AnyFace, position: Position) -> str:
    """Say how the game stands for the player to act, and ask for a move."""
    scores = position.scores
    seat = position.seat
    assert seat is not None
    ahead = scores[seat] - max(score for at, score in enumerate(scores) if at != seat)
    colour = words(f"web.colour.{seat}")
    if ahead > 0:
        standing = words("puzzle.ahead", count=ahead, colour=colour)
    elif ahead < 0:
        standing = words("puzzle.behind", count=-ahead, colour=colour)
    else:
        standing = words("puzzle.level", colour=colour)
    left = face.texts.describe_supply(words, position.view)
    parts = [standing, left] if left else [standing]
    return words("puzzle.task", standing=", ".join(parts))


def _deeds(
    words: Words, face: AnyFace, position: Position, reasons: Sequence[Reason]
) -> Sequence[str]:
    """List what a move does, for its player."""
    names = names_of(words, position.game)
    deeds = [face.texts.explain(words, names, reason) for reason in reasons]
    return deeds or [words("hint.no_reason")]


def _describe_effect(
    words: Words, face: AnyFace, position: Position, tried: TriedMove, text: str
) -> str:
    """Say what the picture of a move shows, after its notation."""
    names = names_of(words, position.game)
    preview = face.texts.describe_preview(words, position.view, names, tried.events)
    return words("puzzle.effect", move=alias(text), effect=preview)


def _spell_out(words: Words, face: AnyFace, position: Position, text: str) -> str:
    rules = rules_of(position.game.kind)
    parts = rules.parts(rules.parse_move(text))
    move = face.choices.spell_out(words, position.view, parts) or alias(text)
    return shorten(move, LONGEST_MOVE)


def _subject(position: Position, tried: TriedMove) -> Subject[object, object]:
    return Subject(position.view, raw_names(position.game), tried.events, tried.parts)


def _another_buttons(words: Words, place: Place, style: Style = "secondary") -> list[PageButton]:
    """Make the button to the puzzle that follows, if there are several."""
    following = place.following
    if following == place:
        return []
    label = words("button.another_puzzle")
    return [PageButton("puzzlepage", following.target(), label, style)]
