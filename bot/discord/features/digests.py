"""Digests for spectators: how the games of a channel stand, the move of the day, who predicts best,
and what comes next."""

import asyncio
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import accumulate
from typing import NamedTuple

import discord

from bot.discord.answering.desk import Desk
from bot.discord.answering.visibility import is_in_private_thread
from bot.discord.answering.visit import Visit
from bot.discord.features import history
from bot.discord.features.context import button
from bot.discord.pages import wording
from bot.discord.pages.board_posts import describe_with_emojis, predictions_table, score_line_in
from bot.discord.pages.end_posts import headline
from bot.discord.pages.page import Page, PageButton, PagePart, Target, page, shorten
from bot.games.face import AnyFace
from bot.locale import Words
from bot.match.clocks import may_claim_at, too_late_at
from bot.match.game import Game, Status, Timeouts
from bot.match.league.season import Season, Stage
from bot.match.league.view import LeagueView
from bot.match.messages import Digest
from bot.match.predictions import Forecaster
from bot.match.rules import ending_of
from bot.presentation.endings import lead_of, without_final_scoring
from bot.presentation.names import raw_names
from bot.presentation.seasons import entrant_name, season_name
from bot.process.clock import DAY, HOUR, Millis
from bot.table import posting
from bot.table.digests import ToldGame
from bot.table.games import PublicMove, Story
from bot.table.positions import Position
from render.picture.names import LONGEST_ALT
from render.pictures import Drawing

# The running games of which each has its lines, the ended ones, and the seasons; of the games as
# many as fit into this many characters, so that there is room for the rest.
MOST_RUNNING = 8
LONGEST_RUNNING = 1600
MOST_ENDED = 5
LONGEST_ENDED = 600
MOST_SEASONS = 3
# The games among whose moves that of the day is looked for, those that were played last.
MOST_SEARCHED = 25
# The moves that lead up to that of the day in its animation.
LEADING_UP = 2
# What is nearer than this comes next; what is nearer than the other is worth a mention.
SOON = 2 * DAY
IN_SIGHT = 7 * DAY
# A game with no more tiles or cards left for each player nears its end.
FEW_EACH = 3
# A digest of a longer time says so.
LONG = 36 * HOUR


class MoveOfTheDay(NamedTuple):
    """The move with which its player gained most on the others."""

    game: Game
    ply: int
    lead: int


class Coming(NamedTuple):
    """What may happen next, as far as spectators can know."""

    at: Millis
    text: str


@dataclass(frozen=True, slots=True)
class ChannelDay:
    """What a digest tells."""

    digest: Digest
    now: Millis
    running: Sequence[Position]
    more_running: int
    ended: Sequence[ToldGame]
    more_ended: int
    best: MoveOfTheDay | None
    story: Story | None
    """The game of the best move."""
    predictions: Sequence[Forecaster]
    seasons: Sequence[LeagueView]


async def digest_page(desk: Desk, client: discord.Client, words: Words, digest: Digest) -> Page:
    """Make the page of a digest from how the games stand now. Raises Outdated if nothing that was
    played can be seen by everybody who sees the channel."""
    return make_page(words, desk.faces, desk.table.timeouts, await _read(desk, client, digest))


async def _read(desk: Desk, client: discord.Client, digest: Digest) -> ChannelDay:
    table = desk.table
    games = [
        game
        for game in await table.digests.games_told(digest)
        if not await is_in_private_thread(client, game)
    ]
    told = [await table.digests.tell(game) for game in games[:MOST_SEARCHED]]
    if not any(each.moves_between(digest.since, digest.until) for each in told):
        raise posting.Outdated
    running = [game for game in games if game.status is Status.RUNNING]
    positions = [await table.games.position(game.id, None) for game in running[:MOST_RUNNING]]
    ended = [each for each in told if each.game.status is not Status.RUNNING]
    best = await asyncio.to_thread(find_move_of_the_day, desk.faces, told, digest)
    return ChannelDay(
        digest,
        table.clock(),
        [position for position in positions if position.game.status is Status.RUNNING],
        len(running[MOST_RUNNING:]),
        ended[:MOST_ENDED],
        len(ended[MOST_ENDED:]),
        best,
        None if best is None else await table.games.story(best.game.id),
        await table.predictions.table(*games[:MOST_SEARCHED]),
        await table.leagues.under_way_in(digest.channel_id),
    )


def find_move_of_the_day(
    faces: Mapping[str, AnyFace], told: Sequence[ToldGame], digest: Digest
) -> MoveOfTheDay | None:
    """None if no move brought its player more than the others. What the final scoring gives is no
    move's; of several as good, the first that was played counts."""
    moves = [
        (move, each.game)
        for each in told
        for move in each.moves_between(digest.since, digest.until)
    ]
    best = None
    for move, game in sorted(moves, key=lambda played: played[0].played_at):
        lead = _lead_gained(faces[game.kind], move)
        if lead > (0 if best is None else best.lead):
            best = MoveOfTheDay(game, move.ply, lead)
    return best


