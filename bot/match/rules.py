"""The games by name. The only door from the bot to the rules; no game is named here."""

from typing import Any

from bot.match.errors import Refused, Why
from engine.game import Game
from engine.games import GAMES

Rules = Game[Any, Any, Any, Any]


def rules_of(kind: str) -> Rules:
    if kind not in GAMES:
        raise Refused(Why.UNKNOWN_KIND, asked=kind, kinds=", ".join(GAMES))
    return GAMES[kind]
