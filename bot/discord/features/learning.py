"""Learning a game by playing: exercises, one private page after another, on the panel of the game.

An id says which exercise it is and what was chosen so far, so that a page goes on where it was left
in any process. The exercise is kept, for when the page is gone; any can be opened from the list.
"""

from collections.abc import Iterable
from typing import NamedTuple

from bot.discord.answering.desk import PICTURE
from bot.discord.answering.error_messages import Mistake
from bot.discord.answering.visit import Visit
from bot.discord.features.context import (
    HandleCommand,
    button,
    command,
    kind_of,
    parse_number,
)
from bot.discord.features.new_game import new_game_buttons
from bot.discord.features.playing import choose_in_exercise, move_in_exercise
from bot.discord.pages.page import Page, PageButton, PageMenu, Target, page
from bot.discord.pages.panel import Panel, PanelMode
from bot.discord.pages.wording import names_of
from bot.games.face import AnyFace
from bot.locale import Words
from bot.match.computers import has_computers
from bot.match.game import Timeouts
from bot.presentation.boards import position_key
from bot.presentation.names import raw_names
from bot.table.choosing import ChoiceProgress, Questions
from bot.table.tutorials import ask, exercises_of, judge
from engine.tutorial import RIGHT, Answer
from render.subject import Subject


class Place(NamedTuple):
    """An exercise by its game and its number, counted from 0."""

    kind: str
    number: int

    def target(self, rest: str = "0") -> Target:
        return Target(rest=f"{self.kind}.{self.number}.{rest}")

    @property
    def following(self) -> "Place | None":
        """The next exercise; None after the last one."""
        is_last = self.number + 1 == len(exercises_of(self.kind))
        return None if is_last else Place(self.kind, self.number + 1)

    @property
    def key(self) -> str:
        """What its texts are under."""
        return f"{self.kind}.learn.{exercises_of(self.kind)[self.number].name}"


def learn_buttons(words: Words, kinds: Iterable[str]) -> list[PageButton]:
    """Make a button for each game that has a tutorial."""
    return [
        PageButton(
            "learn",
            Target(rest=kind),
            words("welcome.learn", game=words(f"{kind}.name")),
            "success",
        )
        for kind in kinds
        if exercises_of(kind)
    ]


def make_learn_command(kind: str) -> HandleCommand | None:
    return learn if exercises_of(kind) else None


@command("game", for_game=make_learn_command)
async def learn(visit: Visit) -> None:
    await _go_on(visit, kind_of(visit.interaction))


@button("learn")
async def on_learn(visit: Visit, target: Target) -> None:
    await _go_on(visit, _find_place(target.rest, "0").kind)


async def _go_on(visit: Visit, kind: str) -> None:
    """Open the exercise at which this person is."""
    await _open(visit, Place(kind, await visit.table.learning.exercise_of(visit.user_id, kind)))


@button("learnpage", in_place=True)
async def on_learn_page(visit: Visit, target: Target) -> None:
    """Open an exercise, or another page of it, starting over."""
    place, rest = _read_place(target)
    await visit.table.learning.go_on_with(visit.user_id, *place)
    await _open(visit, place, parse_number(rest))


@button("learntry", in_place=True)
async def on_learn_try(visit: Visit, target: Target) -> None:
    """Choose something, and preview the result; start over if it cannot be chosen."""
    place, rest = _read_place(target)
    visit.pay(PICTURE)
    questions = await ask_exercise(visit.words, place)
    choosing, number = choose_in_exercise(visit, questions, rest)
    await visit.show((await _panel(visit, place, choosing)).page(number))


@button("learndo", in_place=True)
async def on_learn_do(visit: Visit, target: Target) -> None:
    """Answer the previewed move; start over if it is not one."""
    place, rest = _read_place(target)
    visit.pay(PICTURE)
    questions = await ask_exercise(visit.words, place)
    choosing = move_in_exercise(visit, questions, rest)
    if choosing is None:
        await visit.show((await _panel(visit, place, questions.after())).page())
        return
    answer = await judge(*place, choosing.text)
    if answer.name == RIGHT:
        following = place.following or Place(place.kind, 0)
        await visit.table.learning.go_on_with(visit.user_id, *following)
    face = visit.desk.faces[place.kind]
    timeouts = visit.table.timeouts
    await visit.show(answer_page(visit.words, face, place, choosing, answer, timeouts=timeouts))


