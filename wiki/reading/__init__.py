"""A page as HTML: every element is escaped, addressable and ready to be selected."""
