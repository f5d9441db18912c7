"""Events of a game that need no picture, with the buttons that answer them."""

from discord import ButtonStyle

from bot.discord.pages.buttons import PageButton, Target
from bot.discord.pages.page import Page, Part, page
from bot.discord.pages.wording.moments import timestamp
from bot.discord.pages.wording.naming import mention, named, others_play_on
from bot.discord.pages.wording.notices import notice_text
from bot.locale import Words
from bot.match.actions import Done
from bot.match.game import Game, Patience, still_asked
from bot.match.life.offers import ASKED_AS, stands_until
from bot.match.notices.messages import Notice

ASKED = {done: request for request, done in ASKED_AS.items()}
"""The request of each notice that asks the others for something."""


def notice_page(words: Words, game: Game, patience: Patience, notice: Notice) -> Page:
    """What happened to a game, if it needs no picture."""
    people = " ".join(mention(user) for user in notice.mention)
    text = notice_text(words, game, notice.done, notice.seat, notice.facts)
    if notice.done is Done.TIMED_OUT:
        return page(f"{people} {text}".strip(), _late_buttons(words, game), mention=notice.mention)
    if notice.done in ASKED:
        parts = _asked(words, game, patience, notice)
        return page(f"{people} {text}".strip(), *parts, mention=notice.mention)
    told, line, small = text.partition("\n")
    buttons = []
    if notice.done is Done.ADJOURNED:
        buttons = [PageButton("goon", Target(game.id), words("button.goon"), ButtonStyle.success)]
    return page(f"{told} {people}".rstrip() + line + small, buttons, mention=notice.mention)


def _asked(words: Words, game: Game, patience: Patience, notice: Notice) -> list[Part]:
    """The deadline of an offer, and the buttons that answer exactly this one; nothing if the offer
    has lapsed by the time it is posted."""
    asked, until = game.asked, stands_until(game, patience)
    if asked is None or asked.number != notice.facts.get("number", 0):
        return []
    mark = Target(game.id, game.branch, asked.ply, f"{asked.request}.{asked.number}")
    waiting = still_asked(game, asked)
    lines = [
        *([words("offer.all", names=named(words, game, waiting))] if len(waiting) > 1 else []),
        *([] if until is None else [words("offer.until", when=timestamp(until, "f"))]),
    ]
    return [
        "\n".join(lines),
        [
            PageButton(
                "accept", mark, words(f"button.accept_{asked.request}"), ButtonStyle.success
            ),
            PageButton("refuse", mark, words("button.refuse")),
        ],
    ]


def _late_buttons(words: Words, game: Game) -> list[PageButton]:
    """The buttons for the opponents of a player whose time is up."""
    mark = Target(game.id, game.branch, game.ply)
    return [
        PageButton("waitover", mark, claim_label(words, game), ButtonStyle.danger),
        PageButton("waiton", mark, words("button.wait")),
    ]


def claim_label(words: Words, game: Game) -> str:
    """What can be done about a game in which the player to act is late."""
    return words("button.pass_over" if _goes_on(game) else "button.claim")


def claim_told(words: Words, game: Game, when: str | None = None) -> str:
    """`claim_label` as a sentence; with the time from which it applies, if that is in the
    future."""
    if _goes_on(game):
        key = "play.pass_over" if when is None else "play.pass_over_at"
    else:
        key = "play.claim" if when is None else "play.claim_at"
    return words(key, name=named(words, game, [game.to_act or 0]), when=when)


def _goes_on(game: Game) -> bool:
    """Whether the others play on without the player to act, instead of winning."""
    return game.to_act is not None and others_play_on(game, game.to_act)
