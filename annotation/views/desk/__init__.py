"""The desks: pages on which people write and verify claims, and what their scripts ask for."""
