"""The review of an ended game: what each move was worth against the best, how lucky each draw was,
and what the margin was made of. Every move is judged by what its player could know then."""
