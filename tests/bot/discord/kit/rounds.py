"""The game of rounds in Discord: a face without pictures, and its words."""

from collections.abc import Sequence
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

import bot.locale
from bot.games.reports import Report
from bot.locale import ENGLISH, FOLDERS, Words
from engine.games import GAMES
from render.pictures import Drawing
from render.subject import Subject
from tests.bot.rounds import KIND, ROUNDS, Event

WORDS = """
name = "Rounds"
pitch = "Points are taken, round by round."
minute = ""
supply = "What is left"
help.choose = ""
[commands.supply]
name = "rest"
description = "See what is left"
"""


class RoundsPictures:
    overlays: Sequence[str] = ()
    usual_overlays: Sequence[str] = ()

    def board(self, words: Words, subject: Subject[Any, Any], **look: Any) -> Drawing:
        return _drawing("board", str(subject.view))

    def chart(self, words: Words, story: Any, names: Sequence[str]) -> Drawing:
        return _drawing("chart", "a chart")

    def final(self, words: Words, subject: Subject[Any, Any], story: Any) -> None:
        return None

    def ending(self, words: Words, subject: Subject[Any, Any]) -> Drawing:
        return _drawing("end", str(subject.view))

    def showcase(self, words: Words) -> None:
        return None


class RoundsTexts:
    topics: Sequence[str] = ()

    def report(self, words: Words, names: Sequence[str], events: Sequence[Event]) -> Report:
        takes = ", ".join(f"{names[event.seat]} takes {event.points}" for event in events)
        return Report(takes or "Somebody leaves the game")

    def points_at_end(self, events: Sequence[Event], seats: int) -> Sequence[int]:
        return [0] * seats

    def points_by_source(self, events: Sequence[Event], seats: int) -> Sequence[dict[str, int]]:
        return [{} for _ in range(seats)]

    def brief_prompt(self, words: Words, view: Any) -> str:
        return ""

    def describe_supply(self, words: Words, view: Any) -> str:
        return ""

    def emojis(self, events: Sequence[Event]) -> Sequence[str]:
        return ()

    def prompt(self, words: Words, view: Any) -> str:
        return "takes points."


class RoundsChoices:
    def drawn_emojis(self, view: Any) -> Sequence[str]:
        return ()


def _drawing(name: str, alt: str) -> Drawing:
    return Drawing(f"{name}.png", alt, alt.encode)


# The parts of a `Face` that posts need.
FACE: Any = SimpleNamespace(pictures=RoundsPictures(), texts=RoundsTexts(), choices=RoundsChoices())


def register(monkeypatch: pytest.MonkeyPatch, folder: Path) -> None:
    """Add the game while the test runs; its texts are written to this folder."""
    monkeypatch.setitem(GAMES, KIND, ROUNDS)
    words = folder / "locale" / ENGLISH
    words.mkdir(parents=True)
    (words / f"{KIND}.toml").write_text(WORDS, "utf-8")
    monkeypatch.setattr(bot.locale, "FOLDERS", (*FOLDERS, words.parent))
