"""What many answers hold: players, powers, instants, terms."""

from collections.abc import Iterable
from datetime import datetime
from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field, GetCoreSchemaHandler, GetJsonSchemaHandler
from pydantic_core import CoreSchema, PydanticCustomError
from pydantic_core.core_schema import no_info_after_validator_function

from models.account import KINDS

Power = Literal["AUSTRIA", "ENGLAND", "FRANCE", "GERMANY", "ITALY", "RUSSIA", "TURKEY"]
Side = Literal["first", "second"]
Text = Annotated[str, Field(max_length=200)]
Instant = Annotated[datetime, Field(description="An instant in UTC, as RFC 3339 writes it.")]
Orders = dict[Power, list[str]]
PHASE = "HOMES|S[1-9][0-9]{3}B|[SF][1-9][0-9]{3}[MR]|W[1-9][0-9]{3}A"
"""How the names of phases look."""


class Sent(BaseModel):
    """What a program sends: nothing but the fields that are known; each is read as its very type."""

    model_config = ConfigDict(extra="forbid")


class Asked(BaseModel):
    """What stands behind an address: texts, from which values are read."""

    model_config = ConfigDict(extra="forbid")


class OneOf:
    """Makes of a text one of the names of a catalogue, of which no type checker knows."""

    def __init__(self, names: Iterable[str]) -> None:
        self.names = tuple(names)

    def __get_pydantic_core_schema__(self, source: Any, handler: GetCoreSchemaHandler) -> CoreSchema:  # noqa: ANN401  # pydantic's own
        return no_info_after_validator_function(self.checked, handler(source))

    def __get_pydantic_json_schema__(
        self, schema: CoreSchema, handler: GetJsonSchemaHandler
    ) -> dict[str, Any]:
        return {**handler(schema), "enum": list(self.names)}

    def checked(self, name: str) -> str:
        """Return a name of the catalogue; raises PydanticCustomError for any other."""
        if name not in self.names:
            expected = ", ".join(self.names)
            raise PydanticCustomError("literal_error", "none of {expected}", {"expected": expected})
        return name


AccountKind = Annotated[str, OneOf(KINDS)]


class PlayerSeen(BaseModel):
    """An account as others see it."""

    name: str
    kind: AccountKind = Field(description="Who plays by it; `opponent` is the site's own.")


def plainly(schema: dict[str, Any]) -> None:
    """Describe what may be left out as what it is when it is there: a query has no null."""
    (schema_of_value,) = (each for each in schema.pop("anyOf") if each.get("type") != "null")
    schema.pop("default", None)
    schema.update(schema_of_value)


Name = Annotated[str, Field(pattern="^[0-9A-Za-z_-]+$", max_length=32)]


class Page(Asked):
    """Where a page of a long list begins."""

    before: Name | None = Field(
        None,
        description="The name of the last thing of the page before; left out: the newest.",
        json_schema_extra=plainly,
    )
