"""Why a move is good or bad, as a hint tells it."""

from bot.games.moment import Names
from bot.locale import Words
from engine.players.expert import Reason

OWN = ("scores", "continues")
"""The reasons that are about one of the player's own features."""


def explain(words: Words, names: Names, reason: Reason) -> str:
    told: dict[str, object] = dict(reason.facts)
    if "kind" in told:
        told["feature"] = _feature(words, names, reason)
    for counted in ("markets", "followers", "left"):
        if counted in told:
            told["count"] = told[counted]
    if "fits" in told:
        told["fits"] = words("castle.hint.fits", count=told["fits"])
    if "points" in told:
        told["points"] = words("words.points", count=told["points"])
    if "seat" in told:
        told["name"] = names[int(reason.facts["seat"])]
    if "tiles" in told:
        told["tiles"] = words("castle.tiles", count=told["tiles"])
    return words(f"castle.hint.{reason.name}", **told)


def _feature(words: Words, names: Names, reason: Reason) -> str:
    """`the tower of Ben`: as the object of a sentence."""
    kind = reason.facts["kind"]
    if "seat" in reason.facts:
        return words(f"castle.hint.others.{kind}", name=names[int(reason.facts["seat"])])
    if reason.name in OWN:
        return words(f"castle.hint.own.{kind}")
    return words(f"castle.hint.any.{kind}")
