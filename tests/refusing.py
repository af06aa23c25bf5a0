"""What tests say of refusals."""

from collections.abc import Iterator
from contextlib import contextmanager
from enum import StrEnum

import pytest

from services.refused import Refused


@contextmanager
def refuses(code: StrEnum, **values: object) -> Iterator[pytest.ExceptionInfo[Refused]]:
    """Hold that what happens inside is refused with a code, and with these values for its sentence."""
    with pytest.raises(Refused) as refused:
        yield refused
    assert refused.value.code is code
    assert refused.value.values.items() >= values.items()
