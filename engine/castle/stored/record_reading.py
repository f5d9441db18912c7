"""Reading a record: the file may come from anywhere, so everything in it is checked by replaying.

Anything wrong becomes a RecordError that names the place, in bounded time and memory.
"""

from collections import Counter
from collections.abc import Mapping

from engine.castle.material.catalogue import Catalogue, build_catalogue, standard_catalogue
from engine.castle.setup import COPIES, WALL_TILE_KINDS
from engine.castle.state import Setup
from engine.castle.stored.record_format import RecordData, TurnData, parse_record
from engine.castle.stored.record_turns import turn_data, turn_move
from engine.castle.stored.record_writing import RULES, Played, Step, final_data, winner_of
from engine.castle.vocabulary.moves import AnotherTurn
from engine.castle.vocabulary.options import options_from
from engine.errors import DataError, IllegalMove, RecordError
from engine.texts.record_checking import check_result, recorded_ending, recorded_options
from engine.texts.record_comparing import compare

ENTRIES = {
    "scored": ("followers", "seat", "points", "space", "took"),
    "final": ("seat", "points"),
}


def read_record(text: str) -> Played:
    """The game in a record, replayed."""
    data = parse_record(text)
    plies = [RULES.first_ply(_setup(data))]
    for number, turn in enumerate(data.turns, 1):
        plies += _replay(plies[-1], turn, f"turn {number}", last=number == len(data.turns))
    ending = recorded_ending(data.result, [] if data.winner is None else [data.winner])
    played = RULES.played(data.players, plies, ending)
    _check_end(data, played)
    return played


def _setup(data: RecordData) -> Setup:
    catalogue = _catalogue(data)
    finished = data.result is not None
    secrets = (data.deck, data.wall_tiles, data.seed)
    if any((secret is not None) != finished for secret in secrets):
        wanted = "needed when" if finished else "not allowed before"
        raise RecordError("deck, wall_tiles, seed", f"{wanted} the game has ended")
    deck = _deck(data, catalogue)
    return Setup(
        catalogue=catalogue,
        options=recorded_options(data.rules, options_from),
        seed=data.seed or "",
        commitment=data.commitment,
        deck=deck,
        wall_tiles=_wall_tiles(data, catalogue),
        first=data.first,
        unknown=len(catalogue.tiles) - len(deck),
    )


def _catalogue(data: RecordData) -> Catalogue:
    try:
        catalogue = build_catalogue("recorded", data.tiles, data.start_spaces)
    except DataError as error:
        raise RecordError("tiles, start_spaces", str(error)) from None
    if sorted(map(tuple, data.inside)) != sorted(catalogue.wall.inside):
        raise RecordError("inside", "these are not the cells within the castle wall")
    if sorted(data.corner_towers) != sorted(catalogue.wall.corner_towers):
        raise RecordError("corner_towers", "these are not the corner towers of the castle wall")
    standard = standard_catalogue()
    return standard if standard.fingerprint == catalogue.fingerprint else catalogue


def _deck(data: RecordData, catalogue: Catalogue) -> tuple[str, ...]:
    """The tiles in draw order; for an unfinished game, those that have been shown in its turns."""
    ids = {tile.id for tile in catalogue.tiles}
    if data.deck is not None:
        if set(data.deck) != ids or len(data.deck) != len(ids):
            raise RecordError("deck", f"every one of the {len(ids)} tiles must stand in it once")
        return tuple(data.deck)
    shown = [tile for turn in data.turns for tile in (*turn.discarded, turn.tile)]
    for tile, count in Counter(shown).items():
        if tile not in ids or count > 1:
            raise RecordError(
                "turns", f"tile {tile} is {'drawn twice' if count > 1 else 'unknown'}"
            )
    return tuple(shown)


def _wall_tiles(data: RecordData, catalogue: Catalogue) -> Mapping[int, int]:
    """Kind by corner tower; for an unfinished game, those that its turns show, the others 0."""
    towers = [space for space in catalogue.wall.corner_towers if space]
    if data.wall_tiles is not None:
        if sorted(data.wall_tiles) != sorted(map(str, towers)):
            raise RecordError("wall_tiles", "one is needed for each corner tower but 0")
        lying = {tower: data.wall_tiles[str(tower)] for tower in towers}
    else:
        lying = dict.fromkeys(towers, 0)
        for turn in data.turns:
            for scored in turn.scored:
                tower = catalogue.wall.tower_at[scored.space or 0]
                if scored.took is not None and tower:
                    lying[tower] = scored.took
    for kind in WALL_TILE_KINDS:
        if list(lying.values()).count(kind) > COPIES:
            raise RecordError("wall_tiles", f"kind {kind} lies there more than {COPIES} times")
    return lying


def _replay(before: Step, data: TurnData, place: str, *, last: bool) -> list[Step]:
    state = before.state
    if state.phase == "over":
        raise RecordError(place, "the game was over before it")
    if (data.tile, list(state.discarded)) != (state.drawn, data.discarded):
        drawn = f"{', '.join(state.discarded) or 'nothing'} discarded, {state.drawn} drawn"
        raise RecordError(f"{place}, tile", f"the deck and the rules give: {drawn}")
    if data.seat != state.seat:
        raise RecordError(f"{place}, seat", f"it is the turn of seat {state.seat}")
    try:
        move = turn_move(state, data, place)
        after = RULES.next_ply(before, move)
    except IllegalMove as error:
        raise RecordError(place, f"illegal: {error}") from None
    compare(turn_data(state, move, after.events, data.extra), data.model_dump(), place, ENTRIES)
    if after.state.phase == "again" and (data.extra or not last):
        return [after, RULES.next_ply(after, AnotherTurn(data.extra))]
    if data.extra:
        raise RecordError(f"{place}, extra", "no wall tile 1 can be played")
    return [after]


def _check_end(data: RecordData, played: Played) -> None:
    check_result(data.result, over=played.state.phase == "over")
    ours = {
        "final": [{"cells": None, **entry} for entry in final_data(played)],
        "scores": list(played.state.scores),
        "result": played.result,
        "winner": winner_of(played),
    }
    compare(ours, data.model_dump(), "end", ENTRIES)
