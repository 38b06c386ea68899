"""Mutants of a source file: the same file with one small fault in it.

A mutant is one stretch of text replaced by another, found through the syntax tree. Annotations,
docstrings, decorators, assertions and the help of an option are left as they are.
"""

import ast
from collections.abc import Iterator
from dataclasses import dataclass

_COMPARISONS = {
    ast.Lt: ("<=", ">="),
    ast.LtE: ("<", ">"),
    ast.Gt: (">=", "<="),
    ast.GtE: (">", "<"),
    ast.Eq: ("!=",),
    ast.NotEq: ("==",),
    ast.Is: ("is not",),
    ast.IsNot: ("is",),
    ast.In: ("not in",),
    ast.NotIn: ("in",),
}
_ARITHMETIC = {
    ast.Add: "-",
    ast.Sub: "+",
    ast.Mult: "//",
    ast.FloorDiv: "*",
    ast.Mod: "//",
    ast.Pow: "*",
    ast.LShift: ">>",
    ast.RShift: "<<",
    ast.BitOr: "&",
    ast.BitAnd: "|",
    ast.BitXor: "|",
}
_TWINS = {"min": "max", "max": "min", "any": "all", "all": "any"}
_LEFT_ALONE = {"TypeVar", "cast", "option"}


@dataclass(frozen=True)
class Mutant:
    """A source file, the place in it that is changed (in bytes), and what is put there."""

    file: str
    line: int
    begin: int
    end: int
    text: str

    def apply(self, source: bytes) -> bytes:
        return source[: self.begin] + self.text.encode() + source[self.end :]

    def lines(self, source: bytes) -> tuple[str, str]:
        """The changed lines as they were and as they are, each as one line."""
        first = source.rfind(b"\n", 0, self.begin) + 1
        last = source.find(b"\n", self.end)
        was = source[first:last]
        now = source[first : self.begin] + self.text.encode() + source[self.end : last]
        return " ".join(was.decode().split()), " ".join(now.decode().split())


def mutants_of(file: str, source: bytes) -> list[Mutant]:
    """Every mutant of a file, in the order of the text."""
    starts = [0]
    for row in source.splitlines(keepends=True):
        starts.append(starts[-1] + len(row))
    found = set()
    for node, text in _changes(ast.parse(source)):
        begin = starts[node.lineno - 1] + node.col_offset
        assert node.end_lineno is not None
        assert node.end_col_offset is not None
        end = starts[node.end_lineno - 1] + node.end_col_offset
        found.add(Mutant(file, node.lineno, begin, end, text))
    return sorted(found, key=lambda mutant: (mutant.begin, mutant.end, mutant.text))


def _changes(node: ast.AST) -> Iterator[tuple[ast.expr | ast.stmt, str]]:
    """Places of a syntax tree, each with what could wrongly stand there."""
    if isinstance(node, ast.expr):
        yield from ((node, f"({text})") for text in _wrong_expressions(node))
    elif isinstance(node, ast.stmt):
        yield from ((node, text) for text in _wrong_statements(node))
    test = getattr(node, "test", None)
    if test is not None and not isinstance(test, ast.Compare | ast.UnaryOp | ast.BoolOp):
        yield test, f"(not {_enclose(test)})"
    for child in _children(node):
        yield from _changes(child)


def _children(node: ast.AST) -> Iterator[ast.AST]:
    """The parts of a node in which a fault can be put."""
    if isinstance(node, ast.JoinedStr | ast.Import | ast.ImportFrom | ast.Assert | ast.pattern):
        return  # the parts of a formatted text have no places of their own before Python 3.12
    if isinstance(node, ast.Call):
        if _is_option(node):
            yield node.args[0]
        if isinstance(node.func, ast.Name) and node.func.id in _LEFT_ALONE:
            return
        left_out = set()
    else:
        left_out = {"annotation", "returns", "decorator_list", "bases", "args"}
    for name, value in ast.iter_fields(node):
        if name in left_out:
            continue
        for child in value if isinstance(value, list) else [value]:
            if isinstance(child, ast.AST) and not (_is_docstring(child) or _only_asserts(child)):
                yield child
    if isinstance(node, ast.FunctionDef | ast.Lambda):
        yield from filter(None, [*node.args.defaults, *node.args.kw_defaults])


def _is_option(node: ast.Call) -> bool:
    return isinstance(node.func, ast.Name) and node.func.id == "option"


def _only_asserts(node: ast.AST) -> bool:
    return isinstance(node, ast.keyword) and node.arg == "strict"  # of `zip`


def _is_docstring(node: ast.AST) -> bool:
    return (
        isinstance(node, ast.Expr)
        and isinstance(node.value, ast.Constant)
        and isinstance(node.value.value, str | type(...))
    )


def _wrong_expressions(node: ast.expr) -> Iterator[str]:
    match node:
        case ast.Compare(left, [operator, *_], [right, *more]):
            rest = ast.unparse(ast.Compare(ast.Name("_"), node.ops[1:], more))[1:] if more else ""
            for other in _COMPARISONS[type(operator)]:
                yield f"{_enclose(left)} {other} {_enclose(right)}{rest}"
        case ast.BinOp(left, operator, right) if type(operator) in _ARITHMETIC:
            yield f"{_enclose(left)} {_ARITHMETIC[type(operator)]} {_enclose(right)}"
        case ast.BoolOp(operator, values):
            other = " or " if isinstance(operator, ast.And) else " and "
            yield other.join(map(_enclose, values))
            yield ast.unparse(values[0])
            yield ast.unparse(values[-1])
        case ast.UnaryOp(ast.Not() | ast.USub() | ast.Invert(), operand):
            yield ast.unparse(operand)
        case ast.Constant(bool(value)):
            yield str(not value)
        case ast.Constant(int(value)):
            yield str(value + 1)
            if value:
                yield str(value - 1)
        case ast.Constant(str(value)):
            yield repr(f"{value}XX")
        case ast.JoinedStr():
            yield ast.unparse(node) + ' + "XX"'
        case ast.IfExp(_, body, orelse):
            yield ast.unparse(body)
            yield ast.unparse(orelse)
        case ast.Call(ast.Name(name), args, keywords) if name in _TWINS:
            yield ast.unparse(ast.Call(ast.Name(_TWINS[name]), args, keywords))
        case ast.Call(func, args, keywords) if getattr(func, "id", "") not in _LEFT_ALONE:
            for keyword in keywords:
                if _only_asserts(keyword):
                    continue
                others = [other for other in keywords if other is not keyword]
                yield ast.unparse(ast.Call(func, args, others))
    for part in getattr(node, "generators", ()):
        if part.ifs:
            conditions, part.ifs = part.ifs, []
            yield ast.unparse(node)
            part.ifs = conditions


def _wrong_statements(node: ast.stmt) -> Iterator[str]:
    match node:
        case ast.Return(None | ast.Constant(None | False)):
            pass  # None is as false as False
        case ast.Return():
            yield "return None"
        case ast.Expr(ast.Call()) | ast.Raise() | ast.Delete():
            yield "pass"
        case ast.Assign([ast.Attribute() | ast.Subscript()]):
            yield "pass"
        case ast.AugAssign(target, operator, value):
            yield "pass"
            yield f"{ast.unparse(target)} {_ARITHMETIC[type(operator)]}= {ast.unparse(value)}"
        case ast.Break():
            yield "continue"
        case ast.Continue():
            yield "break"


def _enclose(node: ast.expr) -> str:
    return f"({ast.unparse(node)})"
