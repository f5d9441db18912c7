"""How games and people are named in pages. Knows no game."""

from collections.abc import Mapping

from bot.actions import Done
from bot.game import Game, Status
from bot.locale import Words
from bot.rules import rules_of
from bot.ui.escaping import escaped


def raw_names(game: Game) -> tuple[str, ...]:
    """The players' names by seat as they chose them: for pictures and files."""
    return tuple(seat.name for seat in game.seats)


def names_of(game: Game) -> tuple[str, ...]:
    """The same as plain text in a message."""
    return tuple(escaped(seat.name) for seat in game.seats)


def mention(user_id: int | None) -> str:
    return "" if user_id is None else f"<@{user_id}>"


def place_of(game: Game) -> str:
    return f"<#{game.channel_id}>"


def against(words: Words, game: Game) -> str:
    """`Anna – Ben`, in the order of the seats; an open seat is told as such."""
    return " – ".join(name or words("game.open_seat") for name in names_of(game))


def winners(words: Words, game: Game) -> str:
    return words.listed([names_of(game)[seat] for seat in game.winners])


def outcome(words: Words, game: Game) -> str:
    """How an ended game ended, in a few words."""
    if game.status is Status.FINISHED and len(game.winners) > 1:
        return words("outcome.shared", names=winners(words, game))
    won = "won" if game.winners else "nobody"
    return words(f"outcome.{game.status}.{won}", name=winners(words, game))


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
    return "" if game.first is None else names_of(game)[game.first]


def notice_text(
    words: Words, game: Game, done: Done, seat: int | None, facts: Mapping[str, object]
) -> str:
    """One sentence about what a player, or nobody, did."""
    name = "" if seat is None else names_of(game)[seat]
    in_lobby = done is Done.EXPIRED and game.commitment is None
    key = f"notice.{done}_lobby" if in_lobby else f"notice.{done}"
    players = against(words, game)
    others = words.listed([one for number, one in enumerate(names_of(game)) if number != seat])
    return words(key, name=name, others=others, first=starter(game), players=players, **facts)
