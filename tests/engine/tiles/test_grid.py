"""Cells, their neighbours, and border cells that touch one of them."""

from engine.tiles.grid import NOWHERE, ClosedGrid, bit_set, bits, connected_part

#   0 1        the border cell 5 touches cell 4 from the east
#   2   3
#   4 5
CELLS = ((0, 0), (1, 0), (0, 1), (2, 1), (0, 2))
GRID = ClosedGrid(CELLS, (((0, 2), 1),))


def test_cells_are_numbered_in_reading_order_and_know_neighbours() -> None:
    assert GRID.numbers[2, 1] == 3
    assert GRID.neighbours[0] == (NOWHERE, 1, 2, NOWHERE)
    assert GRID.neighbours[3] == (NOWHERE,) * 4
    assert GRID.neighbours[2] == (0, NOWHERE, 4, NOWHERE)


def test_a_border_cell_touches_its_cell_along_one_side_only() -> None:
    assert GRID.neighbours[4] == (2, 5, NOWHERE, NOWHERE)
    assert GRID.neighbours[5] == (NOWHERE, NOWHERE, NOWHERE, 4)


def test_each_port_faces_the_neighbours_opposite_port() -> None:
    assert GRID.across[0][3:6] == (12 + 11, 12 + 10, 12 + 9)
    assert GRID.across[0][6:9] == (24 + 2, 24 + 1, 24 + 0)
    assert GRID.across[0][:3] == (NOWHERE,) * 3
    assert GRID.across[5][9:] == (48 + 5, 48 + 4, 48 + 3)
    assert GRID.touching[0] == {23, 22, 21, 26, 25, 24}
    assert GRID.touching[3] == frozenset()


def test_the_spots_across_look_back() -> None:
    for cell, spots in enumerate(GRID.across):
        for port, spot in enumerate(spots):
            if spot != NOWHERE:
                assert GRID.across[spot // 12][spot % 12] == cell * 12 + port


def test_sets_of_numbers_are_bits() -> None:
    assert bits(0) == []
    assert bits(0b10110) == [1, 2, 4]
    assert bit_set([4, 1, 2, 1]) == 0b10110
    assert GRID.inside == 0b11111


def test_connected_cells_hang_together_side_by_side() -> None:
    assert connected_part(0b11111, 0, GRID) == 0b10111
    assert connected_part(0b11111, 3, GRID) == 0b01000
    assert connected_part(0b10001, 0, GRID) == 0b00001
    assert connected_part(0b110111, 1, GRID) == 0b110111
