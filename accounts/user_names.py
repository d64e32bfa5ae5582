"""User names that cannot be mistaken for one another.

A name is written in one script, as Unicode's technical standard 39 recommends ("highly
restrictive"): a Cyrillic "а" among Latin letters looks like another person's name. And no two names
look alike as a whole: each is reduced to a skeleton, in which every letter that looks like an ASCII
letter is that letter. Plain ASCII names are their own skeletons.
"""

from __future__ import annotations

from django.core.exceptions import ValidationError
from django.utils.translation import gettext_lazy as _

_NO_SCRIPT = frozenset({"COMMON", "INHERITED"})
# Scripts that are written together.
_TOGETHER = (
    frozenset({"LATIN", "HAN", "HIRAGANA", "KATAKANA"}),
    frozenset({"LATIN", "HAN", "BOPOMOFO"}),
    frozenset({"LATIN", "HAN", "HANGUL"}),
)


def skeleton_of(username: str) -> str:
    """Return the name with every letter that looks like an ASCII letter replaced by that letter."""
    if username.isascii():
        return username.lower()
    # Only here: its tables take a while to load, and few names need them.
    from confusable_homoglyphs.confusables import confusables_data  # type: ignore[import-untyped]

    def ascii_of(letter: str) -> str:
        if letter.isascii():
            return letter
        alike = (str(other["c"]) for other in confusables_data.get(letter, ()))
        return next((other for other in alike if other.isascii() and other.isalnum()), letter)

    return "".join(ascii_of(letter) for letter in username.lower()).lower()


def validate_one_script(username: str) -> None:
    """Raise ValidationError if the letters of a user name come from scripts that are not mixed."""
    if username.isascii():
        return
    from confusable_homoglyphs.categories import (  # type: ignore[import-untyped]
        unique_aliases,
    )

    scripts = frozenset(unique_aliases(username)) - _NO_SCRIPT
    if len(scripts) > 1 and not any(scripts <= together for together in _TOGETHER):
        raise ValidationError(
            _("Use letters of one script: this name mixes %(scripts)s."),
            code="mixed_scripts",
            params={"scripts": ", ".join(sorted(script.title() for script in scripts))},
        )
