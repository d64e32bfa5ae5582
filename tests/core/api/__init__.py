"""The foundation of the API."""
