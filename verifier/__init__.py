"""The baseline verifier: programs over tables, verdicts on texts. Pure: no app, no Django."""

import os

# As in config/__init__.py, for those who run the verifier on its own.
os.environ.setdefault("OMP_WAIT_POLICY", "PASSIVE")
