"""The public posts of a game: the invitation, the board after each move, and what else happened.

A post is made from a position as everybody may see it. Its buttons carry the game and the ply, so
that they work after any restart, and tell when they are stale.
"""

from collections.abc import Sequence

from discord import ButtonStyle

from bot.actions import Done
from bot.announcing import ENDS
from bot.failures import moment_text
from bot.game import Game, Patience, Status
from bot.games.face import Drawing, Face
from bot.locale import Words
from bot.looking import Position, Story
from bot.messages import Board, Notice
from bot.rules import rules_of
from bot.ui.items import Mark, Press
from bot.ui.page import Page, Part, page
from bot.ui.wording import (
    against,
    mention,
    names_of,
    notice_text,
    options_told,
    outcome,
    place_of,
    raw_names,
    starter,
    winners,
)

ASKED = {Done.UNDO_ASKED: "undo", Done.END_ASKED: "end"}
"""The notices that ask the others for something."""


def lobby_page(
    words: Words, game: Game, patience: Patience, pinged: Sequence[int], *, live: bool = True
) -> Page:
    """The invitation, to somebody or to whoever comes first."""
    kept = [seat.user_id for seat in game.seats if seat.user_id is not None and not seat.taken]
    names = names_of(words, game)
    opener = next(name for name, seat in zip(names, game.seats, strict=True) if seat.taken)
    asked = words.listed([mention(user) for user in kept])
    who = (
        words("lobby.named", name=opener, asked=asked) if kept else words("lobby.open", name=opener)
    )
    first = "chance" if game.first is None else "chosen" if starter(game) else "joining"
    lines = [
        f"## {words(f'{game.kind}.name')}",
        who,
        words("lobby.options", options=options_told(words, game)),
        *([] if game.rated else [words("lobby.unrated")]),
        words(f"lobby.first.{first}", name=starter(game)),
        words("lobby.until", when=moment_text(game.waiting_since + patience.lobby)),
    ]
    if not live or game.status is not Status.LOBBY:
        return page(f"{lines[0]}\n{against(words, game)}\n{lines[2]}")
    mark = Mark(game.id)
    no = Press("decline", mark, words("button.decline")) if kept else None
    buttons = [
        Press("join", mark, words("button.accept" if kept else "button.join"), ButtonStyle.success),
        *([no] if no else []),
        Press("cancel", mark, words("button.cancel")),
    ]
    return page("\n".join(lines), buttons, mention=pinged)


def board_page(words: Words, face: Face, position: Position, pinged: Sequence[int] = ()) -> Page:
    """The board after a move: what happened, the picture, and whose turn it is."""
    game = position.game
    parts = [*_told(words, face, position), _board(words, face, position)]
    if position.ply == game.ply and game.status is Status.RUNNING and game.to_act is not None:
        waited_for = mention(game.seats[game.to_act].user_id)
        parts.append(words("board.turn", who=waited_for, what=face.waits(words, position.view)))
    parts.append(board_buttons(words, position))
    return page(*parts, key=position_key(words, position, "post"), mention=pinged)


def old_board_page(words: Words, face: Face, position: Position, board: Board) -> Page:
    """A board that another one follows: no turn, no buttons. What a move did that was taken back
    since is not told any more."""
    stands = position.game.branch == board.branch and position.ply == board.ply
    told = _told(words, face, position) if stands else [words("board.old")]
    return page(*told, _board(words, face, position))


def _told(words: Words, face: Face, position: Position) -> list[Part]:
    """What the last move did, if there was one."""
    if not position.events:
        return []
    return [face.told(words, names_of(words, position.game), position.events)]


def _board(words: Words, face: Face, position: Position) -> Drawing:
    names = raw_names(position.game)
    return face.board(words, position.view, names, events=position.events, overlays=["scored"])


def board_buttons(words: Words, position: Position) -> list[Press]:
    """Anybody may press them."""
    mark = mark_of(position)
    play = Press("play", mark, words("button.play"), ButtonStyle.primary)
    return [
        *([play] if position.game.status is Status.RUNNING else []),
        Press("board", mark, words("button.board")),
        Press("tiles", mark, words("button.tiles")),
        Press("log", mark, words("button.log")),
    ]


def mark_of(position: Position, rest: str = "") -> Mark:
    return Mark(position.game.id, position.game.branch, position.ply, rest)


def position_key(words: Words, position: Position, *more: object) -> tuple[object, ...]:
    """What a picture of a position may be kept under: of who looks, only the language matters; the
    names are lost when somebody is erased."""
    game = position.game
    return (words.language, game.commitment, game.branch, position.ply, raw_names(game), *more)


def notice_page(words: Words, game: Game, notice: Notice) -> Page:
    """What happened to a game, as far as it needs no picture."""
    people = " ".join(mention(user) for user in notice.mention)
    text = notice_text(words, game, notice.done, notice.seat, notice.facts)
    request = ASKED.get(notice.done)
    if request is None:
        told, line, small = text.partition("\n")
        return page(f"{told} {people}".rstrip() + line + small, mention=notice.mention)
    mark = Mark(game.id, game.branch, int(notice.facts["ply"]), request)
    buttons = [
        Press("accept", mark, words(f"button.accept_{request}"), ButtonStyle.success),
        Press("refuse", mark, words("button.refuse")),
    ]
    return page(f"{people} {text}".strip(), buttons, mention=notice.mention)


def is_end(notice: Notice, game: Game) -> bool:
    """Whether the notice ends a game that was started."""
    return notice.done in ENDS and game.commitment is not None


def end_page(words: Words, face: Face, story: Story, notice: Notice) -> Page:
    """The last post of a game: who won, every point explained, and the way on."""
    game, names = story.game, raw_names(story.game)
    told = [moment.events for moment in story.moments]
    last = story.moments[-1].view
    parts: list[Part] = [f"## {_headline(words, game)}"]
    people = " ".join(mention(user) for user in notice.mention)
    text = notice_text(words, game, notice.done, notice.seat, notice.facts)
    parts.append(f"{text} {people}".strip())
    final = face.final(words, last, names, told)
    parts.append(face.board(words, last, names) if final is None else final)
    if any(any(rules_of(game.kind).points(events)) for events in told):
        parts.append(face.chart(words, told, names))
    parts.append(words("end.proof", **{"seed": "", "commitment": "", **notice.facts}))
    mark = Mark(game.id, game.branch, game.ply)
    parts.append(
        [
            Press("rematch", mark, words("button.rematch"), ButtonStyle.success),
            Press("replay", mark, words("button.replay")),
            Press("score", mark, words("button.score")),
            Press("log", mark, words("button.log")),
        ]
    )
    return page(*parts, key=(words.language, game.commitment, "end"), mention=notice.mention)


def _headline(words: Words, game: Game) -> str:
    if not game.winners:
        return words("end.nobody", players=against(words, game))
    if len(game.winners) > 1:
        return words("end.shared", names=winners(words, game))
    return words("end.won", name=winners(words, game))


def result_line(words: Words, game: Game) -> str:
    """A game in a list: who played, where, and how it stands."""
    if game.status is Status.RUNNING and game.to_act is not None:
        state = words("game.turn_of", name=names_of(words, game)[game.to_act])
    elif game.status is Status.LOBBY:
        state = words("game.in_lobby")
    else:
        state = outcome(words, game)
    return words("game.line", players=against(words, game), place=place_of(game), state=state)
