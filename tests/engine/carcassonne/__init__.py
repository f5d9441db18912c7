"""Tests of the rules of Carcassonne."""
