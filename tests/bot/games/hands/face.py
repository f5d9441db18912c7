"""The face: every picture is the text of what it shows, so that tests can read it."""

from collections.abc import Collection, Sequence
from pathlib import Path
from types import SimpleNamespace
from typing import Any

from bot.games.reports import Report
from bot.locale import Words
from engine.recorded import Ending
from render.picture.emojis import EmojiName
from render.pictures import BOARD_FILE, Drawing
from render.subject import Names, Subject
from render.tables.replay import Frame
from tests.bot.games.hands.rules import View

LOCALE = Path(__file__).parent / "locale"


def _join(*parts: object) -> str:
    return " ".join(map(repr, parts))


def _drawing(filename: str, *parts: object) -> Drawing:
    text = _join(*parts)
    return Drawing(filename, text, text.encode)


class HandsPictures:
    overlays: Sequence[str] = ("counted",)
    usual_overlays: Sequence[str] = ()

    def board(
        self,
        words: Words,
        subject: Subject[View, Any],
        *,
        overlays: Collection[str] = (),
        compact: bool = False,
        legend: bool = False,
        footer: bool = True,
    ) -> Drawing:
        return _drawing(BOARD_FILE, subject.view, subject.events)

    def overlays_on(self, view: View, ending: Ending | None = None) -> Sequence[str]:
        return self.overlays

    def overlay_note(self, words: Words, subject: Subject[View, Any], overlay: str) -> str:
        return _join(subject.view, subject.events)

    def text_board(self, words: Words, subject: Subject[View, Any]) -> str:
        return _join(subject.view)

    def final(self, *_: Any) -> None:
        return None

    def replay(
        self,
        words: Words,
        frames: Sequence[Frame[View, Any]],
        names: Names,
        ending: Ending | None = None,
        *,
        recent: bool = False,
    ) -> Drawing:
        return _drawing("replay.gif", *frames)

    def ending(self, words: Words, subject: Subject[View, Any]) -> Drawing:
        return self.board(words, subject)

    def showcase(self, words: Words) -> None:
        return None


class HandsTexts:
    topics: Sequence[str] = ()

    def for_screen_reader(
        self, words: Words, view: View, names: Names, ending: Ending | None = None
    ) -> tuple[str, str]:
        return _join(view), _join(view)

    def report(self, words: Words, names: Names, events: Sequence[Any]) -> Report:
        return Report(_join(*events))

    def describe_supply(self, words: Words, view: View) -> str:
        return ""

    def describe_scores(self, words: Words, names: Names, events: Sequence[Sequence[Any]]) -> str:
        return _join(*events)

    def prompt(self, words: Words, view: View) -> str:
        return _join(view)

    brief_prompt = prompt

    def points_at_end(self, events: Sequence[Any], seats: int) -> Sequence[int]:
        return [0] * seats

    def emojis(self, events: Sequence[Any]) -> Sequence[EmojiName]:
        return ()


class HandsChoices:
    def drawn_emojis(self, view: View) -> Sequence[EmojiName]:
        return ()

    def kinds(self, words: Words, view: View) -> Sequence[Any]:
        return ()


# The parts of a `Face` that posts and looks need.
FACE: Any = SimpleNamespace(pictures=HandsPictures(), texts=HandsTexts(), choices=HandsChoices())
