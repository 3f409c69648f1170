"""Figures in a text as values that can be compared: how much, of what, per what, and with which comparator.

`quantities` reads them; `same`, `same_value`, `satisfies` and `excludes` compare two of them. Nothing here decides what
a difference means for a claim. What cannot be read for certain is `ambiguous`, and equal only to the same writing.
"""

from bot.text.quantities.compare import comparable, excludes, same, same_value, satisfies
from bot.text.quantities.model import Comparator, Kind, Quantity
from bot.text.quantities.parser import quantities

__all__ = [
    "Comparator",
    "Kind",
    "Quantity",
    "comparable",
    "excludes",
    "quantities",
    "same",
    "same_value",
    "satisfies",
]
