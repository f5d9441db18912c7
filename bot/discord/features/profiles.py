"""The profile of a player, for good or for one year, in one picture: in one game, or in all of them
together. It is private unless it is shared, and of somebody else only from games in channels that
the reader can see."""

import re
from asyncio import to_thread
from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import accumulate

import discord
from discord.app_commands import Range, Transform

from bot.discord.answering.desk import LISTING, PICTURE
from bot.discord.answering.error_messages import Mistake
from bot.discord.answering.visit import Visit
from bot.discord.features import history, leaderboards
from bot.discord.features.context import GameOption, button, shareable, utc_date
from bot.discord.pages.page import Page, PageButton, PagePart, Target, page
from bot.discord.pages.wording import escape, player_name
from bot.games.face import POINTS, ROLE, AnyFace, counts_under
from bot.locale import Words
from bot.match.game import Game
from bot.match.results import LeaderboardRow, Result, add_tallies
from bot.process.clock import Millis
from bot.store.results import Place, PlayedGame
from render.tables.profile import Figures, GameLine, Overview, Profile, Rival, Win

# The number of wins that are named, and of years that are offered.
BEST = 3
YEARS = 4
# The number of threads in which somebody else's games are looked for, the latest first: Discord
# is asked about each that is archived.
MOST_THREADS = 50
# Stands for every year in the id of a button.
ALL_YEARS = 0
_PROFILE = re.compile(rf"([^.]+)\.{leaderboards.PERSON}\.([0-9]{{1,4}})")


@dataclass(frozen=True, slots=True)
class Subject:
    """The subject of a profile: a person, in a game and in a year."""

    of: leaderboards.Person
    kind: str | None
    """None for all games."""
    year: int | None
    """None for all years."""


@dataclass(frozen=True, slots=True)
class Chosen:
    """The games that a profile is about, among all that its reader may know of."""

    subject: Subject
    kinds: Sequence[str]
    """The kinds of game that there are, the most played first."""
    years: Sequence[int]
    """The years in which there are games of the chosen kind, the latest first."""
    every: Sequence[PlayedGame]
    """Those of the chosen kind in all years, in the order in which they ended."""
    games: Sequence[PlayedGame]
    """Those of the chosen year."""
    won: Sequence[PlayedGame]
    """Those of these that were won, the best first."""


@dataclass(frozen=True, slots=True)
class Around:
    """The other parts of a profile."""

    ranks: Mapping[str, LeaderboardRow | None]
    """The present rating in each game."""
    best: Sequence[tuple[Game, Sequence[Result]]]
    """The best wins, with the results of all seats."""
    opponents: int
    rival: Rival | None
    titles: Sequence[str]


async def _profile_page(visit: Visit, subject: Subject) -> Page:
    """Somebody's profile, of all games if they have played several and none is chosen."""
    visit.pay(LISTING + PICTURE)
    words = visit.words
    name = subject.of.name
    faces = visit.desk.faces
    every, hidden = await _games_and_hidden_places(visit, subject.of)
    chosen = await to_thread(choose_games, subject, [*faces], every, hidden)
    kind = chosen.subject.kind
    choices = _choices(visit, chosen)
    if not chosen.games:
        key = "records.no_profile_at_all" if kind is None else "records.no_profile"
        game = leaderboards.kind_title(words, kind)
        return page(words(key, name=escape(name), game=game), *choices)
    around = await _read_around(visit, chosen)
    if kind is None:
        overview = await to_thread(overview_of, words, faces, chosen, around)
        drawing = faces[_kinds_played(chosen)[0]].pictures.overview(words, overview)
    else:
        profile = await to_thread(profile_of, words, chosen, around)
        drawing = faces[kind].pictures.profile(words, profile)
    title = f"## {escape(name)}\n*{leaderboards.kind_title(words, kind)}*"
    reviewed = any(one.luck is not None for one in chosen.games)
    return page(title, drawing, None if reviewed else words("records.no_reviews"), *choices)


async def _games_and_hidden_places(
    visit: Visit, of: leaderboards.Person
) -> tuple[Sequence[PlayedGame], set[Place]]:
    """Somebody's games, and the places among theirs that a reader of the page cannot see."""
    reader = visit.user_id if visit.private else None
    every = await visit.table.statistics.played_by(visit.guild_id, of.user_id, reader)
    places = dict.fromkeys(one.place for one in reversed(every) if not one.with_reader)
    threads = [place for place in places if place[1] is not None]
    hidden = {*threads[MOST_THREADS:]}
    for place in places:
        if place not in hidden and not await visit.visibility.sees_place(visit.guild_id, *place):
            hidden.add(place)
    return every, hidden


