"""Texts and choices that all games with square tiles have in common."""

import re
from abc import abstractmethod
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from collections.abc import Set as AbstractSet
from string import ascii_uppercase
from typing import ClassVar, NamedTuple, TypeVar

from bot.games.choices import Choices, Region
from bot.games.regions import MOST, group_by_place, in_reading_order
from bot.games.texts import LONGEST_TEXT, Facts, Texts
from bot.locale import Words
from engine.questions import Part
from engine.recorded import Ending
from engine.tiles.grid import Cell
from engine.tiles.tile import PORT_NAMES, TurnedTile
from render.board.aliases import alias
from render.picture.emojis import EmojiName
from render.picture.names import shorten
from render.pictures import E
from render.sentences import describe_award, join_names
from render.subject import Mark, Names, Subject
from render.tiles.pictures import T
from render.tiles.places import middle_of, segment_of
from render.tiles.turnings import QUARTER, turning_name, turns_of
from render.tiles.views import at_rest

# The token for nothing, in the notation of every game with tiles.
NONE = "none"
TURNED = "↻"
# The longest text of a turn, and of the final scoring.
LONGEST = 1200
LONGEST_END = 2000
# The number of sums of points by feature in the first line of a turn.
MOST_SUMS = 4
# The number of features that a line explains one by one.
MOST_EXPLAINED = 2
_TYPED = re.compile(rf"{TURNED} ?(\d{{1,3}}) ?°?|(?<!\w)(\d{{1,3}}) ?°")

X = TypeVar("X")


