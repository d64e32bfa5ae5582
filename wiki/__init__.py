"""Wikipedia: dumps, pages and their elements."""
