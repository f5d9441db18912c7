"""Tests of the computer player of Castellan."""
