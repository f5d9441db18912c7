"""What the page of a seat asks for a move or an order: the engine's questions, as choices to tap on
pictures, or as buttons below them.

A choice that a picture shows has a place there; the page works without, as every choice is a
button. Nothing here knows the rules of a game.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import NamedTuple
from urllib.parse import urlencode

from bot.games.choices import Tap, TapPage
from bot.games.face import AnyFace
from bot.locale import Words
from bot.presentation.boards import position_key
from bot.presentation.choice_links import Change, Link, tokens_of
from bot.presentation.names import raw_names
from bot.table.choosing import ChoiceProgress
from engine.questions import Part, Question, Walk
from render.locale import plain
from render.picture.scene import Area
from render.pictures import Drawing
from render.subject import Mark, Names, Subject

# What a button does besides following a link.
START_OVER = "start"
CONFIRM = "confirm"


@dataclass(frozen=True, slots=True)
class Place:
    """Where a choice lies: in which picture, from which corner, and how large, in percent."""

    picture: int
    left: float
    top: float
    width: float
    height: float
    is_round: bool


@dataclass(frozen=True, slots=True)
class Offer:
    """A choice, as a button."""

    link: str
    label: str
    is_chosen: bool = False
    parts: tuple[Part, ...] = ()
    """By which a picture knows it."""
    is_named: bool = False
    """A picture names it, and so shows it without an outline."""
    place: Place | None = None


class Way(NamedTuple):
    """A link to something else on the page of the seat."""

    label: str
    query: str


class Group(NamedTuple):
    """Choices at one question, or the taps of one page."""

    text: str
    offers: Sequence[Offer] = ()
    ways: Sequence[Way] = ()


@dataclass(frozen=True, slots=True)
class Asked:
    """What is asked, and what can be answered."""

    lines: Sequence[str]
    """What there is to say: what to do or, of a complete move, what it brings."""
    drawings: Sequence[Drawing]
    key: tuple[object, ...]
    """Of the studio's cache, but for the number of a picture."""
    groups: Sequence[Group] = ()
    turning: Offer | None = None
    """Turns what was put down; the same as a tap on it."""
    back: Sequence[Offer] = ()
    pages: Sequence[Way] = ()
    """Where further choices are marked."""
    confirm: str = ""
    """The label of what confirms it, if it is complete."""


