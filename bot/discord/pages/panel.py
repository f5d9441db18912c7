"""Move panel, private to the player: choose, preview the result, confirm or change."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property

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
from bot.discord.pages.wording import names_of
from bot.games.choices import Region, Tap, TapMenu, TapPage
from bot.games.face import AnyFace
from bot.locale import Words
from bot.match.game import Game
from bot.presentation.boards import position_key
from bot.presentation.choice_links import Change, Link, is_link, number_choices, tokens_of
from bot.presentation.names import raw_names
from bot.table.choosing import ChoiceProgress
from engine.questions import Part, Question, is_final
from render.board.aliases import alias
from render.picture.emojis import EmojiName
from render.picture.names import LONGEST_ALT
from render.pictures import Drawing
from render.subject import Mark, Subject


@dataclass(frozen=True, slots=True)
class PanelMode:
    """Verbs of the buttons of a panel, and its texts."""

    page_verb: str = "page"
    look_verb: str = "try"
    do_verb: str = "do"
    head_key: str = "panel.head"
    progress_key: str = "panel.begun"
    move_key: str = "panel.move"
    confirm_key: str = "button.confirm"
    leads_to_orders: bool = False
    """A button below the first choice leads to this person's orders."""
    offers_hints: bool = False
    """A button below the first choice asks for a hint."""
    explained: str = ""
    """A button below the first choice explains this."""
    opens_board: bool = False
    """A button leads to the web page of the seat."""
    shares_drafts: bool = False
    """What is chosen is stored as a draft even if the buttons could hold it: the web page of the
    seat goes on from there."""
    takes_notes: bool = False
    """A button below the first choice opens the form for a note."""
    chooses_move: bool = True
    """A move is chosen, which requires a seat; a prediction is some steps of a move."""
    keeps_drafts: bool = True
    """A move that takes several choices is stored as a draft. In an exercise nothing is: the
    buttons hold choices that are too long for them by their numbers."""
    prefix: str = ""
    """Beginning of the rest of each id: the kind that an order supposes to be drawn, or which
    exercise it is."""


PLAYING = PanelMode()
# Up to this many choices are buttons on one page; more are in menus.
MOST_BUTTONS = 25
# Up to this many alternatives are buttons; more are a menu.
FEW = 10
# On a page. Alternatives that do not fit can still be typed.
MOST_MENUS = 4
# The choices that the menus of a page hold.
IN_MENUS = MOST_MENUS * MOST_OPTIONS
# The longest line of what was chosen before; of a longer one only the end is shown.
LONGEST_CHOSEN = 300
# The label, link and emoji of a button or of what a menu offers.
Option = tuple[str, str, EmojiName | None]
# The components of a page with a move, not counting its buttons: box, text, and picture.
FRAME = 3


@dataclass(frozen=True, slots=True)
class PanelQuestion:
    question: Question
    before: tuple[Part, ...]
    """The choices made before this question."""
    tokens: tuple[str, ...]
    """The choices offered: one for each group that looks alike."""
    marks: tuple[Mark, ...] = ()
    """Those of them that a picture marks."""
    chosen_token: str | None = None
    """The one that is chosen, or is the default."""

    def name(self, token: str) -> str:
        """Find the name that the picture marks a choice with, if it does."""
        part = (self.question.step, token)
        return next((mark.name for mark in self.marks if mark.parts[0] == part), "")

    @property
    def has_choice(self) -> bool:
        return len(self.tokens) > 1


