"""Tests of the rules of Castellan."""
