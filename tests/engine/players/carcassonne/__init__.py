"""Tests of the judgement of Carcassonne."""
