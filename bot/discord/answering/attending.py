"""What the host sees of an interaction while it is answered: it counts as work to be finished
before the process ends, its log lines carry its ids, and its durations and outcome are measured.

Knows neither commands nor buttons, only how they are called.
"""

import logging
import re
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from time import perf_counter
from typing import Any

import discord

from bot.discord.answering.desk import desk_of
from bot.discord.answering.failures import outcome_of
from bot.process import logs

log = logging.getLogger(__name__)

PRESSED = re.compile(r"=?[a-z]+:(?P<game>\d+):")
UNKNOWN = "unknown"


class InteractionMetrics:
    """One interaction, as the host sees it."""

    def __init__(self, interaction: discord.Interaction[Any], verb: str | None) -> None:
        self._metrics = desk_of(interaction).metrics
        self._began = perf_counter()
        self.kind, self.name = _called(interaction, verb)
        self.outcome = "answered"

    def acknowledged(self) -> None:
        self._metrics.acknowledged.observe(perf_counter() - self._began)

    def failed(self, error: BaseException) -> None:
        self.outcome = outcome_of(error)

    def unheard(self) -> None:
        """No answer reached the person."""
        self.outcome = "unheard"

    def answered_elsewhere(self) -> None:
        """Another process answered it."""
        self.outcome = "elsewhere"

    def ended(self) -> None:
        took = perf_counter() - self._began
        self._metrics.interactions.add(self.kind, self.name, self.outcome)
        self._metrics.answered.observe(took, self.kind)
        log.debug("%s %s: %s after %.3f s", self.kind, self.name, self.outcome, took)


@contextmanager
def measured(
    interaction: discord.Interaction[Any], verb: str | None
) -> Iterator[InteractionMetrics]:
    seen = InteractionMetrics(interaction, verb)
    with desk_of(interaction).stopping.work(), logs.about(**ids_of(interaction)):
        log.debug("%s %s", seen.kind, seen.name)
        try:
            yield seen
        finally:
            seen.ended()


def ids_of(interaction: discord.Interaction[Any]) -> logs.Fields:
    """What the log says about an interaction: numbers, and no names. Discord's ids are logged as
    text, since many JSON parsers cannot read numbers that long."""
    ids: logs.Fields = {"interaction": str(interaction.id), "user": str(interaction.user.id)}
    pressed = PRESSED.match(_custom_id(interaction))
    if pressed is not None:
        ids["game"] = int(pressed["game"])
    return ids


def _called(interaction: discord.Interaction[Any], verb: str | None) -> tuple[str, str]:
    """`command` and its name, or `button` and its verb; unknown names stay out of the metrics."""
    if interaction.type is discord.InteractionType.component:
        return "button", verb or UNKNOWN
    command = interaction.command
    return "command", UNKNOWN if command is None else command.qualified_name


def _custom_id(interaction: discord.Interaction[Any]) -> str:
    data: Mapping[str, Any] = interaction.data or {}
    return str(data.get("custom_id", ""))