def _lead_gained(face: AnyFace, move: PublicMove) -> int:
    gains = without_final_scoring(face.texts, move.events, move.points)
    return lead_of(gains, move.seat)


def make_page(
    words: Words, faces: Mapping[str, AnyFace], timeouts: Timeouts, day: ChannelDay
) -> Page:
    digest = day.digest
    lines = [words("digest.head")]
    if digest.until - digest.since > LONG:
        lines.append(words("digest.since", since=wording.timestamp(digest.since, "D")))
    running = [_running_entry(words, faces, digest, position) for position in day.running]
    running_told = _entries_within(running, LONGEST_RUNNING)
    more_running = len(running) - len(running_told) + day.more_running
    lines += running_told
    if more_running:
        lines.append(words("digest.more_running", count=more_running))
    ended = [_ended_entry(words, digest, told) for told in day.ended]
    ended_told = _entries_within(ended, LONGEST_ENDED)
    more_ended = len(ended) - len(ended_told) + day.more_ended
    lines += ended_told
    if more_ended:
        lines.append(words("digest.more_ended", count=more_ended))
    lines += [_season_line(words, view) for view in day.seasons[:MOST_SEASONS]]
    parts: list[PagePart] = ["\n".join(lines)]
    best = day.best
    story = day.story
    if best is not None and story is not None and best.ply < len(story.frames):
        parts += _best_move_parts(words, faces, day, story, best)
    if day.predictions:
        parts.append(predictions_table(words, day.predictions))
    coming = find_coming(words, faces, timeouts, day)
    if coming:
        parts.append(words("digest.coming", what=coming))
    # By the moment in its id the post is recognised, whatever has changed in its words since.
    target = Target(rest=str(digest.until))
    parts.append([PageButton("running", target, words("digest.games"))])
    if best is None:
        return page(*parts)
    key = (words.language, best.game.commitment, best.game.branch, best.ply, "day")
    shows = Target(best.game.id, best.game.branch, best.ply)
    return page(*parts, key=(*key, raw_names(best.game)), shows=shows)


def _entries_within(entries: Sequence[str], room: int) -> list[str]:
    """Take the first entries for which there is room, in characters."""
    lengths = accumulate(len(entry) for entry in entries)
    return [entry for entry, length in zip(entries, lengths, strict=True) if length <= room]


def _running_entry(
    words: Words, faces: Mapping[str, AnyFace], digest: Digest, position: Position
) -> str:
    """Say who leads by how much, and how far the game is."""
    game = position.game
    leads = describe_lead(words, game, position.scores)
    head = words("digest.game", what=leads, game=_game_name(words, digest, game))
    scores = score_line_in(words, faces[game.kind].texts, position)
    stands = scores or wording.pairing(words, game)
    return f"{head}\n-# {stands} · {wording.game_status(words, game)}"


def describe_lead(words: Words, game: Game, scores: Sequence[int]) -> str:
    """Say which of those who still play leads, and by how much."""
    playing = [seat for seat, player in enumerate(game.seats) if player.plays]
    first, second, *_ = sorted((scores[seat] for seat in playing), reverse=True)
    leaders = [seat for seat in playing if scores[seat] == first]
    names = wording.list_names(words, game, leaders)
    if not any(scores):
        return words("digest.no_points")
    if len(leaders) > 1:
        return words("digest.level", names=names)
    return words("digest.leads", name=names, points=words("words.points", count=first - second))


def _ended_entry(words: Words, digest: Digest, told: ToldGame) -> str:
    game = told.game
    result = words("digest.ended", result=headline(words, game, told.scores))
    head = words("digest.game", what=result, game=_game_name(words, digest, game))
    return f"{head}\n-# {wording.pairing(words, game)}"


def _game_name(words: Words, digest: Digest, game: Game) -> str:
    """Name the game, and the thread in which it is played."""
    name = words(f"{game.kind}.name")
    if game.channel_id == digest.channel_id:
        return words("digest.in_channel", game=name)
    return words("digest.in_thread", game=name, place=wording.channel_mention(game))


def _season_line(words: Words, view: LeagueView) -> str:
    """Say how far a season is, and who leads its first division."""
    season = view.season
    name = season_name(words, season, wording.escape)
    if season.stage is Stage.SIGN_UP:
        return words("digest.sign_up", season=name, count=len(season.taking_part))
    decided = sum(not fixture.undecided for fixture in season.fixtures)
    games = words("digest.season_games", count=len(season.fixtures), over=decided)
    first_rows = view.divisions[0].rows if view.divisions else []
    leaders = [row.entrant for row in first_rows if row.standing.place == 1]
    if not season.decided_in(0):
        return words("digest.season", season=name, games=games)
    names = words.join([entrant_name(words, entrant, wording.escape) for entrant in leaders])
    return words("digest.season_led", season=name, names=names, games=games)


