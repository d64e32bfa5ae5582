"""The highest layer: settings, URLs, the worker, health and logs."""

import os

# Before scikit-learn loads OpenMP: threads that wait for each other by spinning take a training
# from a second to minutes where other processes want the same cores.
os.environ.setdefault("OMP_WAIT_POLICY", "PASSIVE")
