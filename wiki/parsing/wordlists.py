"""Word lists as they are written in the source: readable, and wrapped wherever it suits."""


def words(text: str) -> frozenset[str]:
    """Return the words of a text."""
    return frozenset(text.split())


def names(text: str) -> tuple[str, ...]:
    """Return the names of a list separated by bars, in order; a name may hold spaces."""
    return tuple(" ".join(name.split()) for name in text.split("|") if name.strip())