class TileChoices(Choices[T]):
    """A move on one line is `A4 ↻ 0° · squire, south house`. The words of such a line can be typed
    just like those of the notation, which it spells out: `↻ 0°` is `r0`."""

    placing = "follower"
    turning = "rotation"

    @abstractmethod
    def first_alike(self, view: T, tile: str) -> Sequence[int]:
        """Find for each rotation of a tile the first one that looks and acts like it."""

    @abstractmethod
    def name_segment(self, words: Words, view: T, tile: TurnedTile, segment: int) -> str: ...

    def role_of(self, token: str) -> str:
        """Find the role of a follower, as its texts are called."""
        return token.partition("@")[0]

    def place_name(self, words: Words, view: T, before: Sequence[Part], token: str) -> str:
        """Name the place of a follower on the drawn tile, as the earlier steps put it."""
        tile = self._turned(view, before)
        return self.name_segment(words, view, tile, segment_of(tile, token))

    def _turned(self, view: T, before: Sequence[Part]) -> TurnedTile:
        assert view.drawn is not None
        return view.catalogue.turned[view.drawn][turns_of(dict(before)["rotation"])]

    @abstractmethod
    def tile_emoji(self, tile: str, turns: int = 0) -> EmojiName | None:
        """Find the emoji of a tile as it lies."""

    @abstractmethod
    def follower_emoji(self, seat: int, role: str) -> EmojiName: ...

    def emoji(self, view: T, before: Sequence[Part], step: str, token: str) -> EmojiName | None:
        """Show the tile as it will lie, and the follower in its colour."""
        match step:
            case "rotation" if view.drawn is not None:
                return self.tile_emoji(view.drawn, turns_of(token))
            case "follower" if view.to_act is not None and token != NONE:
                return self.follower_emoji(view.to_act, token.partition("@")[0])
            case _:
                return None

    def drawn_emojis(self, view: T) -> Sequence[EmojiName]:
        tile = None if view.drawn is None else self.tile_emoji(view.drawn)
        return () if tile is None else (tile,)

    def label(self, words: Words, view: T, before: Sequence[Part], step: str, token: str) -> str:
        """Name a rotation as in the picture of the rotations."""
        match step:
            case _ if token == NONE:
                return words(f"{self.kind}.choice.none.{step}")
            case "cell":
                return alias(token)
            case "rotation" if turns_of(token):
                turned = turning_name(words, turns_of(token))
                return words(f"{self.kind}.choice.turned", turned=turned)
            case "rotation":
                return words(f"{self.kind}.choice.as_drawn")
            case "follower":
                name = self.place_name(words, view, before, token)
                role = self.role_of(token)
                return words(f"{self.kind}.choice.follower.{role}", place=name)
            case _:
                raise ValueError(f"{self.kind} has no step {step!r}")

    @abstractmethod
    def parse_cell(self, text: str) -> Cell: ...

    @abstractmethod
    def own_cells(self, view: T) -> AbstractSet[Cell]:
        """Find the empty cells into which features with the viewer's followers go on."""

    def marks(
        self, view: T, before: Sequence[Part], step: str, tokens: Sequence[str]
    ) -> Sequence[Mark]:
        """Mark the cells; and where a follower would stand on the tile as it is put."""
        match step:
            case "cell":
                marked = sorted(tokens, key=lambda token: self.parse_cell(token)[::-1])
            case "follower":
                tile = self._turned(view, before)
                placed = [token for token in tokens if token != NONE]
                middles = {
                    token: middle_of(tile.segments[segment_of(tile, token)]) for token in placed
                }
                marked = sorted(placed, key=lambda token: middles[token][::-1])
            case _:
                marked = []
        return [Mark(str(number), ((step, token),)) for number, token in enumerate(marked, 1)]

    def tap_marks(
        self, view: T, before: Sequence[Part], step: str, tokens: Sequence[str]
    ) -> Sequence[Mark]:
        """Rotations lie on the tile."""
        if step == self.turning:
            return [Mark("", ((step, token),)) for token in tokens]
        return super().tap_marks(view, before, step, tokens)

    def marked_label(self, words: Words, step: str, token: str) -> str:
        """Name the role of a follower."""
        if step != "follower":
            return ""
        return words(f"{self.kind}.choice.role.{self.role_of(token)}")

    def regions(self, view: T, step: str, tokens: Sequence[str]) -> Sequence[Region]:
        """Group cells by place, except those that are offered at once: the first `MOST`, which are
        those around the newest tile and at the viewer's own features, then the nearest to that
        tile; and each that would be alone in its group."""
        if step != "cell" or len(tokens) <= MOST:
            return ()
        cells = {self.parse_cell(token): token for token in tokens}
        own = self.own_cells(view)
        near: list[Cell] = []
        if view.laid:
            x, y = view.laid[-1].cell
            away = {(u, v): max(abs(u - x), abs(v - y)) for u, v in cells}
            first = {cell: (away[cell] > 1 and cell not in own, away[cell]) for cell in cells}
            near = sorted(in_reading_order(cells), key=first.__getitem__)[:MOST]
        groups = group_by_place(cells.keys() - {*near})
        near += [cell for group in groups if len(group) == 1 for cell in group]
        groups = [group for group in groups if len(group) > 1]
        regions = [*zip(ascii_uppercase, groups, strict=False), ("", in_reading_order(near))]
        return [Region(name, tuple([cells[cell] for cell in members])) for name, members in regions]

    def representative(self, view: T, step: str, token: str) -> str:
        """Find the first of the rotations of the drawn tile that look and act alike."""
        if step != "rotation" or view.drawn is None:
            return token
        return f"r{self.first_alike(view, view.drawn)[turns_of(token)]}"

    def spell_out(self, words: Words, view: T, parts: Sequence[Part]) -> str:
        steps: list[str] = []
        for at, (step, token) in enumerate(parts):
            if step == "rotation":
                steps[-1] += f" {TURNED} {QUARTER * turns_of(token)}°"
            elif token != NONE and step == "follower":
                role = words(f"{self.kind}.role.{self.role_of(token)}")
                steps.append(f"{role}, {self.place_name(words, view, parts[:at], token)}")
            elif token != NONE:
                steps.append(self.label(words, view, parts[:at], step, token))
        return " · ".join(steps)


def with_notation(typed: str) -> str:
    """Put each rotation in a typed text into notation: `r1` for `↻ 90°` or `90°`."""

    def token(angle: re.Match[str]) -> str:
        quarters, rest = divmod(int(angle[1] or angle[2]), QUARTER)
        return angle[0] if rest else f"r{quarters}"

    return _TYPED.sub(token, typed)


