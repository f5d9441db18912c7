"""Profile of a player, for good or for one year, in one picture: in one game, or in all of them
together. It is private unless it is shared, and of somebody else only from games in channels that
the reader can see."""

import re
from asyncio import to_thread
from collections import Counter
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import accumulate

import discord
from discord.app_commands import Range, Transform

from bot.discord.answering.desk import LISTING, PICTURE
from bot.discord.answering.error_messages import Mistake
from bot.discord.answering.visit import Visit
from bot.discord.features import history, leaderboards
from bot.discord.features.context import GameOption, button, command, shareable, utc_date
from bot.discord.pages.page import Page, PageButton, PagePart, Target, page
from bot.discord.pages.wording import escape
from bot.games.face import POINTS, ROLE, AnyFace, counts_under
from bot.locale import Words
from bot.match.game import Game
from bot.match.results import LeaderboardRow, Result, Statistics, add_tallies, mean
from bot.match.rules import rules_of
from bot.presentation.names import player_name
from bot.process.clock import Millis
from bot.store.results import GameChannel, PlayedGame
from render.tables.profile import Figures, GameLine, Overview, Profile, Rival, Win

# The number of wins that are named.
BEST = 3
# The number of years that are offered.
YEARS = 4
# The number of threads in which somebody else's games are looked for, the latest first: Discord
# is asked about each that is archived.
MOST_THREADS = 50
# Stands for every year in the id of a button.
ALL_YEARS = 0
_PROFILE = re.compile(rf"([^.]+)\.{leaderboards.PERSON}\.([0-9]{{1,4}})")


@dataclass(frozen=True, slots=True)
class Subject:
    """Subject of a profile: a person, in a game and in a year."""

    of: leaderboards.Person
    kind: str | None
    """None for all games."""
    year: int | None
    """None for all years."""


@dataclass(frozen=True, slots=True)
class ChosenGames:
    """Games that a profile is about, among all that its reader may know of."""

    subject: Subject
    kinds: Sequence[str]
    """The kinds of game that there are, the most played first."""
    years: Sequence[int]
    """The years in which there are games of the chosen kind, the latest first."""
    of_all_years: Sequence[PlayedGame]
    """Those of the chosen kind, in the order in which they ended."""
    games: Sequence[PlayedGame]
    """Those of the chosen year."""
    wins: Sequence[PlayedGame]
    """Those of the chosen year that were won, the best first."""
    compared: Sequence[PlayedGame]
    """Those of the chosen year whose points and reviews are compared: without expansions, if there
    are any such."""
    expanded: Sequence[PlayedGame]
    """Those of the chosen year with expansions."""


@dataclass(frozen=True, slots=True)
class Surroundings:
    """Other parts of a profile."""

    ranks: Mapping[str, LeaderboardRow | None]
    """The present rating in each game."""
    best: Sequence[tuple[Game, Sequence[Result]]]
    """The best wins, with the results of all seats."""
    opponents: int
    rival: Rival | None
    titles: Sequence[str]


async def _profile_page(visit: Visit, subject: Subject) -> Page:
    """Show somebody's profile, of all games if they have played several and none is chosen."""
    visit.pay(LISTING + PICTURE)
    words = visit.words
    name = subject.of.name
    faces = visit.desk.faces
    all_games, hidden = await _games_and_hidden_channels(visit, subject.of)
    chosen_games = await to_thread(choose_games, subject, [*faces], all_games, hidden)
    kind = chosen_games.subject.kind
    choices = _choices(visit, chosen_games)
    if not chosen_games.games:
        key = "records.no_profile_at_all" if kind is None else "records.no_profile"
        name_of_games = leaderboards.kind_title(words, kind)
        return page(words(key, name=escape(name), game=name_of_games), *choices)
    surroundings = await _read_surroundings(visit, chosen_games)
    if kind is None:
        overview = await to_thread(overview_of, words, faces, chosen_games, surroundings)
        drawing = faces[_kinds_played(chosen_games)[0]].pictures.overview(words, overview)
    else:
        profile = await to_thread(profile_of, words, chosen_games, surroundings)
        drawing = faces[kind].pictures.profile(words, profile)
    title = f"## {escape(name)}\n*{leaderboards.kind_title(words, kind)}*"
    has_reviews = any(game.luck is not None for game in chosen_games.games)
    notes = () if has_reviews else (words("records.no_reviews"),)
    return page(title, drawing, *_describe_expanded(words, chosen_games), *notes, *choices)