@dataclass(frozen=True, slots=True)
class Asking:
    """Asks for a move in one position, or for an order, with what is chosen so far."""

    words: Words
    face: AnyFace
    choosing: ChoiceProgress
    names: Names
    number: int = 0
    """Of the page, where there are several."""

    def ask(self) -> Asked:
        walk = self.choosing.walk
        if walk.open is None:
            return self._preview()
        if not walk.answered:
            return self._first(walk.open)
        taps = self.face.choices.taps(
            self._plain, self._view, walk.parts, walk.open, max(0, self.number)
        )
        return self._next(walk.open) if taps is None else self._taps(taps)

    def _first(self, question: Question) -> Asked:
        prompt = self.face.texts.prompt(self._plain, self._view)
        if self._kind:
            prompt = self._plain("order.head", kind=self._kind, what=prompt)
        group = self._group(question, ())
        marks = self._marks(question, (), [offer.parts[0][1] for offer in group.offers])
        subject: Subject[object, object] = Subject(self._view, self._raw_names, marks=marks)
        drawings = self.face.pictures.opening(self.words, subject)
        return Asked([prompt], drawings, self._key("first"), [group])

    def _next(self, question: Question) -> Asked:
        parts = self.choosing.walk.parts
        group = self._group(question, parts)
        marks = self._marks(question, parts, [offer.parts[0][1] for offer in group.offers])
        drawings = [self._draw(marks)]
        return Asked([self._begun()], drawings, self._key(parts), [group], back=self._back())

    def _taps(self, taps: TapPage) -> Asked:
        """Ask the next questions of a move, of which one tap can answer several."""
        # What applies unless it is chosen otherwise is not in the draft.
        parts = self.choosing.walk.parts
        defaults = parts[len(tokens_of(self.choosing.walk)) :]

        def offer(tap: Tap) -> Offer:
            tokens = tuple(token for _, token in (*defaults, *tap.parts))
            label = self.face.choices.tap_label(self._plain, self._view, parts, tap)
            return Offer(Link(tokens).text, label, parts=tap.parts, is_named=bool(tap.name))

        groups = [
            Group(taps.text, [offer(tap) for row in taps.rows for tap in row]),
            Group("", [offer(tap) for tap in taps.more]),
        ]
        pages = dict(taps.pages)
        for menu in taps.menus:
            pages |= dict(menu.pages)
        return Asked(
            [self._begun()],
            [self._draw(taps.marks)],
            self._key((parts, self.number)),
            [group for group in groups if group.offers],
            back=self._back(),
            pages=[self._way(label, number) for label, number in pages.items()],
        )

    def _preview(self) -> Asked:
        """Say what a complete move brings, and offer other answers to the questions that have a
        default."""
        choosing = self.choosing
        choices = self.face.choices
        walk = choosing.walk
        told = self.face.texts.describe_preview(
            self._plain, self._view, self.names, choosing.events
        )
        confirm = self._plain("button.confirm")
        if self._kind:
            told = self._plain("order.move", kind=self._kind, chosen=self._state(), preview=told)
            confirm = self._plain("button.leave_this_order")
        combination = choices.combination(self._plain, self._view, walk.answered)
        combined = range(0) if combination is None else combination.numbers
        groups: list[Group] = []
        marks: list[Mark] = []
        turning = None
        for number, answer in enumerate(walk.answered):
            question = answer.question
            before = walk.parts[:number]
            if question.default is None or number in combined:
                continue
            group = self._group(question, before, answer.token)
            tokens = [offer.parts[0][1] for offer in group.offers]
            if len(tokens) < 2:
                continue
            if question.step == choices.turning:
                turning = _following(group.offers, self._plain("web.turn"))
                marks += self._marks(question, before, [turning.parts[0][1]])
            else:
                groups.append(group)
                marks += self._marks(question, before, tokens)
            variant = choices.variant(self._plain, question.step, question.choices, answer.token)
            if variant is not None:
                link = Link(change=Change(number, variant.token))
                groups.append(Group("", [Offer(link.text, variant.label, variant.is_on)]))
        if combination is not None:
            first, *further = combination.following
            link = Link(change=Change(combination.number, first, tuple(further)))
            groups.append(Group("", [Offer(link.text, combination.label)]))
        return Asked(
            [line for line in told.split("\n") if line] or [self._state()],
            [self._draw(marks)],
            self._key(("complete", walk.parts)),
            groups,
            turning,
            self._back(),
            confirm=confirm,
        )

    def _group(
        self, question: Question, before: tuple[Part, ...], chosen: str | None = None
    ) -> Group:
        """Offer a question's choices: one for each group that looks alike, the marked ones last. A
        tap on the chosen one leads back to what applies unless it is chosen."""
        choices = self.face.choices
        view = self._view
        step = question.step

        def representative(token: str) -> str:
            return choices.representative(view, step, token)

        offered = choices.offered(step, question.choices, chosen)
        tokens = list(dict.fromkeys(map(representative, offered)))
        marked = [mark.parts[0][1] for mark in choices.marks(view, before, step, tokens)]
        unmarked = [token for token in tokens if token not in marked]
        chosen = None if chosen is None else representative(chosen)
        offers: list[Offer] = []
        for token in (*unmarked, *marked):
            is_chosen = token == chosen
            to_token = question.default if is_chosen and question.default else token
            link = Link(change=Change(len(before), to_token))
            label = choices.label(self._plain, view, before, step, token)
            offers.append(Offer(link.text, label, is_chosen, ((step, token),)))
        return Group(choices.question(self._plain, step), offers)

    def _marks(
        self, question: Question, before: tuple[Part, ...], tokens: Sequence[str]
    ) -> Sequence[Mark]:
        return self.face.choices.tap_marks(self._view, before, question.step, tokens)

    def _back(self) -> Sequence[Offer]:
        """Offer to take back the last choice, if the move takes several, and to start over, but not
        beyond what stays."""
        walk = self.choosing.walk
        tokens = tokens_of(walk)
        offers: list[Offer] = []
        if takes_several(walk):
            last_choice = self.face.choices.last_choice(self._plain, walk.answered)
            kept_count, name = last_choice or (len(tokens) - 1, "")
            if kept_count >= self.choosing.final_count:
                label = self._plain("button.take_back")
                if name:
                    label = self._plain("panel.take_back", name=name)
                offers.append(Offer(Link(back=len(tokens) - kept_count).text, label))
        if not self.choosing.final_count:
            offers.append(Offer(START_OVER, self._plain("button.start_over")))
        return offers

    def _way(self, label: str, number: int) -> Way:
        """Lead to another page of the same choices."""
        kind = self.choosing.position.supposed_kind
        order = {"order": kind} if kind else {}
        return Way(label, urlencode({**order, "page": number}))

    def _begun(self) -> str:
        """Say what has been chosen so far."""
        if not self._kind:
            return self._state()
        return self._plain("order.begun", kind=self._kind, chosen=self._state(), question="")

    def _state(self) -> str:
        """Say how far the move is."""
        choosing = self.choosing
        parts = choosing.walk.parts
        return self.face.choices.describe_state(self._plain, self._view, parts, choosing.events)

    def _draw(self, marks: Sequence[Mark]) -> Drawing:
        choosing = self.choosing
        subject = Subject(
            self._view, self._raw_names, choosing.events, choosing.walk.parts, tuple(marks)
        )
        return self.face.pictures.preview(self.words, subject)

    def _key(self, content: object) -> tuple[object, ...]:
        position = self.choosing.position
        return position_key(self.words, position, "seat", content, position.supposed_kind)

    @property
    def _kind(self) -> str:
        """Kind that an order supposes to be drawn, in words; empty for a move."""
        return self.face.texts.kind_name(self._plain, self.choosing.position.supposed_kind)

    @property
    def _plain(self) -> Words:
        return plain(self.words)

    @property
    def _view(self) -> object:
        return self.choosing.position.view

    @property
    def _raw_names(self) -> Names:
        return raw_names(self.choosing.position.game)


