"""Building a turn a tap a piece: every place of every piece that is left, and what several of them
would close together.

What is offered follows from the plan and the pieces alone, never from how good it would be.
"""

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import groupby, islice
from math import atan2, pi

from bot.games.choices import Tap, TapMenu, TapPage
from bot.locale import Words
from engine.castellan.imagining import Closing, closings
from engine.castellan.moves import BUILD, place_text, step
from engine.castellan.pieces import KINDS, Kind, Piece, Point
from engine.castellan.places import Site, obstacle
from engine.castellan.plan import gain
from engine.castellan.view import Trial, View, try_turn
from engine.questions import Part, Question
from render.board.aliases import alias
from render.castellan.emojis import DIRECTIONS, card_emoji, direction_emoji, piece_emoji
from render.picture.emojis import EmojiName

# At most this many places are on a page, in rows that fit on a phone.
ON_A_PAGE = 16
# If there are more, this many are on the first page, which fits on one screen, and the others in a
# menu below them; fewer if it takes several menus, and fewer still if it takes more.
NEARBY = 12
FEWER = 8
FEWEST = 5
# A menu has no more.
MOST_OPTIONS = 25
# So many menus have room below the buttons.
MENUS = 3
# At most this many closings are offered.
CLOSINGS = 3
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
    """Make the taps at this question: more cards before the first piece, and the places on the page
    of this number. None at other questions."""
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
    building = Building(words, trial, Site(trial.plan, view.to_act, trial.left), before)
    pages = building.pages
    if not pages:
        nothing = Tap(words("castellan.tap.nothing"), before)
        return TapPage(words("castellan.question.tap.nothing"), ((nothing,),), tuple(cards))
    current = pages[number % len(pages)]
    names, taps, marked = building.mark_taps(current)
    others = [
        (_page_name(words, other), page_number)
        for page_number, other in enumerate(pages)
        if other is not current
    ]
    ask = words("castellan.question.tap.cards" if cards else "castellan.question.tap.place")
    text = f"{ask} {' · '.join(names)}" if len(names) > 1 else ask
    page = TapPage(text, (taps,), tuple(cards))
    if current is not pages[0]:
        return replace(page, pages=tuple(others))
    return replace(page, menus=tuple(building.menus(pages[1:], others, marked)))


