"""saywhy: answers from a controlled set of documents, and says why when it can't."""

__version__ = "0.1.0"
