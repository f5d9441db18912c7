"""Wording of people, games, times and time limits."""

import re
import unicodedata
from collections.abc import Iterable, Iterator, Mapping

from bot.discord.pages.emojis import words_alone
from bot.locale import Words
from bot.match.changes import continues_without
from bot.match.clocks import time_up_at
from bot.match.computers import NAME
from bot.match.game import Game, Status
from bot.match.rules import rules_of
from bot.match.time_limits import TimeLimit
from bot.presentation.names import computer_name, player_name
from bot.presentation.status import describe_outcome, describe_status
from bot.process.clock import DAY, HOUR, SECOND, Millis
from engine.players.search import LEVELS

# Characters that begin or end a format, a link, a mention, a heading or a list.
FORMATTING = re.compile(r"([\\*_~`|\[\]<>#\-+])")
# The places at which to break something that looks like a URL.
LINK = re.compile(r"(?<=:)(?=//)|(?<=\w\.)(?=\w{2})")
# An escaped character, or a mark of a format that the bot uses.
_FORMATS = re.compile(r"\\(.)|[*`]|^-# ", re.MULTILINE)
# The number of a list's item.
NUMBERED = re.compile(r"^(\d+)\.")
# It takes no room, and keeps apart what would be read as one.
ZERO_WIDTH = "\N{ZERO WIDTH SPACE}"
# The categories of signs that are shown as spaces.
HIDDEN = {"Cc", "Zl", "Zp"}
# Characters that set the direction of the surrounding text.
DIRECTION_MARKS = re.compile("[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]")
# Begins a text that keeps its direction to itself.
APART = "\N{FIRST STRONG ISOLATE}"
# Ends such a text.
TOGETHER = "\N{POP DIRECTIONAL ISOLATE}"


def escape(text: str) -> str:
    """Make people's words safe in a message: no formatting, no pings, no change of direction."""
    plain = NUMBERED.sub(r"\1\\.", FORMATTING.sub(r"\\\1", _in_line(text)))
    safe = LINK.sub(ZERO_WIDTH, plain.replace("@", f"@{ZERO_WIDTH}"))
    runs_left = any(unicodedata.bidirectional(sign) in {"R", "AL"} for sign in safe)
    return f"{APART}{safe}{TOGETHER}" if runs_left else safe


def without_formats(text: str) -> str:
    """Take the words of a message for a file: without formats, and without what escapes them."""
    return _FORMATS.sub(lambda match: match[1] or "", words_alone(text)).replace(ZERO_WIDTH, "")


def plain_text(text: str) -> str:
    """Clean a text for a title, in which nothing is formatted: without invisible characters."""
    return "".join(sign for sign in _in_line(text) if unicodedata.category(sign) != "Cf").strip()


def code_text(text: str) -> str:
    """Clean a text for a code block, where nothing can be escaped and no name may close the
    block."""
    return _in_line(text).replace("`", "'").replace("@", f"@{ZERO_WIDTH}")


def _in_line(text: str) -> str:
    undirected = DIRECTION_MARKS.sub("", text)
    return "".join(" " if unicodedata.category(sign) in HIDDEN else sign for sign in undirected)


def timestamp(moment: Millis, style: str = "R") -> str:
    """Show a time in each reader's own time zone. The styles are Discord's; `R` is relative to
    now."""
    return f"<t:{moment // SECOND}:{style}>"


def mention(user_id: int | None) -> str:
    return "" if user_id is None else f"<@{user_id}>"


def channel_mention(game: Game) -> str:
    return f"<#{game.channel_id}>"


def computer_levels(words: Words, kind: str) -> list[tuple[str, str, str]]:
    """List the computer players, as options of a form: name, value, and how they play. What a
    beginner has not understood yet depends on the game."""
    return [
        (
            computer_name(words, NAME, name),
            name,
            words(f"{kind}.beginner" if level.beginner else f"computer.{name}_about"),
        )
        for name, level in LEVELS.items()
    ]


def names_of(words: Words, game: Game) -> tuple[str, ...]:
    """List the players' names by seat, escaped for a message."""
    return tuple(escape(player_name(words, seat)) for seat in game.seats)


