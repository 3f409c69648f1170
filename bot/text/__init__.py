"""Reading text: tokens, sentences, quantities, dates, negation. Pure, and knows nothing of documents or questions."""
