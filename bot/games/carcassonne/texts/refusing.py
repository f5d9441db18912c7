"""Why a move is refused, for each reason of the engine, and what would be legal if it is known."""

from collections.abc import Callable, Mapping
from typing import Any

from bot.games.moment import Names
from bot.games.tiles.quoting import quoted
from bot.locale import Words
from bot.locale.refusals import Refusal
from bot.locale.refusals import refusal as told
from engine.carcassonne.vocabulary.moves import ROLES
from engine.carcassonne.vocabulary.notation import LONGEST
from engine.carcassonne.vocabulary.reasons import Reason
from engine.errors import NotationError
from engine.tiles.ports import PORT_NAMES
from render.carcassonne.tile_words import tile_named

PORTS = ", ".join(PORT_NAMES)
EXPECTED = {
    "a cell such as -3,12": "cell",
    "a rotation r0, r1, r2 or r3": "rotation",
    "a follower such as knight@N, farmer@SSW or monk, or the end": "follower",
    f"one of {PORTS}": "port",
    f"at most {LONGEST} characters": "length",
}
"""What the notation can expect, by the notation's own terms."""

Facts = Mapping[str, Any]
Told = Callable[[Words, Names, Facts], dict[str, object]]


def refusal(words: Words, names: Names, reason: str, facts: Facts) -> Refusal:
    """The texts of the reason, with its facts in words."""
    in_words = IN_WORDS.get(Reason(reason), _as_they_are)
    return told(words, f"carcassonne.refusal.{reason}", **in_words(words, names, facts))


def unreadable(words: Words, error: NotationError) -> Refusal:
    """A text that is not a move: where it stops making sense, and what a move looks like."""
    key = f"carcassonne.expected.{EXPECTED[error.expected]}"
    expected = words(key, ports=PORTS, count=LONGEST)
    if error.at:
        return told(words, "carcassonne.unreadable.at", at=quoted(error.at), expected=expected)
    return told(words, "carcassonne.unreadable.whole", expected=expected)


def _as_they_are(words: Words, names: Names, facts: Facts) -> dict[str, object]:
    return dict(facts)


def _seat(words: Words, names: Names, facts: Facts) -> dict[str, object]:
    return {"name": names[facts["seat"]]}


def _lying(words: Words, names: Names, facts: Facts) -> dict[str, object]:
    return {"cell": facts["cell"], "tile": tile_named(words, facts["tile"])}


def _side(words: Words, names: Names, facts: Facts) -> dict[str, object]:
    return {
        "cell": facts["cell"],
        "side": words(f"carcassonne.direction.{facts['side']}"),
        "kind": words(f"carcassonne.kind.{facts['kind']}"),
        "beside": words(f"carcassonne.kind.{facts['beside']}"),
    }


def _segments(words: Words, names: Names, facts: Facts) -> dict[str, object]:
    followers = words.listed([f"`{one}`" for one in facts["followers"]])
    return {"follower": quoted(facts["follower"]), "followers": followers}


def _role(words: Words, names: Names, facts: Facts) -> dict[str, object]:
    return {
        "role": words(f"carcassonne.role.{facts['role']}"),
        "kind": words(f"carcassonne.kind.{facts['kind']}"),
        "expected": words(f"carcassonne.role.{facts['expected']}"),
    }


def _taken(words: Words, names: Names, facts: Facts) -> dict[str, object]:
    kind = facts["kind"]
    owners = [words("carcassonne.told.name", name=names[seat]) for seat in facts["seats"]]
    return {
        "kind": words(f"carcassonne.kind.{kind}"),
        "role": words(f"carcassonne.role.{ROLES[kind]}"),
        "names": words.listed(owners),
    }


IN_WORDS: Mapping[Reason, Told] = {
    Reason.NOT_YOUR_TURN: _seat,
    Reason.OCCUPIED: _lying,
    Reason.SIDES_DIFFER: _side,
    Reason.NO_SUCH_SEGMENT: _segments,
    Reason.WRONG_ROLE: _role,
    Reason.FEATURE_TAKEN: _taken,
}
"""How the facts of a reason are worded; facts of other reasons are used unchanged."""
