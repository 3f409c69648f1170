"""Files → documents → passages → index. Knows nothing of questions, models or channels."""