@dataclass(frozen=True)
class Building:
    """Pieces that can be built next in a turn under construction."""

    words: Words
    trial: Trial
    site: Site
    before: tuple[Part, ...]
    """The choice to be made before the next piece."""

    @property
    def kinds(self) -> Collection[Kind]:
        """Kinds of the next piece: only one, if it is chosen already."""
        return (self.trial.kind,) if self.trial.kind else self.site.kinds

    @cached_property
    def pages(self) -> Sequence[Page]:
        by_kind = {kind: _in_reading_order(self.site.places(kind)) for kind in self.kinds}
        plan = self.site.plan
        build = self.trial.turn.build
        focus = build[-1].ends if build else sorted(plan.open_ends) or sorted(plan.towers)
        """The points where a player is most likely to go on."""
        return _pages(by_kind, focus)

    def mark_taps(self, page: Page) -> tuple[list[str], tuple[Tap, ...], Collection[Piece]]:
        """Return the meaning of the names in the picture of a page, its taps, and its places. Those
        that close something or go on in a row are on every page. What closes several places at
        once comes last, so that it moves no other button."""
        words = self.words
        possible = _closings(self.site)
        closed = [
            (points, closing)
            for points, closing in possible
            if closing.pieces[0].kind in self.kinds
        ]
        next_in_row = _next_in_row(self.site, self.trial.turn.build, self.kinds)
        walls_again = {*islice(next_in_row, MOST_AGAIN)}
        at_once = [pair for pair in closed[:CLOSINGS] if len(pair[1].pieces) > 1]
        by_one = [closing.pieces[0] for _, closing in closed[:CLOSINGS] if len(closing.pieces) == 1]
        taps: list[Tap] = []
        names = list[str]()
        marked = {*page.places, *walls_again, *by_one}
        for kind in KINDS:
            chosen = _in_reading_order(piece for piece in marked if piece.kind == kind)
            first = len(taps) + 1
            for number, piece in enumerate(chosen, first):
                again = words("castellan.tap.again") if piece in walls_again else ""
                label = " ".join(filter(None, (self._gain(piece), again)))
                emoji = piece_emoji(piece.kind, piece.heading)
                taps.append(Tap(label, self._answers(piece), str(number), emoji))
            if chosen:
                named = _named_range(str(first), str(len(taps)))
                names.append(words(f"castellan.tap.named.{kind}", count=len(chosen), names=named))
        if walls_again:
            names.append(words("castellan.tap.named.again"))
        for letter, (points, closing) in zip(LETTERS, at_once, strict=False):
            taps.append(Tap(f"{points:+}", self._answers(*closing.pieces), letter))
        if at_once:
            named = _named_range(LETTERS[0], LETTERS[len(at_once) - 1])
            names.append(words("castellan.tap.named.close", count=len(at_once), names=named))
        return names, tuple(taps), marked

    def menus(
        self,
        pages: Sequence[Page],
        names: Sequence[tuple[str, int]],
        marked: Collection[Piece],
    ) -> Iterator[TapMenu]:
        """Offer the places that are not marked in the picture, in as few menus as have room."""
        unmarked = [
            (page, page_name, [piece for piece in page.places if piece not in marked])
            for page, page_name in zip(pages, names, strict=True)
        ]
        for some in _menus_with_room(unmarked):
            places = [piece for _, _, others in some for piece in others]
            if places:
                kinds = {page.kind for page, _, _ in some}
                kind = kinds.pop() if len(kinds) == 1 else "any"
                yield TapMenu(
                    self.words(f"castellan.tap.further.{kind}", count=len(places)),
                    tuple(
                        (self.words("castellan.tap.marked", places=name), number)
                        for _, (name, number), _ in some
                    ),
                    self._further(places, marked),
                )

    def _further(self, places: Sequence[Piece], marked: Collection[Piece]) -> tuple[Tap, ...]:
        """Offer places by their names and the way to them from those that are marked."""
        xs, ys = zip(*(point for piece in marked for point in piece.ends), strict=True)
        center = ((min(xs) + max(xs)) / 2, (min(ys) + max(ys)) / 2)
        return tuple(
            Tap(
                " · ".join(filter(None, (self._name(place), self._gain(place)))),
                self._answers(place),
                emoji=_direction(center, place),
            )
            for place in places
        )

    def _name(self, place: Piece) -> str:
        kind = self.words(f"castellan.kind.{place.kind}")
        return f"{kind} {alias(place_text(place))}"

    def _gain(self, piece: Piece) -> str:
        points = gain(self.site.plan, piece)
        return f"{points:+}" if points else ""

    def _answers(self, *pieces: Piece) -> tuple[Part, ...]:
        """List the choices that build these pieces."""
        first = len(self.trial.turn.build) + 1
        answers = list[Part]()
        for number, piece in enumerate(pieces, first):
            answers.append((step("kind", number), piece.kind))
            answers.append((step("place", number), place_text(piece)))
        return (*self.before, *(answers[1:] if self.trial.kind else answers))


def _page_name(words: Words, page: Page) -> str:
    if page.kind is None:
        return words("castellan.tap.nearby")
    name = words(f"castellan.tap.all.{page.kind}", count=len(page.places))
    return name if page.part is None else f"{name} {page.part}"


