"""Measuring: labelled questions through the very code that answers people."""
