"""`python -m search.words_program`: reads the words of pages for whoever compares or lists them."""

from __future__ import annotations

from jobs.programs import serve
from search.preparing import words_of

if __name__ == "__main__":
    serve(words_of)
