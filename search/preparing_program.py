"""`python -m search.preparing_program`: prepares pages for whoever indexes them."""

from __future__ import annotations

from jobs.programs import serve
from search.preparing import prepare

if __name__ == "__main__":
    serve(prepare)
