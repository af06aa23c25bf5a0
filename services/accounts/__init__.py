"""Accounts, their passwords and their sessions."""
