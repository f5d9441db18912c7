"""What each picture says to people who cannot see it: one short paragraph.

Made from the same data as the picture, in the given words.
"""

from collections.abc import Collection, Iterator, Sequence

from engine.castellan.plan.plan import Courtyard, Plan
from engine.castellan.seen.trying import tried
from engine.castellan.seen.view import View
from engine.castellan.vocabulary.events import (
    CourtyardGrew,
    CourtyardMade,
    Event,
    GameEnded,
    PiecesHandedOn,
    PiecesPassed,
    PlayerLeft,
)
from engine.castellan.vocabulary.notation import move_text, piece_text, point_text
from engine.castellan.vocabulary.pieces import Pieces
from engine.questions import Part
from engine.recorded import Ending
from render.castellan.board.board import at_rest
from render.castellan.board.overlays import Overlay, cards_played, pieces_built
from render.castellan.final import keeps_decide
from render.castellan.piece_words import card_told, pieces_told
from render.castellan.tables import course
from render.castellan.text.overlay_text import overlay_note, overlay_told
from render.castellan.text.plan_text import worth_told
from render.locale import Words
from render.picture.names import shown_names
from render.pictures import Names
from render.tables.replay import Frame
from render.tables.telling import described_turns, joined, standing_told

__all__ = [
    "board_alt",
    "chart_alt",
    "ended_early",
    "final_alt",
    "hand_alt",
    "overlay_note",
    "replay_alt",
    "result",
    "sheet_alt",
]


def board_alt(
    words: Words,
    view: View,
    names: Names,
    *,
    events: Sequence[Event] = (),
    parts: Sequence[Part] = (),
    ending: Ending | None = None,
    overlays: Collection[Overlay] = (),
) -> str:
    shown, view = shown_names(words, names), at_rest(view, ending)
    chosen = [overlay for overlay in Overlay if overlay in overlays]
    return joined(
        [
            _castle(words, view),
            *(overlay_told(words, view, events, one) for one in chosen),
            *(_player(words, view, seat, name) for seat, name in enumerate(shown)),
            *([] if parts else _last_turn(words, view, events, shown)),
            *([ended_early(words, shown, ending)] if ending else []),
            *([] if ending else _decision(words, view, shown, parts)),
        ]
    )


def hand_alt(words: Words, view: View, parts: Sequence[Part] = ()) -> str:
    """The viewer's own cards; nothing for spectators."""
    if view.hand is None:
        return ""
    cards = "; ".join(f"{card} {card_told(words, view.cards.by_id[card])}" for card in view.hand)
    lines = [words("castellan.alt.hand", cards=cards) if cards else words("castellan.alt.no_hand")]
    if view.to_act == view.seat:
        lines += _received(words, view)
        if parts and (chosen := tried(view, parts).turn.cards):
            lines.append(words("castellan.alt.chosen", cards=words.listed(chosen)))
    return joined(lines)


def sheet_alt(words: Words, view: View, names: Names) -> str:
    """What is on every card, and which cards each player still has."""
    shown = enumerate(shown_names(words, names))
    lines = [_player_cards(words, view, seat, name) for seat, name in shown]
    cards = "; ".join(f"{card.id} {card_told(words, card)}" for card in view.cards.by_id.values())
    return joined([*lines, words("castellan.alt.faces", cards=cards)])


def final_alt(words: Words, view: View, names: Names) -> str:
    """Everybody's courtyards with what each is worth."""
    shown = shown_names(words, names)
    lines = [result(words, view, shown)]
    if keeps_decide(view):
        lines.append(words("castellan.alt.by_keeps"))
    for seat, name in enumerate(shown):
        own = [one for one in view.plan.courtyards if one.seat == seat]
        told = "; ".join(_named(words, view.plan, one) for one in own)
        key = "courtyards" if own else "no_courtyards"
        keeps = words("castellan.keeps", count=view.keeps[seat])
        lines.append(words(f"castellan.alt.{key}", name=name, courtyards=told, keeps=keeps))
    return joined(lines)


def _named(words: Words, plan: Plan, courtyard: Courtyard) -> str:
    worth = worth_told(words, plan.towers_of(courtyard), plan.worth(courtyard))
    return f"{point_text(courtyard.name)} {worth}"