@dataclass(frozen=True)
class Panel:
    """Pages of one person's panel in one position."""

    words: Words
    face: AnyFace
    choosing: ChoiceProgress
    mode: PanelMode = PLAYING
    in_words: bool = False
    """Its reader wants everything in words."""
    task: str = ""
    """Shown above every page, by what asks for a certain move."""
    asked: str = ""
    """Asked instead of the first question, by what is not about an own move."""
    note: str = ""
    """Shown below what the position waits for."""
    further: tuple[PageButton, ...] = ()
    """More buttons below the first choice."""
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
        """Kind that an order supposes to be drawn, in words."""
        return self.face.texts.kind_name(self.words, self.choosing.position.supposed_kind)

    @cached_property
    def to_store(self) -> tuple[str, ...] | None:
        """Choices to store instead of holding them in the buttons: those of a move that takes
        several choices, so that it can be resumed later, and those too long for a button."""
        if not self.mode.keeps_drafts or not (self._takes_several or self._is_long):
            return None
        return self._tokens

    def tap(self, page: int, number: int) -> tuple[Part, ...] | None:
        """Join the choices with those of a tap on a page; None if there is no such tap."""
        parts = self.choosing.walk.parts
        question = self.choosing.walk.open
        if question is None or not parts:
            return None
        taps = self.face.choices.taps(self.words, self._view, parts, question, page)
        every = [] if taps is None else list(every_tap(taps))
        return (*parts, *every[number].parts) if number < len(every) else None

    def page(self, number: int = 0) -> Page:
        """Show the next step: make the first choice, a later one, or confirm."""
        walk = self.choosing.walk
        if walk.open is None:
            return self._preview_page()
        if not walk.answered:
            return self._first_page(walk.open, number)
        taps = self.face.choices.taps(self.words, self._view, walk.parts, walk.open, number)
        if taps is not None:
            return self._taps_page(taps, number)
        return self._question_page(walk.open, number)

    def mark_of(self, token: str) -> str:
        """Find the name by which the first page marks a first choice, if it does."""
        question = self.choosing.walk.open
        if question is None:
            return ""
        nearest, regions = self._regions(question)
        offered = self._ask(question, nearest if regions else question.choices)
        return offered.name(self.face.choices.representative(self._view, question.step, token))

    def spell_out(self) -> str:
        """Put the choices into words, with emojis, and without questions that left no choice; or
        how far the move is, if it takes several choices and is not read in words."""
        choices = self.face.choices
        parts = self.choosing.walk.parts
        if self._takes_several and self.mode.chooses_move:
            if self.in_words:
                spelt = choices.spell_out(self.words, self._view, parts)
            else:
                events = self.choosing.events
                spelt = choices.describe_state(self.words, self._view, parts, events)
            spelt = shorten_front(spelt, LONGEST_CHOSEN)
        else:
            answered = map(self._answered_question, range(len(parts)))
            questions = [question for question in answered if _left_choice(question)]
            labels = [self._label(question, question.chosen_token or "") for question in questions]
            spelt = " · ".join(labels)
        return f"{inline(*choices.emojis(self._view, parts))}{spelt}"

    def _first_page(self, question: Question, number: int) -> Page:
        """Ask for the first choice. If there are many, page 0 offers the nearest and asks for a
        region of the others, and each further page holds the choices of one region."""
        nearest, regions = self._regions(question)
        region = regions[number - 1] if 0 < number <= len(regions) else None
        last_row = self._further_buttons()
        ask = self.asked or self._question_text(question)
        rows: list[Row]
        if region is not None:
            panel_question = self._ask(question, region.tokens)
            rows = [self._choice_buttons(panel_question)]
            last_row = [self._page_button("button.back", 0), *last_row]
        elif regions:
            panel_question = self._ask(question, nearest)
            rows = [self._choice_buttons(panel_question), self._region_buttons(regions)]
            names = [(region.name, token) for region in regions for token in region.tokens]
            marks = [Mark(name, ((question.step, token),)) for name, token in names]
            panel_question = replace(panel_question, marks=(*panel_question.marks, *marks))
        else:
            panel_question = self._ask(question, question.choices)
            if self.choosing.answers and len(panel_question.tokens) <= MOST_BUTTONS:
                rows = [self._move_buttons(panel_question)]
                ask = ""
            else:
                rows, page_links = self._choice_rows(panel_question, number)
                last_row = [*page_links, *last_row]
        texts = self.face.texts
        describe = texts.prompt if self.in_words else texts.brief_prompt
        prompt = describe(self.words, self._view)
        if not prompt:
            prompt = ask
            ask = ""
        emojis = inline(*self.face.choices.drawn_emojis(self._view))
        head = self.words(self.mode.head_key, what=f"{emojis}{prompt}", kind=self._kind)
        text = "\n".join(line for line in (self.task, head, ask, self.note) if line)
        subject: Subject[object, object] = Subject(
            self._view, raw_names(self.game), marks=panel_question.marks
        )
        drawing, *more_drawings = self.face.pictures.opening(self.words, subject)
        drawings = [self._name_marks(drawing, [panel_question]), *more_drawings]
        return page(text, *drawings, *rows, last_row, key=self._key(("opening", number)))

    def _further_buttons(self) -> list[PageButton]:
        buttons = [*self.further]
        if self.mode.leads_to_orders:
            buttons.append(PageButton("orders", self._target(""), self.words("button.orders")))
        buttons += self._board_button()
        if self.mode.takes_notes:
            buttons.append(note_button(self.words, Target.at(self.choosing.position, "panel")))
        if self.mode.offers_hints:
            buttons.append(PageButton("hint", self._target(""), self.words("button.hint")))
        if self.mode.explained:
            target = Target.at(self.choosing.position, self.mode.explained)
            buttons.append(PageButton("how", target, self.words("button.how")))
        return buttons

    def _board_button(self) -> list[PageButton]:
        """Make a button to the web page of the seat, if there are such pages."""
        if not self.mode.opens_board:
            return []
        return [PageButton("openboard", self._target(""), self.words("button.open_board"))]

    def _regions(self, question: Question) -> tuple[tuple[str, ...], Sequence[Region]]:
        """Split the choices into those that are offered without asking for a region, and the
        regions of the others, which the picture names."""
        regions = self.face.choices.regions(self._view, question.step, question.choices)
        nearest = next((region.tokens for region in regions if not region.name), ())
        return nearest, [region for region in regions if region.name]

    def _region_buttons(self, regions: Sequence[Region]) -> list[PageButton]:
        """Make buttons, each of which leads to the page of a region."""
        return [
            PageButton(self.mode.page_verb, self._target(str(number)), region.name)
            for number, region in enumerate(regions, 1)
        ]

    def _choice_rows(
        self, panel_question: PanelQuestion, number: int
    ) -> tuple[list[Row], list[PageButton]]:
        """Make buttons for the choices, or menus on as many pages as it takes; and the button to
        the next page, if there is one."""
        if len(panel_question.tokens) <= MOST_BUTTONS:
            return [self._choice_buttons(panel_question)], []
        pages = -(-len(panel_question.tokens) // IN_MENUS)
        menus = self._menus(panel_question, number % pages * IN_MENUS)
        if pages == 1:
            return menus, []
        key = f"{self.game.kind}.more_choices"
        following = (number + 1) % pages
        if not panel_question.before:
            return menus, [self._page_button(key, following)]
        return menus, [self._button(self.words(key), self._link(page=following))]

    def _question_page(self, question: Question, number: int) -> Page:
        """Ask the next question of a move that is not complete yet."""
        parts = self.choosing.walk.parts
        panel_question = self._ask(question, question.choices, parts)
        text = self._progress_text(self._question_text(question), [question.step])
        rows, page_links = self._choice_rows(panel_question, number)
        last_row = [*page_links, *self._back_buttons(), *self._board_button()]
        drawing = self._preview_drawing([panel_question])
        key = self._key(parts)
        return page(text, drawing, *rows, last_row, key=key)

    def _taps_page(self, taps: TapPage, number: int) -> Page:
        """Ask the next questions of a move, of which one tap can answer several."""
        last_row = [*self._back_buttons(), *self._board_button()]
        options = self._tap_options(taps, number)
        rows: list[Row] = [[self._button(*options[tap]) for tap in row] for row in taps.rows]
        more_options = [options[tap] for tap in taps.more]
        pages = taps.pages
        menus = [self._tap_menu(menu, options) for menu in taps.menus]
        room = MOST_COMPONENTS - FRAME - sum(map(_component_count, (*rows, last_row)))
        least = sum(map(_component_count, menus))
        if least > room - (2 if more_options else 0):
            menus = []
            pages = (*pages, *(page for menu in taps.menus for page in menu.pages))
            least = 2
        page_options: list[Option] = [(label, self._link(page=at), None) for label, at in pages]
        rows.append(
            self._buttons_or_menu(
                "more", more_options, room - (least if page_options or menus else 0)
            )
        )
        rows.append(self._buttons_or_menu("pages", page_options, room - _component_count(rows[-1])))
        rows += menus
        steps = (step for row in taps.rows for tap in row for step, _ in tap.parts)
        text = self._progress_text(taps.text, steps)
        key = (self.choosing.walk.parts, number)
        return page(text, self._draw_preview(taps.marks), *rows, last_row, key=self._key(key))

    def _tap_menu(self, menu: TapMenu, options: Mapping[Tap, Option]) -> Row:
        pages: list[Option] = [(name, self._link(page=at), None) for name, at in menu.pages]
        first_page = menu.pages[0][1]
        return self._menu(
            f"taps{first_page}", [*pages, *(options[tap] for tap in menu.taps)], menu.name
        )

    def _buttons_or_menu(self, name: str, options: Sequence[Option], room: int) -> Row:
        """Make buttons with these labels, links and emojis, or a menu if there is no room."""
        buttons = [self._button(*option) for option in options]
        if not options or _component_count(buttons) <= room:
            return buttons
        return self._menu(name, options, " · ".join(label for label, *_ in options))

    def _menu(
        self, name: str, options: Sequence[Option], placeholder: str, chosen_link: str | None = None
    ) -> Row:
        menu_options = [
            MenuOption(label, f"{self.mode.prefix}{link}", emoji=emoji)
            for label, link, emoji in options[:MOST_OPTIONS]
        ]
        value = "" if chosen_link is None else f"{self.mode.prefix}{chosen_link}"
        return [PageMenu(self.mode.look_verb, self._target(name), menu_options, placeholder, value)]

    def _button(
        self, label: str, link: str, emoji: EmojiName | None = None, *, is_chosen: bool = False
    ) -> PageButton:
        style: Style = "primary" if is_chosen else "secondary"
        return PageButton(self.mode.look_verb, self._target(link), label, style, emoji=emoji)

    def _tap_options(self, taps: TapPage, page: int) -> Mapping[Tap, Option]:
        """Put each tap in its link with all that it chooses or, if that does not fit, by its
        number."""
        defaults = self.choosing.walk.parts[len(self._tokens) :]
        options: dict[Tap, Option] = {}
        for number, tap in enumerate(every_tap(taps)):
            label = " · ".join(filter(None, (tap.name, tap.label)))
            link = self._link(further=[token for _, token in (*defaults, *tap.parts)])
            if not self._target(link).fits(self.mode.look_verb):
                link = self._link(tap=(page, number))
            options[tap] = label, link, tap.emoji
        return options

    def _progress_text(self, question: str, steps: Iterable[str]) -> str:
        """Tell the choices so far, and ask the question, at these steps."""
        choices = self.spell_out()
        kind = self._kind
        text = self._below_task(
            self.words(self.mode.progress_key, question=question, chosen=choices, kind=kind)
        )
        final = any(is_final(step, self.choosing.final_steps) for step in steps)
        return f"{text}\n{self.words('panel.final')}" if final else text

    def _below_task(self, text: str) -> str:
        return f"{self.task}\n{text}" if self.task else text

    def _preview_page(self) -> Page:
        """Show the preview of a move: what it will do, and how to confirm or change it: by other
        answers to the questions that have a default, the last ones if not all of them fit."""
        choosing = self.choosing
        texts = self.face.texts
        names = names_of(self.words, self.game)
        text = self.words(
            self.mode.move_key,
            preview=texts.describe_preview(self.words, self._view, names, choosing.events),
            chosen=self.spell_out(),
            kind=self._kind,
        ).strip()
        text = self._below_task(text)
        if self.in_words and self.mode.chooses_move:
            text = f"{text}\n-# `{alias(choosing.text)}`"
        answered = choosing.walk.answered
        target = self._target(self._move_link(choosing.text))
        label = self.words(self.mode.confirm_key)
        first_row = [PageButton(self.mode.do_verb, target, label, "success")]
        combination = self.face.choices.combination(self.words, self._view, answered)
        combined = range(0) if combination is None else combination.numbers
        alternatives: list[PanelQuestion] = []
        for number, answer in enumerate(answered):
            if answer.question.default is None or number in combined:
                continue
            question = self._answered_question(number)
            off = self.face.choices.switched_off(question.question.step)
            if off in question.tokens:
                first_row += self._switches(question, off)
            elif question.has_choice:
                alternatives.append(question)
            variant = self.face.choices.variant(
                self.words, answer.question.step, answer.question.choices, answer.token
            )
            if variant is not None:
                link = self._link(Change(number, variant.token))
                first_row.append(self._button(variant.label, link, is_chosen=variant.is_on))
        last_row = [*self._back_buttons(), *self._board_button()]
        if not self._takes_several:  # one button, which shares a row
            first_row += last_row
            last_row = []
        rows: list[Row] = []
        if combination is not None:
            token, *further = combination.following
            change = Change(combination.number, token, tuple(further))
            rows.append([self._button(combination.label, self._link(change))])
        room = MOST_COMPONENTS - FRAME - sum(map(_component_count, (first_row, *rows, last_row)))
        for question in reversed(alternatives):
            few = len(question.tokens) <= FEW
            choices = [self._choice_buttons(question)] if few else self._menus(question)
            room -= sum(map(_component_count, choices))
            if room < 0:  # earlier choices can be taken back
                break
            rows = [*choices, *rows]
        drawing = self._preview_drawing(alternatives)
        key = self._key(choosing.walk.parts)
        return page(text, drawing, first_row, *rows, last_row, key=key)

    def _switches(self, question: PanelQuestion, off: str) -> list[PageButton]:
        """Make a button for each choice but one, to which a press on the chosen one leads back."""
        buttons: list[PageButton] = []
        for token in question.tokens:
            if token != off:
                is_chosen = token == question.chosen_token
                link = self._choice_link(question, off if is_chosen else token)
                label = self._button_label(question, token)
                emoji = self._emoji(question, token)
                buttons.append(self._button(label, link, emoji, is_chosen=is_chosen))
        return buttons

    def _preview_drawing(self, questions: Sequence[PanelQuestion]) -> Drawing:
        """Draw the choices so far, with the marks of others."""
        marks = [mark for question in questions for mark in question.marks]
        return self._name_marks(self._draw_preview(marks), questions)

    def _draw_preview(self, marks: Sequence[Mark]) -> Drawing:
        parts = self.choosing.walk.parts
        events = self.choosing.events
        subject = Subject(self._view, raw_names(self.game), events, parts, marks)
        return self.face.pictures.preview(self.words, subject)

    def _name_marks(self, drawing: Drawing, questions: Sequence[PanelQuestion]) -> Drawing:
        """Give a picture an alt text that first says what each mark in it stands for."""
        labels: dict[str, list[str]] = {}
        for question in questions:
            for mark in question.marks:
                labels.setdefault(mark.name, []).append(self._label(question, mark.parts[0][1]))
        legend = [
            self.words("panel.mark", name=name, what=", ".join(choices))
            for name, choices in labels.items()
        ]
        alt = f"{'; '.join(legend)}. {drawing.alt}" if legend else drawing.alt
        return replace(drawing, alt=shorten(alt, LONGEST_ALT))

    def _menus(self, panel_question: PanelQuestion, start: int = 0) -> list[Row]:
        """Make menus of the choices from `start` on; if there are several, each names its range."""
        menus: list[Row] = []
        chosen_link = (
            None
            if panel_question.chosen_token is None
            else self._choice_link(panel_question, panel_question.chosen_token)
        )
        for begin in range(start, min(len(panel_question.tokens), start + IN_MENUS), MOST_OPTIONS):
            options = list[Option]()
            for token in panel_question.tokens[begin : begin + MOST_OPTIONS]:
                name = panel_question.name(token)
                label = self._label(panel_question, token)
                label = f"{name} · {label}" if name else label
                options.append(
                    (
                        label,
                        self._choice_link(panel_question, token),
                        self._emoji(panel_question, token),
                    )
                )
            placeholder = self._question_text(panel_question.question)
            if len(options) < len(panel_question.tokens):
                placeholder = f"{placeholder} {options[0][0]} – {options[-1][0]}"
            menus.append(
                self._menu(
                    f"{len(panel_question.before)}.{begin}", options, placeholder, chosen_link
                )
            )
        return menus

    def _answered_question(self, number: int) -> PanelQuestion:
        walk = self.choosing.walk
        answer = walk.answered[number]
        question = answer.question
        tokens = self.face.choices.offered(question.step, question.choices, answer.token)
        return self._ask(question, tokens, walk.parts[:number], answer.token)

    def _ask(
        self,
        question: Question,
        tokens: Sequence[str],
        before: tuple[Part, ...] = (),
        chosen_token: str | None = None,
    ) -> PanelQuestion:
        """Ask a question with these of its choices. One for which an id has no room, as an order of
        very many scorings, can still be typed."""

        def representative(token: str) -> str:
            return self.face.choices.representative(self._view, question.step, token)

        def fits(token: str) -> bool:
            link = self._link(Change(len(before), token))
            return self._target(link).fits(self.mode.look_verb)

        step = question.step
        representatives = dict.fromkeys(map(representative, tokens))
        if not all(map(fits, sorted(representatives, key=len)[-1:])):
            representatives = dict.fromkeys(filter(fits, representatives))
        marks = self.face.choices.marks(self._view, before, step, [*representatives])
        marked_tokens = [mark.parts[0][1] for mark in marks]
        ordered_tokens = (
            *(token for token in representatives if token not in marked_tokens),
            *marked_tokens,
        )
        chosen_token = None if chosen_token is None else representative(chosen_token)
        return PanelQuestion(question, before, ordered_tokens, tuple(marks), chosen_token)

    def _question_text(self, question: Question) -> str:
        return self.face.choices.question(self.words, question.step)

    def _label(self, panel_question: PanelQuestion, token: str) -> str:
        step = panel_question.question.step
        return self.face.choices.label(self.words, self._view, panel_question.before, step, token)

    def _button_label(self, panel_question: PanelQuestion, token: str) -> str:
        step = panel_question.question.step
        before = panel_question.before
        return self.face.choices.button_label(self.words, self._view, before, step, token)

    def _emoji(self, panel_question: PanelQuestion, token: str) -> EmojiName | None:
        return self.face.choices.emoji(
            self._view, panel_question.before, panel_question.question.step, token
        )

    def _choice_buttons(self, panel_question: PanelQuestion) -> Row:
        """Make buttons, each with the name in the picture, with little more; without a name, all
        there is to say."""
        choices = self.face.choices
        step = panel_question.question.step
        buttons = list[PageButton]()
        for token in panel_question.tokens:
            if name := panel_question.name(token):
                label = f"{name} {choices.marked_label(self.words, step, token)}".rstrip()
            else:
                label = self._button_label(panel_question, token)
            link = self._choice_link(panel_question, token)
            emoji = choices.button_emoji(self._view, panel_question.before, step, token)
            buttons.append(
                self._button(label, link, emoji, is_chosen=token == panel_question.chosen_token)
            )
        return buttons

    def _move_buttons(self, panel_question: PanelQuestion) -> Row:
        """Make buttons, each of which immediately plays a move of a single choice."""
        buttons = list[PageButton]()
        for token in panel_question.tokens:
            rest = self._move_link(self.choosing.answers[token], Change(0, token))
            label = self._label(panel_question, token)
            emoji = self._emoji(panel_question, token)
            buttons.append(PageButton(self.mode.do_verb, self._target(rest), label, emoji=emoji))
        return buttons

    def _back_buttons(self) -> list[PageButton]:
        """Make buttons that take back the last choice, if a move takes several, and start over, but
        not beyond what stays; otherwise one back to the page on which the only choice was
        offered."""
        if not self._takes_several:
            first_answer = self.choosing.walk.answered[0]
            for number, (_, region_tokens) in enumerate(self._regions(first_answer.question)[1], 1):
                if first_answer.token in region_tokens:
                    return [self._page_button("button.back", number)]
            return [self._page_button("button.back", 0)]
        tokens = self._tokens
        buttons = list[PageButton]()
        last_choice = self.face.choices.last_choice(self.words, self.choosing.walk.answered)
        kept_count, name = last_choice or (len(tokens) - 1, "")
        if kept_count >= self.choosing.final_count:
            label = self.words("button.take_back")
            if name:
                label = self.words("panel.take_back", name=name)
            buttons.append(self._button(label, self._link(back=len(tokens) - kept_count)))
        if not self.choosing.final_count:
            buttons.append(self._page_button("button.start_over", 0))
        return buttons

    def _page_button(self, key: str, number: int) -> PageButton:
        return PageButton(self.mode.page_verb, self._target(str(number)), self.words(key))

    def _target(self, rest: str) -> Target:
        return Target.at(self.choosing.position, f"{self.mode.prefix}{rest}")

    def _choice_link(self, panel_question: PanelQuestion, token: str) -> str:
        return self._link(Change(len(panel_question.before), token))

    def _move_link(self, text: str, change: Change | None = None) -> str:
        """Write a complete move as its notation, so that no link has to be resolved to play it; if
        that is too long, an ordinary link."""
        fits = self._target(text).fits(self.mode.do_verb)
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
        if self._numbers:
            return Link(tuple(further), change, page, back, tap, numbers=self._numbers).text
        return Link((*self._tokens, *further), change, page, back, tap).text

    @cached_property
    def _tokens(self) -> tuple[str, ...]:
        return tokens_of(self.choosing.walk)

    @cached_property
    def _numbers(self) -> str:
        """The choices by their numbers, if they are too long for a button and not stored."""
        if self.mode.keeps_drafts or not self._is_long:
            return ""
        return number_choices(self.choosing.walk.answered[: len(self._tokens)])

    @property
    def _takes_several(self) -> bool:
        """Anything must be chosen after the first choice."""
        walk = self.choosing.walk
        later = [answer.question for answer in walk.answered[1:]]
        if walk.open is not None and walk.answered:
            later.append(walk.open)
        return any(question.default is None for question in later)

    @property
    def _is_long(self) -> bool:
        """An id that changes one of the choices may be too long."""
        answers = self.choosing.walk.answered
        tokens = [token for answer in answers for token in answer.question.choices]
        link = Link(self._tokens, Change(len(answers), max(tokens, key=len, default="")))
        return not self._target(link.text).fits(self.mode.look_verb)

    def _key(self, content: object) -> tuple[object, ...]:
        """Build the cache key of a picture, with the supposed kind and the seat, as the picture
        shows both."""
        position = self.choosing.position
        return position_key(self.words, position, content, position.supposed_kind, position.seat)


def _left_choice(question: PanelQuestion) -> bool:
    return not question.before or question.has_choice


def every_tap(taps: TapPage) -> Iterator[Tap]:
    """List the taps in the order in which links number them."""
    for row in taps.rows:
        yield from row
    yield from taps.more
    for menu in taps.menus:
        yield from menu.taps


def _component_count(row: Row) -> int:
    """Count the number of components in a row, including the rows that it takes."""
    return len(row) + len(split_row(row))