def _describe_expanded(words: Words, chosen_games: ChosenGames) -> Iterator[str]:
    """Tell the figures of games with expansions, which are not among the others in the picture."""
    expanded = chosen_games.expanded
    if not expanded:
        return
    if len(expanded) == len(chosen_games.games):
        yield f"-# {words('stats.expanded_alone')}"
        return
    accuracies = [game.accuracy for game in expanded if game.accuracy is not None]
    lucks = [game.luck for game in expanded if game.luck is not None]
    statistics = Statistics(
        games=len(expanded),
        points=sum(game.points for game in expanded),
        most_points=max(game.points for game in expanded),
        reviewed=len(lucks),
        accuracy=mean(accuracies),
        luck=mean(lucks),
    )
    yield f"-# {leaderboards.describe_expanded(words, statistics)}"


async def _games_and_hidden_channels(
    visit: Visit, of: leaderboards.Person
) -> tuple[Sequence[PlayedGame], set[GameChannel]]:
    """Read somebody's games, and the places among theirs that a reader of the page cannot see."""
    reader = visit.user_id if visit.private else None
    all_games = await visit.table.statistics.played_by(visit.guild_id, of.user_id, reader)
    places = dict.fromkeys(game.place for game in reversed(all_games) if not game.with_reader)
    threads = [place for place in places if place[1] is not None]
    hidden = {*threads[MOST_THREADS:]}
    for place in places:
        if place not in hidden and not await visit.visibility.sees_channel(visit.guild_id, *place):
            hidden.add(place)
    return all_games, hidden


def choose_games(
    subject: Subject,
    kinds: Sequence[str],
    all_games: Sequence[PlayedGame],
    hidden: Collection[GameChannel],
) -> ChosenGames:
    """Choose the games of these kinds that a profile is about; those in hidden places only if the
    reader played too. In a thread: there may be thousands."""
    visible = [
        game
        for game in all_games
        if game.kind in kinds and (game.with_reader or game.place not in hidden)
    ]
    counts = Counter(game.kind for game in visible)
    kinds_played = [kind for kind, _ in counts.most_common()]
    kind = kinds_played[0] if subject.kind is None and len(kinds_played) == 1 else subject.kind
    dated = [(utc_date(game.ended_at).year, game) for game in visible if kind in {None, game.kind}]
    games = [game for year, game in dated if subject.year in {None, year}]
    wins = [game for game in games if game.outcome == "won"]
    wins.sort(key=lambda game: (-(game.change or 0.0), -game.margin))
    expanded = [game for game in games if rules_of(game.kind).has_expansions(game.options)]
    expanded_ids = {game.game_id for game in expanded}
    base = [game for game in games if game.game_id not in expanded_ids]
    return ChosenGames(
        subject=replace(subject, kind=kind),
        kinds=kinds_played,
        years=sorted({year for year, _ in dated}, reverse=True),
        of_all_years=[game for _, game in dated],
        games=games,
        wins=wins,
        compared=base or expanded,
        expanded=expanded,
    )


