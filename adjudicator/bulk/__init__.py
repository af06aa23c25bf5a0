"""Thousands of order sets from one position, adjudicated at once.

Every set is one bit of Python's integers: an order has a column, the sets that hold it, and the
equations of DATC chapter 5 are solved for all sets by a few hundred operations on such columns.
"""

from adjudicator.bulk.fates import Fates, adjudicate_columns, adjudicate_many
from adjudicator.bulk.slate import Slate

__all__ = ["Fates", "Slate", "adjudicate_columns", "adjudicate_many"]
