"""The guide to the bot: a short page for each situation, from a menu."""

from collections.abc import Iterator

from discord import ButtonStyle, app_commands

from bot.discord.answering.error_messages import Mistake
from bot.discord.answering.visit import Visit
from bot.discord.features.context import button, fixed_choices, shareable
from bot.discord.features.opening import solo_buttons
from bot.discord.pages.page import Page, PageButton, PageMenu, Target, page
from bot.locale import Words
from bot.match.computers import has_computers
from bot.match.game import ENDED, Game, Status, Timeouts, plays
from bot.match.rules import rules_of

SITUATIONS = ("start", "turn", "wait", "change", "watch", "after", "records", "moderate")


def situation_of(game: Game | None, user_id: int) -> str:
    """The situation of a person in a channel where this game is open, or ended last."""
    if game is None or game.status is Status.LOBBY:
        return "start"
    if game.status in ENDED:
        return "after"
    if not plays(game, user_id):
        return "watch"
    to_act = None if game.to_act is None else game.seats[game.to_act]
    return "turn" if to_act is not None and to_act.user_id == user_id else "wait"


def help_text(words: Words, kind: str, situation: str, timeouts: Timeouts) -> str:
    """What one can do in a situation, with the commands of a game."""
    rules, parts = rules_of(kind), dict.fromkeys(("orders", "computer", "hints", "reviews"), "")
    if rules.takes_orders:
        parts["orders"] = words("help.part.orders")
    if has_computers(kind, timeouts):
        for part in ("computer", "hints", "reviews"):
            parts[part] = words(f"help.part.{part}", kind=kind)
    supply = words(f"{kind}.commands.supply.name") if rules.has_supply else ""
    parts["supply"] = words("help.part.supply", name=supply) if supply else ""
    choose = words(f"{kind}.help.choose")
    head = words("help.head", title=words(f"situation.{situation}"))
    return f"{head}\n{words(f'help.text.{situation}', kind=kind, choose=choose, **parts)}"


def help_page(
    visit: Visit, words: Words, kind: str, situation: str, game: Game | None = None
) -> Page:
    """The page of a situation, with a menu of the others, which on a shared page opens a private
    page. `game` is the channel's, if this is the situation in it."""
    titles = [(words(f"situation.{one}"), f"{kind}.{one}") for one in SITUATIONS]
    verb, chosen = ("situation" if visit.private else "situations"), f"{kind}.{situation}"
    return page(
        help_text(words, kind, situation, visit.table.timeouts),
        list(_buttons(visit, words, situation, game)),
        [PageMenu(verb, Target(), titles, words("help.menu"), chosen)],
    )


def _buttons(visit: Visit, words: Words, situation: str, game: Game | None) -> Iterator[PageButton]:
    """What one wants to press in this situation."""
    if situation == "start":
        yield from solo_buttons(words, visit.desk.faces, visit.table.timeouts)
    elif situation == "turn" and game is not None and visit.private:
        yield PageButton("play", Target.of(game), words("button.play"), ButtonStyle.primary)


@app_commands.choices(topic=fixed_choices("situation", SITUATIONS))
@shareable()
async def help_(visit: Visit, topic: str | None = None) -> None:
    """The situation that was asked for, else the one that this person is in. Everybody is shown it
    in the language of the channel."""
    here = await visit.table.games.last_in(visit.channel_id)
    kind = next(iter(visit.desk.faces)) if here is None else here.kind
    own = situation_of(here, visit.user_id)
    words = visit.words if visit.private else await visit.words_here()
    await visit.show(help_page(visit, words, kind, topic or own, here if topic is None else None))


@button("situation", in_place=True)
@button("situations")
async def on_situation(visit: Visit, target: Target) -> None:
    kind, _, situation = target.rest.partition(".")
    if kind not in visit.desk.faces or situation not in SITUATIONS:
        raise Mistake("refused.unknown_button")
    await visit.show(help_page(visit, visit.words, kind, situation))
