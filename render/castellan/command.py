"""The pictures of Castellan for the command line."""

from collections.abc import Mapping, Sequence

from engine.castellan.play.building import Site
from engine.castellan.record import RECORDS
from engine.castellan.seen.view import View, view
from engine.castellan.state import Setup
from engine.castellan.vocabulary.notation import parse_move, parts
from engine.errors import IllegalMove
from engine.questions import Part
from render.castellan.art.sprites import load_sprites, shared_palette
from render.castellan.board.board import Look, board_scene
from render.castellan.board.overlays import Overlay
from render.castellan.cards.hand import hand_scene
from render.castellan.cards.sheet import sheet_scene
from render.castellan.final import final_scene
from render.castellan.replay import replay_gif
from render.castellan.tables import course
from render.castellan.text import alt_text
from render.castellan.text.text_board import text_board
from render.command import NotThere, Pictures, Position
from render.picture.paint import Painter
from render.picture.scene import Scene
from render.tables.replay import Frame


def _painter(_: Setup) -> Painter:
    """The same art for all cards."""
    return Painter(load_sprites(), shared_palette())


def _previewed(seen: View, text: str) -> Mapping[str, Sequence[Part]]:
    """Any cards of this game can be tried, since the command line shows games that are over."""
    turn = parse_move(text)
    if seen.to_act is None:
        raise NotThere("nobody is to play")
    for card in turn.cards:
        if card not in seen.players[seen.to_act].unplayed:
            raise NotThere(f"the card {card} is not left")
    site = Site(seen.plan, seen.to_act, seen.cards.pieces(turn.cards).plus(seen.received))
    try:
        for piece in turn.build:
            site = site.after(piece)
    except IllegalMove as error:
        raise NotThere(f"this cannot be built ({error})") from None
    return {"parts": parts(turn)}


def _sheet(at: Position) -> tuple[Scene, str]:
    scene = sheet_scene(at.words, at.view, at.names, at.theme)
    return scene, alt_text.sheet_alt(at.words, at.view, at.names)


def _hand(at: Position) -> tuple[Scene, str]:
    if not at.view.hand:
        raise NotThere("no hand is seen without a seat, or with no card in it")
    scene = hand_scene(at.words, at.view, theme=at.theme)
    return scene, alt_text.hand_alt(at.words, at.view)


def _final(at: Position) -> tuple[Scene, str]:
    scene = final_scene(at.words, at.view, at.names, at.theme)
    return scene, alt_text.final_alt(at.words, at.view, at.names)


PICTURES = Pictures(
    read=RECORDS.read,
    view=view,
    previewed=_previewed,
    example="T1: t0,0",
    overlays=Overlay,
    painter=_painter,
    look=Look,
    board=board_scene,
    others={"sheet": _sheet, "hand": _hand, "final": _final},
    course=course,
    frame=Frame,
    replay=replay_gif,
    text=text_board,
    alt=alt_text,
)
