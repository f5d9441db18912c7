"""Alt text of each picture: one short paragraph, made from the same data as the picture."""

from collections.abc import Collection, Iterator, Sequence
from dataclasses import replace
from typing import assert_never

from engine.castellan.events import (
    Event,
    GameEnded,
    PiecesHandedOn,
    PiecesPassed,
)
from engine.castellan.imagining import closings
from engine.castellan.pieces import Kind
from engine.castellan.places import best_first, places
from engine.castellan.plan import closes, gain
from engine.castellan.view import Trial, View, try_turn
from engine.questions import Part
from engine.seats import PlayerLeft
from render.castellan.board.board import at_rest
from render.castellan.board.layout import CastellanSubject
from render.castellan.board.overlays import (
    LEGAL,
    OVERLAYS,
    Overlay,
    built_pieces,
    marked_pieces,
    played_cards,
    towers_of,
)
from render.castellan.sentences import (
    describe_courtyards,
    describe_final_result,
    describe_new_courtyards,
    describe_passing,
    describe_play,
    describe_player,
    describe_result_of,
    describe_turn,
)
from render.castellan.tables import course
from render.castellan.words import (
    describe_card,
    describe_piece,
    describe_pieces,
    describe_worth,
    list_points,
    place_alias,
    point_alias,
    spell_turn,
)
from render.locale import Words, plain
from render.picture.names import shown_names
from render.sentences import describe_early_end, describe_replay
from render.subject import Mark, Names
from render.tables.alt_text import (
    describe_course,
    join_lines,
    list_first_cells,
)


def board_alt(words: Words, subject: CastellanSubject, overlays: Collection[str] = ()) -> str:
    words = plain(words)
    resting = at_rest(replace(subject, names=shown_names(words, subject.names)))
    view = resting.view
    lines = [_castle(words, view)]
    for overlay in Overlay:
        if overlay in overlays:
            lines += _describe_overlay(words, resting, overlay)
    for seat, name in enumerate(resting.names):
        player = view.players[seat]
        hand = str(sum(player.hand))
        decks = str(sum(player.decks))
        lines.append(f"{describe_player(words, view, seat, name, hand=hand, decks=decks)}.")
    if not resting.parts:
        lines += _last_turn(words, resting)
    lines.append(describe_early_end(words, resting.names, resting.ending))
    if resting.ending is None:
        lines += _decision(words, resting)
    return join_lines(lines)


def hand_alt(words: Words, view: View, parts: Sequence[Part] = ()) -> str:
    """Describe the viewer's own cards; nothing for spectators."""
    if view.hand is None:
        return ""
    cards = "; ".join(
        f"{card} {describe_card(words, view.cards.by_id[card])}" for card in view.hand
    )
    lines = [
        words("castellan.position.hand", cards=cards) if cards else words("castellan.alt.no_hand")
    ]
    if view.to_act == view.seat:
        lines += _describe_received(words, view)
        if parts and (chosen_cards := try_turn(view, parts).turn.cards):
            lines.append(words("castellan.alt.chosen", cards=words.join(chosen_cards)))
    return join_lines(lines)


def sheet_alt(words: Words, view: View, names: Names) -> str:
    """Describe the contents of every card, and the cards that each player still has."""
    lines: list[str] = []
    for player, name in zip(view.players, shown_names(words, names), strict=True):
        if player.unplayed:
            unplayed = ", ".join(player.unplayed)
            hand = sum(player.hand)
            counts = {
                "hand": words("castellan.cards_in_hand", count=hand),
                "decks": sum(player.decks),
            }
            lines.append(words("castellan.alt.cards_left", name=name, cards=unplayed, **counts))
        else:
            lines.append(words("castellan.alt.cards_gone", name=name))
    cards = "; ".join(
        f"{card.id} {describe_card(words, card)}" for card in view.cards.by_id.values()
    )
    return join_lines([*lines, words("castellan.alt.faces", cards=cards)])


def final_alt(words: Words, subject: CastellanSubject) -> str:
    """Describe everybody's courtyards with what each is worth."""
    words = plain(words)
    view = subject.view
    players = shown_names(words, subject.names)
    plan = view.plan
    lines = [describe_result_of(words, players, view)]
    for seat, name in enumerate(players):
        own: list[str] = []
        for courtyard in plan.courtyards:
            if courtyard.seat == seat:
                worth = describe_worth(words, plan.towers_of(courtyard), plan.worth(courtyard))
                own.append(f"{point_alias(courtyard.name)} {worth}")
        key = "courtyards" if own else "no_courtyards"
        count = words("castellan.courtyards", count=len(own))
        line = words(f"castellan.alt.{key}", name=name, courtyards="; ".join(own), count=count)
        lines.append(line)
    return join_lines(lines)


def chart_alt(words: Words, moves: Sequence[Sequence[Event]], names: Names) -> str:
    words = plain(words)
    lines = [describe_course(words, names, course(moves))]
    players = shown_names(words, names)
    lines += [
        describe_final_result(words, players, event.winners, event.scores, event.keeps)
        for events in moves
        for event in events
        if isinstance(event, GameEnded)
    ]
    return join_lines(lines)