def takes_several(walk: Walk) -> bool:
    """Tell whether anything has to be chosen after the first choice."""
    later = [answer.question for answer in walk.answered[1:]]
    if walk.open is not None and walk.answered:
        later.append(walk.open)
    return any(question.default is None for question in later)


def put_in_places(asked: Asked) -> tuple[Asked, Sequence[tuple[int, int]]]:
    """Find where the choices lie in the pictures, and how large these are. Slow, as their scenes
    are made: never on the event loop."""
    places: dict[tuple[Part, ...], Place] = {}
    sizes: list[tuple[int, int]] = []
    for number, drawing in enumerate(asked.drawings):
        assert drawing.scene is not None
        scene = drawing.scene()
        sizes.append(scene.size)
        for area in scene.areas:
            places[area.parts] = _place(number, area, scene.size)
    groups = [group._replace(offers=_placed(group.offers, places)) for group in asked.groups]
    turning = asked.turning
    if turning is not None:
        turning = replace(turning, place=places.get(turning.parts))
    return replace(asked, groups=groups, turning=turning), sizes


def _placed(offers: Iterable[Offer], places: Mapping[tuple[Part, ...], Place]) -> Sequence[Offer]:
    return [replace(offer, place=places.get(offer.parts)) for offer in offers]


def _place(picture: int, area: Area, size: tuple[int, int]) -> Place:
    """Convert an area to percent, without what is outside of the picture."""
    (across, down) = size
    west, north, east, south = area.rect
    left = max(0, west)
    top = max(0, north)
    return Place(
        picture,
        round(100 * left / across, 2),
        round(100 * top / down, 2),
        round(100 * (min(across, east) - left) / across, 2),
        round(100 * (min(down, south) - top) / down, 2),
        area.is_round,
    )


def _following(offers: Sequence[Offer], label: str) -> Offer:
    """Make the choice after the chosen one, and after the last one the first."""
    chosen = next(number for number, offer in enumerate(offers) if offer.is_chosen)
    following = offers[(chosen + 1) % len(offers)]
    return replace(following, label=label)
