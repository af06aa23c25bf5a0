"""`intimate`: the rules of Adrien Baird and Steve Doubleday."""

from intimate.rules import Rules

RULES = Rules()