def choose_games(
    subject: Subject, kinds: Sequence[str], every: Sequence[PlayedGame], hidden: Collection[Place]
) -> Chosen:
    """The games of these kinds that a profile is about; those in hidden places only if the reader
    played too. In a thread: there may be thousands."""
    seen = [
        one for one in every if one.kind in kinds and (one.with_reader or one.place not in hidden)
    ]
    counts = Counter(one.kind for one in seen)
    known = [kind for kind, _ in counts.most_common()]
    kind = known[0] if subject.kind is None and len(known) == 1 else subject.kind
    here = [(utc_date(one.ended_at).year, one) for one in seen if kind in {None, one.kind}]
    games = [one for year, one in here if subject.year in {None, year}]
    won = [one for one in games if one.outcome == "won"]
    won.sort(key=lambda one: (-(one.change or 0.0), -one.margin))
    return Chosen(
        subject=replace(subject, kind=kind),
        kinds=known,
        years=sorted({year for year, _ in here}, reverse=True),
        every=[one for _, one in here],
        games=games,
        won=won,
    )


async def _read_around(visit: Visit, chosen: Chosen) -> Around:
    """Whatever a profile needs besides the games."""
    statistics = visit.table.statistics
    of = chosen.subject.of
    best = await statistics.with_results([one.game_id for one in chosen.won[:BEST]])
    met = await statistics.opponents_in(of.user_id, [one.game_id for one in chosen.games])
    opponents = Counter(other for _, other in met)
    rival = None
    if opponents:
        [(rival_id, count)] = opponents.most_common(1)
        against = {game_id for game_id, other in met if other == rival_id}
        name = (await leaderboards.find_person(visit, rival_id)).name
        rival = Rival(name, count, sum(one.game_id in against for one in chosen.won))
    kinds = chosen.kinds if chosen.subject.kind is None else [chosen.subject.kind]
    ranks = {one: await statistics.rank_of(one, visit.guild_id, of.user_id) for one in kinds}
    titles = await leaderboards.titles_seen(visit, of, chosen.subject.kind, chosen.subject.year)
    return Around(ranks, best, len(opponents), rival, leaderboards.list_titles(visit.words, titles))


def _choices(visit: Visit, chosen: Chosen) -> list[PagePart]:
    """The years and the games that can be looked at instead. None on a shared page."""
    if not visit.private:
        return []
    shown = chosen.subject
    kind = chosen.subject.kind
    user_id = chosen.subject.of.user_id
    labels: dict[int | None, str] = {None: visit.words("records.all_years")}
    labels |= {one: str(one) for one in chosen.years[:YEARS]}
    buttons = [
        PageButton(
            "profile",
            Target(rest=f"{kind or leaderboards.ALL_GAMES}.{user_id}.{year or ALL_YEARS}"),
            label,
            disabled=year == shown.year,
        )
        for year, label in labels.items()
    ]
    rows: list[PagePart] = [buttons] if chosen.years else []
    if len(chosen.kinds) < 2:
        return rows
    rest = f".{user_id}.{shown.year or ALL_YEARS}"
    return [*rows, leaderboards.kind_menu(visit, "profile", kind, rest, chosen.kinds)]


def profile_of(words: Words, chosen: Chosen, around: Around) -> Profile:
    """The profile in one game."""
    games = chosen.games
    year = chosen.subject.year
    tally = add_tallies(one.tally for one in games)
    ranked = around.ranks[games[0].kind]
    return Profile(
        figures=_figures(words, chosen, around),
        average=round(10 * sum(one.points for one in games) / len(games)),
        place=None if ranked is None else ranked.place,
        ratings=[rating for _, rating in _ratings(chosen.every, ranked, year)],
        points=counts_under(POINTS, tally),
        roles=counts_under(ROLE, tally),
    )


def _kinds_played(chosen: Chosen) -> Sequence[str]:
    """The most played first."""
    return [kind for kind, _ in Counter(one.kind for one in chosen.games).most_common()]


def _usual_seat(games: Sequence[PlayedGame]) -> int:
    """The seat in which somebody played most of these games, of several the latest."""
    [(seat, _)] = Counter(one.seat for one in reversed(games)).most_common(1)
    return seat


