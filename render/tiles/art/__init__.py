"""Drawing square tiles from their ports: paths, outlines, paving, the edges of sides."""
