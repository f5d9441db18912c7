"""What pictures are put together on, and what is laid there in one colour: shapes and words."""
