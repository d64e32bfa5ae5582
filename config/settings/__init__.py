"""Settings: `base` for all, then `embedded`, `production` and `test`."""
