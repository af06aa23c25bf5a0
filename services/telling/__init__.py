"""Telling people what happened: an outbox that is written with it, and delivery afterwards."""
