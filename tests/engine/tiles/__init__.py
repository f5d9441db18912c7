"""Tests of ports, tiles and regions, without any game."""
