"""The invitation to a game: who has joined, who is invited, and how to join."""

from collections.abc import Iterator, Sequence

from discord import ButtonStyle

from bot.discord.pages.buttons import PageButton, PageMenu, Target
from bot.discord.pages.page import Page, page
from bot.discord.pages.wording.moments import timestamp
from bot.discord.pages.wording.naming import (
    against,
    computer_called,
    mention,
    named,
    names_of,
    options_told,
    starter,
)
from bot.discord.pages.wording.times import time_lines
from bot.locale import Words
from bot.match.game import Game, Patience, Status
from bot.match.life.changes import lobby_until
from bot.match.life.computers import NAME, can_play
from bot.match.rules import rules_of
from engine.players.levels import LEVELS


def lobby_page(
    words: Words, game: Game, patience: Patience, pinged: Sequence[int], *, live: bool = True
) -> Page:
    """The invitation, for the people invited or for anybody who comes first."""
    head = f"## {words(f'{game.kind}.name')}"
    rules = [
        *([words("lobby.options", options=options_told(words, game))] if game.options else []),
        *time_lines(words, game.time_limit),
        *([] if game.rated else [words("lobby.unrated")]),
        *([] if game.rated or game.has_hints else [words("lobby.no_hints")]),
    ]
    if not live or game.status is not Status.LOBBY:
        return page("\n".join([head, against(words, game), *rules]))
    until = "lobby.until" if game.rematch_of is None else "lobby.until_or_later"
    lines = [
        head,
        *_people(words, game),
        *rules,
        _first(words, game),
        words(until, when=timestamp(lobby_until(game, patience))),
    ]
    computer = _computer_menu(words, game, patience)
    return page("\n".join(lines), _buttons(words, game), *computer, mention=pinged)


def _people(words: Words, game: Game) -> Iterator[str]:
    """Who invites whom; for more than two players, also who has joined and how many can still
    join."""
    several = len(game.seats) > 2
    here = [number for number, seat in enumerate(game.seats) if seat.taken]
    by_opener = (number for number in here if game.seats[number].user_id == game.opener_id)
    opener = names_of(words, game)[next(by_opener, here[0])]
    kept = _kept(game)
    if kept:
        asked = words.listed([mention(user) for user in kept])
        yield words("lobby.named", name=opener, asked=asked)
    else:
        yield words("lobby.open_several" if several else "lobby.open", name=opener)
    if several and len(here) > 1:
        yield words("lobby.here", names=named(words, game, here))
    free = sum(seat.free for seat in game.seats)
    if several and free:
        yield words("lobby.seats", count=free)


def _kept(game: Game) -> list[int]:
    """The people with reserved seats."""
    return [seat.user_id for seat in game.seats if seat.user_id is not None and not seat.taken]


def _first(words: Words, game: Game) -> str:
    """Who begins."""
    if game.first is None:
        return words("lobby.first.chance")
    if starter(words, game):
        return words("lobby.first.chosen", name=starter(words, game))
    return words("lobby.first.joining" if len(game.seats) == 2 else "lobby.first.another")


def _computer_menu(words: Words, game: Game, patience: Patience) -> Iterator[list[PageMenu]]:
    """The menu from which the opener chooses a computer player for an open seat."""
    if can_play(game.kind, patience) and any(seat.free for seat in game.seats):
        offered = [(computer_called(words, NAME, level), level) for level in LEVELS]
        yield [PageMenu("computer", Target(game.id), offered, words("lobby.computer"))]


def _buttons(words: Words, game: Game) -> list[PageButton]:
    mark, kept = Target(game.id), _kept(game)
    here = sum(seat.taken for seat in game.seats)
    invited = kept and not any(seat.free for seat in game.seats)
    join = words("button.accept" if invited else "button.join")
    buttons = [PageButton("join", mark, join, ButtonStyle.success)]
    if kept:
        buttons.append(PageButton("decline", mark, words("button.decline")))
    elif here > 1:
        buttons.append(PageButton("decline", mark, words("button.step_out")))
    if here in rules_of(game.kind).seat_counts:
        buttons.append(PageButton("start", mark, words("button.start"), ButtonStyle.primary))
    return buttons if kept else [*buttons, cancel_button(words, game)]


def cancel_button(
    words: Words, game: Game, style: ButtonStyle = ButtonStyle.secondary
) -> PageButton:
    return PageButton("cancel", Target(game.id), words("button.cancel"), style)


def cancel_page(words: Words, game: Game) -> Page:
    """Asks a person who may cancel the invitation, and who pressed Decline on it."""
    text = words("lobby.cancel", players=against(words, game))
    return page(text, [cancel_button(words, game, ButtonStyle.danger)])
