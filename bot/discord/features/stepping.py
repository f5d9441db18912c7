"""Looking back through a game, running or ended: position by position, or all that has happened
since one's last turn."""

from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace

import discord
from discord.app_commands import Range

from bot.discord.answering.desk import PICTURE, STORY
from bot.discord.answering.error_messages import Mistake
from bot.discord.answering.visit import Visit
from bot.discord.features.context import HERE, button, command, started_game
from bot.discord.features.looks import show_board
from bot.discord.features.playing import show_panel
from bot.discord.features.reviews import comparison_parts
from bot.discord.pages import board_posts
from bot.discord.pages.own_notes import note_button, note_lines, open_notes_button
from bot.discord.pages.page import (
    LONGEST_OPTION,
    MOST_OPTIONS,
    MenuOption,
    Page,
    PageButton,
    PageMenu,
    PagePart,
    Target,
    page,
    shorten,
)
from bot.discord.pages.wording import names_of, outcome
from bot.games.face import AnyFace, AnyTexts
from bot.locale import Words
from bot.match.errors import Refused
from bot.match.game import ENDED, Status
from bot.match.own_notes import OwnNote
from bot.match.reviews import ComparedMoves
from bot.match.rules import ending_of
from bot.presentation.boards import board_drawing, early_ending, end_subject, position_key
from bot.presentation.names import player_name, raw_names
from bot.table.games import PublicMove
from bot.table.positions import Position
from engine.players.review import JudgedMove, Review
from render.picture.names import LONGEST_ALT

# The price of a short animation.
SINCE = STORY + 5 * PICTURE
# In characters.
LONGEST_TELLING = 700
# Later than the end of any game.
MOST_PLY = 10**6


@dataclass(frozen=True, slots=True)
class Step:
    """A position of a game as one person may see it, among all the others."""

    position: Position
    moves: Sequence[PublicMove]
    notes: Sequence[OwnNote]
    review: Review | None
    comparison: ComparedMoves | None
    """The move that led here beside a better one, if it has a mark."""
    overlay: str
    """The overlay of the board as long as it can be; empty for what was posted."""
    in_words: bool
    """Its reader wants everything in words."""

    @property
    def marked_moves(self) -> Sequence[JudgedMove]:
        return [] if self.review is None else [move for move in self.review.moves if move.mark]


def step_page(words: Words, face: AnyFace, step: Step, user_id: int) -> Page:
    """Show a position on one screen of a phone: what the move that led there did, what was noted,
    the part of the board that matters, with the chosen overlay where it applies, and the ways to
    the other positions. A move with a mark is shown beside what would have been better, unless an
    overlay is laid over the board."""
    position = step.position
    pictures = face.pictures
    game = position.game
    names = names_of(words, position.game)
    scores = zip(names, position.scores, strict=True)
    players = " – ".join(words("step.score", name=name, count=count) for name, count in scores)
    head = words("step.head", players=players, ply=position.ply, count=game.ply)
    move = board_posts.describe_last_move(
        words, face.texts, position, (), in_full=step.in_words
    ) or (words("step.start"),)
    possible_overlays = pictures.overlays_on(position.view, early_ending(position))
    overlay = step.overlay if step.overlay in possible_overlays else None
    board_or_comparison: Iterable[PagePart]
    if step.comparison is not None and not overlay:
        board_or_comparison = comparison_parts(words, face, names, raw_names(game), step.comparison)
    else:
        board_or_comparison = [
            board_drawing(words, pictures, position, overlay, compact=True, footer=False)
        ]
    notes_here = [note for note in step.notes if note.ply == position.ply]
    is_over = game.status in ENDED
    menus = [*_moves_menu(words, face.texts, step), _overlay_menu(words, step, possible_overlays)]
    last_row = [] if is_over else [PageButton("present", Target(game.id), words("button.present"))]
    own_notes = [note for note in step.notes if note.user_id == user_id]
    last_row.append(note_button(words, Target.at(position, f"step.{step.overlay}")))
    if is_over and own_notes:
        last_row.append(open_notes_button(words, game, own_notes))
    return page(
        head,
        *move,
        "\n".join(note_lines(words, game, notes_here, user_id)),
        *board_or_comparison,
        outcome(words, game) if is_over and position.ply == game.ply else "",
        _step_buttons(words, step),
        *([menu] for menu in menus),
        last_row,
        key=position_key(words, position, "step", step.overlay),
    )