async def _read_surroundings(visit: Visit, chosen_games: ChosenGames) -> Surroundings:
    """Read whatever a profile needs besides the games."""
    statistics = visit.table.statistics
    of = chosen_games.subject.of
    best = await statistics.with_results([win.game_id for win in chosen_games.wins[:BEST]])
    encounters = await statistics.opponents_in(
        of.user_id, [game.game_id for game in chosen_games.games]
    )
    opponents = Counter(opponent for _, opponent in encounters)
    rival = None
    if opponents:
        [(rival_id, count)] = opponents.most_common(1)
        against = {game_id for game_id, opponent in encounters if opponent == rival_id}
        name = (await leaderboards.find_person(visit, rival_id)).name
        rival = Rival(name, count, sum(win.game_id in against for win in chosen_games.wins))
    kinds = chosen_games.kinds if chosen_games.subject.kind is None else [chosen_games.subject.kind]
    ranks = {kind: await statistics.rank_of(kind, visit.guild_id, of.user_id) for kind in kinds}
    titles = await leaderboards.titles_seen(
        visit, of, chosen_games.subject.kind, chosen_games.subject.year
    )
    return Surroundings(
        ranks, best, len(opponents), rival, leaderboards.list_titles(visit.words, titles)
    )


def _choices(visit: Visit, chosen_games: ChosenGames) -> list[PagePart]:
    """Offer the years and the games that can be looked at instead. None on a shared page."""
    if not visit.private:
        return []
    subject = chosen_games.subject
    kind = chosen_games.subject.kind
    user_id = chosen_games.subject.of.user_id
    labels: dict[int | None, str] = {None: visit.words("records.all_years")}
    labels |= {year: str(year) for year in chosen_games.years[:YEARS]}
    buttons = [
        PageButton(
            "profile",
            Target(rest=f"{kind or leaderboards.ALL_GAMES}.{user_id}.{year or ALL_YEARS}"),
            label,
            disabled=year == subject.year,
        )
        for year, label in labels.items()
    ]
    rows: list[PagePart] = [buttons] if chosen_games.years else []
    if len(chosen_games.kinds) < 2:
        return rows
    rest = f".{user_id}.{subject.year or ALL_YEARS}"
    return [*rows, leaderboards.kind_menu(visit, "profile", kind, rest, chosen_games.kinds)]


def profile_of(words: Words, chosen_games: ChosenGames, surroundings: Surroundings) -> Profile:
    """Make the profile in one game."""
    games = chosen_games.games
    year = chosen_games.subject.year
    compared = chosen_games.compared
    rank = surroundings.ranks[games[0].kind]
    return Profile(
        figures=_figures(words, chosen_games, surroundings),
        compared=len(compared),
        average=round(10 * sum(game.points for game in compared) / len(compared)),
        place=None if rank is None else rank.place,
        ratings=[rating for _, rating in _ratings(chosen_games.of_all_years, rank, year)],
        points=counts_under(POINTS, add_tallies(game.tally for game in compared)),
        roles=counts_under(ROLE, add_tallies(game.tally for game in games)),
    )


def _kinds_played(chosen_games: ChosenGames) -> Sequence[str]:
    """List the kinds, the most played first."""
    return [kind for kind, _ in Counter(game.kind for game in chosen_games.games).most_common()]


def _usual_seat(games: Sequence[PlayedGame]) -> int:
    """Find the seat in which somebody played most of these games, of several the latest."""
    [(seat, _)] = Counter(game.seat for game in reversed(games)).most_common(1)
    return seat


def overview_of(
    words: Words,
    faces: Mapping[str, AnyFace],
    chosen_games: ChosenGames,
    surroundings: Surroundings,
) -> Overview:
    """Make the profile in all games together, the most played one first."""
    kinds = _kinds_played(chosen_games)
    begin = chosen_games.games[0].ended_at
    end = chosen_games.games[-1].ended_at
    lines = []
    for kind in kinds:
        games = [game for game in chosen_games.games if game.kind == kind]
        of_all_years = [game for game in chosen_games.of_all_years if game.kind == kind]
        rank = surroundings.ranks[kind]
        roles = counts_under(ROLE, add_tallies(game.tally for game in games))
        roles_taken = [role for role in faces[kind].pictures.roles if roles.get(role.what)]
        favourite = max(roles_taken, key=lambda role: roles[role.what], default=None)
        share = 0.0 if favourite is None else roles[favourite.what] / sum(roles.values())
        line = GameLine(
            name=words(f"{kind}.name"),
            games=len(games),
            won=sum(game.outcome == "won" for game in games),
            place=None if rank is None else rank.place,
            ratings=[
                ((at - begin) / max(1, end - begin), rating)
                for at, rating in _ratings(of_all_years, rank, chosen_games.subject.year)
            ],
            mostly="" if favourite is None else favourite.mostly,
            share=round(100 * share),
        )
        lines.append(line)
    return Overview(
        _figures(words, chosen_games, surroundings, kinds), surroundings.opponents, lines
    )