def _pages(by_kind: Mapping[Kind, Sequence[Piece]], focus: Sequence[Point]) -> list[Page]:
    """Put all places on one page if they fit; otherwise first those nearby, then kind by kind."""
    every = [piece for places in by_kind.values() for piece in places]
    if len(every) <= ON_A_PAGE:
        return [Page(tuple(every))] if every else []
    pages = list[Page]()
    for kind, places in by_kind.items():
        count = -(-len(places) // ON_A_PAGE)
        size = -(-len(places) // count)
        for part in range(count):
            some = tuple(places[part * size :][:size])
            pages.append(Page(some, kind, part + 1 if count > 1 else None))
    most = NEARBY
    if len(pages) + len(every) - NEARBY > MOST_OPTIONS:  # it takes several menus
        most = max(FEWEST, FEWER - 2 * max(0, len(pages) - MENUS))
    return [Page(_nearby(by_kind, focus, most)), *pages]


# A page, with its name and number, and those of its places that are not marked.
_Unmarked = tuple[Page, tuple[str, int], list[Piece]]


def _menus_with_room(pages: Sequence[_Unmarked]) -> Iterator[Sequence[_Unmarked]]:
    """Put pages together into as few menus as have room for them: one, one of each kind, or one of
    each page."""
    if len(pages) + sum(len(places) for _, _, places in pages) <= MOST_OPTIONS:
        yield pages
    elif len({page.kind for page, _, _ in pages}) > 1:
        for _, group in groupby(pages, lambda unmarked: unmarked[0].kind):
            yield from _menus_with_room([*group])
    else:
        for unmarked in pages:
            yield [unmarked]


def _named_range(first: str, last: str) -> str:
    return first if first == last else f"{first}–{last}"


def _in_reading_order(places: Iterable[Piece]) -> list[Piece]:
    def order(piece: Piece) -> tuple[float, float, str]:
        """Walls that would cross have the same middle."""
        x, y = _middle(piece)
        return -y, x, piece.heading

    return sorted(places, key=order)


def _middle(piece: Piece) -> tuple[float, float]:
    xs, ys = zip(*piece.ends, strict=True)
    return sum(xs) / len(xs), sum(ys) / len(ys)


def _nearby(
    by_kind: Mapping[Kind, Sequence[Piece]], focus: Sequence[Point], most: int
) -> tuple[Piece, ...]:
    """Choose as many of each kind as of the others, if there are as many; the nearest of each."""

    def distance(piece: Piece) -> float:
        x, y = _middle(piece)
        return min((x - u) ** 2 + (y - v) ** 2 for u, v in focus)

    waiting = {kind: sorted(places, key=distance) for kind, places in by_kind.items()}
    chosen: set[Piece] = set()
    while len(chosen) < most:
        for places in waiting.values():
            if places and len(chosen) < most:
                chosen.add(places.pop(0))
    return tuple(piece for places in by_kind.values() for piece in places if piece in chosen)


def _direction(center: tuple[float, float], place: Piece) -> EmojiName:
    """Find the arrow from a point to a place."""
    (x, y) = center
    (u, v) = _middle(place)
    eighths = round(atan2(u - x, v - y) / (pi / 4))
    return direction_emoji(DIRECTIONS[eighths % len(DIRECTIONS)])


def _closings(site: Site) -> list[tuple[int, Closing]]:
    """Find the closings for which all pieces are left, each with its points: the most first, then
    the fewest pieces."""
    closed = []
    for closing in closings(site.plan):
        after = site
        points = 0
        for piece in closing.pieces:
            if piece.kind not in after.left.kinds or obstacle(after.plan, piece, site.seat):
                break
            points += gain(after.plan, piece)
            if piece is not closing.pieces[-1]:
                after = after.with_piece(piece)
        else:
            closed.append((points, closing))
    return sorted(closed, key=lambda pair: (-pair[0], len(pair[1].pieces), pair[1].pieces))


def _next_in_row(site: Site, build: Sequence[Piece], kinds: Collection[Kind]) -> Iterator[Piece]:
    """Find the walls of the same kind that go on straight beyond a tower from where the last piece
    stands."""
    for last in build[-1:]:
        walls = sorted(site.plan.walls) if last.kind == "tower" else [last]
        for tower in site.plan.towers.intersection(last.ends):
            for wall in walls:
                (x, y) = wall.at
                (u, v) = wall.to
                if tower not in (wall.at, wall.to) or wall.kind not in kinds:
                    continue
                start = tower if wall.to == tower else (2 * x - u, 2 * y - v)
                piece = Piece(wall.kind, start, wall.heading)
                if obstacle(site.plan, piece, site.seat) is None:
                    yield piece
