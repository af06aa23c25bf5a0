"""Variants of one browser test: `make test` runs a few, `make soak` all."""

import pytest


def in_soak(*values):
    """Return parameters for `make soak` only: another set shows nearly the same."""
    return pytest.param(*values, marks=pytest.mark.soak)


def soak_all_but(variants, *kept):
    """Return all variants; those at the indices `kept` always run, the others in `make soak` only."""
    return [
        each if place in kept else in_soak(*(each if isinstance(each, tuple) else (each,)))
        for place, each in enumerate(variants)
    ]