def _best_move_parts(
    words: Words, faces: Mapping[str, AnyFace], day: ChannelDay, story: Story, best: MoveOfTheDay
) -> list[PagePart]:
    """Tell the move of the day as its post did, with the moves that led up to it as an
    animation."""
    game = story.game
    face = faces[game.kind]
    frame = story.frames[best.ply]
    names = wording.names_of(words, game)
    head = _with_game(words, day, words("digest.best_move", ply=best.ply), game)
    told = describe_with_emojis(words, face.texts, names, frame.events, in_full=False)
    return [f"{head}\n{told}", best_move_drawing(words, face, story, best)]


def best_move_drawing(words: Words, face: AnyFace, story: Story, best: MoveOfTheDay) -> Drawing:
    game = story.game
    names = raw_names(game)
    frames = story.frames[max(0, best.ply - LEADING_UP) : best.ply + 1]
    ending = ending_of(game) if best.ply == game.ply else None
    animation = face.pictures.replay(words, frames, names, ending, recent=True)
    alt = f"{words('digest.alt', ply=best.ply)} {animation.alt}"
    return replace(animation, filename="day.gif", alt=shorten(alt, LONGEST_ALT))


def find_coming(
    words: Words, faces: Mapping[str, AnyFace], timeouts: Timeouts, day: ChannelDay
) -> str:
    """Say what comes next: what happens by itself soon, a game that nears its end, or the end of a
    season. Empty if none of that is in sight."""
    of_seasons = [_coming_in_season(words, view.season) for view in day.seasons]
    of_games = [_coming_in_game(words, timeouts, day, position) for position in day.running]
    season_ends = [coming for coming in of_seasons if coming is not None]
    everything = [*season_ends, *(coming for coming in of_games if coming is not None)]
    soonest = min(everything, default=None)
    if soonest is not None and soonest.at < day.now + SOON:
        return soonest.text
    ending = _nearest_to_its_end(faces, day.running)
    if ending is not None:
        left = faces[ending.game.kind].texts.describe_supply(words, ending.view)
        return _with_game(words, day, words("digest.last", left=left), ending.game)
    next_end = min(season_ends, default=None)
    return next_end.text if next_end is not None and next_end.at < day.now + IN_SIGHT else ""


def _nearest_to_its_end(
    faces: Mapping[str, AnyFace], running: Sequence[Position]
) -> Position | None:
    """Find the game with the fewest tiles or cards left for each player, if they are few."""

    def left_each(position: Position) -> float:
        texts = faces[position.game.kind].texts
        return texts.count_supply(position.view) / len(position.game.seats)

    near = [position for position in running if 0 < left_each(position) <= FEW_EACH]
    return min(near, key=left_each, default=None)


def _coming_in_season(words: Words, season: Season) -> Coming | None:
    name = season_name(words, season, wording.escape)
    if season.stage is Stage.SIGN_UP and not season.is_cup:
        when = wording.timestamp(season.closes_at)
        return Coming(season.closes_at, words("digest.closes", season=name, when=when))
    if season.stage is Stage.RUNNING and season.ends_at is not None:
        when = wording.timestamp(season.ends_at)
        return Coming(season.ends_at, words("digest.ends", season=name, when=when))
    return None


def _coming_in_game(
    words: Words, timeouts: Timeouts, day: ChannelDay, position: Position
) -> Coming | None:
    """Tell when the person to act loses, or others may claim the win, unless they move."""
    game = position.game
    seat = game.to_act
    if seat is None or game.pause is not None or not game.seats[seat].answers:
        return None
    if not any(game.seats[other].answers for other in game.others_playing(seat)):
        return None  # no computer player claims
    name = wording.names_of(words, game)[seat]
    too_late = too_late_at(game)
    at = may_claim_at(game, timeouts) if too_late is None else too_late[0]
    when = wording.timestamp(at)
    if too_late is not None:
        text = words("digest.lost", name=name, when=when)
    elif at > day.now:
        text = words("digest.claim", name=name, when=when)
    else:
        text = words("digest.claimable", name=name)
    return Coming(at, _with_game(words, day, text, game))


def _with_game(words: Words, day: ChannelDay, text: str, game: Game) -> str:
    """Say which game is meant, if the digest tells of several."""
    told_count = len(day.running) + day.more_running + len(day.ended) + day.more_ended
    if told_count == 1:
        return text
    return words("digest.game", what=text, game=_game_name(words, day.digest, game))


@button("running")
async def on_running(visit: Visit, target: Target) -> None:
    """List the games that run in this server, as far as the reader can see them."""
    await history.games(visit, server=True)
