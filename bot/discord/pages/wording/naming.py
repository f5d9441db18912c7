"""How games and people are named in pages. Knows no game."""

from collections.abc import Mapping

from bot.discord.pages.wording.escaping import escaped
from bot.discord.pages.wording.moments import moment_text
from bot.locale import Words
from bot.match.actions import Done
from bot.match.game import Game, Seat, Status
from bot.match.rules import rules_of

MOMENTS = {"at": "R", "began": "R", "since": "f", "until": "f"}
"""The facts of a notice that are moments, with Discord's style for them."""


def raw_names(game: Game) -> tuple[str, ...]:
    """The players' names by seat as they chose them, for pictures, which number the nameless."""
    return tuple(seat.name for seat in game.seats)


def called(words: Words, seat: Seat) -> str:
    """The player's name; one whose data was erased has none."""
    return words("game.a_player") if seat.taken and not seat.name else seat.name


def names_of(words: Words, game: Game) -> tuple[str, ...]:
    """The players' names by seat as plain text in a message."""
    return tuple(escaped(called(words, seat)) for seat in game.seats)


def mention(user_id: int | None) -> str:
    return "" if user_id is None else f"<@{user_id}>"


def place_of(game: Game) -> str:
    return f"<#{game.channel_id}>"


def against(words: Words, game: Game) -> str:
    """`Anna – Ben`, in the order of the seats; an open seat is told as such."""
    return " – ".join(name or words("game.open_seat") for name in names_of(words, game))


def winners(words: Words, game: Game) -> str:
    return words.listed([names_of(words, game)[seat] for seat in game.winners])


def outcome(words: Words, game: Game) -> str:
    """How an ended game ended, in a few words."""
    if game.status is Status.FINISHED and len(game.winners) > 1:
        return words("outcome.shared", names=winners(words, game))
    won = "won" if game.winners else "nobody"
    return words(f"outcome.{game.status}.{won}", name=winners(words, game))


def standing(words: Words, game: Game) -> str:
    """Whose turn it is in a game that was started, why nobody's, or how it ended."""
    if game.status is not Status.RUNNING or game.to_act is None:
        return outcome(words, game)
    if game.pause is not None:
        return words("game.paused", why=words(f"pause.{game.pause}"))
    return words("game.turn_of", name=names_of(words, game)[game.to_act])


def options_told(words: Words, game: Game) -> str:
    """The preset, or what differs from the first one."""
    rules = rules_of(game.kind)
    for name, preset in rules.presets.items():
        if dict(preset) == dict(game.options):
            return words(f"{game.kind}.preset.{name}.name")
    usual = next(iter(rules.presets.values()))
    changed = [
        option_told(words, game.kind, name, value)
        for name, value in game.options.items()
        if usual[name] != value
    ]
    return ", ".join(changed)


def option_told(words: Words, kind: str, name: str, value: str) -> str:
    return words(
        "game.option",
        name=words(f"{kind}.option.{name}.name"),
        value=words(f"{kind}.option.{name}.value.{value}"),
    )


def starter(game: Game) -> str:
    """Who begins; nothing while chance is to decide."""
    return "" if game.first is None else escaped(game.seats[game.first].name)


def notice_text(
    words: Words, game: Game, done: Done, seat: int | None, facts: Mapping[str, object]
) -> str:
    """One sentence about what a player, or nobody, did."""
    name = "" if seat is None else names_of(words, game)[seat]
    notice = _notice(game, done, seat, facts)
    told = {one: _told(words, game, one, value) for one, value in facts.items()}
    players = against(words, game)
    others = words.listed(
        [one for number, one in enumerate(names_of(words, game)) if number != seat]
    )
    of_the_game = {"kind": game.kind, "game": game.id, "first": starter(game), "players": players}
    return words(f"notice.{notice}", **{"name": name, "others": others, **told, **of_the_game})


def _notice(game: Game, done: Done, seat: int | None, facts: Mapping[str, object]) -> str:
    """Some of what is done is told in two ways."""
    match done:
        case Done.EXPIRED if game.commitment is None:
            return "expired_lobby"
        case Done.REQUEST_REFUSED if "request" in facts:
            return "request_withdrawn"
        case Done.TAKEN_BACK if "asker" in facts:
            return "taken_back_agreed"
        case Done.RESUMED if "channel" in facts:
            return "resumed_elsewhere"
        case Done.RESUMED if "left" in facts:
            return "resumed_here"
        case Done.RESUMED if seat is None:
            return "resumed_by_moderator"
        case _:
            return str(done)


def _told(words: Words, game: Game, fact: str, value: object) -> object:
    """A fact of a notice in words: what was asked and by which seat, a name that somebody chose,
    and moments as each reader's Discord shows them."""
    match fact, value:
        case "asker", int(seat):
            return names_of(words, game)[seat]
        case "request", _:
            return words(f"request.{value}")
        case "before", _:
            return escaped(str(value)) or words("game.a_player")
        case _, int(moment) if fact in MOMENTS:
            return moment_text(moment, MOMENTS[fact])
        case _:
            return value
