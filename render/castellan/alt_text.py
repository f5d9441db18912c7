"""The alt text of each picture: one short paragraph, made from the same data as the picture."""

from collections.abc import Collection, Iterator, Sequence
from dataclasses import replace
from typing import assert_never

from engine.castellan.events import (
    CourtyardGrew,
    CourtyardMade,
    Event,
    GameEnded,
    PiecesHandedOn,
    PiecesPassed,
)
from engine.castellan.imagining import closings
from engine.castellan.pieces import Kind, Pieces
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
from render.castellan.final import keeps_decide
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
from render.locale import Words
from render.picture.names import shown_names
from render.subject import Mark, Names, describe_early_end
from render.tables.alt_text import (
    describe_course,
    describe_scores,
    describe_winners,
    join_lines,
    list_first_cells,
)


def board_alt(words: Words, subject: CastellanSubject, overlays: Collection[str] = ()) -> str:
    shown = at_rest(replace(subject, names=shown_names(words, subject.names)))
    view = shown.view
    chosen = [overlay for overlay in Overlay if overlay in overlays]
    return join_lines(
        [
            _castle(words, view),
            *(line for one in chosen for line in _describe_overlay(words, shown, one)),
            *(_player(words, view, seat, name) for seat, name in enumerate(shown.names)),
            *([] if shown.parts else _last_turn(words, shown)),
            describe_early_end(words, "castellan", shown),
            *([] if shown.ending else _decision(words, shown)),
        ]
    )


def hand_alt(words: Words, view: View, parts: Sequence[Part] = ()) -> str:
    """The viewer's own cards; nothing for spectators."""
    if view.hand is None:
        return ""
    cards = "; ".join(
        f"{card} {describe_card(words, view.cards.by_id[card])}" for card in view.hand
    )
    lines = [words("castellan.alt.hand", cards=cards) if cards else words("castellan.alt.no_hand")]
    if view.to_act == view.seat:
        lines += _describe_received(words, view)
        if parts and (chosen := try_turn(view, parts).turn.cards):
            lines.append(words("castellan.alt.chosen", cards=words.join(chosen)))
    return join_lines(lines)


def sheet_alt(words: Words, view: View, names: Names) -> str:
    """The contents of every card, and the cards that each player still has."""
    lines: list[str] = []
    for player, name in zip(view.players, shown_names(words, names), strict=True):
        if player.unplayed:
            left = ", ".join(player.unplayed)
            hand = sum(player.hand)
            counts = {
                "hand": words("castellan.cards_in_hand", count=hand),
                "decks": sum(player.decks),
            }
            lines.append(words("castellan.alt.cards_left", name=name, cards=left, **counts))
        else:
            lines.append(words("castellan.alt.cards_gone", name=name))
    cards = "; ".join(
        f"{card.id} {describe_card(words, card)}" for card in view.cards.by_id.values()
    )
    return join_lines([*lines, words("castellan.alt.faces", cards=cards)])


def final_alt(words: Words, subject: CastellanSubject) -> str:
    """Everybody's courtyards with what each is worth."""
    view = subject.view
    shown = shown_names(words, subject.names)
    plan = view.plan
    lines = [describe_winners(words, "castellan", shown, view.leaders, view.scores)]
    if keeps_decide(view):
        lines.append(words("castellan.alt.by_keeps"))
    for seat, name in enumerate(shown):
        courtyards = "; ".join(
            f"{point_alias(one.name)} {describe_worth(words, plan.towers_of(one), plan.worth(one))}"
            for one in plan.courtyards
            if one.seat == seat
        )
        key = "courtyards" if courtyards else "no_courtyards"
        keeps = words("castellan.keeps", count=view.keeps[seat])
        lines.append(words(f"castellan.alt.{key}", name=name, courtyards=courtyards, keeps=keeps))
    return join_lines(lines)


def chart_alt(words: Words, moves: Sequence[Sequence[Event]], names: Names) -> str:
    played = course(moves)
    lines = [describe_course(words, "castellan", names, played)]
    if any(isinstance(event, GameEnded) for events in moves for event in events):
        scores = describe_scores(words, shown_names(words, names), played.scores[-1])
        lines.append(words("castellan.alt.ended", scores=scores))
    return join_lines(lines)


def replay_alt(words: Words, shown: Sequence[CastellanSubject]) -> str:
    last = shown[-1].view
    names = shown_names(words, shown[-1].names)
    scores = describe_scores(words, names, last.scores)
    listed = words.join(names)
    return join_lines([words("castellan.alt.replay", names=listed, count=last.turn, scores=scores)])


def _castle(words: Words, view: View) -> str:
    plan = view.plan
    if plan.is_empty:
        return words("castellan.alt.no_castle")
    walls = words("castellan.walls", count=len(plan.walls))
    towers = words("castellan.piece.tower", count=len(plan.towers))
    ends = words("castellan.open_ends", count=len(plan.open_ends))
    return words("castellan.alt.castle", towers=towers, walls=walls, open_ends=ends)


def _player(words: Words, view: View, seat: int, name: str) -> str:
    points = words("words.points", count=view.scores[seat])
    keeps = words("castellan.keeps", count=view.keeps[seat])
    if seat in view.gone:
        return words("castellan.alt.gone", name=name, points=points, keeps=keeps)
    hand, decks = (sum(counts) for counts in (view.players[seat].hand, view.players[seat].decks))
    double = words(f"castellan.alt.double.{'used' if view.players[seat].doubled else 'left'}")
    cards = words("castellan.cards_in_hand", count=hand)
    facts = {"points": points, "keeps": keeps, "double": double, "cards": cards, "decks": decks}
    return words("castellan.alt.player", name=name, **facts)


