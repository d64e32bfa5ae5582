"""Search over the pages of a corpus: one query language, two engines."""
