"""Lessons: tried, and who has solved which."""
