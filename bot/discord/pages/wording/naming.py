"""How games and people are named in pages. Knows no game."""

from collections.abc import Iterable

from bot.discord.pages.wording.escaping import escaped
from bot.locale import Words
from bot.match.game import Game, Seat, Status
from bot.match.life.leaving import continues_without
from bot.match.rules import rules_of


def raw_names(game: Game) -> tuple[str, ...]:
    """The players' names by seat as they chose them. For pictures, which number players without
    names."""
    return tuple(seat.name for seat in game.seats)


def called(words: Words, seat: Seat) -> str:
    """The player's name, which includes the level of a computer player; a player whose data was
    erased is called just a player."""
    if seat.computer is not None:
        return computer_called(words, seat.name, seat.computer)
    return words("game.a_player") if seat.taken and not seat.name else seat.name


def computer_called(words: Words, name: str, level: str) -> str:
    return words("computer.name", name=name, level=words(f"computer.{level}"))


def names_of(words: Words, game: Game) -> tuple[str, ...]:
    """The players' names by seat, escaped for a message."""
    return tuple(escaped(called(words, seat)) for seat in game.seats)


def named(words: Words, game: Game, seats: Iterable[int]) -> str:
    """`Anna, Ben and Carla`."""
    names = names_of(words, game)
    return words.listed([names[seat] for seat in seats])


def others_play_on(game: Game, seat: int) -> bool:
    """Whether the game continues when this seat leaves it."""
    return continues_without(game, seat, rules_of(game.kind).may_leave)


def mention(user_id: int | None) -> str:
    return "" if user_id is None else f"<@{user_id}>"


def place_of(game: Game) -> str:
    return f"<#{game.channel_id}>"


def against(words: Words, game: Game) -> str:
    """`Anna – Ben`, in seat order; an open seat is named as such."""
    return " – ".join(name or words("game.open_seat") for name in names_of(words, game))


def winners(words: Words, game: Game) -> str:
    return named(words, game, game.winners)


def outcome(words: Words, game: Game) -> str:
    """How an ended game ended, in a few words."""
    if game.status is Status.FINISHED and len(game.winners) > 1:
        return words("outcome.shared", names=winners(words, game))
    won, count = "won" if game.winners else "nobody", len(game.winners)
    return words(f"outcome.{game.status}.{won}", name=winners(words, game), count=count)


def standing(words: Words, game: Game) -> str:
    """Whose turn it is in a game that was started, why it is paused, or how it ended."""
    if game.status is not Status.RUNNING or game.to_act is None:
        return outcome(words, game)
    if game.pause is not None:
        return words("game.paused", why=words(f"pause.{game.pause}"))
    return words("game.turn_of", name=names_of(words, game)[game.to_act])


def options_told(words: Words, game: Game) -> str:
    """The preset and what it means, or what differs from the default one."""
    rules = rules_of(game.kind)
    name, usual = next(iter(rules.presets.items()))
    options = {**usual, **game.options}
    for preset_name, preset in rules.presets.items():
        if dict(preset) == options:
            return _preset_told(words, game.kind, preset_name)
    changed = [
        option_told(words, game.kind, option, value)
        for option, value in options.items()
        if usual[option] != value
    ]
    preset_told = _preset_told(words, game.kind, name)
    return words("lobby.changed", preset=preset_told, changed=", ".join(changed))


def _preset_told(words: Words, kind: str, name: str) -> str:
    start = f"{kind}.preset.{name}"
    return words("lobby.preset", name=words(f"{start}.name"), about=words(f"{start}.about"))


def option_told(words: Words, kind: str, name: str, value: str) -> str:
    return words(
        "game.option",
        name=words(f"{kind}.option.{name}.name"),
        value=words(f"{kind}.option.{name}.value.{value}"),
    )


def starter(words: Words, game: Game) -> str:
    """Who begins; empty if chance is yet to decide."""
    return "" if game.first is None else names_of(words, game)[game.first]
