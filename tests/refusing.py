"""Assertions about refusals."""

from collections.abc import Iterator
from contextlib import contextmanager
from enum import StrEnum

import pytest

from services.refused import Refused


@contextmanager
def refuses(code: StrEnum, **values: object) -> Iterator[pytest.ExceptionInfo[Refused]]:
    """Check that the block is refused with a code, and with these values for the message."""
    with pytest.raises(Refused) as refused:
        yield refused
    assert refused.value.code is code
    assert refused.value.values.items() >= values.items()
