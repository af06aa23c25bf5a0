"""Thousands of order sets from one position, adjudicated at once.

Each set is one bit of Python's integers. An order has a column: an integer with the bits of the sets that
hold it. A few hundred operations on columns solve the equations of DATC chapter 5 for all sets.
"""

from adjudicator.bulk.fates import Fates, adjudicate_columns, adjudicate_many
from adjudicator.bulk.slate import Slate

__all__ = ["Fates", "Slate", "adjudicate_columns", "adjudicate_many"]