def overview_of(
    words: Words, faces: Mapping[str, AnyFace], chosen: Chosen, around: Around
) -> Overview:
    """The profile in all games together, the most played one first."""
    kinds = _kinds_played(chosen)
    first = chosen.games[0].ended_at
    last = chosen.games[-1].ended_at
    lines = []
    for kind in kinds:
        games = [one for one in chosen.games if one.kind == kind]
        every = [one for one in chosen.every if one.kind == kind]
        ranked = around.ranks[kind]
        roles = counts_under(ROLE, add_tallies(one.tally for one in games))
        taken = [one for one in faces[kind].pictures.roles if roles.get(one.what)]
        favourite = max(taken, key=lambda one: roles[one.what], default=None)
        share = 0.0 if favourite is None else roles[favourite.what] / sum(roles.values())
        line = GameLine(
            name=words(f"{kind}.name"),
            games=len(games),
            won=sum(one.outcome == "won" for one in games),
            place=None if ranked is None else ranked.place,
            ratings=[
                ((at - first) / max(1, last - first), rating)
                for at, rating in _ratings(every, ranked, chosen.subject.year)
            ],
            mostly="" if favourite is None else favourite.mostly,
            share=round(100 * share),
        )
        lines.append(line)
    return Overview(_figures(words, chosen, around, kinds), around.opponents, lines)


def _figures(words: Words, chosen: Chosen, around: Around, lines: Sequence[str] = ()) -> Figures:
    games = chosen.games
    subject = chosen.subject
    months = [0] * 12
    for one in games:
        months[utc_date(one.ended_at).month - 1] += 1
    own = {one.game_id: one for one in chosen.won}
    kind = lines[0] if lines else games[0].kind
    return Figures(
        name=subject.of.name,
        year=subject.year,
        games=len(games),
        won=len(chosen.won),
        wins=[_win(words, own[game.id], game, results, lines) for game, results in around.best],
        accuracy=[one.accuracy for one in games if one.accuracy is not None],
        luck=[one.luck for one in games if one.luck is not None],
        months=() if subject.year is None else months,
        rival=around.rival,
        titles=around.titles,
        seat=_usual_seat([one for one in games if one.kind == kind]),
    )


def _ratings(
    every: Sequence[PlayedGame], ranked: LeaderboardRow | None, year: int | None
) -> Sequence[tuple[Millis, int]]:
    """The rating before the first rated game of the year and after each, counted back from what it
    is now."""
    if ranked is None:
        return ()
    rated = [one for one in every if one.change is not None]
    since = accumulate((one.change or 0.0 for one in reversed(rated)), initial=0.0)
    ratings = [ranked.rating - gained for gained in since][::-1]
    years = [utc_date(one.ended_at).year for one in rated]
    within = [number for number, played in enumerate(years) if year in {None, played}]
    if not within:
        return ()
    first = within[0]
    last = within[-1]
    after = [(rated[at].ended_at, round(ratings[at + 1])) for at in range(first, last + 1)]
    return [(rated[first].ended_at, round(ratings[first])), *after]


def _win(
    words: Words, own: PlayedGame, game: Game, results: Sequence[Result], lines: Sequence[str]
) -> Win:
    names = [player_name(words, seat) for seat in game.seats]
    [winner] = [one for one in results if one.outcome == "won"]
    return Win(
        against=history.list_others(words, names, winner),
        points=history.points_of(results, winner),
        gained=round(own.change or 0.0),
        line=lines.index(own.kind) if lines else None,
    )


@shareable()
async def profile(
    visit: Visit,
    player: discord.Member | None = None,
    game: Transform[str, GameOption] | None = None,
    year: Range[int, 2015, 2999] | None = None,
) -> None:
    of = player or visit.interaction.user
    await visit.show(await _profile_page(visit, Subject(leaderboards.Person.of(of), game, year)))


async def show_profile(visit: Visit, person: discord.Member | discord.User) -> None:
    """The same for a person in the list of members, or next to what they wrote."""
    await visit.show(
        await _profile_page(visit, Subject(leaderboards.Person.of(person), None, None))
    )


@button("profile", in_place=True)
async def on_profile(visit: Visit, target: Target) -> None:
    found = _PROFILE.fullmatch(target.rest)
    if found is None:
        raise Mistake("refused.unknown_button")
    kind = leaderboards.parse_kind(visit, found[1])
    of = await leaderboards.find_person(visit, int(found[2]))
    await visit.show(await _profile_page(visit, Subject(of, kind, int(found[3]) or None)))
