"""The move panel, private to the player: choose, preview the result, confirm or change."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property

from bot.discord.pages.board_posts import position_key
from bot.discord.pages.emojis import inline
from bot.discord.pages.own_notes import note_button
from bot.discord.pages.page import (
    MOST_COMPONENTS,
    MOST_OPTIONS,
    MenuOption,
    Page,
    PageButton,
    PageMenu,
    Row,
    Style,
    Target,
    page,
    shorten,
    shorten_front,
    split_row,
)
from bot.discord.pages.panel_links import Change, Link, is_link
from bot.discord.pages.wording import names_of, raw_names
from bot.games.choices import Region, Tap, TapMenu, TapPage
from bot.games.face import AnyFace
from bot.locale import Words
from bot.match.game import Game
from bot.table.choosing import ChoiceProgress
from engine.questions import Part, Question, Walk, is_final
from render.board.aliases import alias
from render.picture.emojis import EmojiName
from render.picture.names import LONGEST_ALT
from render.pictures import Drawing
from render.subject import Mark, Subject


@dataclass(frozen=True, slots=True)
class PanelMode:
    """The verbs of the buttons of a panel, and its texts."""

    page: str = "page"
    look: str = "try"
    do: str = "do"
    head: str = "panel.head"
    begun: str = "panel.begun"
    move: str = "panel.move"
    confirm: str = "button.confirm"
    orders: bool = False
    """A button below the first choice leads to this person's orders."""
    hints: bool = False
    """A button below the first choice asks for a hint."""
    notes: bool = False
    """A button below the first choice opens the form for a note."""
    moves: bool = True
    """A move is chosen, which requires a seat, and can be stored as a draft; a prediction is some
    steps of a move."""


PLAYING = PanelMode()
# Up to this many choices are buttons on one page; more are in menus.
MOST_BUTTONS = 25
# Up to this many alternatives are buttons; more are a menu.
FEW = 10
# The maximum number of menus on a page. Alternatives that do not fit can still be typed.
MOST_MENUS = 4
IN_MENUS = MOST_MENUS * MOST_OPTIONS
# The longest line of what was chosen before; of a longer one only the end is shown.
LONGEST_CHOSEN = 300
# The label, link and emoji of a button or of what a menu offers.
Option = tuple[str, str, EmojiName | None]
# The components of a page with a move, not counting its choices: box, text, picture, and the row
# of its last buttons.
FRAME = 4


@dataclass(frozen=True, slots=True)
class PanelQuestion:
    question: Question
    before: tuple[Part, ...]
    """The choices made before this question."""
    offered: tuple[str, ...]
    """The choices offered: one for each group that looks alike."""
    marks: tuple[Mark, ...] = ()
    """Those of them that a picture marks."""
    chosen: str | None = None
    """The one of the offered that is chosen, or is the default."""

    def name(self, token: str) -> str:
        """The name that the picture marks a choice with, if it does."""
        part = (self.question.step, token)
        return next((one.name for one in self.marks if one.parts[0] == part), "")

    @property
    def has_choice(self) -> bool:
        return len(self.offered) > 1


