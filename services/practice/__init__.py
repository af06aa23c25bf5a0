"""Practising against the site's own opponent, which thinks in the worker."""