def list_names(words: Words, game: Game, seats: Iterable[int]) -> str:
    """`Anna, Ben and Carla`."""
    names = names_of(words, game)
    return words.join([names[seat] for seat in seats])


def pairing(words: Words, game: Game) -> str:
    """`Anna – Ben`, in seat order; an open seat is named as such."""
    return " – ".join(name or words("game.open_seat") for name in names_of(words, game))


def starter(words: Words, game: Game) -> str:
    """Name the name of the player who begins; empty if chance is yet to decide."""
    return "" if game.first is None else names_of(words, game)[game.first]


def others_play_on(game: Game, seat: int) -> bool:
    """Check whether the game continues when this seat leaves it."""
    return continues_without(game, seat, rules_of(game.kind).leaving is not None)


def outcome(words: Words, game: Game) -> str:
    """Tell the end of a game, in a few words."""
    return describe_outcome(words, game, names_of(words, game))


def game_status(words: Words, game: Game) -> str:
    """Say whose turn it is in a game that was started, why it is paused, or how it ended."""
    return describe_status(words, game, names_of(words, game))


def result_line(words: Words, game: Game) -> str:
    """Describe a game in a list: who plays, where, which game, and its status."""
    lobby = game.status is Status.LOBBY
    return words(
        "game.line",
        players=pairing(words, game),
        place=channel_mention(game),
        game=words(f"{game.kind}.name"),
        state=words("game.in_lobby") if lobby else game_status(words, game),
    )


def preset_of(kind: str, options: Mapping[str, str]) -> str | None:
    """Find the preset with exactly these options; None if they are a mixture."""
    presets = rules_of(kind).presets
    usual = next(iter(presets.values()))
    all_options = {**usual, **options}
    return next((name for name, preset in presets.items() if dict(preset) == all_options), None)


def describe_options(words: Words, kind: str, options: Mapping[str, str]) -> str:
    """Name the preset and what it means, or what differs from the default one."""
    default, usual = next(iter(rules_of(kind).presets.items()))
    preset_name = preset_of(kind, options)
    start = f"{kind}.preset.{preset_name or default}"
    preset = words("lobby.preset", name=words(f"{start}.name"), about=words(f"{start}.about"))
    if preset_name is not None:
        return preset
    changes = ", ".join(
        describe_option(words, kind, option, value)
        for option, value in {**usual, **options}.items()
        if usual.get(option) != value
    )
    return words("lobby.changed", preset=preset, changed=changes)


def describe_option(words: Words, kind: str, name: str, value: str) -> str:
    option = f"{kind}.option.{name}"
    return words(
        "game.option", name=words(f"{option}.name"), value=words(f"{option}.value.{value}")
    )


def describe_time_limit(words: Words, limit: TimeLimit | None) -> str:
    if limit is None:
        return words("clock.off")
    start = _span(words, limit.start)
    if limit.by_turn:
        return words("clock.by_turn", time=start)
    increment = _span(words, limit.increment)
    cap = _span(words, limit.cap)
    return words("clock.bank", start=start, increment=increment, cap=cap)


def clock_lines(words: Words, game: Game) -> Iterator[str]:
    """Give the deadline of the player to act, and what the others have in the bank, in whole days,
    or in whole hours below two days: no line if time is unlimited."""
    limit = game.time_limit
    over = time_up_at(game)
    if limit is None or over is None:
        return
    if game.pause is not None:
        yield words("clock.stands")
        return
    names = names_of(words, game)
    until = {"day": timestamp(over, "f"), "at": timestamp(over)}
    clocks = [words("clock.runs", name=names[game.to_act or 0], **until)]
    for seat, time_left in enumerate(limit.left):
        if seat != game.to_act and game.seats[seat].plays and not limit.by_turn:
            time = _span(words, time_left - time_left % (DAY if time_left >= 2 * DAY else HOUR))
            clocks.append(words("clock.left", name=names[seat], time=time))
    yield " · ".join(clocks)


def _span(words: Words, time: Millis) -> str:
    if time % DAY or not time:
        return words("clock.hours", count=time // HOUR)
    return words("clock.days", count=time // DAY)