@dataclass(frozen=True)
class Panel:
    """The pages of one person's panel in one position."""

    words: Words
    face: AnyFace
    choosing: ChoiceProgress
    mode: PanelMode = PLAYING
    note: str = ""
    """Shown below what the position waits for."""
    revision: int = 0
    """That of the draft with the choices so far, if they had to be stored."""

    @property
    def game(self) -> Game:
        return self.choosing.position.game

    @property
    def _view(self) -> object:
        return self.choosing.position.view

    @property
    def _kind(self) -> str:
        """For an order, the kind that is supposed to be drawn, in words."""
        return self.face.texts.kind_name(self.words, self.choosing.position.supposed)

    @property
    def _start(self) -> str:
        """The prefix of the rest of each id."""
        kind = self.choosing.position.supposed
        return f"{kind}." if kind else ""

    @cached_property
    def to_store(self) -> tuple[str, ...] | None:
        """The choices that must be stored, instead of being held in the buttons: those of a move
        that takes several choices, so that it can be resumed later, and those too long for a
        button."""
        if not self.mode.moves or not (self._takes_several or self._is_long):
            return None
        return self._tokens

    def tap(self, page: int, number: int) -> tuple[Part, ...] | None:
        """The choices with those of a tap on a page; None if there is no such tap."""
        parts = self.choosing.walk.parts
        question = self.choosing.walk.open
        if question is None or not parts:
            return None
        taps = self.face.choices.taps(self.words, self._view, parts, question, page)
        every = [] if taps is None else list(every_tap(taps))
        return (*parts, *every[number].parts) if number < len(every) else None

    def page(self, number: int = 0) -> Page:
        """The next step: make the first choice, a later one, or confirm."""
        found = self.choosing.walk
        if found.open is None:
            return self._preview_page()
        if not found.answered:
            return self._first_page(found.open, number)
        taps = self.face.choices.taps(self.words, self._view, found.parts, found.open, number)
        if taps is not None:
            return self._taps_page(taps, number)
        return self._question_page(found.open, number)

    def spell_out(self) -> str:
        """The choices in words, with emojis, and without questions that left no choice; in one line
        if a move takes several choices."""
        choices = self.face.choices
        parts = self.choosing.walk.parts
        if self._takes_several and self.mode.moves:
            spelt = choices.spell_out(self.words, self._view, parts)
            spelt = shorten_front(spelt, LONGEST_CHOSEN)
        else:
            answered = map(self._answered_question, range(len(parts)))
            asked = [one for one in answered if not one.before or one.has_choice]
            spelt = " · ".join(self._label(one, one.chosen or "") for one in asked)
        return f"{inline(*choices.emojis(self._view, parts))}{spelt}"

    def _first_page(self, question: Question, number: int) -> Page:
        """The first choice. If there are many, page 0 offers the nearest and asks for a region of
        the others, and each further page holds the choices of one region."""
        nearest, regions = self._regions(question)
        here = regions[number - 1] if 0 < number <= len(regions) else None
        last = self._further_buttons()
        ask = self._question_text(question)
        rows: list[Row]
        if here is not None:
            asked = self._ask(question, here.tokens)
            rows = [self._choice_buttons(asked)]
            last = [self._page_button("button.back", 0), *last]
        elif regions:
            asked = self._ask(question, nearest)
            rows = [self._choice_buttons(asked), self._region_buttons(regions)]
            named = [(region.name, token) for region in regions for token in region.tokens]
            marks = [Mark(name, ((question.step, token),)) for name, token in named]
            asked = replace(asked, marks=(*asked.marks, *marks))
        else:
            asked = self._ask(question, question.choices)
            if self.choosing.answers and len(asked.offered) <= MOST_BUTTONS:
                rows = [self._move_buttons(asked)]
                ask = ""
            else:
                rows, more = self._choice_rows(asked, number)
                last = [*more, *last]
        what = self.face.texts.prompt(self.words, self._view)
        drawn = inline(*self.face.choices.drawn_emojis(self._view))
        prompt = self.words(self.mode.head, what=f"{drawn}{what}")
        text = "\n".join(line for line in (prompt, self.note, ask) if line)
        subject: Subject[object, object] = Subject(
            self._view, raw_names(self.game), marks=asked.marks
        )
        drawing, *more_drawings = self.face.pictures.opening(self.words, subject)
        drawings = [self._name_marks(drawing, [asked]), *more_drawings]
        return page(text, *drawings, *rows, last, key=self._key(("opening", number)))

    def _further_buttons(self) -> list[PageButton]:
        buttons: list[PageButton] = []
        if self.mode.orders:
            buttons.append(PageButton("orders", self._target(""), self.words("button.orders")))
        if self.mode.notes:
            buttons.append(note_button(self.words, Target.at(self.choosing.position, "panel")))
        if self.mode.hints:
            buttons.append(PageButton("hint", self._target(""), self.words("button.hint")))
        return buttons

    def _regions(self, question: Question) -> tuple[tuple[str, ...], Sequence[Region]]:
        """The choices that are offered without asking for a region, and the regions of the others,
        which the picture names."""
        found = self.face.choices.regions(self._view, question.step, question.choices)
        nearest = next((one.tokens for one in found if not one.name), ())
        return nearest, [one for one in found if one.name]

    def _region_buttons(self, regions: Sequence[Region]) -> list[PageButton]:
        """Each leads to the page of a region; or chooses what is alone in it."""
        buttons: list[PageButton] = []
        for number, (name, tokens) in enumerate(regions, 1):
            verb = self.mode.page
            rest = str(number)
            if len(tokens) == 1:
                verb = self.mode.look
                rest = self._link(Change(0, tokens[0]))
            buttons.append(PageButton(verb, self._target(rest), name))
        return buttons

    def _choice_rows(self, asked: PanelQuestion, number: int) -> tuple[list[Row], list[PageButton]]:
        """Buttons for the choices, or menus on as many pages as it takes; and the button to the
        next page, if there is one."""
        if len(asked.offered) <= MOST_BUTTONS:
            return [self._choice_buttons(asked)], []
        pages = -(-len(asked.offered) // IN_MENUS)
        menus = self._menus(asked, number % pages * IN_MENUS)
        if pages == 1:
            return menus, []
        key = f"{self.game.kind}.more_choices"
        following = (number + 1) % pages
        if not asked.before:
            return menus, [self._page_button(key, following)]
        return menus, [self._button(self.words(key), self._link(page=following))]

    def _question_page(self, question: Question, number: int) -> Page:
        """The next question of a move that is not complete yet."""
        parts = self.choosing.walk.parts
        asked = self._ask(question, question.choices, parts)
        text = self._begun_text(self._question_text(question), [question.step])
        rows, more = self._choice_rows(asked, number)
        last = [*more, *self._back_buttons()]
        drawing = self._preview_drawing([asked])
        key = self._key(parts)
        return page(text, drawing, *rows, last, key=key)

    def _taps_page(self, taps: TapPage, number: int) -> Page:
        """The next questions of a move, of which one tap can answer several."""
        last = self._back_buttons()
        options = self._tap_options(taps, number)
        rows: list[Row] = [[self._button(*options[tap]) for tap in row] for row in taps.rows]
        more = [options[tap] for tap in taps.more]
        pages = taps.pages
        menus = [self._tap_menu(menu, options) for menu in taps.menus]
        room = MOST_COMPONENTS - FRAME - len(last) - sum(map(_component_count, rows))
        least = sum(map(_component_count, menus))
        if least > room - (2 if more else 0):
            menus = []
            pages = (*pages, *(page for menu in taps.menus for page in menu.pages))
            least = 2
        others: list[Option] = [(label, self._link(page=other), None) for label, other in pages]
        rows.append(self._buttons_or_menu("more", more, room - (least if others or menus else 0)))
        rows.append(self._buttons_or_menu("pages", others, room - _component_count(rows[-1])))
        rows += menus
        steps = (step for row in taps.rows for tap in row for step, _ in tap.parts)
        text = self._begun_text(taps.text, steps)
        key = (self.choosing.walk.parts, number)
        return page(text, self._draw_preview(taps.marks), *rows, last, key=self._key(key))

    def _tap_menu(self, menu: TapMenu, options: Mapping[Tap, Option]) -> Row:
        pages: list[Option] = [(name, self._link(page=at), None) for name, at in menu.pages]
        first = menu.pages[0][1]
        return self._menu(f"taps{first}", [*pages, *(options[tap] for tap in menu.taps)], menu.name)

    def _buttons_or_menu(self, name: str, options: Sequence[Option], room: int) -> Row:
        """Buttons with these labels, links and emojis, or a menu if there is no room for them."""
        buttons = [self._button(*option) for option in options]
        if not options or _component_count(buttons) <= room:
            return buttons
        return self._menu(name, options, " · ".join(label for label, *_ in options))

    def _menu(
        self, name: str, options: Sequence[Option], placeholder: str, chosen: str | None = None
    ) -> Row:
        shown = [
            MenuOption(label, f"{self._start}{link}", emoji=emoji)
            for label, link, emoji in options[:MOST_OPTIONS]
        ]
        value = "" if chosen is None else f"{self._start}{chosen}"
        return [PageMenu(self.mode.look, self._target(name), shown, placeholder, value)]

    def _button(
        self, label: str, link: str, emoji: EmojiName | None = None, *, chosen: bool = False
    ) -> PageButton:
        style: Style = "primary" if chosen else "secondary"
        return PageButton(self.mode.look, self._target(link), label, style, emoji=emoji)

    def _tap_options(self, taps: TapPage, page: int) -> Mapping[Tap, Option]:
        """A tap stands in its link with all that it chooses or, if that does not fit, by its
        number."""
        unasked = self.choosing.walk.parts[len(self._tokens) :]
        options: dict[Tap, Option] = {}
        for number, tap in enumerate(every_tap(taps)):
            label = " · ".join(filter(None, (tap.name, tap.label)))
            link = self._link(further=[token for _, token in (*unasked, *tap.parts)])
            if not self._target(link).fits(self.mode.look):
                link = self._link(tap=(page, number))
            options[tap] = label, link, tap.emoji
        return options

    def _begun_text(self, question: str, steps: Iterable[str]) -> str:
        """The choices so far, and the question, at these steps."""
        chosen = self.spell_out()
        kind = self._kind
        text = self.words(self.mode.begun, question=question, chosen=chosen, kind=kind)
        final = any(is_final(step, self.choosing.final_steps) for step in steps)
        return f"{text}\n{self.words('panel.final')}" if final else text

    def _preview_page(self) -> Page:
        """The preview of a move: what it will do, and how to confirm or change it: by other answers
        to the questions that have a default, the last ones if not all of them fit."""
        choosing = self.choosing
        texts = self.face.texts
        names = names_of(self.words, self.game)
        text = self.words(
            self.mode.move,
            preview=texts.describe_preview(self.words, self._view, names, choosing.events),
            chosen=self.spell_out(),
            move=alias(choosing.text),
            kind=self._kind,
        )
        target = self._target(self._move_link(choosing.text))
        label = self.words(self.mode.confirm)
        last = [PageButton(self.mode.do, target, label, "success"), *self._back_buttons()]
        answered = enumerate(choosing.walk.answered)
        numbers = [number for number, one in answered if one.question.default is not None]
        questions = map(self._answered_question, numbers)
        alternatives = [asked for asked in questions if asked.has_choice]
        rows = list[Row]()
        room = MOST_COMPONENTS - FRAME - len(last)
        for asked in reversed(alternatives):
            few = len(asked.offered) <= FEW
            choices = [self._choice_buttons(asked)] if few else self._menus(asked)
            room -= sum(map(_component_count, choices))
            if room < 0:  # earlier choices can be taken back
                break
            rows = [*choices, *rows]
        drawing = self._preview_drawing(alternatives)
        key = self._key(choosing.walk.parts)
        return page(text, drawing, *rows, last, key=key)

    def _preview_drawing(self, shown: Sequence[PanelQuestion]) -> Drawing:
        """The choices so far, with the marks of others."""
        marks = [one for asked in shown for one in asked.marks]
        return self._name_marks(self._draw_preview(marks), shown)

    def _draw_preview(self, marks: Sequence[Mark]) -> Drawing:
        parts = self.choosing.walk.parts
        events = self.choosing.events
        subject = Subject(self._view, raw_names(self.game), events, parts, marks)
        return self.face.pictures.preview(self.words, subject)

    def _name_marks(self, drawing: Drawing, shown: Sequence[PanelQuestion]) -> Drawing:
        """A picture with an alt text that first says what each mark in it stands for."""
        marked: dict[str, list[str]] = {}
        for asked in shown:
            for one in asked.marks:
                marked.setdefault(one.name, []).append(self._label(asked, one.parts[0][1]))
        legend = [
            self.words("panel.mark", name=name, what=", ".join(what))
            for name, what in marked.items()
        ]
        alt = f"{'; '.join(legend)}. {drawing.alt}" if legend else drawing.alt
        return replace(drawing, alt=shorten(alt, LONGEST_ALT))

    def _menus(self, asked: PanelQuestion, start: int = 0) -> list[Row]:
        """Menus of the choices from `start` on; if there are several menus, each names its
        range."""
        menus: list[Row] = []
        chosen = None if asked.chosen is None else self._choice_link(asked, asked.chosen)
        for first in range(start, min(len(asked.offered), start + IN_MENUS), MOST_OPTIONS):
            options = list[Option]()
            for token in asked.offered[first : first + MOST_OPTIONS]:
                name = asked.name(token)
                label = self._label(asked, token)
                label = f"{name} · {label}" if name else label
                options.append((label, self._choice_link(asked, token), self._emoji(asked, token)))
            placeholder = self._question_text(asked.question)
            if len(options) < len(asked.offered):
                placeholder = f"{placeholder} {options[0][0]} – {options[-1][0]}"
            menus.append(self._menu(f"{len(asked.before)}.{first}", options, placeholder, chosen))
        return menus

    def _answered_question(self, number: int) -> PanelQuestion:
        found = self.choosing.walk
        one = found.answered[number]
        asked = one.question
        before = found.parts[:number]
        return self._ask(asked, asked.choices, before, one.token)

    def _ask(
        self,
        question: Question,
        tokens: Sequence[str],
        before: tuple[Part, ...] = (),
        chosen: str | None = None,
    ) -> PanelQuestion:
        """A question with these of its choices. One for which an id has no room, as an order of
        very many scorings, can still be typed."""

        def representative(token: str) -> str:
            return self.face.choices.representative(self._view, question.step, token)

        def fits(token: str) -> bool:
            link = self._link(Change(len(before), token))
            return self._target(link).fits(self.mode.look)

        step = question.step
        offered = dict.fromkeys(map(representative, tokens))
        if not all(map(fits, sorted(offered, key=len)[-1:])):
            offered = dict.fromkeys(filter(fits, offered))
        marks = self.face.choices.marks(self._view, before, step, [*offered])
        marked = [one.parts[0][1] for one in marks]
        ordered = (*(token for token in offered if token not in marked), *marked)
        chosen = None if chosen is None else representative(chosen)
        return PanelQuestion(question, before, ordered, tuple(marks), chosen)

    def _question_text(self, question: Question) -> str:
        return self.face.choices.question(self.words, question.step)

    def _label(self, asked: PanelQuestion, token: str) -> str:
        step = asked.question.step
        return self.face.choices.label(self.words, self._view, asked.before, step, token)

    def _emoji(self, asked: PanelQuestion, token: str) -> EmojiName | None:
        return self.face.choices.emoji(self._view, asked.before, asked.question.step, token)

    def _choice_buttons(self, asked: PanelQuestion) -> Row:
        """Each has the name in the picture, with little more; without a name, all there is to
        say."""
        choices = self.face.choices
        step = asked.question.step
        buttons = list[PageButton]()
        for token in asked.offered:
            if name := asked.name(token):
                label = f"{name} {choices.marked_label(self.words, step, token)}".rstrip()
            else:
                label = choices.button_label(self.words, self._view, asked.before, step, token)
            link = self._choice_link(asked, token)
            emoji = self._emoji(asked, token)
            buttons.append(self._button(label, link, emoji, chosen=token == asked.chosen))
        return buttons

    def _move_buttons(self, asked: PanelQuestion) -> Row:
        """Each immediately plays a move of a single choice."""
        buttons = list[PageButton]()
        for token in asked.offered:
            rest = self._move_link(self.choosing.answers[token], Change(0, token))
            label = self._label(asked, token)
            emoji = self._emoji(asked, token)
            buttons.append(PageButton(self.mode.do, self._target(rest), label, emoji=emoji))
        return buttons

    def _back_buttons(self) -> list[PageButton]:
        """Takes back the last choice, if a move takes several, and starts over, but not beyond what
        stays; otherwise back to the page on which the only choice was offered."""
        if not self._takes_several:
            first = self.choosing.walk.answered[0]
            for number, (_, offered) in enumerate(self._regions(first.question)[1], 1):
                if first.token in offered and len(offered) > 1:  # else it had no page of its own
                    return [self._page_button("button.back", number)]
            return [self._page_button("button.back", 0)]
        tokens = self._tokens
        buttons = list[PageButton]()
        named = self.face.choices.last_choice(self.words, self.choosing.walk.answered)
        kept, name = named or (len(tokens) - 1, "")
        if kept >= self.choosing.stay:
            label = self.words("button.take_back")
            if name:
                label = self.words("panel.take_back", name=name)
            buttons.append(self._button(label, self._link(back=len(tokens) - kept)))
        if not self.choosing.stay:
            buttons.append(self._page_button("button.start_over", 0))
        return buttons

    def _page_button(self, key: str, number: int) -> PageButton:
        return PageButton(self.mode.page, self._target(str(number)), self.words(key))

    def _target(self, rest: str) -> Target:
        return Target.at(self.choosing.position, f"{self._start}{rest}")

    def _choice_link(self, asked: PanelQuestion, token: str) -> str:
        return self._link(Change(len(asked.before), token))

    def _move_link(self, text: str, change: Change | None = None) -> str:
        """A complete move as its notation, so that no link has to be resolved to play it; if that
        is too long, an ordinary link."""
        fits = self._target(text).fits(self.mode.do)
        return text if text and fits and not is_link(text) else self._link(change)

    def _link(
        self,
        change: Change | None = None,
        page: int = 0,
        *,
        back: int = 0,
        tap: tuple[int, int] | None = None,
        further: Sequence[str] = (),
    ) -> str:
        if self.to_store is not None:
            return Link(tuple(further), change, page, back, tap, self.revision).text
        return Link((*self._tokens, *further), change, page, back, tap).text

    @cached_property
    def _tokens(self) -> tuple[str, ...]:
        return tokens_of(self.choosing.walk)

    @property
    def _takes_several(self) -> bool:
        """Anything must be chosen after the first choice."""
        found = self.choosing.walk
        later = [one.question for one in found.answered[1:]]
        if found.open is not None and found.answered:
            later.append(found.open)
        return any(question.default is None for question in later)

    @property
    def _is_long(self) -> bool:
        """The choices are too long for an id that changes one of them."""
        answered = self.choosing.walk.answered
        tokens = [token for step in answered for token in step.question.choices]
        link = Link(self._tokens, Change(len(answered), max(tokens, key=len, default="")))
        return not self._target(link.text).fits(self.mode.look)

    def _key(self, shown: object) -> tuple[object, ...]:
        """The cache key of a picture, with the supposed kind and the seat, as the picture shows
        both."""
        position = self.choosing.position
        return position_key(self.words, position, shown, position.supposed, position.seat)


def tokens_of(walk: Walk) -> tuple[str, ...]:
    """The choices made. Trailing defaults are left out, since they apply anyway."""
    answered = list(walk.answered)
    while answered and answered[-1].token == answered[-1].question.default:
        answered.pop()
    return tuple(step.token for step in answered)


def every_tap(taps: TapPage) -> Iterator[Tap]:
    """In the order in which links number them."""
    for row in taps.rows:
        yield from row
    yield from taps.more
    for menu in taps.menus:
        yield from menu.taps


def _component_count(row: Row) -> int:
    """The number of components in a row, including the rows that it takes."""
    return len(row) + len(split_row(row))
