"""A season to look at: each of its divisions with its standings, its crosstable and its games, and
one's own games."""

import re
from collections.abc import Sequence
from dataclasses import dataclass

from bot.discord.answering.desk import PICTURE
from bot.discord.answering.error_messages import Mistake
from bot.discord.answering.visit import Visit
from bot.discord.features.context import LONGEST_NUMBER, button, command, shareable, turn_buttons
from bot.discord.features.leagues import MOST_LISTED, season_here
from bot.discord.pages import league_tables
from bot.discord.pages.league_posts import invitation_text, podium_lines
from bot.discord.pages.page import MOST_OPTIONS, Page, PageButton, PageMenu, PagePart, Target, page
from bot.discord.pages.wording import plain_text
from bot.games.face import AnyFace
from bot.locale import Words
from bot.match.errors import UnknownSeason
from bot.match.league.season import Entry, Season, Stage
from bot.match.league.view import LeagueView
from bot.presentation.seasons import crosstable_picture, season_name, standings_picture

# The sides of a division, in the ids of buttons; the last is its standings in text.
SIDES = ("table", "cross", "games", "words")
_LOOK = re.compile(rf"([0-9]{{1,{LONGEST_NUMBER}}})(?:\.([0-9]{{1,2}})\.({'|'.join(SIDES)}))?")


@dataclass(frozen=True, slots=True)
class SeasonLook:
    """Season, and the side of one of its divisions, that somebody looks at."""

    season_id: int
    division: int | None = None
    """None for one's own, or else the first."""
    side: str = SIDES[0]
    first: int | None = None
    """The first of the seasons in the menu; those around this one if None."""


@command("league")
@shareable()
async def league_show(visit: Visit) -> None:
    """Show the season under way, or the last one, of those whose channel can be seen here."""
    seasons = await _visible_seasons(visit)
    if not seasons:
        raise Mistake("league.none")
    await visit.show(await _season_page(visit, SeasonLook(seasons[0].id), seasons))


@button("seasons", in_place=True)
async def on_seasons(visit: Visit, target: Target) -> None:
    """Show older or newer seasons in the menu."""
    await on_season(visit, target, first=target.ply)


@button("season", in_place=True)
@button("standings")  # on posts
async def on_season(visit: Visit, target: Target, first: int | None = None) -> None:
    """Show another season, division or side of it."""
    match = _LOOK.fullmatch(target.rest)
    if match is None:
        raise Mistake("refused.unknown_button")
    division = None if match[2] is None else int(match[2])
    look = SeasonLook(int(match[1]), division, match[3] or SIDES[0], first)
    season = await season_here(visit, match[1])
    seasons = await _visible_seasons(visit)
    if season.id not in {visible_season.id for visible_season in seasons}:
        raise UnknownSeason(season.id)
    await visit.show(await _season_page(visit, look, seasons))


async def _visible_seasons(visit: Visit) -> list[Season]:
    """List the seasons that are seen here, without their entrants and fixtures."""
    entries = await visit.table.leagues.in_server(visit.guild_id, visit.user_id, MOST_LISTED)
    sees = visit.visibility.sees_channel
    return [
        season
        for season, takes_part in entries
        if (visit.private and takes_part) or await sees(season.guild_id, season.channel_id)
    ]


async def _season_page(visit: Visit, look: SeasonLook, seasons: Sequence[Season]) -> Page:
    """Show a season with what else there is to look at. A shared page has all divisions, and
    neither buttons nor menus."""
    words = visit.words
    view = await visit.table.leagues.view(look.season_id)
    season = view.season
    face = visit.desk.faces[view.season.kind]
    menu = _season_menu(words, look, seasons) if visit.private else []
    if season.stage in (Stage.SIGN_UP, Stage.CANCELLED):
        return page(invitation_text(words, season), _call_off_button(visit, season), *menu)
    if visit.private:
        visit.pay(PICTURE)
        return division_page(words, face, view, look, visit.user_id, menu=menu)
    visit.pay(PICTURE * min(league_tables.MOST_PICTURES, len(view.divisions)))
    return whole_page(words, face, view)


