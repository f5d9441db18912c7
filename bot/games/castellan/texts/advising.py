"""Why a turn is good or bad, as a hint tells it."""

from bot.games.moment import Names
from bot.locale import Words
from engine.players.expert import Reason


def explain(words: Words, names: Names, reason: Reason) -> str:
    facts = reason.facts
    told: dict[str, object] = {**facts, "count": facts.get("pieces", facts.get("number"))}
    if "number" in facts:
        told["towers"] = words("castellan.piece.tower", count=facts["number"])
    if "seat" in facts:
        told["name"] = names[int(facts["seat"])]
    return words(f"castellan.hint.{reason.name}", **told)
