"""Check values against a JSON Schema, with the keywords that this project uses."""

import json
import re

TYPES = {
    "object": dict,
    "array": list,
    "string": str,
    "integer": int,
    "boolean": bool,
    "null": type(None),
}
NOTES = {"$schema", "$defs", "title", "description"}


def faults(value, schema, root=None, at="$"):
    """List the faults of a value; an unknown keyword is a fault too."""
    root = schema if root is None else root
    if "$ref" in schema:
        return faults(value, root["$defs"][schema["$ref"].rpartition("/")[2]], root, at)
    found = []
    for keyword, wanted in schema.items():
        if keyword not in NOTES:
            found += CHECKS[keyword](value, wanted, schema, root, at)
    return found


def _fault_unless(is_right, at, words):
    return [] if is_right else [f"{at}: {words}"]


def _type(value, wanted, schema, root, at):
    kinds = [wanted] if isinstance(wanted, str) else wanted
    is_right = any(type(value) is TYPES[kind] for kind in kinds)
    return _fault_unless(is_right, at, f"no {wanted}")


def _properties(value, wanted, schema, root, at):
    if not isinstance(value, dict):
        return []
    known = [key for key in wanted if key in value]
    return [fault for key in known for fault in faults(value[key], wanted[key], root, f"{at}.{key}")]


def _additional(value, wanted, schema, root, at):
    others = set(value) - set(schema.get("properties", ())) if isinstance(value, dict) else set()
    if isinstance(wanted, bool):
        return _fault_unless(wanted or not others, at, f"has {others}")
    return [fault for key in others for fault in faults(value[key], wanted, root, f"{at}.{key}")]


def _names(value, wanted, schema, root, at):
    return [fault for key in value for fault in faults(key, wanted, root, f"{at}.{key}")]


def _items(value, wanted, schema, root, at):
    return [
        fault for number, each in enumerate(value) for fault in faults(each, wanted, root, f"{at}[{number}]")
    ]


def _one_of(value, wanted, schema, root, at):
    fitting = sum(not faults(value, each, root, at) for each in wanted)
    return _fault_unless(fitting == 1, at, f"is of {fitting} kinds")


def _equal(value, wanted, schema, root, at):
    return _fault_unless(value == wanted, at, f"is not {wanted}")


def _test(is_right):
    return lambda value, wanted, schema, root, at: _fault_unless(is_right(value, wanted), at, f"not {wanted}")


def _is_right_if(kind, test):
    return _test(lambda value, wanted: not isinstance(value, kind) or test(value, wanted))


CHECKS = {
    "type": _type,
    "properties": _properties,
    "additionalProperties": _additional,
    "propertyNames": _names,
    "items": _items,
    "oneOf": _one_of,
    "const": _equal,
    "enum": _test(lambda value, wanted: value in wanted),
    "required": _is_right_if(dict, lambda value, wanted: set(wanted) <= set(value)),
    "pattern": _is_right_if(str, lambda value, wanted: re.search(wanted, value)),
    "minimum": _is_right_if(int, lambda value, wanted: value >= wanted),
    "maximum": _is_right_if(int, lambda value, wanted: value <= wanted),
    "minItems": _is_right_if(list, lambda value, wanted: len(value) >= wanted),
    "maxItems": _is_right_if(list, lambda value, wanted: len(value) <= wanted),
    "uniqueItems": _is_right_if(list, lambda value, wanted: len(set(map(json.dumps, value))) == len(value)),
}
