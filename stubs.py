"""Writes a type stub for every compiled module: what it shows to Python at run time, with signatures and types.

The sources are ordinary Python with types, but what their `.pxd` declares with `cdef` cannot be seen from Python. A
stub leaves that out, so that editors and type checkers of those who use the package see what there is. `make stubs`
writes them to build/stubs, and a wheel has them beside the modules. They are not in src/, where mypy would read them
instead of the sources.
"""

from __future__ import annotations

import ast
import re
import sys
from dataclasses import dataclass, field
from pathlib import Path

ROOT = Path(__file__).parent
SOURCE = ROOT / "src"
C_TYPES = {"int": "int", "long": "int", "bint": "bool", "double": "float", "bytes": "bytes", "bytearray": "bytearray"}
C_TYPES |= {"dict": "dict[Any, Any]", "tuple": "tuple[Any, ...]", "list": "list[Any]"}
NEEDED = ("__init__", "__eq__", "__hash__", "__repr__", "__len__", "__iter__", "__getitem__")
HEAD = "# Written by stubs.py from the module and its .pxd.\n"


@dataclass
class Declared:
    """What a .pxd says of one class, or of the module."""

    hidden: set[str] = field(default_factory=set)
    """Functions and names that only compiled code sees."""
    attributes: dict[str, tuple[str, bool]] = field(default_factory=dict)
    """Type of each attribute that Python sees, and whether it may be set."""


def modules() -> list[Path]:
    return [path.with_suffix(".py") for path in sorted(SOURCE.rglob("*.pxd")) if "template" not in path.parts]


def read_pxd(path: Path) -> dict[str, Declared]:
    """The declarations of a .pxd, by class; those of the module under the empty name."""
    text = re.sub(r"#.*", "", path.read_text())
    lines: list[str] = []
    for line in text.splitlines():
        if lines and lines[-1].count("(") > lines[-1].count(")"):
            lines[-1] += " " + line.strip()
        else:
            lines.append(line)
    found = {"": Declared()}
    now = ""
    for line in lines:
        if opened := re.match(r"cdef class (\w+)", line):
            now = opened[1]
            found[now] = Declared()
            continue
        if line and not line[0].isspace():
            now = ""
        declared = re.match(r"\s*(cdef|cpdef)\s+(?:inline\s+)?(.*)", line)
        if not declared or declared[2].startswith(("extern", "enum", "class")):
            continue
        if "(" in declared[2]:
            name = re.search(r"(\w+)\s*\(", declared[2])
            if name and declared[1] == "cdef":
                found[now].hidden.add(name[1])
            continue
        access, rest = re.fullmatch(r"(readonly |public |)(.*)", declared[2].strip()).groups()  # type: ignore[union-attr]
        first, *others = [part.strip() for part in rest.split(",")]
        kind, _, name_of_first = first.rpartition(" ")
        for name_ in (name_of_first, *others):
            plain = name_.lstrip("*")
            if access:
                found[now].attributes[plain] = (kind.strip(), access == "public ")
            else:
                found[now].hidden.add(plain)
    return found


def hidden_by_bases(path: Path, cls: ast.ClassDef) -> set[str]:
    """What the bases declare with `cdef` stays hidden, also where a class says it again without declaring it."""
    found: set[str] = set()
    for base in (ast.unparse(item) for item in cls.bases):
        for other in (path, *sorted(path.parent.glob("*.py")), *sorted((SOURCE / "zoobox" / "kernel").glob("*.py"))):
            declared = read_pxd(other.with_suffix(".pxd")) if other.with_suffix(".pxd").exists() else {}
            if base in declared:
                bases = [node for node in ast.parse(other.read_text()).body if isinstance(node, ast.ClassDef)]
                above = next(node for node in bases if node.name == base)
                found |= declared[base].hidden | hidden_by_bases(other, above)
                break
    return found


def signature(function: ast.FunctionDef) -> str:
    decorators = [f"@{ast.unparse(item)}\n" for item in function.decorator_list]
    returns = f" -> {ast.unparse(function.returns)}" if function.returns else ""
    doc = ast.get_docstring(function)
    body = f"\n    {doc!r}" if doc else " ..."
    return f"{''.join(decorators)}def {function.name}({ast.unparse(function.args)}){returns}:{body}\n"


def annotated(cls: ast.ClassDef) -> dict[str, str]:
    """The types that the source gives to attributes of self."""
    found: dict[str, str] = {}
    for node in ast.walk(cls):
        target = node.target if isinstance(node, ast.AnnAssign) else None
        if isinstance(target, ast.Attribute) and isinstance(target.value, ast.Name) and target.value.id == "self":
            found.setdefault(target.attr, ast.unparse(node.annotation))  # type: ignore[attr-defined]
    init = next((f for f in cls.body if isinstance(f, ast.FunctionDef) and f.name == "__init__"), None)
    if init is not None:
        types = {argument.arg: argument.annotation for argument in init.args.args}
        for node in ast.walk(init):
            if isinstance(node, ast.Assign) and isinstance(node.value, ast.Name):
                for item in node.targets:
                    annotation = types.get(node.value.id)
                    if isinstance(item, ast.Attribute) and annotation is not None:
                        found.setdefault(item.attr, ast.unparse(annotation))
    return found