def _last_turn(words: Words, shown: CastellanSubject) -> Iterator[str]:
    names = shown.names
    events = shown.events
    begun = played_cards(events)
    pieces = built_pieces(events)
    if begun is not None:
        yield words(
            "castellan.alt.built" if pieces else "castellan.alt.built_nothing",
            name=names[begun.seat],
            cards=words.join(begun.cards),
            pieces=words.join([describe_piece(words, piece) for piece in pieces]),
        )
    for event in events:
        match event:
            case CourtyardMade(seat) | CourtyardGrew(seat):  # as they were after that turn
                key = "grew"
                if isinstance(event, CourtyardMade):
                    key = "divided" if event.divided else "enclosed"
                cell = point_alias(min(event.cells))
                worth = describe_worth(words, event.towers, event.points)
                yield words(f"castellan.alt.{key}", name=names[seat], cell=cell, worth=worth)
            case PiecesPassed(_, to, left):
                yield _describe_passing(words, None if to is None else names[to], left)
            case PiecesHandedOn(to, left):
                yield _describe_passing(words, names[to], left)
            case PlayerLeft(seat):
                yield words("castellan.alt.left", name=names[seat])
            case _:
                pass


def _describe_passing(words: Words, name: str | None, pieces: Pieces) -> str:
    described = describe_pieces(words, pieces)
    if name is None:
        return words("castellan.alt.out", pieces=described)
    return words("castellan.alt.passed", name=name, pieces=described)


def _decision(words: Words, shown: CastellanSubject) -> Iterator[str]:
    """The result, who is to act, or a turn under construction: what is chosen, what it encloses,
    and what is left to place."""
    view = shown.view
    names = shown.names
    if view.to_act is None:
        yield describe_winners(words, "castellan", names, view.leaders, view.scores)
    elif shown.parts:
        trial = try_turn(view, shown.parts)
        move = spell_turn(words, trial.turn)
        plan = trial.plan
        yield words("castellan.alt.preview", name=names[view.to_act], move=move)
        made = {one.cells for one in trial.made}
        for one in plan.courtyards:
            if one.cells in made:
                worth = describe_worth(words, plan.towers_of(one), plan.worth(one))
                cell = point_alias(one.name)
                yield words("castellan.alt.preview_courtyard", cell=cell, worth=worth)
        if any(trial.left):
            left = describe_pieces(words, trial.left)
            yield words("castellan.alt.to_place", pieces=left)
    else:
        key = "last_turn" if view.phase == "last" else "to_play"
        yield words(f"castellan.alt.{key}", name=names[view.to_act])
        yield from _describe_received(words, view)


def _describe_received(words: Words, view: View) -> Iterator[str]:
    if any(view.received):
        yield words("castellan.alt.received", pieces=describe_pieces(words, view.received))


MOST_CLOSINGS = 8


def _describe_overlay(words: Words, shown: CastellanSubject, overlay: Overlay) -> Iterator[str]:
    """Explain an overlay, and add what is not said elsewhere; or say that it adds nothing."""
    view = shown.view
    events = shown.events
    yield OVERLAYS.note(words, view, events, overlay)
    if OVERLAYS.adds_nothing(view, events, overlay):
        return
    match overlay:
        case Overlay.LEGAL_TOWER | Overlay.LEGAL_SHORT | Overlay.LEGAL_LONG:
            yield _places(words, view, LEGAL[overlay])
        case Overlay.CLOSING:
            listed = [
                words(
                    "castellan.alt.could_close",
                    pieces=words.join([describe_piece(words, piece) for piece in one.pieces]),
                    points=words("words.points", count=one.towers),
                )
                for one in closings(view.plan)[:MOST_CLOSINGS]
            ]
            yield words("castellan.alt.closing", closings="; ".join(listed))
        case Overlay.VALUES:
            listed = [
                words(
                    "castellan.alt.counted",
                    cell=point_alias(one.name),
                    towers=list_points(words, towers_of(view.plan, one)),
                )
                for one in view.plan.courtyards
            ]
            yield words("castellan.alt.values", courtyards="; ".join(listed))
        case Overlay.SCORED | Overlay.FINAL:
            pass
        case _:
            assert_never(overlay)


def _places(words: Words, view: View, kind: Kind) -> str:
    """The places for a piece: those that enclose something first, with the points they bring."""
    assert view.to_act is not None
    plan = view.plan
    listed = [
        place_alias(piece) + (f" ({gain(plan, piece):+})" if closes(plan, piece) else "")
        for piece in best_first(plan, places(plan, kind, view.to_act))
    ]
    piece = words(f"castellan.name.{kind}")
    return words("castellan.alt.legal", piece=piece, places=list_first_cells(words, listed))


def marks_alt(words: Words, trial: Trial, marks: Sequence[Mark]) -> Iterator[str]:
    """The pieces that each mark would build."""
    named: list[str] = []
    for mark in marks:
        pieces = [describe_piece(words, piece) for piece in marked_pieces(trial, mark)]
        named.append(f"{mark.name} {words.join(pieces)}")
    if named:
        yield words("castellan.alt.marks", marks="; ".join(named))
