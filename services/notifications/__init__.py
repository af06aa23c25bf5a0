"""Notifications: an outbox that is written with what happened, and its delivery afterwards."""