def indent(text: str) -> str:
    return "".join(f"    {line}\n" if line else "\n" for line in text.splitlines())


def class_stub(cls: ast.ClassDef, declared: Declared | None, hidden_above: set[str]) -> str:
    compiled = declared is not None
    declared = declared or Declared()
    hidden = declared.hidden | (hidden_above if compiled else set())
    bases = f"({', '.join(ast.unparse(base) for base in cls.bases)})" if cls.bases else ""
    decorators = "".join(f"@{ast.unparse(item)}\n" for item in cls.decorator_list)
    text = f"{decorators}class {cls.name}{bases}:\n"
    doc = ast.get_docstring(cls)
    if doc:
        text += indent(f'"""{doc}"""' if "\n" not in doc else f'"""{doc}\n"""')
    told = annotated(cls)
    for name, (kind, may_be_set) in sorted(declared.attributes.items()):
        type_ = told.get(name) or C_TYPES.get(kind) or ("Any" if kind == "object" else kind)
        if may_be_set:
            text += indent(f"{name}: {type_}")
        else:
            text += indent(f"@property\ndef {name}(self) -> {type_}: ...")
    for node in cls.body:
        if isinstance(node, ast.AnnAssign) and isinstance(node.target, ast.Name):
            text += indent(f"{node.target.id}: {ast.unparse(node.annotation)}" + (" = ..." if node.value else ""))
        elif isinstance(node, ast.FunctionDef) and node.name not in hidden:
            private = node.name.startswith("_") and node.name not in NEEDED and not node.name.endswith("svg_")
            if not (private and compiled):
                text += indent(signature(node))
    return text if text.count("\n") > decorators.count("\n") + 1 else text + "    ...\n"


def stub(path: Path) -> str:
    """The stub of a module."""
    declared = read_pxd(path.with_suffix(".pxd"))
    hidden = declared[""].hidden
    imports: list[str] = []
    body: list[str] = []
    needs_any = False
    for node in ast.parse(path.read_text()).body:
        if isinstance(node, ast.Import | ast.ImportFrom):
            imports.append(ast.unparse(node))
        elif isinstance(node, ast.If) and "TYPE_CHECKING" in ast.unparse(node.test):
            imports += [ast.unparse(item) for item in node.body]
        elif isinstance(node, ast.FunctionDef) and node.name not in hidden and not node.name.startswith("_"):
            body.append(signature(node))
        elif isinstance(node, ast.ClassDef):
            body.append(class_stub(node, declared.get(node.name), hidden_by_bases(path, node)))
        elif isinstance(node, ast.AnnAssign) and isinstance(node.target, ast.Name) and node.target.id not in hidden:
            kind = ast.unparse(node.annotation)
            bare = kind == "Final" and node.value is not None
            body.append(constant(node.target.id, node.value) if bare else f"{node.target.id}: {kind}\n")
        elif isinstance(node, ast.Assign) and isinstance(node.targets[0], ast.Name):
            name = node.targets[0].id
            if name not in hidden and not name.startswith("_"):
                body.append(constant(name, node.value))
    text = "\n".join(body)
    needs_any = bool(re.search(r"\bAny\b", text))
    if needs_any and not any(re.search(r"\bAny\b", line) for line in imports):
        imports.append("from typing import Any")
    return HEAD + "\n".join(imports) + "\n\n" + text


def constant(name: str, value: ast.expr) -> str:
    if isinstance(value, ast.Constant):
        return f"{name}: {type(value.value).__name__}\n"
    if isinstance(value, ast.UnaryOp) and isinstance(value.operand, ast.Constant):
        return f"{name}: {type(value.operand.value).__name__}\n"
    if isinstance(value, ast.Name) or (isinstance(value, ast.BinOp) and isinstance(value.op, ast.BitOr)):
        return f"{name} = {ast.unparse(value)}\n"
    if isinstance(value, ast.Tuple):
        return f"{name}: tuple[Any, ...]\n"
    return f"{name}: Any\n"


def write_stubs(folder: Path) -> list[Path]:
    """Writes all stubs below a folder, as the package lies there."""
    written = []
    for path in modules():
        target = folder / path.relative_to(SOURCE).with_suffix(".pyi")
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_text(stub(path))
        written.append(target)
    return written


def write_package(folder: Path) -> None:
    """The package as Python sees it: stubs in place of compiled modules. The reference pages are made from it."""
    written = {path.with_suffix("") for path in write_stubs(folder)}
    for path in SOURCE.rglob("*.py"):
        target = folder / path.relative_to(SOURCE)
        if target.with_suffix("") not in written:
            target.parent.mkdir(parents=True, exist_ok=True)
            target.write_bytes(path.read_bytes())


if __name__ == "__main__":
    target = Path(sys.argv[1]) if len(sys.argv) > 1 else ROOT / "build" / "stubs"
    print(f"{len(write_stubs(target))} stubs in {target}")
