"""The mutants of mutation testing: versions of a module with one small fault in a function."""

import ast
from collections.abc import Iterator
from typing import NamedTuple

COMPARISONS: dict[type[ast.cmpop], type[ast.cmpop]] = {
    ast.Eq: ast.NotEq,
    ast.NotEq: ast.Eq,
    ast.Lt: ast.LtE,
    ast.LtE: ast.Lt,
    ast.Gt: ast.GtE,
    ast.GtE: ast.Gt,
    ast.Is: ast.IsNot,
    ast.IsNot: ast.Is,
    ast.In: ast.NotIn,
    ast.NotIn: ast.In,
}
OPERATORS: dict[type[ast.operator], type[ast.operator]] = {
    ast.Add: ast.Sub,
    ast.Sub: ast.Add,
    ast.Mult: ast.Add,
    ast.FloorDiv: ast.Mult,
    ast.Mod: ast.FloorDiv,
    ast.BitOr: ast.BitAnd,
    ast.BitAnd: ast.BitOr,
}
OTHER_FUNCTIONS = {"min": "max", "max": "min", "any": "all", "all": "any", "sorted": "list"}
FUNCTIONS = (ast.FunctionDef, ast.Lambda)


class Mutant(NamedTuple):
    """A faulty version of a module: its syntax tree, the line, and the change."""

    tree: ast.Module
    line: int
    change: str


def mutants(source: str) -> Iterator[Mutant]:
    """Yield every mutant of a module; all share one tree, so use each before the next."""
    tree = ast.parse(source)
    for parent, field, index, node in list(_spots(tree, inside=False)):
        for other in _faults(node):
            ast.copy_location(other, node)
            _put(parent, field, index, other)
            ast.fix_missing_locations(other)
            yield Mutant(tree, node.lineno, f"{_first_line(node)}  =>  {_first_line(other)}")
        _put(parent, field, index, node)


Spot = tuple[ast.AST, str, int | None, ast.expr | ast.stmt]


def _spots(parent: ast.AST, *, inside: bool) -> Iterator[Spot]:
    """Yield the statements and expressions inside functions.

    Annotations, docstrings and error messages are left out.
    """
    inside = inside or isinstance(parent, FUNCTIONS)
    for field, value in ast.iter_fields(parent):
        if field in {"annotation", "returns", "decorator_list", "type_params", "pattern"}:
            continue
        for index, node in enumerate(value) if isinstance(value, list) else [(None, value)]:
            if not isinstance(node, ast.AST) or _is_docstring(node):
                continue
            if inside and isinstance(node, ast.expr | ast.stmt):
                yield parent, field, index, node
            if not isinstance(node, ast.Raise | ast.Assert):
                yield from _spots(node, inside=inside)


def _is_docstring(node: ast.AST) -> bool:
    return isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)


def _first_line(node: ast.AST) -> str:
    return ast.unparse(node).partition("\n")[0]


def _put(parent: ast.AST, field: str, index: int | None, node: ast.AST) -> None:
    if index is None:
        setattr(parent, field, node)
    else:
        getattr(parent, field)[index] = node


def _faults(node: ast.expr | ast.stmt) -> Iterator[ast.expr | ast.stmt]:
    """Yield the faulty replacements of a node."""
    match node:
        case ast.Constant():
            yield from _other_constants(node.value)
        case ast.Call():
            yield from _other_calls(node)
        case ast.GeneratorExp() | ast.ListComp() | ast.SetComp() | ast.DictComp():
            yield from _without_filters(node)
        case ast.stmt():
            yield from _other_statements(node)
        case ast.expr():
            yield from _other_expressions(node)


def _other_expressions(node: ast.expr) -> Iterator[ast.expr]:
    """Replace an operator, or keep only one operand."""
    match node:
        case ast.Compare(left=left, ops=[op], comparators=compared) if type(op) in COMPARISONS:
            yield ast.Compare(left, [COMPARISONS[type(op)]()], compared)
        case ast.BoolOp(op=op, values=values):
            yield ast.BoolOp(ast.Or() if isinstance(op, ast.And) else ast.And(), values)
            yield from values
        case ast.UnaryOp(op=ast.Not() | ast.USub(), operand=operand):
            yield operand
        case ast.BinOp(left=left, op=op, right=right) if type(op) in OPERATORS:
            yield ast.BinOp(left, OPERATORS[type(op)](), right)
        case ast.IfExp(body=body, orelse=orelse):
            yield from (body, orelse)
        case ast.Subscript(value=value, slice=ast.Slice()):
            yield value


def _other_constants(value: object) -> Iterator[ast.expr]:
    if isinstance(value, bool):
        yield ast.Constant(not value)
    elif isinstance(value, int):
        yield ast.Constant(value + 1)
    elif isinstance(value, str):
        yield ast.Constant(f"{value}?")


def _other_calls(call: ast.Call) -> Iterator[ast.expr]:
    """Replace the function, replace an argument by None, or leave out an argument."""
    if isinstance(call.func, ast.Name) and call.func.id in OTHER_FUNCTIONS:
        yield ast.Call(ast.Name(OTHER_FUNCTIONS[call.func.id], ast.Load()), call.args, call.keywords)
    for index, argument in enumerate(call.args):
        if not isinstance(argument, ast.Constant | ast.Starred):
            args: list[ast.expr] = [*call.args]
            args[index] = ast.Constant(None)
            yield ast.Call(call.func, args, call.keywords)
    for keyword in call.keywords:
        others = [other for other in call.keywords if other is not keyword]
        yield ast.Call(call.func, call.args, others)


def _without_filters(
    node: ast.GeneratorExp | ast.ListComp | ast.SetComp | ast.DictComp,
) -> Iterator[ast.expr]:
    for index, part in enumerate(node.generators):
        if part.ifs:
            parts = [*node.generators]
            parts[index] = ast.comprehension(part.target, part.iter, [], part.is_async)
            fields = {**dict(ast.iter_fields(node)), "generators": parts}
            yield type(node)(**fields)


def _other_statements(node: ast.stmt) -> Iterator[ast.stmt]:
    """Negate a condition, return None, or leave out a statement."""
    match node:
        case ast.If(test=test, body=body, orelse=orelse):
            yield ast.If(ast.UnaryOp(ast.Not(), test), body, orelse)
        case ast.Return(value=ast.expr() as value) if not isinstance(value, ast.Constant):
            yield ast.Return(ast.Constant(None))
        case ast.AugAssign(target=target, op=op, value=value) if type(op) in OPERATORS:
            yield ast.AugAssign(target, OPERATORS[type(op)](), value)
        case ast.Assign(targets=targets, value=value) if not isinstance(value, ast.Constant):
            yield ast.Assign(targets, ast.Constant(None))
        case ast.Expr() | ast.Raise():
            yield ast.Pass()
        case ast.Break():
            yield ast.Continue()
        case ast.Continue():
            yield ast.Break()
