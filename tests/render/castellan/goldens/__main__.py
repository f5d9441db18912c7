"""Remake every golden picture."""

from tests.render.castellan.goldens import GOLDENS

GOLDENS.make_anew()
