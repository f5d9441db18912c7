"""What pictures are composed on, and what is laid there in one colour: shapes and words."""
