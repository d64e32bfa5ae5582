"""The highest layer: settings, URLs, the worker, health and logs."""
