"""Building a turn a tap a piece: every place of every piece that is left, and what several of them
would close together.

What is offered follows from the plan and the pieces alone, never from how good it would be.
"""

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import islice
from typing import NamedTuple

from bot.games.choices import Tap, TapPage
from bot.locale import Words
from engine.castellan.imagining import closings
from engine.castellan.moves import BUILD, place_text, step
from engine.castellan.pieces import KINDS, Kind, Piece, Point
from engine.castellan.places import Site, obstacle
from engine.castellan.plan import Plan, gain
from engine.castellan.view import Trial, View, try_turn
from engine.questions import Part, Question
from render.castellan.emojis import card_emoji, piece_emoji

ON_A_PAGE = 20
"""At most this many places are on a page."""
NEARBY = 15
"""If there are more, this many are on the first page, which fits on one screen."""
CLOSINGS = 3
"""At most this many closings are offered."""
MOST_AGAIN = 2
LETTERS = "ABC"


@dataclass(frozen=True, slots=True)
class Page:
    """Places that are offered together."""

    places: tuple[Piece, ...]
    kind: Kind | None = None
    """Empty for the places nearby, of all kinds."""
    part: int | None = None
    """Its number among the pages of its kind, if there are several."""


def building_taps(
    words: Words, view: View, parts: Sequence[Part], question: Question, number: int
) -> TapPage | None:
    """The taps at this question: more cards before the first piece, and the places on the page of
    this number. None at other questions."""
    before: tuple[Part, ...] = ()
    cards: list[Tap] = []
    if question.step.startswith("card"):
        if not parts or BUILD not in question.choices:
            return None
        before = ((question.step, BUILD),)
        cards = [
            Tap(
                words("castellan.tap.card", card=card),
                ((question.step, card),),
                emoji=card_emoji(view.cards.by_id[card]),
            )
            for card in question.choices
            if card != BUILD
        ]
    elif not question.step.startswith(("kind", "place")):
        return None
    trial = try_turn(view, (*parts, *before))
    assert view.to_act is not None
    site = Site(trial.plan, view.to_act, trial.left)
    built = len(trial.turn.build)

    def answers(*pieces: Piece) -> tuple[Part, ...]:
        found = [part for at, piece in enumerate(pieces, built + 1) for part in _parts(piece, at)]
        return (*before, *(found[1:] if trial.kind else found))

    kinds = (trial.kind,) if trial.kind else site.kinds
    by_kind = {kind: _in_reading_order(site.places(kind)) for kind in kinds}
    pages = _pages(by_kind, _focus(site.plan, trial))
    if not pages:
        nothing = Tap(words("castellan.tap.nothing"), before)
        return TapPage(words("castellan.question.tap.nothing"), ((nothing,),), tuple(cards))
    shown = pages[number % len(pages)]
    closed = [one for one in _closings(site) if one.pieces[0].kind in kinds][:CLOSINGS]
    next_in_row = islice(_next_in_row(site, trial.turn.build, kinds), MOST_AGAIN)
    labels = {wall: words("castellan.tap.again") for wall in next_in_row}
    top: list[Tap] = []
    for letter, closing in zip(LETTERS, closed, strict=False):
        label = words("castellan.tap.close", count=closing.towers, points=f"{closing.points:+}")
        if len(closing.pieces) == 1:
            labels[closing.pieces[0]] = label
        else:
            top.append(Tap(label, answers(*closing.pieces), letter))
    rows: list[tuple[Tap, ...]] = []
    names, count = list[str](), 0
    for kind in KINDS:
        chosen = {piece for piece in (*shown.places, *labels) if piece.kind == kind}
        row: list[Tap] = []
        for piece in _in_reading_order(chosen):
            count += 1
            points = gain(site.plan, piece)
            label = labels.get(piece, f"{points:+}" if points else "")
            emoji = piece_emoji(piece.kind, piece.heading)
            row.append(Tap(label, answers(piece), str(count), emoji))
            if piece in labels:
                top.append(row.pop())
        if chosen:
            first = count - len(chosen) + 1
            named = str(count) if first == count else f"{first}–{count}"
            names.append(words(f"castellan.tap.named.{kind}", count=len(chosen), names=named))
        rows.append(tuple(row))
    text = words("castellan.question.tap.cards" if cards else "castellan.question.tap.place")
    others = tuple((_page_name(words, one), at) for at, one in enumerate(pages) if one is not shown)
    rows = [tuple(top), *rows]
    return TapPage(f"{text} {' · '.join(names)}", tuple(filter(None, rows)), tuple(cards), others)