def _step_buttons(words: Words, step: Step) -> list[PageButton]:
    """Make buttons to the first position, one back, one forward, to the last, and to the next move
    with a mark, if any has one. Each always stays in its place, and the rest of its id tells it
    apart from another that leads to the same position."""
    game = step.position.game
    current_ply = step.position.ply
    last_ply = step.position.game.ply
    ways = [
        ("first", words("button.first"), 0),
        ("back", words("button.back"), max(0, current_ply - 1)),
        ("forward", words("button.forward"), min(current_ply + 1, last_ply)),
        ("last", words("button.last"), last_ply),
    ]
    if step.marked_moves:
        further = next(
            (judged_move.ply for judged_move in step.marked_moves if judged_move.ply > current_ply),
            current_ply,
        )
        ways.append(("mark", words("button.next_mark"), further))
    return [
        PageButton(
            "step",
            Target(game.id, game.branch, ply, f"{way}.{step.overlay}"),
            label,
            disabled=ply == current_ply,
        )
        for way, label, ply in ways
    ]


def _moves_menu(words: Words, texts: AnyTexts, step: Step) -> Iterator[PageMenu]:
    """Offer a menu of the moves that scored or mattered, if any did."""
    position = step.position
    options = list[MenuOption]()
    names = [player_name(words, seat) for seat in position.game.seats]
    marks = {
        judged_move.ply: words(f"review.marked.{judged_move.mark}")
        for judged_move in step.marked_moves
    }
    noted_plies = {note.ply for note in step.notes}
    news = {
        move.ply: " ".join(texts.report(words, names, move.events).news).replace("**", "")
        for move in step.moves
    }
    special = {ply for ply, text in news.items() if text} | marks.keys() | noted_plies
    for move in key_moves(step.moves, special):
        gains = [
            words("step.gained", name=name, count=points)
            for name, points in zip(names, move.points, strict=True)
            if points
        ]
        label = words("step.move", ply=move.ply, what=" · ".join(gains) or names[move.seat])
        if move.ply in noted_plies:
            label = f"{label} {words('note.sign')}"
        facts = (marks.get(move.ply, ""), news[move.ply], *_sources(words, texts, move, len(names)))
        about = shorten(" · ".join(filter(None, facts)), LONGEST_OPTION)
        emoji = next(iter(texts.emojis(move.events)), None)
        options.append(MenuOption(label, f"{move.ply}.{step.overlay}", about, emoji))
    if options:
        target = f"moves.{step.overlay}"
        current = f"{position.ply}.{step.overlay}"
        yield PageMenu("step", Target.at(position, target), options, words("step.moves"), current)


def _sources(words: Words, texts: AnyTexts, move: PublicMove, seats: int) -> Iterator[str]:
    """List the sources of the points of a move, in the order of the seats; not where it also took
    some away, as by dividing a courtyard."""
    for points_by_source, total in zip(
        texts.points_by_source(move.events, seats), move.points, strict=True
    ):
        if total and sum(points_by_source.values()) == total:
            for source, points in points_by_source.items():
                if points:
                    yield words(f"{texts.kind}.scored.{source}", points=points)


def key_moves(moves: Sequence[PublicMove], special: Collection[int]) -> Sequence[PublicMove]:
    """Choose the moves that scored, or are special for another reason; at most as many as a menu
    holds, in the order in which they were played: of more, the special ones and those that scored
    most."""
    candidates = [move for move in moves if move.ply in special or any(move.points)]
    candidates.sort(key=lambda move: (move.ply not in special, -max(move.points), move.ply))
    return sorted(candidates[:MOST_OPTIONS], key=lambda move: move.ply)


def _overlay_menu(words: Words, step: Step, overlays: Iterable[str]) -> PageMenu:
    kind = step.position.game.kind
    options = [(words("step.as_posted"), "look.")]
    options += [(words(f"{kind}.overlay.{name}"), f"look.{name}") for name in overlays]
    current = f"look.{step.overlay}"
    target = Target.at(step.position, current)
    return PageMenu("step", target, options, words("step.overlay"), current)


