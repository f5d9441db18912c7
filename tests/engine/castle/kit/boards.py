"""Games of The Castle under way, set up from pictures of boards, played on, and printed.

`game` lays pictured tiles (see `tests.engine.castle.kit.board_pictures`) with the engine's own
board, so that every feature is what the engine makes of it. What a game would have reached by
playing (scores, followers, wall tiles) is simply given.
"""

import re
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import TypeVar

from engine.castle.catalogue import (
    FOLLOWERS,
    Catalogue,
    SegmentData,
    build_catalogue,
    standard_catalogue,
)
from engine.castle.choices import completions, legal_moves
from engine.castle.events import Event, FeatureScored, FinalScored
from engine.castle.moves import (
    OPTIONS,
    ROLES,
    AnotherTurn,
    Move,
    Turn,
    cell_name,
    move_text,
    parse_cell,
    parse_move,
)
from engine.castle.placing import placements
from engine.castle.rules import castle
from engine.castle.state import Keep, State
from engine.castle.turn import new_setup
from engine.counts import Pair
from engine.errors import IllegalMove
from engine.tiles.grid import Cell
from engine.tiles.tile import PORT_NAMES, PORTS, SIDES, TurnedTile
from tests.engine import moves
from tests.engine.castle.kit.board_pictures import (
    print_board,
    read_board,
    read_map,
    start_spaces,
)
from tests.engine.castle.kit.pictures import draw_tile, read_tile
from tests.engine.pictures import WIDTH, read_pictures, turned_picture

E = TypeVar("E", bound=Event)

TILES = 60
FILLER = ("ccccc",) * WIDTH
# How the ids of tiles that are still to come begin.
DRAWN = ("draw-", "filler-")


def game(
    board: str = "",
    *,
    draw: str = "",
    left: int | None = None,
    followers: str = "",
    filled: str = "",
    starts: Mapping[str, str] | None = None,
    seat: int = 0,
    extra: bool = False,
    scores: Pair = (0, 0),
    supply: Pair | None = None,
    held: tuple[Sequence[int], Sequence[int]] = ((), ()),
    wall: Mapping[int, int] | None = None,
    keeps: tuple[tuple[int, str] | None, tuple[int, str] | None] = (None, None),
    preset: str = "official",
    **options: str,
) -> State:
    """A game under way: the first tile of `draw` is to be placed by `seat`.

    `draw` shows the next tiles side by side; court tiles come after them, so that `left` are left
    after the first (by default as many as make sixty). `filled` marks cells with # where such court
    tiles lie already. `followers` reads like "0 knight E5.N, 1 squire F5.W", and a keep like
    (3, "E5"). `starts` replaces the start spaces, as in {"A4.S": "hhh"}; `wall` gives the wall
    tiles still lying on the towers.
    """
    laid = _laid(board, filled)
    catalogue, deck = _deck(laid, [*map(read_tile, read_pictures(draw).values())], left, starts)
    dealt = next(i for i, tile in enumerate(deck) if tile.startswith(DRAWN)) + 1
    by_seat = _read_followers(followers)
    state = State(
        setup=replace(
            new_setup("seed", OPTIONS.parse(options, preset), seat, catalogue),
            deck=deck,
            wall_tiles=dict(wall or {}),
        ),
        board=catalogue.board,
        closed_courts=(),
        phase="place",
        seat=seat,
        extra=extra,
        drawn=deck[dealt - 1],
        discarded=(),
        dealt=dealt,
        scores=scores,
        supply=supply or (FOLLOWERS - len(by_seat[0]), FOLLOWERS - len(by_seat[1])),
        wall=dict(wall or {}),
        held=(tuple(sorted(held[0])), tuple(sorted(held[1]))),
        keeps=(_keep(catalogue, keeps[0]), _keep(catalogue, keeps[1])),
    )
    for name, (cell, _) in laid.items():
        state = _with_tile(state, name, cell, by_seat)
    return state


def _laid(board: str, filled: str) -> dict[str, tuple[Cell, list[SegmentData]]]:
    """Cell and segments of each tile on the board, by its id, which is the name of its cell."""
    laid = {cell: read_tile(picture) for cell, picture in read_board(board).items()}
    for cell in read_map(filled):
        laid.setdefault(cell, read_tile(FILLER))
    return {cell_name(cell).lower(): (cell, segments) for cell, segments in laid.items()}


def _deck(
    laid: Mapping[str, tuple[Cell, list[SegmentData]]],
    drawn: Sequence[list[SegmentData]],
    left: int | None,
    starts: Mapping[str, str] | None,
) -> tuple[Catalogue, tuple[str, ...]]:
    """Sixty tiles in draw order: those on the board, those that left the game, those to come."""
    coming = TILES - len(laid) if left is None else left + 1
    fillers = [f"filler-{i}" for i in range(coming - len(drawn))]
    gone = [f"gone-{i}" for i in range(TILES - len(laid) - coming)]
    tiles = {tile: segments for tile, (_, segments) in laid.items()}
    tiles |= dict.fromkeys(gone, read_tile(FILLER))
    tiles |= {f"draw-{i}": segments for i, segments in enumerate(drawn, 1)}
    tiles |= dict.fromkeys(fillers, read_tile(FILLER))
    if len(tiles) != TILES:
        raise ValueError(f"these are {len(tiles)} tiles, not {TILES}")
    spaces = [] if starts is None else start_spaces(starts)
    catalogue = build_catalogue("pictures", tiles, spaces)
    return catalogue if starts is not None else _on_standard_board(catalogue), tuple(tiles)


def _on_standard_board(catalogue: Catalogue) -> Catalogue:
    standard = standard_catalogue()
    return replace(catalogue, start_spaces=standard.start_spaces, board=standard.board)


