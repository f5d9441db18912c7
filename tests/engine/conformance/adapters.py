"""The adapters of all games. A new game adds one entry."""

from collections.abc import Mapping
from typing import Any

from tests.engine.carcassonne.adapter import CarcassonneAdapter
from tests.engine.castellan.adapter import CastellanAdapter
from tests.engine.castle.adapter import CastleAdapter
from tests.engine.conformance.adapter import Adapter

ADAPTERS: Mapping[str, Adapter[Any, Any, Any]] = {
    "castle": CastleAdapter(),
    "carcassonne": CarcassonneAdapter(),
    "castellan": CastellanAdapter(),
}
