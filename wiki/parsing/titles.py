"""Page titles in one spelling, so that links and redirects find their pages."""

import unicodedata


def normalise_title(title: str) -> str:
    """Return the title in NFC, with single spaces for underscores and an upper-case first letter.

    FEVEROUS element ids are split at the first underscore, so a title may not contain any.
    """
    collapsed = " ".join(title.replace("_", " ").split())
    # U+200E and U+200F are often pasted with titles and never belong to them.
    collapsed = collapsed.strip("\u200e\u200f ")
    composed = unicodedata.normalize("NFC", collapsed)
    first = composed[:1].upper()
    # "ß" and similar letters become two when upper-cased; MediaWiki leaves those alone.
    return first + composed[1:] if len(first) == 1 else composed
