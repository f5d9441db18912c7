"""How a game stands, in a few words: whose turn it is, or how it ended."""

from collections.abc import Sequence

from bot.locale import Words
from bot.match.game import Game, Status
from render.subject import Names


def describe_status(words: Words, game: Game, names: Names) -> str:
    """Say whose turn it is in a game that was started, why it is paused, or how it ended."""
    if game.status is not Status.RUNNING or game.to_act is None:
        return describe_outcome(words, game, names)
    if game.pause is not None:
        return words("game.paused", why=words(f"pause.{game.pause}"))
    return words("game.turn_of", name=names[game.to_act])


def describe_outcome(words: Words, game: Game, names: Names) -> str:
    winners = words.join([names[seat] for seat in game.winners])
    count = len(game.winners)
    if count > 1 and (game.status is Status.FINISHED or game.season_id is not None):
        return words("outcome.shared", names=winners)
    if game.season_id is not None and game.status is Status.ABANDONED and count:
        return words("outcome.unfinished.won", name=winners)
    won = "won" if count else "nobody"
    return words(f"outcome.{game.status}.{won}", name=winners, count=count)


def headline(words: Words, game: Game, names: Names, scores: Sequence[int] = ()) -> str:
    """Say who won, and with how many points if it was played to its end and they are given, the
    winner's first."""
    if not game.winners:
        return words("end.nobody", players=" – ".join(names))
    winners = words.join([names[seat] for seat in game.winners])
    shared = len(game.winners) > 1
    result = words("end.shared", names=winners) if shared else words("end.won", name=winners)
    if not scores or game.status is not Status.FINISHED:
        return result
    seats = range(len(scores))
    winners_first = sorted(seats, key=lambda seat: (seat not in game.winners, -scores[seat]))
    points = "–".join(str(scores[seat]) for seat in winners_first)
    return words("end.with_points", result=result, points=points)
