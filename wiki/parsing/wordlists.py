"""Word lists that are readable and can be wrapped anywhere in the source."""


def words(text: str) -> frozenset[str]:
    """Return the words of a text."""
    return frozenset(text.split())


def names(text: str) -> tuple[str, ...]:
    """Return the names in a list separated by bars, in order; a name may contain spaces."""
    return tuple(" ".join(name.split()) for name in text.split("|") if name.strip())
