"""`python -m search.indexing.words_program`: reads the words of pages for a caller."""

from __future__ import annotations

from core.programs import serve
from search.indexing.preparing import words_of

if __name__ == "__main__":
    serve(words_of)
