"""Lessons: positions to solve, judged by the real rules."""
