"""Services of writing: highlights drawn and dealt, claims submitted and corrected."""
