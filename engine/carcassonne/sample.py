"""A game of Carcassonne to look at."""

from engine.carcassonne.rules import carcassonne
from engine.sample import Sample

SAMPLE = Sample(
    carcassonne,
    "selfplay/11/0",
    "0,-1 r0 knight@W; 0,-2 r2 farmer@N; 0,-3 r0 knight@N; 0,1 r1 knight@N; "
    "1,0 r2 highwayman@W; 2,0 r1 highwayman@N; -1,-2 r0 knight@N; -1,0 r3; -1,-3 r0 monk; "
    "3,0 r0 highwayman@N; -2,-2 r0; 1,1 r0 highwayman@E; -3,-2 r0 knight@N; -2,0 r0 knight@N; "
    "0,-4 r0; -2,1 r2; -1,-4 r1; -2,-1 r1; 2,-1 r0; 2,1 r0 knight@N; -4,-2 r0; -3,0 r1; "
    "-3,-1 r2; 2,2 r2; -2,-3 r0; 1,-1 r3 knight@W; -2,-4 r2 farmer@NNE; -4,0 r0; -4,1 r2; "
    "2,-2 r2 knight@E; 3,-2 r3; 1,-3 r0; 0,-5 r1; 3,2 r3",
)
