"""A game of The Castle to look at."""

from engine.castle.rules import castle
from engine.sample import Sample

SAMPLE = Sample(
    castle,
    "selfplay/12/0",
    "J2 r0 herald@E; F4 r3 knight@SSE; L4 r1 squire@ESE; E4 r0 squire@ESE; K2 r1 squire@SSW; "
    "L3 r0 herald@N; C9 r0 knight@NNW; K3 r0 knight@NNW; B9 r1 squire@NNW; J3 r0 squire@NNE; "
    "D4 r0 herald@E; D3 r1 squire@NNE; G4 r1 squire@ESE; L2 r0 herald@N; L5 r0 herald@E; "
    "A4 r0 squire@NNW; C3 r3 herald@E; C4 r3 knight@SSW; I3 r1 knight@NNW; B4 r3; "
    "B5 r0 herald@E; I2 r1 knight@ENE; J4 r0 squire@ENE; H4 r3 herald@E; A5 r3 squire@NNW; "
    "C2 r0 herald@N; D2 r2; K4 r3 knight@NNE; D1 r1 knight@NNE; H2 r2 squire@NNE; "
    "C5 r0 knight@NNW; I4 r1; A6 r2 knight@ENE; K5 r3 squire@ENE; C1 r0 herald@N; "
    "G5 r0 herald@E; D5 r1 squire@ENE; F5 r2 squire@NNE; A7 r1 herald@W; B7 r0 squire@NNW; "
    "A9 r1 squire@NNE; H8 r1 merchant@NNW",
)
