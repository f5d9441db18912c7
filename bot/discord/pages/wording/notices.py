"""What happened to a game, in a sentence. Knows no game."""

from collections.abc import Mapping

from bot.discord.pages.wording.escaping import escaped
from bot.discord.pages.wording.moments import timestamp
from bot.discord.pages.wording.naming import (
    against,
    named,
    names_of,
    others_play_on,
    starter,
)
from bot.locale import Words
from bot.match.actions import Done
from bot.match.game import Game

MOMENTS = {"at": "R", "began": "R", "since": "f", "until": "f"}
"""The facts of a notice that are moments, with Discord's style for them."""
TOLD_OF_SEVERAL = (Done.TIME_GIVEN, Done.ADJOURNED, Done.CLAIMED)
"""The notices that are worded differently if more than two play."""


def notice_text(
    words: Words, game: Game, done: Done, seat: int | None, facts: Mapping[str, object]
) -> str:
    """One sentence about what a player did, or what happened without any player."""
    name = "" if seat is None else _name_in(words, game, seat)
    told = {one: _told(words, game, one, value) for one, value in facts.items()}
    if done is Done.JOINED and "before" in told:
        told["name"] = told["before"]
    told.setdefault("by", words("notice.a_moderator"))
    others = named(words, game, (n for n in range(len(game.seats)) if n != seat))
    of_the_game = {
        "kind": game.kind,
        "game": game.id,
        "first": starter(words, game),
        "players": against(words, game),
    }
    if "asked" in facts:
        told["count"] = len(_seats(facts["asked"]))
    return words(
        f"notice.{_notice(game, done, seat, facts)}",
        **{"name": name, "others": others, "asker": others, **told, **of_the_game},
    )


def _name_in(words: Words, game: Game, seat: int) -> str:
    """The name of a seat; in a lobby, the seat can be empty or gone by now."""
    names = names_of(words, game)
    return (names[seat] if seat < len(names) else "") or words("game.a_player")


def _notice(game: Game, done: Done, seat: int | None, facts: Mapping[str, object]) -> str:
    """The key of a notice's text; some notices have two wordings."""
    several = sum(one.answers for one in game.seats) > 2
    match done:
        case Done.EXPIRED if game.commitment is None:
            return "expired_lobby"
        case Done.EXPIRED if "unmoved" in facts:
            return "expired_unmoved"
        case Done.REQUEST_REFUSED if "request" in facts:
            return "request_withdrawn"
        case Done.TAKEN_BACK if "asker" in facts:
            return "taken_back_agreed_by_all" if several else "taken_back_agreed"
        case Done.TIMED_OUT if seat is not None and others_play_on(game, seat):
            return "timed_out_several"
        case Done.RESUMED if "channel" in facts:
            return "resumed_elsewhere"
        case Done.RESUMED if "left" in facts:
            return "resumed_here"
        case Done.RESUMED if seat is None:
            return "resumed_by_moderator"
        case _ if several and done in TOLD_OF_SEVERAL:
            return f"{done}_several"
        case _:
            return str(done)


def _told(words: Words, game: Game, fact: str, value: object) -> object:
    """A fact of a notice in words: what was asked, by which seat and of whom, a name that somebody
    chose, and moments in each reader's own time zone."""
    match fact, value:
        case "asker" | "unmoved", int(seat):
            return names_of(words, game)[seat]
        case "asked", _:
            return named(words, game, _seats(value))
        case "request", _:
            return words(f"request.{value}")
        case "before", _:
            return escaped(str(value)) or words("game.a_player")
        case "by", _:
            return f"**{escaped(str(value))}**" if value else words("notice.somebody")
        case _, int(moment) if fact in MOMENTS:
            return timestamp(moment, MOMENTS[fact])
        case _:
            return value


def _seats(text: object) -> list[int]:
    """Parses seats such as `1,3`."""
    return [int(seat) for seat in str(text).split(",") if seat]
