"""Views of managers who review written claims."""
