"""Table programs as people write them: `eq(count(is(rows, "country", "ostrava")), 3)`.

The parser knows the functions below, the columns of one table, texts and numbers, and nothing else.
It is bounded: a long, deep or endless text is refused before anything is computed.

Texts in double quotes are words as people write them; in single quotes they are stems, by which the
table is indexed (where the search found a cell in spite of a typing mistake). A column is its
header in double quotes, or its number from the left: `#2`.
"""

from verifier.tables.notation.parsing import MOST_CHARACTERS as MOST_CHARACTERS
from verifier.tables.notation.parsing import NotationError as NotationError
from verifier.tables.notation.parsing import NotationFault as NotationFault
from verifier.tables.notation.parsing import read_program as read_program
from verifier.tables.notation.printing import write_program as write_program