async def show_step(visit: Visit, game_id: int, ply: int, overlay: str = "") -> None:
    """Show a position as this person saw it then."""
    visit.pay(PICTURE)
    table = visit.table
    user_id = visit.user_id
    position = await table.games.position(game_id, visit.viewer, ply)
    game = visit.about(position.game)
    face = visit.face(game)
    review = await table.reviews.stored_review(game.id) if game.status in ENDED else None
    comparison = None
    if review is not None:
        comparison = await table.reviews.compare(game, review, position.ply)
        visit.pay(PICTURE if comparison else 0)
    moves = await table.games.public_moves(game)
    notes = await table.own_notes.of(game, user_id)
    known_overlay = overlay if overlay in face.pictures.overlays else ""
    in_words = (await visit.preferences()).in_words
    step = Step(position, moves, notes, review, comparison, known_overlay, in_words)
    await visit.show(step_page(visit.words, face, step, user_id))


@button("steps")
async def open_steps(visit: Visit, target: Target) -> None:
    """Step through a game: an ended one from its start, a running one from this position."""
    game = await visit.get_game(target.game)
    await show_step(visit, game.id, 0 if game.status in ENDED else target.ply)


@button("step", in_place=True)
async def on_step(visit: Visit, target: Target) -> None:
    """Go to a position, or lay something over this one. The rest of the id is `way.overlay`; a way
    that is a number, as from a menu, is the ply."""
    way, _, overlay = target.rest.partition(".")
    ply = int(way) if way.isdecimal() else target.ply
    await show_step(visit, target.game, min(ply, MOST_PLY), overlay)


@command("game")
async def steps(visit: Visit, move: Range[int, 0, 10_000] | None = None) -> None:
    game = await started_game(visit)
    usual_ply = 0 if game.status in ENDED else game.ply
    await show_step(visit, game.id, usual_ply if move is None else move)


@command("post")
async def step_from_here(visit: Visit, post: discord.Message) -> None:
    """Step through a game from the position that a post shows."""
    by_us = post.author == visit.interaction.client.user
    target = board_posts.posted_position(post) if by_us else None
    if target is None:
        raise Mistake("refused.no_board")
    await visit.reach(target.game)
    if not await visit.table.games.stands(target.game, target.branch, target.ply):
        raise Mistake("refused.taken_back")
    await show_step(visit, target.game, target.ply)


@button("present", in_place=True)
async def to_the_present(visit: Visit, target: Target) -> None:
    """Show the panel, if it is this person's turn, else the board."""
    visit.pay(PICTURE)
    try:
        await show_panel(visit, target.game)
    except Refused:
        await show_board(visit, target)


@button("since")
async def since(visit: Visit, target: Target = HERE) -> None:
    """Show the scores with what everybody gained, what was played, and both as an animation; with
    the way to the panel for the player whose turn it is."""
    visit.pay(SINCE)
    game_id = target.game or (await started_game(visit)).id
    story = await visit.table.games.since_last_turn(game_id, visit.user_id)
    game = visit.about(story.game)
    words = visit.words
    if not story.moves:
        await visit.say("step.start")
        return
    face = visit.face(game)
    first_frame = story.frames[0]
    last_frame = story.frames[-1]
    names = names_of(words, game)
    raw = raw_names(game)
    score_line = [
        words(
            "since.gained" if now > before else "step.score", name=name, count=now, by=now - before
        )
        for name, before, now in zip(names, first_frame.scores, last_frame.scores, strict=True)
    ]
    count = len(story.moves)
    head = words("since.head", players=" – ".join(score_line), count=count)
    sentences = list[str]()
    for frame in story.frames[1:]:
        report = face.texts.report(words, names, frame.events)
        sentences += [report.first, *report.news, *report.end]
    drawing = face.pictures.replay(words, story.frames, raw, ending_of(game), recent=True)
    board = face.pictures.board(words, end_subject(story))
    alt = f"{words('since.alt', count=count)} {board.alt}"
    drawing = replace(drawing, filename="since.gif", alt=shorten(alt, LONGEST_ALT))
    turn_before = Target(game.id, game.branch, game.ply - count, "look.")
    buttons = [PageButton("step", turn_before, words("button.steps"))]
    if game.status is Status.RUNNING and game.to_act == game.seat_for(visit.user_id):
        buttons.insert(0, PageButton("play", Target.of(game), words("button.play"), "primary"))
    text = f"{head}\n{shorten(' '.join(sentences), LONGEST_TELLING)}"
    await visit.show(page(text, drawing, buttons))
