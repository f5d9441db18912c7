"""Why a move is refused, for each reason of the engine, and what would be legal if it is known."""

from collections.abc import Mapping

from bot.games.moment import Names
from bot.games.wording.quoting import quoted
from bot.games.wording.refusing import Facts, InWords, Refusals, whose_turn
from bot.locale import Words
from engine.carcassonne.moves import LONGEST, ROLES, Reason
from engine.tiles.tile import PORT_NAMES
from render.carcassonne.tile_words import tile_named

PORTS = ", ".join(PORT_NAMES)


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


IN_WORDS: Mapping[str, InWords] = {
    Reason.NOT_YOUR_TURN: whose_turn,
    Reason.OCCUPIED: _lying,
    Reason.SIDES_DIFFER: _side,
    Reason.NO_SUCH_SEGMENT: _segments,
    Reason.WRONG_ROLE: _role,
    Reason.FEATURE_TAKEN: _taken,
}

_REFUSALS = Refusals("carcassonne", IN_WORDS, {"ports": PORTS, "count": LONGEST})
refusal = _REFUSALS.refusal
syntax_refusal = _REFUSALS.syntax_refusal
