"""Why a move is good or bad, as a hint tells it."""

from bot.games.moment import Names
from bot.locale import Words
from engine.players.expert import Reason


def explain(words: Words, names: Names, reason: Reason) -> str:
    """What is done is worded the same for the player's own features and for those of others."""
    name = reason.name.removesuffix("-own").removesuffix("-other")
    told: dict[str, object] = dict(reason.facts)
    told["feature"] = _feature(words, names, reason)
    for counted in ("cities", "number"):
        if counted in told:
            told["count"] = told[counted]
    if "points" in told:
        told["points"] = words("words.points", count=told["points"])
    if "tiles" in told:
        told["tiles"] = words("carcassonne.tiles", count=told["tiles"])
    return words(f"carcassonne.hint.{name}", **told)


def _feature(words: Words, names: Names, reason: Reason) -> str:
    """`the city of Ben on 3,4`: as the object of a sentence."""
    facts = reason.facts
    kind = facts.get("kind", "cloister")
    if "seat" in facts:
        name = names[int(facts["seat"])]
        return words(f"carcassonne.hint.others.{kind}", name=name, place=facts["place"])
    if "place" in facts:
        return words(f"carcassonne.hint.own.{kind}", place=facts["place"])
    return words(f"carcassonne.hint.any.{kind}")