def chart_alt(words: Words, moves: Sequence[Sequence[Event]], names: Names) -> str:
    scores, shown = course(moves).scores, shown_names(words, names)
    marks = [
        words("castellan.alt.turn", turn=turn, scores="–".join(map(str, scores[turn])))
        for turn in described_turns(len(scores) - 1)
    ]
    turns = "; ".join(marks) or "–".join(map(str, scores[0]))
    lines = [words("castellan.alt.chart", names="–".join(shown), turns=turns)]
    if any(isinstance(event, GameEnded) for events in moves for event in events):
        lines.append(words("castellan.alt.ended", scores=standing_told(words, shown, scores[-1])))
    return joined(lines)


def replay_alt(words: Words, frames: Sequence[Frame[View, Event]], names: Names) -> str:
    last, shown = frames[-1].view, shown_names(words, names)
    scores = standing_told(words, shown, last.scores)
    listed = words.listed(shown)
    return joined([words("castellan.alt.replay", names=listed, count=last.turn, scores=scores)])


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


def _player_cards(words: Words, view: View, seat: int, name: str) -> str:
    player = view.players[seat]
    if not player.unplayed:
        return words("castellan.alt.cards_gone", name=name)
    return words(
        "castellan.alt.cards_left",
        name=name,
        cards=", ".join(player.unplayed),
        hand=words("castellan.cards_in_hand", count=sum(player.hand)),
        decks=sum(player.decks),
    )


def _last_turn(words: Words, view: View, events: Sequence[Event], names: Names) -> Iterator[str]:
    begun, pieces = cards_played(events), pieces_built(events)
    if begun is not None:
        yield words(
            "castellan.alt.built" if pieces else "castellan.alt.built_nothing",
            name=names[begun.seat],
            cards=words.listed(begun.cards),
            pieces=" ".join(map(piece_text, pieces)),
        )
    for event in events:
        match event:
            case CourtyardMade(seat) | CourtyardGrew(seat):
                yield _courtyard(words, event, names[seat])
            case PiecesPassed(_, to, left):
                yield _passed(words, None if to is None else names[to], left)
            case PiecesHandedOn(to, left):
                yield _passed(words, names[to], left)
            case PlayerLeft(seat):
                yield words("castellan.alt.left", name=names[seat])
            case _:
                pass


def _courtyard(words: Words, event: CourtyardMade | CourtyardGrew, name: str) -> str:
    """The board as it was at the end of that turn."""
    cell, worth = point_text(min(event.cells)), worth_told(words, event.towers, event.points)
    match event:
        case CourtyardGrew():
            key = "grew"
        case CourtyardMade(divided=divided):
            key = "divided" if divided else "enclosed"
    return words(f"castellan.alt.{key}", name=name, cell=cell, worth=worth)


def _passed(words: Words, name: str | None, pieces: Pieces) -> str:
    told = pieces_told(words, pieces)
    if name is None:
        return words("castellan.alt.out", pieces=told)
    return words("castellan.alt.passed", name=name, pieces=told)


def _decision(words: Words, view: View, names: Names, parts: Sequence[Part]) -> Iterator[str]:
    if view.to_act is None:
        yield result(words, view, names)
    elif parts:
        yield from _trial(words, view, names[view.to_act], parts)
    else:
        key = "last_turn" if view.phase == "last" else "to_play"
        yield words(f"castellan.alt.{key}", name=names[view.to_act])
        yield from _received(words, view)


def _received(words: Words, view: View) -> Iterator[str]:
    if any(view.received):
        yield words("castellan.alt.received", pieces=pieces_told(words, view.received))


def _trial(words: Words, view: View, name: str, parts: Sequence[Part]) -> Iterator[str]:
    """A turn under construction: what is chosen, what it encloses, and what is left to place."""
    trial = tried(view, parts)
    yield words("castellan.alt.preview", name=name, move=move_text(trial.turn))
    plan, new = trial.plan, {one.cells for one in trial.made}
    for one in plan.courtyards:
        if one.cells in new:
            worth = worth_told(words, plan.towers_of(one), plan.worth(one))
            yield words("castellan.alt.preview_courtyard", cell=point_text(one.name), worth=worth)
    if any(trial.left):
        yield words("castellan.alt.to_place", pieces=pieces_told(words, trial.left))


def ended_early(words: Words, names: Names, ending: Ending) -> str:
    """Who won, and how."""
    name = words.listed([names[seat] for seat in ending.winners])
    return words(f"castellan.ended.{ending.why}", name=name, count=len(ending.winners))


def result(words: Words, view: View, names: Names) -> str:
    """Who won a game that was played to its end, and everybody's points."""
    best = view.leaders
    who = words.listed([names[seat] for seat in best])
    key = "castellan.alt.won" if len(best) == 1 else "castellan.alt.shared"
    return words(key, name=who, scores=standing_told(words, names, view.scores))
