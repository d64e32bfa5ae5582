"""The control characters by which one stage of the parser tells the next what it has seen.

Dumps are XML, which has no room for control characters, and ``cleaning`` removes any that come by
another way; so in this package they mean only what this module says. None of them is white space
for ``str.split``.
"""

LINK_OPEN = "\x01"
LINK_MIDDLE = "\x02"
LINK_CLOSE = "\x03"
# A block that was taken out (an infobox, a nested table) stands as BOX_OPEN number BOX_CLOSE.
BOX_OPEN = "\x04"
BOX_CLOSE = "\x05"
# Something was lost here: the element is flagged.
LOSSY = "\x06"
# A template was left out here: punctuation around it may need mending.
DROPPED = "\x07"
# "{{!}}": becomes a pipe once templates are expanded.
SYNTAX_PIPE = "\x0e"
# The page or section lacks references.
FLAG = "\x0f"
# What follows up to the end of the line is a hatnote.
HATNOTE = "\x10"
# A citation outside a reference.
CITATION = "\x11"
# A line break inside a paragraph or cell (<br>).
BREAK = "\x12"
# A boundary between entries of an inline list.
ENTRY = "\x14"
# Before the first entry of an inline list, and before each entry of a list of rendered HTML that
# stands in a cell: the entry's list marks ("*", "#:") stand between two of these.
ENTRY_MARK = "\x13"
FIRST_ENTRY = f"{ENTRY_MARK}*{ENTRY_MARK}"
# A line break that does not end a line of table markup, as it came out of a template.
NEWLINE = "\x15"
# A pipe and an equals sign that are text, not markup.
PIPE = "\x16"
EQUALS = "\x17"
# Nothing at all: keeps what follows from being taken for markup at the start of a line or cell.
NOTHING = "\x18"
# The digits of a stamp: the number of a place in the source (``places``).
STAMP_ZERO = "\x08"
STAMP_ONE = "\x1b"
