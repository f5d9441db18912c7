"""Castellan in sentences. What its turns did and will do is in `moves`."""

from collections.abc import Iterator, Mapping, Sequence

from bot.games.castellan import moves
from bot.games.castellan.choices import KIND_OF
from bot.games.reports import Report
from bot.games.texts import LONGEST_TEXT, Facts, Texts, format_average, with_aliases, with_name
from bot.locale import Words
from bot.match.results import Statistics
from engine.castellan.cards import DECKS, standard_cards
from engine.castellan.events import CardsPlayed, CourtyardGrew, CourtyardMade, Event
from engine.castellan.moves import Reason
from engine.castellan.pieces import Cell
from engine.castellan.scoring import COURTYARDS, LARGEST, SOURCES, TOWERS
from engine.castellan.view import View
from engine.players import expert
from engine.recorded import Ending
from render.castellan.alt_text import board_alt, hand_alt
from render.castellan.emojis import card_emoji
from render.castellan.words import describe_decks, describe_pieces, describe_plan
from render.picture.emojis import EmojiName
from render.picture.names import shorten, shown_names
from render.subject import Names, Subject

# The number of places that a refusal lists.
MOST_PLACES = 6


class CastellanTexts(Texts[View, Event]):
    kind = "castellan"
    topics = (
        "aim",
        "turn",
        "cards",
        "building",
        "courtyards",
        "keeps",
        "strategy",
        "end",
        "players",
        "options",
        "notation",
    )

    def report(self, words: Words, names: Names, events: Sequence[Event]) -> Report:
        return moves.report(words, names, events)

    def describe_preview(
        self, words: Words, view: View, names: Names, events: Sequence[Event]
    ) -> str:
        return moves.describe_preview(words, view, names, events)

    def prompt(self, words: Words, view: View) -> str:
        return moves.prompt(words, view)

    def brief_prompt(self, words: Words, view: View) -> str:
        return moves.brief_prompt(words, view)

    def emojis(self, events: Sequence[Event]) -> Iterator[EmojiName]:
        """Show the cards that were played, which everybody sees then."""
        cards = standard_cards().by_id
        for event in events:
            if isinstance(event, CardsPlayed):
                for card in event.cards:
                    if card in cards and (emoji := card_emoji(cards[card])) is not None:
                        yield emoji

    def count_supply(self, view: View) -> int:
        """Count the cards in hands and decks, of those who still play."""
        players = [player for seat, player in enumerate(view.players) if seat not in view.gone]
        return sum(len(player.unplayed) for player in players)

    def describe_supply(self, words: Words, view: View) -> str:
        left = self.count_supply(view)
        return words("castellan.to_come", count=left) if left else ""

    def supply_emojis(
        self, view: View, names: Names, kinds: object
    ) -> Sequence[tuple[str, Sequence[EmojiName | None]]]:
        """Show the cards that everybody has left, in hand or decks (K2)."""
        cards = view.cards.by_id
        return [
            (names[seat], [card_emoji(cards[card]) for card in player.unplayed])
            for seat, player in enumerate(view.players)
            if player.unplayed
        ]

    def explain(self, words: Words, names: Names, reason: expert.Reason) -> str:
        facts = reason.facts
        values = with_name(names, with_aliases(facts))
        values["count"] = facts.get("courtyards", facts.get("pieces", facts.get("number")))
        if "points" in facts:
            values["points"] = words("words.points", count=facts["points"])
        if "number" in facts:
            values["towers"] = words("castellan.piece.tower", count=facts["number"])
        return words(f"castellan.hint.{reason.name}", **values)

    def for_screen_reader(
        self, words: Words, view: View, names: Names, ending: Ending | None = None
    ) -> tuple[str, str]:
        """Tell first how things stand, with the viewer's own cards, and then the plan."""
        sentences = board_alt(words, Subject(view, names, ending=ending))
        if view.hand is not None:
            sentences = f"{sentences}\n{hand_alt(words, view)}"
        plan = describe_plan(words, view, shown_names(words, names))
        return shorten(sentences, LONGEST_TEXT), "\n".join(plan)

    def points_by_source(self, events: Sequence[Event], seats: int) -> Sequence[Mapping[str, int]]:
        """Sum up courtyards, and the one with the double keep, by the latest event of each. The
        parts of a divided courtyard replace it."""
        current: dict[frozenset[Cell], CourtyardMade | CourtyardGrew] = {}
        for event in events:
            if isinstance(event, CourtyardMade | CourtyardGrew):
                cells = frozenset(event.cells)
                current = {
                    other: courtyard for other, courtyard in current.items() if not cells < other
                }
                current[cells] = event
        sources = [dict.fromkeys(SOURCES, 0) for _ in range(seats)]
        for courtyard in current.values():
            sources[courtyard.seat]["double" if courtyard.double else "single"] += courtyard.points
        return [{source: points for source, points in by.items() if points} for by in sources]

    def describe_tally(self, words: Words, statistics: Statistics) -> Sequence[str]:
        points = words("words.points", count=statistics.tally.get(LARGEST, 0))
        courtyards = format_average(words, statistics, COURTYARDS)
        towers = format_average(words, statistics, TOWERS)
        return (
            words("castellan.tally.best", points=points),
            words("castellan.tally.courtyards", number=courtyards),
            words("castellan.tally.towers", number=towers),
        )

    def value_in_force(self, topic: str, options: Mapping[str, str]) -> tuple[str, str] | None:
        """Return how a turn is built, if it is not the usual way."""
        if topic == "turn" and options.get("trial_building") == "off":
            return "trial_building", "off"
        return None

    def refusal_facts(
        self, words: Words, names: Names, reason: str, facts: Facts
    ) -> Mapping[str, object]:
        match reason:
            case Reason.NO_CARD | Reason.NOT_IN_HAND | Reason.NO_TOWER_SHOWN:
                cards = facts.get("hand", facts.get("cards", ()))  # or that were to be played
                return {**facts, "cards": words.join([f"`{card}`" for card in cards])}
            case Reason.NOT_TO_PLACE:
                kind = words(f"castellan.kind.{KIND_OF[facts['piece'][0]]}")
                left = _pieces(words, facts["left"])
                return {"piece": facts["piece"], "kind": kind, "left": left}
            case Reason.PIECE_LEFT:
                kind = facts["kind"]
                return {
                    "kind": words(f"castellan.kind.{kind}"),
                    "left": _pieces(words, facts["left"]),
                    "places": _first(words, [f"{kind[0]}{place}" for place in facts["places"]]),
                }
            case Reason.NO_DOUBLE_HERE | Reason.DOUBLE_STAYS:
                cells = _first(words, [f"2x{cell}" for cell in facts["cells"]])
                return {**facts, "cells": cells or words("castellan.refusal.no_cell")}
            case Reason.DRAW_COUNT:
                return {**facts, "count": facts["due"], "left": _decks(words, facts["left"])}
            case Reason.DECK_EMPTY:
                deck = words(f"castellan.refusal.deck.{facts['deck']}")
                return {"deck": deck, "left": _decks(words, facts["left"])}
            case _:
                return super().refusal_facts(words, names, reason, facts)


def _pieces(words: Words, counts: Mapping[str, int]) -> str:
    return describe_pieces(words, moves.pieces_of(counts)) or words("castellan.refusal.no_piece")


def _first(words: Words, texts: Sequence[str]) -> str:
    """List the first few texts as typed, and how many more there are."""
    listed = [f"`{text}`" for text in texts[:MOST_PLACES]]
    more = len(texts) - len(listed)
    if more:
        listed.append(words("castellan.refusal.more", count=more))
    return words.join(listed)


def _decks(words: Words, left: Mapping[str, int]) -> str:
    return describe_decks(words, [left[deck] for deck in DECKS])
