"""Write the site's bill of materials (CycloneDX): `python -m tools.sbom requirements.txt...`.

It uses only the pins, so it needs no network and is the same on every machine.
"""

import json
import re
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from tools.audit import PIN

NAME = "intimate-diplomacy"
HASH = re.compile(r"--hash=sha256:([0-9a-f]{64})")


def components_in(file: Path) -> Sequence[dict[str, Any]]:
    """Describe the packages that a file pins: name, version, and allowed hashes."""
    text = file.read_text("utf-8")
    pins = list(PIN.finditer(text))
    ends = [*(pin.start() for pin in pins[1:]), len(text)]
    return [
        component(pin[1], pin[2], HASH.findall(text[pin.end() : end]))
        for pin, end in zip(pins, ends, strict=True)
    ]


def component(name: str, version: str, hashes: Sequence[str]) -> dict[str, Any]:
    """Describe one package."""
    address = f"pkg:pypi/{name.lower().replace('_', '-')}@{version}"
    files = [
        {"type": "distribution", "url": address, "hashes": [{"alg": "SHA-256", "content": each}]}
        for each in hashes
    ]
    return {
        "type": "library",
        "bom-ref": address,
        "name": name,
        "version": version,
        "purl": address,
        "externalReferences": files,
    }


def bom(files: Sequence[Path]) -> dict[str, Any]:
    """Describe all pinned packages without duplicates."""
    found = {each["purl"]: each for file in files for each in components_in(file)}
    return {
        "$schema": "http://cyclonedx.org/schema/bom-1.6.schema.json",
        "bomFormat": "CycloneDX",
        "specVersion": "1.6",
        "version": 1,
        "metadata": {"component": {"type": "application", "bom-ref": NAME, "name": NAME}},
        "components": [found[purl] for purl in sorted(found)],
    }


if __name__ == "__main__":
    print(json.dumps(bom([Path(name) for name in sys.argv[1:]]), indent=1))