def whole_page(words: Words, face: AnyFace, view: LeagueView) -> Page:
    """Show the standings of all divisions, in pictures as far as there can be so many."""
    pictures = league_tables.standings_pictures(words, face, view)
    further = view.divisions[league_tables.MOST_PICTURES :]
    texts = ["\n".join(league_tables.standings_lines(words, division)) for division in further]
    return page(_head(words, view), *pictures, *texts)


def division_page(
    words: Words,
    face: AnyFace,
    view: LeagueView,
    look: SeasonLook,
    viewer: int,
    *,
    menu: Sequence[PagePart] = (),
) -> Page:
    """Show a side of a division, with one's own games above its standings; the menu chooses a
    season."""
    season = view.season
    own_entrant = season.entrant_of(viewer)
    own_number = None if own_entrant is None else own_entrant.division
    number = own_number if look.division is None else look.division
    shown_number = 0 if number is None or number not in season.divisions else number
    division = view.divisions[shown_number]
    parts: list[PagePart] = [_head(words, view)]
    match look.side:
        case "cross":
            parts.append(crosstable_picture(words, face, division))
        case "games":
            parts.append(league_tables.games_text(words, view, division))
        case "words":
            parts.append("\n".join(league_tables.standings_lines(words, division)))
        case _:
            if (
                own_entrant is not None
                and own_number == shown_number
                and season.stage is Stage.RUNNING
            ):
                parts.append(league_tables.own_games_text(words, view, own_entrant))
            parts.append(standings_picture(words, face, division, viewer))
    sides = [
        PageButton(
            "season",
            Target(rest=f"{season.id}.{shown_number}.{side}"),
            words(f"league.side.{side}"),
            disabled=side == look.side,
        )
        for side in SIDES
    ]
    divisions = _division_menu(words, view, shown_number, look.side)
    quitting = []
    if season.stage is Stage.RUNNING and own_entrant is not None and own_entrant.entry is Entry.IN:
        label = words("league.button.withdraw")
        quitting = [PageButton("quitseason", Target(rest=str(season.id)), label)]
    return page(*parts, sides, divisions, *menu, quitting)


def _head(words: Words, view: LeagueView) -> str:
    """Name a season; of one that is over, also who was first."""
    head = league_tables.season_head(words, view.season)
    if view.season.stage is not Stage.OVER:
        return head
    return "\n".join([head, *podium_lines(words, view)])


def _season_menu(words: Words, look: SeasonLook, seasons: Sequence[Season]) -> list[PagePart]:
    """Offer the seasons, as many at a time as a menu holds."""
    if len(seasons) < 2:
        return []
    ids = [season.id for season in seasons]
    first = look.first
    if first is None:
        first = ids.index(look.season_id) // MOST_OPTIONS * MOST_OPTIONS
    seasons_shown = seasons[first : first + MOST_OPTIONS] or seasons[:MOST_OPTIONS]
    options = [(season_name(words, season, plain_text), str(season.id)) for season in seasons_shown]
    menu = PageMenu("season", Target(), options, words("league.choose"), str(look.season_id))
    keys = ("league.button.newer", "league.button.older")
    lines = range(0, len(seasons), MOST_OPTIONS)
    rest = str(look.season_id)
    return [[menu], turn_buttons(words, "seasons", rest, keys, first=first, lines=lines)]


def _division_menu(words: Words, view: LeagueView, shown_number: int, side: str) -> list[PageMenu]:
    if len(view.divisions) < 2:
        return []
    options = [
        (
            words("league.division_of_menu", number=division.number + 1, count=len(division.rows)),
            f"{view.season.id}.{division.number}.{side}",
        )
        for division in view.divisions
    ]
    current = f"{view.season.id}.{shown_number}.{side}"
    return [PageMenu("season", Target(ply=1), options, chosen=current)]


def _call_off_button(visit: Visit, season: Season) -> list[PageButton]:
    """Make a button to call off a season, for whoever announced it, who need not be a moderator."""
    is_own = visit.private and season.opener_id == visit.user_id and season.previous_id is None
    if season.stage is not Stage.SIGN_UP or not is_own:
        return []
    label = visit.words("league.button.call_off")
    return [PageButton("endseason", Target(rest=str(season.id)), label, "danger")]
