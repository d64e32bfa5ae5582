"""Settings: `base` for all, then `embedded`, `development`, `production` and `test`."""
