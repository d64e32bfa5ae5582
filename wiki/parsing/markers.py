"""The control characters that one stage of the parser leaves for the next.

Dumps are XML, which does not allow control characters, and ``cleaning`` removes any from other
sources; so in this package they have only the meaning that this module gives them. None of them
is white space for ``str.split``.
"""

LINK_OPEN = "\x01"
LINK_MIDDLE = "\x02"
LINK_CLOSE = "\x03"
# A block that was taken out (an infobox, a nested table) is BOX_OPEN number BOX_CLOSE.
BOX_OPEN = "\x04"
BOX_CLOSE = "\x05"
# Content was lost here: the element is flagged as lossy.
LOSSY = "\x06"
# A template was left out here: the punctuation around it may need repair.
DROPPED = "\x07"
# "{{!}}": becomes a pipe once templates are expanded.
SYNTAX_PIPE = "\x0e"
# The page or section lacks references.
FLAG = "\x0f"
# The rest of the line is a hatnote.
HATNOTE = "\x10"
# A citation outside a reference.
CITATION = "\x11"
# A line break inside a paragraph or cell (<br>).
BREAK = "\x12"
# A boundary between entries of an inline list.
ENTRY = "\x14"
# Two of these enclose an entry's list marks ("*", "#:"), before the first entry of an inline list
# and before each entry of a list in a cell of rendered HTML.
ENTRY_MARK = "\x13"
FIRST_ENTRY = f"{ENTRY_MARK}*{ENTRY_MARK}"
# A line break from a template, which does not end a line of table markup.
NEWLINE = "\x15"
# A pipe and an equals sign that are text, not markup.
PIPE = "\x16"
EQUALS = "\x17"
# Nothing: keeps the text after it from being mistaken for markup at the start of a line or cell.
NOTHING = "\x18"
# The digits of a stamp, the number of a place in the source (``places``).
STAMP_ZERO = "\x08"
STAMP_ONE = "\x1b"