class TileTexts(Texts[T, E]):
    notation_facts: ClassVar[Mapping[str, object]] = {"ports": ", ".join(PORT_NAMES)}
    roles: ClassVar[Mapping[str, str]]
    """The role of a follower on each kind of feature."""

    @abstractmethod
    def board_alt(self, words: Words, subject: Subject[T, E]) -> str: ...

    @abstractmethod
    def read_board(self, words: Words, view: T, names: Names) -> str:
        """Describe the board in sentences."""

    @abstractmethod
    def cell_name(self, cell: Cell) -> str: ...

    def count_supply(self, view: T) -> int:
        return view.tiles_left

    def describe_supply(self, words: Words, view: T) -> str:
        left = self.count_supply(view)
        return words("tiles.to_come", count=left) if left else ""

    def refusal_facts(
        self, words: Words, names: Names, reason: str, facts: Facts
    ) -> Mapping[str, object]:
        match reason:
            case "occupied":
                return {"cell": facts["cell"], "tile": self.kind_name(words, facts["tile"])}
            case "wrong_role":
                return {
                    "role": words(f"{self.kind}.role.{facts['role']}"),
                    "kind": words(f"{self.kind}.kind.{facts['kind']}"),
                    "expected": words(f"{self.kind}.role.{facts['expected']}"),
                }
            case "feature_taken":
                return {
                    "kind": words(f"{self.kind}.kind.{facts['kind']}"),
                    "role": words(f"{self.kind}.role.{self.roles[facts['kind']]}"),
                    "names": join_names(words, names, facts["seats"]),
                }
            case _:
                return super().refusal_facts(words, names, reason, facts)

    def for_screen_reader(
        self, words: Words, view: T, names: Names, ending: Ending | None = None
    ) -> tuple[str, str]:
        """Tell first the scores, what each player has, and either whose turn it is, with the cells
        and rotations in which the tile fits, or how the game ended."""
        subject: Subject[T, E] = Subject(view, names, ending=ending)
        lines = [self.board_alt(words, subject)]
        turns: dict[Cell, list[str]] = {}
        for cell, rotation in at_rest(subject).view.placements:
            turns.setdefault(cell, []).append(f"{QUARTER * rotation}°")
        if turns:
            cells = (
                f"{self.cell_name(cell)} {', '.join(rotations)}"
                for cell, rotations in turns.items()
            )
            lines.append(words("tiles.board.turned", cells="; ".join(cells)))
        return shorten("\n".join(lines), LONGEST_TEXT), self.read_board(words, view, names)


def describe_task(words: Words, tile: str, sides: str, cells: Sequence[str]) -> str:
    """Say what to do with the drawn tile, and on how many cells it fits."""
    distinct = list(dict.fromkeys(cells))
    fits = words("tiles.waits.cells", count=len(distinct), cell=distinct[0])
    return f"{words('tiles.waits.lay', tile=tile, sides=sides)} {fits}"


class Completed(NamedTuple):
    """A feature that a turn completed, and what it gave to each of those who scored it."""

    kind: str
    seats: tuple[int, ...]
    points: int
    why: str
    """How the points are made up."""


def describe_turn(
    words: Words,
    kind: str,
    names: Names,
    did: str,
    *,
    seat: int,
    completed: Sequence[Completed],
    explained: bool = False,
) -> str:
    """Say what the player of a seat did, with all points and what they are for: without a name,
    where they are all that player's. Features of a kind that the same players scored are summed up;
    if that leaves many sums, all that the same players scored. A few are `explained` one by one."""
    scored = [feature for feature in completed if feature.points]
    if not scored:
        return words("report.sentence", text=did)
    explained = explained and len(scored) <= MOST_EXPLAINED
    sums = _group(scored, lambda feature: feature if explained else (feature.seats, feature.kind))
    if len(sums) > MOST_SUMS:
        sums = _group(scored, lambda feature: feature.seats)
    all_own = all(feature.seats == (seat,) for feature in scored)
    entries = []
    for features in sums:
        points = sum(feature.points for feature in features)
        award = describe_award(words, names, features[0].seats, points)
        if all_own:
            award = words("words.points", count=points)
        kinds = Counter(feature.kind for feature in features)
        named = words.join(
            [
                words(f"{kind}.event.completed.{completed_kind}", count=kinds[completed_kind])
                for completed_kind in kinds
            ]
        )
        entries.append(
            words("report.because", features=named, points=award, why=features[0].why)
            if explained
            else words("report.for_features", features=named, points=award)
        )
    return words("report.completed", did=did, features=words.join(entries))


def _group(
    features: Iterable[Completed], key: Callable[[Completed], object]
) -> Sequence[Sequence[Completed]]:
    groups: dict[object, list[Completed]] = {}
    for feature in features:
        groups.setdefault(key(feature), []).append(feature)
    return [*groups.values()]


def fit_entries(entries: Sequence[X], tell: Callable[[X, bool], str]) -> list[str] | None:
    """Write a line for each entry of a final scoring: with its reason for the first ones, as many
    as there is room for, and in short for the others. None if there is no room even without
    reasons."""
    for explained in range(len(entries), -1, -1):
        lines = [tell(entry, number < explained) for number, entry in enumerate(entries)]
        if sum(map(len, lines)) + len(lines) <= LONGEST_END:
            return lines
    return None
