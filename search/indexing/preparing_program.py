"""`python -m search.indexing.preparing_program`: prepares pages for a caller."""

from __future__ import annotations

from core.programs import serve
from search.indexing.preparing import prepare

if __name__ == "__main__":
    serve(prepare)