def _figures(
    words: Words, chosen_games: ChosenGames, surroundings: Surroundings, lines: Sequence[str] = ()
) -> Figures:
    games = chosen_games.games
    compared = chosen_games.compared
    subject = chosen_games.subject
    months = [0] * 12
    for game in games:
        months[utc_date(game.ended_at).month - 1] += 1
    wins = {win.game_id: win for win in chosen_games.wins}
    kind = lines[0] if lines else games[0].kind
    return Figures(
        name=subject.of.name,
        year=subject.year,
        games=len(games),
        won=len(chosen_games.wins),
        wins=[
            _win(words, wins[game.id], game, results, lines) for game, results in surroundings.best
        ],
        accuracy=[game.accuracy for game in compared if game.accuracy is not None],
        luck=[game.luck for game in compared if game.luck is not None],
        months=() if subject.year is None else months,
        rival=surroundings.rival,
        titles=surroundings.titles,
        seat=_usual_seat([game for game in games if game.kind == kind]),
    )


def _ratings(
    games: Sequence[PlayedGame], rank: LeaderboardRow | None, year: int | None
) -> Sequence[tuple[Millis, int]]:
    """List the rating before the first rated game of the year and after each, counted back from
    what it is now."""
    if rank is None:
        return ()
    rated_games = [game for game in games if game.change is not None]
    since = accumulate((game.change or 0.0 for game in reversed(rated_games)), initial=0.0)
    ratings = [rank.rating - gain for gain in since][::-1]
    years = [utc_date(game.ended_at).year for game in rated_games]
    within = [number for number, year_played in enumerate(years) if year in {None, year_played}]
    if not within:
        return ()
    begin = within[0]
    end = within[-1]
    after = [(rated_games[at].ended_at, round(ratings[at + 1])) for at in range(begin, end + 1)]
    return [(rated_games[begin].ended_at, round(ratings[begin])), *after]


def _win(
    words: Words,
    played_game: PlayedGame,
    game: Game,
    results: Sequence[Result],
    lines: Sequence[str],
) -> Win:
    names = [player_name(words, seat) for seat in game.seats]
    [winner] = [result for result in results if result.outcome == "won"]
    return Win(
        against=history.list_others(words, names, winner),
        points=history.points_of(results, winner),
        gained=round(played_game.change or 0.0),
        line=lines.index(played_game.kind) if lines else None,
    )


@command("table")
@shareable()
async def profile(
    visit: Visit,
    player: discord.Member | None = None,
    game: Transform[str, GameOption] | None = None,
    year: Range[int, 2015, 2999] | None = None,
) -> None:
    of = player or visit.interaction.user
    await visit.show(await _profile_page(visit, Subject(leaderboards.Person.of(of), game, year)))


@command("person")
async def show_profile(visit: Visit, person: discord.Member | discord.User) -> None:
    """Show the profile of a person in the list of members, or next to what they wrote."""
    await visit.show(
        await _profile_page(visit, Subject(leaderboards.Person.of(person), None, None))
    )


@button("profile", in_place=True)
async def on_profile(visit: Visit, target: Target) -> None:
    match = _PROFILE.fullmatch(target.rest)
    if match is None:
        raise Mistake("refused.unknown_button")
    kind = leaderboards.parse_kind(visit, match[1])
    of = await leaderboards.find_person(visit, int(match[2]))
    await visit.show(await _profile_page(visit, Subject(of, kind, int(match[3]) or None)))
