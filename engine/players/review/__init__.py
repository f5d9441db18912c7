"""The review of an ended game: what each move was worth compared with the best, how lucky each draw
was, and what made up the margin. Every move is judged by what its player could know then."""
