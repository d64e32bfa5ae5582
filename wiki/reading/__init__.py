"""A page as HTML: every element escaped, addressable and ready to be selected."""
