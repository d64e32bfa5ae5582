"""Finds the fields of protocols that the apps read.

Types are followed through the annotations, which `make lint` keeps complete: parameters, return
values, attributes, loops. A method of a concept that somebody calls reads what its body reads. In
templates the name before the field tells the concept (`stage.label`).
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from pathlib import Path

import msgspec

from campaigns.protocols.concept import Concept
from campaigns.protocols.protocol import Protocol

ROOT = Path(__file__).parents[3]
HOME = ROOT / "campaigns" / "protocols"
APPS = ("annotation", "assist", "campaigns", "quality", "releases")

# The concepts that an expression may be, and whether it is one of them or a collection.
Kind = frozenset[tuple[str, bool]]
NOTHING: Kind = frozenset()
_COLLECTIONS = re.compile(r"\b(tuple|list|dict|set|frozenset|Sequence|Iterable|Iterator|Mapping)\b")
_PASSED_ON = {"list", "tuple", "sorted", "reversed", "iter", "set", "frozenset", "replace", "cast"}
_ELEMENTS = {"next", "min", "max", "get", "values", "pop", "first"}


def concepts() -> dict[str, type[Concept]]:
    """Return every concept by the name of its class."""
    return {kind.__name__: kind for kind in _subclasses(Concept)}


def _subclasses(kind: type[Concept]) -> Iterator[type[Concept]]:
    for subclass in kind.__subclasses__():
        yield subclass
        yield from _subclasses(subclass)


def unread_fields() -> set[str]:
    """Return the fields that nothing reads, as `Stage.inputs`, of concepts that can be reached."""
    read = fields_read()
    unread: set[str] = set()
    seen: set[str] = set()
    waiting = [Protocol.__name__]
    while waiting:
        name = waiting.pop()
        if name in seen:
            continue
        seen.add(name)
        for info in msgspec.structs.fields(concepts()[name]):
            if (name, info.name) not in read:
                unread.add(f"{name}.{info.name}")
            else:
                waiting += [kind for kind, _ in _kind_of(str(info.type))]
    return unread


def fields_read() -> set[tuple[str, str]]:
    """Return the fields that the apps read, as pairs of concept and field."""
    reader = _Reader()
    trees = [(path, ast.parse(path.read_text(encoding="utf-8"))) for path in _modules()]
    for path, tree in trees:
        reader.learn(tree, is_home=HOME in path.parents)
    # What is assigned to an attribute in one module is known in the others afterwards.
    for _ in range(2):
        for path, tree in trees:
            if HOME not in path.parents:
                reader.read_module(tree)
    for text in _templates():
        for owner, name in re.findall(r"\b([a-z_]+)\.(?=([a-z_]+))", text):
            reader.member_of(_elements(reader.attributes.get(owner, NOTHING)), name)
    return reader.with_methods(reader.read)


def _modules() -> Iterator[Path]:
    for app in APPS:
        for path in sorted((ROOT / app).rglob("*.py")):
            if "migrations" not in path.parts:
                yield path


def _templates() -> Iterator[str]:
    for path in (ROOT / "templates").rglob("*.html"):
        yield from re.findall(r"{[{%](.*?)[%}]}", path.read_text(encoding="utf-8"))


def _kind_of(annotation: str) -> Kind:
    is_collection = bool(_COLLECTIONS.search(annotation))
    words = set(re.findall(r"\w+", annotation))
    return frozenset((name, is_collection) for name in concepts() if name in words)


def _elements(kind: Kind) -> Kind:
    return frozenset((name, False) for name, _ in kind)


def _collected(kind: Kind) -> Kind:
    return frozenset((name, True) for name, _ in kind)


def _annotated(node: ast.expr | None) -> Kind:
    return _kind_of(ast.unparse(node)) if node is not None else NOTHING


@dataclass
class _Reader:
    """Collects reads of concepts' members, and what the annotations say of names."""

    read: set[tuple[str, str]] = field(default_factory=set)
    returns: dict[str, Kind] = field(default_factory=dict)
    attributes: dict[str, Kind] = field(default_factory=dict)
    methods: dict[str, dict[str, ast.FunctionDef]] = field(default_factory=dict)

    def learn(self, tree: ast.Module, *, is_home: bool) -> None:
        """Note the annotations of functions and of attributes."""
        for node in ast.walk(tree):
            if isinstance(node, ast.FunctionDef):
                self._note(self.returns, node.name, _annotated(node.returns))
            if isinstance(node, ast.ClassDef):
                if is_home and node.name in concepts():
                    self.methods[node.name] = {
                        member.name: member
                        for member in node.body
                        if isinstance(member, ast.FunctionDef) and not member.name.startswith("_")
                    }
                    continue
                for member in node.body:
                    if isinstance(member, ast.AnnAssign) and isinstance(member.target, ast.Name):
                        self._note(self.attributes, member.target.id, _annotated(member.annotation))

    @staticmethod
    def _note(known: dict[str, Kind], name: str, kind: Kind) -> None:
        if kind:
            known[name] = known.get(name, NOTHING) | kind

    def read_module(self, tree: ast.Module) -> None:
        """Collect the reads of a module."""
        _Scope(self, {}).run(tree.body)

    def with_methods(self, read: Iterable[tuple[str, str]]) -> set[tuple[str, str]]:
        """Return the reads with those of the methods that are called, directly or by others."""
        done: set[tuple[str, str]] = set()
        self.read = set(read)
        while waiting := self.read - done:
            for name, member in waiting:
                method = self.methods.get(name, {}).get(member)
                if method is not None:
                    _Scope(self, {"self": frozenset({(name, False)})}).run([method])
            done |= waiting
        return done

    def member_of(self, kind: Kind, name: str) -> Kind:
        """Note that a member of these concepts is read, and return what it is."""
        found = NOTHING
        for concept, is_collection in kind:
            if is_collection:
                continue
            hints = {info.name: info.type for info in msgspec.structs.fields(concepts()[concept])}
            if name in hints:
                self.read.add((concept, name))
                found |= _kind_of(str(hints[name]))
            elif name in self.methods.get(concept, {}):
                self.read.add((concept, name))
                found |= _annotated(self.methods[concept][name].returns)
        return found