@button("learnlist", in_place=True)
async def on_learn_list(visit: Visit, target: Target) -> None:
    place, _ = _read_place(target)
    await visit.show(list_page(visit.words, place))


async def _open(visit: Visit, place: Place, number: int = 0) -> None:
    visit.pay(PICTURE)
    questions = await ask_exercise(visit.words, place)
    await visit.show((await _panel(visit, place, questions.after())).page(number))


async def _panel(visit: Visit, place: Place, choosing: ChoiceProgress) -> Panel:
    in_words = (await visit.preferences()).in_words
    face = visit.desk.faces[place.kind]
    return exercise_panel(visit.words, face, place, choosing, in_words=in_words)


def _read_place(target: Target) -> tuple[Place, str]:
    """Split the target's rest into the exercise and what follows."""
    kind, _, after = target.rest.partition(".")
    number, _, rest = after.partition(".")
    return _find_place(kind, number), rest


def _find_place(kind: str, number: str) -> Place:
    place = Place(kind, parse_number(number))
    if place.number >= len(exercises_of(kind)):
        raise Mistake("refused.unknown_button")
    return place


async def ask_exercise(words: Words, place: Place) -> Questions:
    return await ask(*place, (words("learn.you"), words("learn.other")))


def exercise_panel(
    words: Words, face: AnyFace, place: Place, choosing: ChoiceProgress, *, in_words: bool = False
) -> Panel:
    """Make the panel of an exercise, with its task above each page."""
    mode = PanelMode(
        page_verb="learnpage",
        look_verb="learntry",
        do_verb="learndo",
        keeps_drafts=False,
        prefix=place.target("").rest,
    )
    task = words(f"{place.key}.task")
    return Panel(
        words,
        face,
        choosing,
        mode,
        in_words=in_words,
        task=f"{_head(words, place)}\n{task}",
        further=(_list_button(words, place),),
    )


def answer_page(
    words: Words,
    face: AnyFace,
    place: Place,
    choosing: ChoiceProgress,
    answer: Answer,
    *,
    timeouts: Timeouts,
) -> Page:
    """Show what a move does, say why it is right or not, and lead on or back."""
    position = choosing.position
    parts = choosing.walk.parts
    is_right = answer.name == RIGHT
    verdict = words("learn.right" if is_right else "learn.wrong")
    explanation = words(f"{place.key}.{answer.name}")
    names = names_of(words, position.game)
    preview = face.texts.describe_preview(words, position.view, names, choosing.events)
    if is_right:
        button = _next_button(words, place, timeouts)
    else:
        label = words("button.try_again")
        button = PageButton("learnpage", place.target(), label, "primary")
    subject = Subject(position.view, raw_names(position.game), choosing.events, parts)
    return page(
        "\n".join([_head(words, place), f"{verdict} {explanation}", preview]),
        face.pictures.preview(words, subject),
        [button, _list_button(words, place)],
        key=position_key(words, position, parts),
    )


def list_page(words: Words, place: Place) -> Page:
    """List the exercises, to go on with any of them."""
    kind = place.kind
    titles = []
    options = []
    for number in range(len(exercises_of(kind))):
        listed = Place(kind, number)
        title = words(f"{listed.key}.title")
        titles.append(f"{number + 1}. {title}")
        options.append((f"{number + 1} · {title}", listed.target().rest))
    head = words("learn.head", kind=kind, game=words(f"{kind}.name"))
    menu = PageMenu("learnpage", place.target(), options, words("learn.menu"))
    return page("\n".join([head, *titles]), [menu])


def _head(words: Words, place: Place) -> str:
    last = len(exercises_of(place.kind))
    title = words(f"{place.key}.title")
    return words("learn.exercise", number=place.number + 1, last=last, title=title)


def _list_button(words: Words, place: Place) -> PageButton:
    return PageButton("learnlist", place.target(), words("button.all_exercises"))


def _next_button(words: Words, place: Place, timeouts: Timeouts) -> PageButton:
    """Lead to the next exercise; after the last one, to a game."""
    kind = place.kind
    if place.following is not None:
        label = words("button.next_exercise")
        return PageButton("learnpage", place.following.target(), label, "success")
    if has_computers(kind, timeouts):
        return PageButton("solo", Target(rest=kind), words("button.try_it"), "success")
    [button] = new_game_buttons(words, [kind], label=words("button.invite"))
    return button
