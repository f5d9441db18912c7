"""Remake every golden picture."""

from tests.render.castle.goldens import GOLDENS

GOLDENS.make_anew()