@dataclass
class _Scope:
    """The statements of one function or module, with what its names are."""

    reader: _Reader
    names: dict[str, Kind]

    def run(self, body: Iterable[ast.stmt]) -> None:
        """Visit the statements in their order."""
        for statement in body:
            self._run_one(statement)

    def _run_one(self, node: ast.AST) -> None:
        if isinstance(node, ast.FunctionDef):
            arguments = [*node.args.args, *node.args.kwonlyargs, *node.args.posonlyargs]
            inner = {each.arg: _annotated(each.annotation) for each in arguments}
            known = {name: kind for name, kind in inner.items() if kind or name not in self.names}
            _Scope(self.reader, self.names | known).run(node.body)
        elif isinstance(node, ast.Assign):
            kind = self.kind(node.value)
            for target in node.targets:
                self._bind(target, node.value, kind)
        elif isinstance(node, ast.AnnAssign):
            kind = _annotated(node.annotation)
            if node.value is not None:
                kind |= self.kind(node.value)
            self._bind(node.target, node.value, kind)
        elif isinstance(node, ast.For):
            self._bind(node.target, None, _elements(self.kind(node.iter)))
            self.run([*node.body, *node.orelse])
        else:
            for child in ast.iter_child_nodes(node):
                if isinstance(child, ast.expr):
                    self.kind(child)
                else:
                    self._run_one(child)

    def _bind(self, target: ast.expr, value: ast.expr | None, kind: Kind) -> None:
        if isinstance(target, ast.Name):
            self.names[target.id] = kind
        elif isinstance(target, ast.Attribute):
            self.reader._note(self.reader.attributes, target.attr, kind)
        elif isinstance(target, ast.Tuple):
            pairs = value.elts if isinstance(value, ast.Tuple) else []
            for number, element in enumerate(target.elts):
                own = self.kind(pairs[number]) if number < len(pairs) else _elements(kind)
                self._bind(element, None, own)
        else:
            self.kind(target)

    def kind(self, node: ast.expr) -> Kind:
        """Note what an expression reads, and return the concepts that it may be."""
        match node:
            case ast.Name():
                return self.names.get(node.id, NOTHING)
            case ast.Attribute():
                owner = self.kind(node.value)
                if owner:
                    return self.reader.member_of(owner, node.attr)
                return self.reader.attributes.get(node.attr, NOTHING)
            case ast.Call():
                return self._called(node)
            case ast.Subscript():
                self.kind(node.slice)
                return _elements(self.kind(node.value))
            case ast.NamedExpr():
                kind = self.kind(node.value)
                self._bind(node.target, None, kind)
                return kind
            case ast.ListComp() | ast.SetComp() | ast.GeneratorExp():
                return _collected(self._comprehended(node.generators, [node.elt]))
            case ast.DictComp():
                return _collected(self._comprehended(node.generators, [node.key, node.value]))
        kinds = [
            self.kind(each) for each in ast.iter_child_nodes(node) if isinstance(each, ast.expr)
        ]
        is_value = isinstance(node, ast.IfExp | ast.BoolOp | ast.Tuple | ast.Starred | ast.List)
        return frozenset().union(*kinds) if is_value else NOTHING

    def _called(self, node: ast.Call) -> Kind:
        given = [self.kind(argument) for argument in node.args]
        given += [self.kind(keyword.value) for keyword in node.keywords]
        if isinstance(node.func, ast.Attribute):
            owner, name = self.kind(node.func.value), node.func.attr
            if any(not is_collection for _, is_collection in owner):
                return self.reader.member_of(owner, name)
            if owner and name in _ELEMENTS | {"items"}:
                return _elements(owner) if name == "get" else owner
        elif isinstance(node.func, ast.Name):
            name = node.func.id
        else:
            return NOTHING
        if name in _PASSED_ON | {"enumerate", "zip"}:
            return frozenset().union(*given)
        if name in _ELEMENTS:
            return _elements(frozenset().union(*given))
        return self.reader.returns.get(name, NOTHING)

    def _comprehended(
        self, generators: Iterable[ast.comprehension], results: Iterable[ast.expr]
    ) -> Kind:
        inner = _Scope(self.reader, dict(self.names))
        for generator in generators:
            inner._bind(generator.target, None, _elements(inner.kind(generator.iter)))
            for condition in generator.ifs:
                inner.kind(condition)
        return frozenset().union(*[inner.kind(result) for result in results])
