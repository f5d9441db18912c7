"""Where the table meets Discord: commands, buttons, pages, posts."""