def _read_followers(followers: str) -> tuple[list[tuple[str, str]], list[tuple[str, str]]]:
    """For each seat its followers, as role and spot."""
    by_seat: tuple[list[tuple[str, str]], list[tuple[str, str]]] = ([], [])
    for text in filter(None, re.split(r"[,\s]*(?=[01] )", followers.strip())):
        seat, role, spot = text.split()
        by_seat[int(seat)].append((role, spot))
    return by_seat


def _keep(catalogue: Catalogue, keep: tuple[int, str] | None) -> Keep | None:
    return None if keep is None else Keep(keep[0], catalogue.grid.numbers[parse_cell(keep[1])])


def _with_tile(
    state: State,
    name: str,
    cell: Cell,
    by_seat: tuple[list[tuple[str, str]], list[tuple[str, str]]],
) -> State:
    """Add a tile and the followers on it."""
    board = state.board
    number = state.board.grid.numbers[cell]
    tile = state.setup.catalogue.turned[name][0]
    for side, label in enumerate(tile.edges):
        if board.barred[side * board.labels + label] >> number & 1:
            raise ValueError(f"{name}: a path ends blind on side {SIDES[side]}")
    meeting = board.meet(number, tile)
    for seat, followers in enumerate(by_seat):
        for role, spot in followers:
            at, port = spot.split(".")
            if at == cell_name(cell):
                segment = _owner(tile, PORT_NAMES.index(port))
                assert segment is not None, f"nobody owns {spot}"
                kind = tile.segments[segment].kind
                assert ROLES[kind] == role, f"{spot} is a {kind}"
                meeting = meeting.with_follower(seat, segment)
    closed = [feature for feature, _ in meeting.closed]
    for feature in closed:
        if feature.followers and feature.kind != "court":
            raise ValueError(f"{name} completes the {feature.kind} with a follower on it")
    courts = [feature for feature in closed if feature.kind == "court"]
    return state._replace(board=board.lay(meeting), closed_courts=(*state.closed_courts, *courts))


def _owner(tile: TurnedTile, port: int) -> int | None:
    """Who owns the port, or else both halves next to a channel that is nobody's."""
    before, owner, after = (tile.owners[(port + by) % PORTS] for by in (-1, 0, 1))
    return before if owner is None and before == after else owner


def play(state: State, *texts: str) -> tuple[State, list[Event]]:
    """Play moves, each by the player to act; every one must be among the legal moves."""
    events: list[Event] = []
    for text in texts:
        move = parse_move(text)
        try:
            after, more = castle.apply(state, state.seat, move)
        except IllegalMove as error:
            error.add_note(board_text(state))
            raise
        assert move in choices(state, move), f"{text} is played, but not listed as legal"
        state = after
        events += more
    return state, events


def refusal(
    state: State, move: str | Move, seat: int | None = None
) -> tuple[str, dict[str, object]]:
    """Why a move is refused: the reason and the facts; nothing may have changed."""
    made = parse_move(move) if isinstance(move, str) else move
    seat = state.seat if seat is None else seat
    error = moves.refusal(castle, state, made, seat)
    assert seat != state.seat or made not in choices(state, made), "a refused move is listed"
    return error.reason, error.facts


def choices(state: State, move: Move) -> Sequence[Move]:
    """Every legal move that begins like this one."""
    if isinstance(move, AnotherTurn):
        return list(legal_moves(state))
    placed = move.placement in placements(state)
    return completions(state, move.placement) if placed else []


def turns(state: State, placement: str) -> list[str]:
    """What can follow a placement such as "E5 r0", as text without the placement."""
    where = parse_move(placement)
    assert isinstance(where, Turn)
    texts = [move_text(turn) for turn in completions(state, where.placement)]
    return [text.removeprefix(move_text(where)).strip() for text in texts]


def places(state: State, rotation: int = 0) -> list[str]:
    """Where the drawn tile may be placed in this rotation."""
    return sorted(cell_name(p.cell) for p in placements(state) if p.rotation == rotation)


def only(events: Sequence[Event], kind: type[E]) -> list[E]:
    return [event for event in events if isinstance(event, kind)]


def scorings(events: Sequence[Event]) -> list[tuple[str, int | None, int]]:
    """Kind, seat and points of every completed feature, in order."""
    return [(event.kind, event.seat, event.points) for event in only(events, FeatureScored)]


def final(events: Sequence[Event]) -> list[tuple[str, int, int]]:
    """What, for whom and how many points at the end of the game, in order."""
    return [(event.what, event.seat, event.points) for event in only(events, FinalScored)]


def board_text(state: State) -> str:
    """Print the board as `read_board` reads it, then the followers and everything else on it."""
    cells = state.board.grid.cells
    pictures = {
        cells[number]: turned_picture(draw_tile(lying.tile.segments), lying.rotation)
        for number, lying in state.board.laid.items()
        if number < len(cells)
    }
    return "\n".join([print_board(pictures), *_legend(state)])


def _legend(state: State) -> list[str]:
    seen = castle.view(state, None)
    followers = []
    for feature in seen.features:
        for follower in feature.followers:
            cell, port = follower.spot
            spot = f"{cell_name(cell)}.{PORT_NAMES[port]}"
            followers.append(f"{follower.seat} {follower.role} {spot}")
    lines = [
        f"followers: {', '.join(sorted(followers))}",
        f"{state.phase}, seat {state.seat}, scores {state.scores}, held {state.held}",
    ]
    if state.drawn is not None:
        drawn = draw_tile(state.setup.catalogue.turned[state.drawn][0].tile.segments)
        lines += [f"drawn: {state.drawn}", *(f"   {line}" for line in drawn)]
    return lines
