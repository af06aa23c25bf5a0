"""Variants of one test in the browser: `make test` looks at a few of them, `make soak` at all."""

import pytest


def in_soak(*values):
    """Return a set of arguments that the soak alone takes: what it shows another one nearly shows."""
    return pytest.param(*values, marks=pytest.mark.soak)


def few_of(variants, *kept):
    """Return the variants; those at the places `kept` are for every run, the others for the soak."""
    return [
        each if place in kept else in_soak(*(each if isinstance(each, tuple) else (each,)))
        for place, each in enumerate(variants)
    ]
