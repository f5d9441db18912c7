"""The whole position as monospace text of under 1,900 characters. Somebody who cannot see the
pictures, or uses a terminal, can play from it.

The plan is drawn in letters if a phone has room for it, otherwise listed piece by piece.
"""

from collections.abc import Iterable, Iterator

from engine.castellan.plan.plan import Plan
from engine.castellan.seen.view import View
from engine.castellan.vocabulary.moves import DECKS
from engine.castellan.vocabulary.notation import point_text
from engine.castellan.vocabulary.pieces import KINDS, Pieces
from engine.recorded import Ending
from render.castellan.board.board import at_rest
from render.castellan.text.alt_text import ended_early
from render.castellan.text.plan_letters import NARROW, WIDE, plan_letters
from render.locale import Words
from render.picture.names import in_monospace, shown_names
from render.pictures import Names
from render.tables.telling import first_that_fits

NAME = 14
MOST_COLUMNS = 44
"""How many letters fit on one line on a phone."""
NOTHING = "-"


def text_board(words: Words, view: View, names: Names, ending: Ending | None = None) -> str:
    """A key, a line of help, and the whole position. For a viewer with a seat it includes their own
    cards."""
    short = tuple(in_monospace(name, NAME) for name in shown_names(words, names))
    view = at_rest(view, ending)
    situation = [*_situation(words, view, short, ending), *_courtyards(words, view)]
    boards = (
        [words(f"castellan.text.{key}"), _help(words, view), *situation, *plan]
        for key, plan in _plans(words, view.plan)
    )
    return first_that_fits(map("\n".join, boards))


def _help(words: Words, view: View) -> str:
    """How to play, while there is a player to act, and how to get the plan in sentences."""
    aloud = words("castellan.text.aloud")
    return aloud if view.to_act is None else f"{words('castellan.text.help')} {aloud}"


def _plans(words: Words, plan: Plan) -> Iterator[tuple[str, list[str]]]:
    """The plan in every form it can take, the clearest first, each with its key."""
    if plan.is_empty:
        yield "key", [words("castellan.text.empty")]
        return
    for step in (WIDE, NARROW):
        letters = plan_letters(plan, step)
        if max(map(len, letters)) <= MOST_COLUMNS:
            yield "key", letters
            yield "key_short", letters
    yield "key_list", _listed(words, plan, open_ends=True)
    yield "key_list", _listed(words, plan, open_ends=False)


def _situation(words: Words, view: View, names: Names, ending: Ending | None) -> Iterator[str]:
    """What each player has, whose turn it is, what has to be built, and the viewer's cards."""
    for seat, name in enumerate(names):
        player, points = view.players[seat], words("words.points", count=view.scores[seat])
        key = "gone" if seat in view.gone else "player"
        yield words(
            f"castellan.text.{key}",
            name=f"{seat + 1} {name}",
            points=points,
            keeps=words("castellan.keeps", count=view.keeps[seat]),
            hand=_counted(words, DECKS, player.hand),
            decks=_counted(words, DECKS, player.decks),
            double=words(f"castellan.text.double.{'used' if player.doubled else 'left'}"),
        )
    if ending is not None:
        yield ended_early(words, names, ending)
    elif view.to_act is None:
        yield words("castellan.text.over")
    else:
        key = "last_turn" if view.phase == "last" else "to_play"
        yield words(f"castellan.text.{key}", name=names[view.to_act], seat=view.to_act + 1)
        if any(view.received):
            yield words("castellan.text.received", pieces=_in_short(words, view.received))
    if view.hand is not None:
        yield words("castellan.text.hand", cards=_cards(words, view))


def _cards(words: Words, view: View) -> str:
    """`T1 2t+; W5 1s2l`."""
    shown = (view.cards.by_id[card] for card in view.hand or ())
    told = (f"{one.id} {_in_short(words, one.pieces)}{'+' * one.extra}" for one in shown)
    return "; ".join(told) or NOTHING


def _in_short(words: Words, pieces: Pieces) -> str:
    return _counted(words, KINDS, pieces)


def _counted(words: Words, kinds: Iterable[str], counts: Iterable[int]) -> str:
    """`2t1l`: each number with the letter of what is counted."""
    counted = zip(kinds, counts, strict=True)
    told = [f"{count}{words(f'castellan.text.letter.{kind}')}" for kind, count in counted if count]
    return "".join(told) or NOTHING


def _courtyards(words: Words, view: View) -> Iterator[str]:
    """`1 at 0,0 4; 2 at 3,1 7x2=14`: who owns each courtyard, and how its worth is made up."""
    plan = view.plan
    told = [
        words(
            "castellan.text.courtyard",
            seat=one.seat + 1,
            cell=point_text(one.name),
            points=f"{plan.towers_of(one)}x2={plan.worth(one)}" if one.double else plan.worth(one),
        )
        for one in plan.courtyards
    ]
    if told:
        yield words("castellan.text.courtyards", courtyards="; ".join(told))


def _listed(words: Words, plan: Plan, *, open_ends: bool) -> list[str]:
    """Every piece, by kinds and rows: `3: 0E 2N` is a wall from 0,3 to the east, and so on. Open
    wall ends can be worked out from these."""
    places = {
        "towers": [(at, "") for at in plan.towers],
        "short": [(wall.at, str(wall.heading)) for wall in plan.walls if wall.kind == "short"],
        "long": [(wall.at, str(wall.heading)) for wall in plan.walls if wall.kind == "long"],
        "open_ends": [(at, "") for at in plan.open_ends if open_ends],
    }
    return [
        words(f"castellan.text.list.{what}", places=_by_rows(found))
        for what, found in places.items()
        if found
    ]


def _by_rows(places: Iterable[tuple[tuple[int, int], str]]) -> str:
    rows: dict[int, list[str]] = {}
    for (x, y), heading in sorted(places):
        rows.setdefault(y, []).append(f"{x}{heading}")
    return "; ".join(f"{y}: {' '.join(rows[y])}" for y in sorted(rows, reverse=True))
