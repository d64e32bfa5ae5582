"""Forms: about people, about campaigns."""
