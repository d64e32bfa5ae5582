"""The longest words and titles that are searched for. Apart from the analysis, whose patterns take
a while to compile: the tables need no more than these."""

from __future__ import annotations

# No word that people search for is longer, and engines have limits of their own.
LONGEST_WORD = 100
# Of a whole title or category as one token. Elasticsearch would split a longer one.
LONGEST_KEY = 255
# No title is longer.
LONGEST_TITLE = 255
