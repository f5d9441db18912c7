"""Texts of a game: what happened, the score line, the rules, and why a move is refused."""

from abc import ABC, abstractmethod
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any, ClassVar, Generic

from bot.games.reports import Report
from bot.locale import Words
from bot.locale.refusals import Refusal, refusal
from bot.match.results import Statistics
from bot.match.rules import rules_of
from engine.errors import NotationError
from engine.players.expert import Reason
from engine.recorded import Ending
from render.board.aliases import alias
from render.picture.emojis import EmojiName
from render.picture.names import format_decimal, shorten
from render.pictures import E, V
from render.sentences import describe_sources
from render.subject import Names

# The most characters that a position may take in a message.
LONGEST_TEXT = 1900
LONGEST_QUOTE = 40

# The facts of a refused move by name, as they come from JSON.
Facts = Mapping[str, Any]


class Texts(ABC, Generic[V, E]):
    """A game in words."""

    kind: ClassVar[str]
    """The game's name: what all its texts are under."""
    topics: ClassVar[Sequence[str]]
    """The topics of `rules`; their titles are `<kind>.topic.<name>.title`."""
    final_scoring: ClassVar[tuple[type, ...]] = ()
    """The events with which points are given at the end."""
    notation_facts: ClassVar[Mapping[str, object]] = {}
    """The facts of the texts for what is expected, besides the most characters (`count`)."""

    @abstractmethod
    def report(self, words: Words, names: Names, events: Sequence[E]) -> Report:
        """Tell a move in sentences, with every point explained."""

    def emojis(self, events: Sequence[E]) -> Iterator[EmojiName]:
        """List the emojis of what a move put on the table, to stand in front of its report."""
        yield from ()

    def count_supply(self, view: V) -> int:
        """Count what is left to come, if everybody can know it."""
        return 0

    def describe_supply(self, words: Words, view: V) -> str:
        """Say how much is left to come, in the score line: `8 tiles left`; empty for nothing."""
        return ""

    def overlay_note(self, words: Words, view: V, names: Names, overlay: str) -> str:
        """Tell what the picture of an overlay has no room for."""
        return ""

    @abstractmethod
    def prompt(self, words: Words, view: V) -> str:
        """Say what the player to act has to decide, such as what to do with what they drew; empty
        when the game is over."""

    def brief_prompt(self, words: Words, view: V) -> str:
        """Say of this what neither the picture shows nor everybody expects."""
        return ""

    @abstractmethod
    def describe_preview(self, words: Words, view: V, names: Names, events: Sequence[E]) -> str:
        """Describe the effect of an unconfirmed move, from the events that are known in advance."""

    def explain(self, words: Words, names: Names, reason: Reason) -> str:
        """Put a computer player's reason for or against a move into words, as part of a sentence
        about it."""
        raise NotImplementedError("there are no computer players of this game")

    def reasons_of_other(self, reasons: Sequence[Reason], seat: int) -> Sequence[Reason]:
        """Adapt the reasons of the player of this seat for a sentence to others: it names the
        player where they would be addressed."""
        return [replace(reason, facts={**reason.facts, "player": seat}) for reason in reasons]

    @abstractmethod
    def for_screen_reader(
        self, words: Words, view: V, names: Names, ending: Ending | None = None
    ) -> tuple[str, str]:
        """Describe the position in sentences, for somebody using a screen reader: everybody's
        points, in at most `LONGEST_TEXT`, and the board."""

    def kind_name(self, words: Words, kind: str) -> str:
        """Name a kind that can be drawn, if there are any."""
        return ""

    def kind_emoji(self, kind: str) -> EmojiName | None:
        """Find the emoji of a kind that can be drawn, if there is one."""
        return None

    def supply_emojis(
        self, view: V, names: Names, kinds: Sequence[tuple[str, Sequence[tuple[str, str]]]]
    ) -> Sequence[tuple[str, Sequence[EmojiName | None]]]:
        """List the emojis of what is left, grouped as in the picture of `supply`: the name of each
        group and what it shows. `kinds` are those of the game's choices."""
        return [(group, [self.kind_emoji(kind) for kind, _ in some]) for group, some in kinds]

    @abstractmethod
    def describe_tally(self, words: Words, statistics: Statistics) -> Sequence[str]:
        """Describe the game's own counts for a player, a line each; what applies to any game is
        shown elsewhere."""

    def tally_note(self, words: Words) -> str:
        """Explain, in a sentence, those of these counts that need it."""
        return words(f"{self.kind}.tally.note")

    @abstractmethod
    def points_by_source(self, events: Sequence[E], seats: int) -> Sequence[Mapping[str, int]]:
        """Sum up each player's points by source, in the order in which they are listed."""

    def points_at_end(self, events: Sequence[E], seats: int) -> Sequence[int]:
        """Sum up what the final scoring gave each player, of the points in these events."""
        final_events = [event for event in events if isinstance(event, self.final_scoring)]
        return [sum(points.values()) for points in self.points_by_source(final_events, seats)]

    def describe_scores(self, words: Words, names: Names, moves: Sequence[Sequence[E]]) -> str:
        """List each player's points in a game so far, a line per player: the sum, and the points by
        source: `cities 12, roads 8`."""
        sources = self.points_by_source([event for move in moves for event in move], len(names))
        return "\n".join(
            describe_sources(words, self.kind, name, points)
            for name, points in zip(names, sources, strict=True)
        )

    def rules(self, words: Words, topic: str, options: Mapping[str, str] | None = None) -> str:
        """Explain the rules of a topic, in at most 3,500 characters; given a game's options, the
        values in force are marked."""
        text = words(f"{self.kind}.topic.{topic}.text")
        held = options or {}
        if topic == "options":
            return "\n".join([text, *self._options(words, held)])
        in_force = self.value_in_force(topic, held)
        if in_force is None:
            return text
        option, value = in_force
        name_of_value = words(f"{self.kind}.option.{option}.value.{value}")
        return "\n".join([text, words(f"{self.kind}.rules.in_this_game", value=name_of_value)])

    def value_in_force(self, topic: str, options: Mapping[str, str]) -> tuple[str, str] | None:
        """Find the option, and its value in a game, that the rules of this topic depend on."""
        return None

    def _options(self, words: Words, held: Mapping[str, str]) -> Iterator[str]:
        """List every option with its values, the default first; the values of a given game are
        marked."""
        kind = self.kind
        rules = rules_of(kind)
        for option, values in rules.option_values.items():
            name = words(f"{kind}.option.{option}.name")
            about = words(f"{kind}.option.{option}.about")
            yield words("options.entry", name=name, about=about)
            value_held = held.get(option, values[0]) if held else None
            for number, value in enumerate(values):
                key = "options.default" if number == 0 else "options.value"
                line = words(key, value=words(f"{kind}.option.{option}.value.{value}"))
                yield words("options.held", line=line) if value == value_held else line
        yield words("options.presets")
        for preset in rules.presets:
            name = words(f"{kind}.preset.{preset}.name")
            about = words(f"{kind}.preset.{preset}.about")
            yield words("options.entry", name=name, about=about)

    def refusal(self, words: Words, names: Names, reason: str, facts: Facts) -> Refusal:
        """Say why a move is illegal, and what would be legal."""
        values = self.refusal_facts(words, names, reason, with_aliases(facts))
        return refusal(words, f"{self.kind}.refusal.{reason}", **values)

    def refusal_facts(
        self, words: Words, names: Names, reason: str, facts: Facts
    ) -> Mapping[str, object]:
        """Put a reason's facts, given with aliases, into words; a seat by its player's name."""
        return with_name(names, facts)

    def syntax_refusal(self, words: Words, error: NotationError) -> Refusal:
        """Say where a text stops being a move, and what a move looks like."""
        key = f"{self.kind}.expected.{error.expected.name.lower()}"
        most = rules_of(self.kind).longest_move
        expected = words(key, count=most, **self.notation_facts)
        if error.at:
            at = quote(error.at)
            return refusal(words, f"{self.kind}.unreadable.at", at=at, expected=expected)
        return refusal(words, f"{self.kind}.unreadable.whole", expected=expected)


def with_aliases(facts: Facts) -> dict[str, Any]:
    """Replace each place in the engine's facts by its alias."""

    def with_alias(value: Any) -> Any:
        match value:
            case str():
                return alias(value)
            case list() | tuple():
                return [with_alias(part) for part in value]
            case _:
                return value

    return {name: with_alias(value) for name, value in facts.items()}


def with_name(names: Names, facts: Facts) -> dict[str, Any]:
    """Add the player's name to facts that are about a seat."""
    return {**facts, "name": names[facts["seat"]]} if "seat" in facts else {**facts}


def format_average(words: Words, statistics: Statistics, count: str) -> str:
    """Format a count of a tally as in an average game."""
    games = max(1, statistics.games)
    return format_decimal(words, round(10 * statistics.tally.get(count, 0) / games))


def quote(text: str) -> str:
    """Shorten a person's text, and make it unable to format or ping."""
    return shorten("".join(text.replace("`", "'").split()), LONGEST_QUOTE)