def _parts(piece: Piece, number: int) -> tuple[Part, Part]:
    return (step("kind", number), piece.kind), (step("place", number), place_text(piece))


def _page_name(words: Words, page: Page) -> str:
    if page.kind is None:
        return words("castellan.tap.nearby")
    name = words(f"castellan.tap.all.{page.kind}", count=len(page.places))
    return name if page.part is None else f"{name} {page.part}"


def _pages(by_kind: Mapping[Kind, Sequence[Piece]], focus: Sequence[Point]) -> list[Page]:
    """All places if they fit on one page; otherwise first those nearby, then kind by kind."""
    every = [piece for places in by_kind.values() for piece in places]
    if len(every) <= ON_A_PAGE:
        return [Page(tuple(every))] if every else []
    pages = [Page(_nearby(by_kind, focus))]
    for kind, places in by_kind.items():
        count = -(-len(places) // ON_A_PAGE)
        size = -(-len(places) // count)
        for part in range(count):
            some = tuple(places[part * size :][:size])
            pages.append(Page(some, kind, part + 1 if count > 1 else None))
    return pages


def _in_reading_order(places: Iterable[Piece]) -> list[Piece]:
    return sorted(places, key=lambda piece: (-_middle(piece)[1], _middle(piece)[0]))


def _middle(piece: Piece) -> tuple[float, float]:
    xs, ys = zip(*piece.ends, strict=True)
    return sum(xs) / len(xs), sum(ys) / len(ys)


def _focus(plan: Plan, trial: Trial) -> Sequence[Point]:
    """The points where a player is most likely to go on: at the last piece of the turn, or else at
    the open ends of walls, or else anywhere."""
    if trial.turn.build:
        return trial.turn.build[-1].ends
    return sorted(plan.open_ends) or sorted(plan.towers)


def _nearby(by_kind: Mapping[Kind, Sequence[Piece]], focus: Sequence[Point]) -> tuple[Piece, ...]:
    """As many of each kind as of the others, if there are as many; the nearest of each."""

    def distance(piece: Piece) -> float:
        x, y = _middle(piece)
        return min((x - u) ** 2 + (y - v) ** 2 for u, v in focus)

    waiting = {kind: sorted(places, key=distance) for kind, places in by_kind.items()}
    chosen: set[Piece] = set()
    while len(chosen) < NEARBY:
        for places in waiting.values():
            if places and len(chosen) < NEARBY:
                chosen.add(places.pop(0))
    return tuple(piece for places in by_kind.values() for piece in places if piece in chosen)


class Together(NamedTuple):
    """Pieces that are left and close a courtyard together."""

    pieces: tuple[Piece, ...]
    towers: int
    points: int


def _closings(site: Site) -> list[Together]:
    """The most points first, then the fewest pieces."""
    found = []
    for closing in _cached_closings(site.plan):
        after, points = site, 0
        for piece in closing.pieces:
            if piece.kind not in after.left.kinds or obstacle(after.plan, piece, site.seat):
                break
            points += gain(after.plan, piece)
            after = after.with_piece(piece)
        else:
            found.append(Together(closing.pieces, closing.towers, points))
    return sorted(found, key=lambda one: (-one.points, len(one.pieces), one.pieces))


_cached_closings = lru_cache(maxsize=64)(closings)


def _next_in_row(site: Site, build: Sequence[Piece], kinds: Collection[Kind]) -> Iterator[Piece]:
    """The walls that go on straight beyond a tower from where the last piece stands."""
    for last in build[-1:]:
        walls = sorted(site.plan.walls) if last.kind == "tower" else [last]
        for tower in site.plan.towers.intersection(last.ends):
            for wall in walls:
                for piece in _beyond(wall, tower):
                    fits = obstacle(site.plan, piece, site.seat) is None
                    if fits and piece.kind in kinds:
                        yield piece


def _beyond(wall: Piece, tower: Point) -> Iterator[Piece]:
    """The wall of the same kind on the other side of a tower at its end."""
    (x, y), (u, v) = wall.at, wall.to
    if wall.to == tower:
        yield Piece(wall.kind, tower, wall.heading)
    elif wall.at == tower:
        yield Piece(wall.kind, (2 * x - u, 2 * y - v), wall.heading)