def replay_alt(words: Words, subjects: Sequence[CastellanSubject]) -> str:
    last = subjects[-1].view
    names = shown_names(words, subjects[-1].names)
    length = words("castellan.turns", count=last.turn)
    return join_lines([describe_replay(words, names, length, last.scores)])


def _castle(words: Words, view: View) -> str:
    plan = view.plan
    if plan.is_empty:
        return words("castellan.position.empty")
    walls = words("castellan.walls", count=len(plan.walls))
    towers = words("castellan.piece.tower", count=len(plan.towers))
    ends = words("castellan.open_ends", count=len(plan.open_ends))
    return words("castellan.alt.castle", towers=towers, walls=walls, open_ends=ends)


def _last_turn(words: Words, subject: CastellanSubject) -> Iterator[str]:
    names = subject.names
    events = subject.events
    played = played_cards(events)
    if played is not None:
        pieces = words.join([describe_piece(words, piece) for piece in built_pieces(events)])
        yield f"{describe_play(words, names, played, pieces)}."
    yield from describe_courtyards(words, events)
    for event in events:
        match event:
            case PiecesPassed() | PiecesHandedOn():
                yield describe_passing(words, names, event)
            case PlayerLeft(seat):
                yield words("sentence.left", name=names[seat])
            case _:
                pass


def _decision(words: Words, subject: CastellanSubject) -> Iterator[str]:
    """Tell the result, who is to act, or a turn under construction: what is chosen, what it
    encloses, and what is left to place."""
    view = subject.view
    names = subject.names
    if view.to_act is None:
        yield describe_result_of(words, names, view)
    elif subject.parts:
        trial = try_turn(view, subject.parts)
        move = spell_turn(words, trial.turn)
        yield words("sentence.preview", name=names[view.to_act], move=move)
        made = {courtyard.cells for courtyard in trial.made}
        yield from describe_new_courtyards(words, trial.plan, made)
        if any(trial.left):
            left = describe_pieces(words, trial.left)
            yield words("castellan.alt.to_place", pieces=left)
    else:
        yield describe_turn(words, view, names[view.to_act])
        yield from _describe_received(words, view)


def _describe_received(words: Words, view: View) -> Iterator[str]:
    if any(view.received):
        yield words("castellan.position.received", pieces=describe_pieces(words, view.received))


# The most courtyards that could be closed of which an alt text tells.
MOST_CLOSINGS = 8


def _describe_overlay(words: Words, subject: CastellanSubject, overlay: Overlay) -> Iterator[str]:
    """Explain an overlay, and add what is not said elsewhere; or say that it adds nothing."""
    view = subject.view
    events = subject.events
    yield OVERLAYS.note(words, view, events, overlay)
    if OVERLAYS.adds_nothing(view, events, overlay):
        return
    match overlay:
        case Overlay.LEGAL_TOWER | Overlay.LEGAL_SHORT | Overlay.LEGAL_LONG:
            yield _places(words, view, LEGAL[overlay])
        case Overlay.CLOSING:
            parts = [
                words(
                    "castellan.alt.could_close",
                    pieces=words.join([describe_piece(words, piece) for piece in closing.pieces]),
                    points=words("words.points", count=closing.towers),
                )
                for closing in closings(view.plan)[:MOST_CLOSINGS]
            ]
            yield words("castellan.alt.closing", closings="; ".join(parts))
        case Overlay.VALUES:
            parts = [
                words(
                    "castellan.alt.counted",
                    cell=point_alias(courtyard.name),
                    towers=list_points(words, towers_of(view.plan, courtyard)),
                )
                for courtyard in view.plan.courtyards
            ]
            yield words("castellan.alt.values", courtyards="; ".join(parts))
        case Overlay.SCORED | Overlay.FINAL:
            pass
        case _:
            assert_never(overlay)


def _places(words: Words, view: View, kind: Kind) -> str:
    """List the places for a piece: those that enclose something first, with the points they
    bring."""
    assert view.to_act is not None
    plan = view.plan
    place_names = [
        place_alias(piece) + (f" ({gain(plan, piece):+})" if closes(plan, piece) else "")
        for piece in best_first(plan, places(plan, kind, view.to_act))
    ]
    piece = words(f"castellan.name.{kind}")
    return words("castellan.alt.legal", piece=piece, places=list_first_cells(words, place_names))


def marks_alt(words: Words, trial: Trial, marks: Sequence[Mark]) -> Iterator[str]:
    """List the pieces that each mark would build."""
    mark_texts: list[str] = []
    for mark in marks:
        pieces = [describe_piece(words, piece) for piece in marked_pieces(trial, mark)]
        mark_texts.append(f"{mark.name} {words.join(pieces)}")
    if mark_texts:
        yield words("castellan.alt.marks", marks="; ".join(mark_texts))
