"""Remake every golden picture."""

from tests.render.carcassonne.goldens import GOLDENS

GOLDENS.make_anew()
