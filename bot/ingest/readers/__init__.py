"""One module a format: bytes or text in, `Extracted` or `Rejected` out. No file is opened here."""
