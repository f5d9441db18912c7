"""The heavy proofs of the table: kills, races, broken disks, migrations, and the life of a game."""
