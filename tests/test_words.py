"""Plain English in code: docstrings, names of classes and variables, and the current map."""

from __future__ import annotations

import ast
import re
from collections import defaultdict
from collections.abc import Iterator
from functools import cache
from pathlib import Path

ROOT = Path(__file__).parents[1]
PACKAGES = sorted(path.parent for path in ROOT.glob("*/__init__.py"))
# Files other than code that name modules.
TEXTS = ("*.md", "*.toml", "Makefile", "docs/**/*.md", "docker/*", "templates/**/*.html", ".ci/*")

QUESTION = re.compile(r"(What|Whether|Which|How|Who|Whose|Where|Why)\b")
# First words of a docstring that describes a function instead of saying what it does.
NO_VERBS = frozenset(
    (
        *("A", "All", "An", "Any", "As", "At", "By", "Each", "Every", "For", "From", "If", "In"),
        *("Is", "It", "Its", "No", "None", "Of", "On", "One", "So", "Some", "That", "The", "Their"),
        *("These", "They", "This", "Those", "Three", "To", "Two", "With"),
    )
)
# In JavaScript: a line comment, or a line of a block.
SCRIPT_QUESTION = re.compile(rf"\s*(?://|/?\*+)\s*{QUESTION.pattern}")
# Variables called `one`; in scripts, functions without a body of their own may have them.
TEMPLATE_ONE = re.compile(r"{% (?:for [^%]*\bone\b[^%]* in |with [^%]*\bone=)|\bas one %}")
SCRIPT_ONE = re.compile(
    r"\b(?:const|let|var)\s[^=;]*\bone\b[^;]*?(?:=| of | in )|\bone\b[^()]*\) {"
)
# Names that do not say what the thing is.
NO_CLASS_NAMES = frozenset(
    ("Told", "Said", "Sought", "Taken", "Wanted", "Staged", "Done", "Crew", "PageFacts")
)
# Names of classes that several modules may define, with the reason.
SHARED_NAMES = {"Command": "Django finds a command by the module's name, and calls its class so"}
# Modules that were moved: nothing names their old places.
OLD_MODULES = (
    *("annotation.access", "annotation.checks", "annotation.decks", "annotation.judgements"),
    *("annotation.markdown", "annotation.parts", "annotation.protocols", "annotation.timeline"),
    *("charts", "jobs.append_only", "jobs.collecting", "jobs.database", "jobs.programs"),
    *("jobs.request_context", "jobs.services.audit", "releases.checking", "releases.numbering"),
    *("releases.simulation", "releases.splits", "search.compiling", "search.documents"),
    *("search.patterns", "search.preparing", "search.ranking", "tests.search_screens"),
    *("tests.wiki.importing", "tests.wiki.parsing_html", "wiki.parsing.html_blocks"),
    *("wiki.parsing.html_rules", "wiki.parsing.html_source", "wiki.parsing.html_tables"),
    *("wiki.parsing.html_links", "wiki.parsing.html_text"),
    *("annotation.selectors.attempts", "annotation.selectors.candidates"),
    *("annotation.selectors.standings", "annotation.selectors.tasks"),
    *("annotation.selectors.verifications", "annotation.services.adjudications"),
    *("annotation.services.claims", "annotation.services.desk_sync", "annotation.services.gold"),
    *("annotation.services.highlights", "annotation.services.interactions"),
    *("annotation.services.leases", "annotation.services.queue", "annotation.services.rates"),
    *("annotation.services.standing", "annotation.services.verifications"),
    *("annotation.views.adjudication", "annotation.views.bench", "annotation.views.bench_context"),
    *("annotation.views.claim_reports", "annotation.views.spot_checks"),
    *("annotation.views.suspensions", "annotation.views.undoing"),
)
_PATHS = "|".join(re.escape(module.replace(".", "/")) for module in OLD_MODULES)
_NAMES = "|".join(re.escape(module) for module in OLD_MODULES if "." in module)
OLD_MAP = re.compile(
    rf"(?<![\w./-])(?:(?:{_PATHS})(?:/|\.py\b)|(?:{_NAMES})\b|(?:from|import|load) charts\b)"
)

# Only files in which one of these occurs are parsed.
_CLASSES = "|".join(sorted(NO_CLASS_NAMES))
CANDIDATE = re.compile(
    rf"\"\"\"\s*{QUESTION.pattern}|\bclass (?:{_CLASSES})\b|\bone\s*(?:=(?!=)|:|,|\)|\bin\b)"
)

NO_VERB = re.compile(rf'"""(?:{"|".join(sorted(NO_VERBS))})\b')
# As types are named, not constants.
TYPE_NAME = re.compile(r"[A-Z]\w*[a-z]\w*")

Scope = ast.Module | ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef
Comprehension = ast.ListComp | ast.SetComp | ast.DictComp | ast.GeneratorExp


@cache
def code() -> dict[str, str]:
    """Return the text of every Python file by its path."""
    paths = [path for package in PACKAGES for path in sorted(package.rglob("*.py"))]
    return {str(path.relative_to(ROOT)): path.read_text("utf-8") for path in paths}


@cache
def candidates() -> dict[str, ast.Module]:
    """Return the syntax tree of every file that may break a rule."""
    return {path: ast.parse(text) for path, text in code().items() if CANDIDATE.search(text)}


def lines_named_one(tree: ast.Module) -> Iterator[int]:
    """Yield the lines with an argument, keyword or variable `one` outside comprehensions."""
    allowed: set[int] = set()
    for node in ast.walk(tree):
        if isinstance(node, Comprehension):
            allowed.update(id(inner) for inner in ast.walk(node))
    for node in ast.walk(tree):
        if (isinstance(node, ast.arg | ast.keyword) and node.arg == "one") or (
            isinstance(node, ast.Name)
            and node.id == "one"
            and isinstance(node.ctx, ast.Store)
            and id(node) not in allowed
        ):
            yield node.lineno


def test_no_docstring_begins_like_a_question() -> None:
    found = [
        f"{path}: {docstring.splitlines()[0]}"
        for path, tree in candidates().items()
        for node in ast.walk(tree)
        if isinstance(node, Scope)
        and (docstring := ast.get_docstring(node))
        and QUESTION.match(docstring)
    ]
    assert found == []


def test_docstrings_of_functions_begin_with_a_verb() -> None:
    found = [
        f"{path}:{node.lineno}: {docstring.splitlines()[0]}"
        for path, text in code().items()
        if NO_VERB.search(text)
        for node in ast.walk(ast.parse(text))
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)
        and (docstring := ast.get_docstring(node))
        and docstring.split()[0] in NO_VERBS
        and not any("property" in ast.unparse(one) for one in node.decorator_list)
    ]
    assert found == []
    assert NO_VERB.search('"""The folder of this run."""')


def test_no_comment_of_a_script_begins_like_a_question() -> None:
    found = [
        f"{path.relative_to(ROOT)}: {line.strip()}"
        for path in sorted((ROOT / "static" / "touchstone" / "js").rglob("*.js"))
        for line in path.read_text("utf-8").splitlines()
        if SCRIPT_QUESTION.match(line)
    ]
    assert found == []
    assert SCRIPT_QUESTION.match("   * What a card holds.")
    assert not SCRIPT_QUESTION.match("// Keeps what was typed.")


def test_no_variable_or_argument_is_called_one() -> None:
    found = [
        f"{path}:{line}" for path, tree in candidates().items() for line in lines_named_one(tree)
    ]
    assert found == []


def test_no_loop_of_a_template_or_script_calls_its_variable_one() -> None:
    found = [
        f"{path.relative_to(ROOT)}: {match[0]}"
        for folder, suffix, rule in (
            (ROOT / "templates", "html", TEMPLATE_ONE),
            (ROOT / "static" / "touchstone" / "js", "js", SCRIPT_ONE),
        )
        for path in sorted(folder.rglob(f"*.{suffix}"))
        for match in rule.finditer(path.read_text("utf-8"))
    ]
    assert found == []
    for text in ("{% for one in rows %}", "{% for key, one in x.items %}", "{% with one=row %}"):
        assert TEMPLATE_ONE.search(text), text
    for text in ("for (const one of rows)", "const one = 1;", "const { one } = x;", "f(one) {"):
        assert SCRIPT_ONE.search(text), text
    assert not SCRIPT_ONE.search("rows.map((one) => one.key); // one for all")


def class_names() -> list[tuple[str, str]]:
    """Return the path and the name of every class that may break a rule."""
    return [
        (path, node.name)
        for path, tree in candidates().items()
        for node in ast.walk(tree)
        if isinstance(node, ast.ClassDef)
    ]


def test_names_of_classes_say_what_the_thing_is() -> None:
    assert [found for found in class_names() if found[1] in NO_CLASS_NAMES] == []


def defined_types(text: str) -> Iterator[str]:
    """Yield the names of the public classes and type aliases that a module defines."""
    for node in ast.parse(text).body:
        if isinstance(node, ast.ClassDef) and not node.name.startswith("_"):
            yield node.name
        elif (
            isinstance(node, ast.Assign)
            and isinstance(node.targets[0], ast.Name)
            and TYPE_NAME.fullmatch(node.targets[0].id)
            and not ast.unparse(node.value).startswith("TypeVar(")
        ):
            yield node.targets[0].id


def test_no_two_modules_call_different_things_by_the_same_name() -> None:
    places = defaultdict(list)
    for path, text in code().items():
        if not path.startswith(("tests/", "scripts/")) and "/migrations/" not in path:
            for name in defined_types(text):
                places[name].append(path)
    shared = {name: paths for name, paths in places.items() if len(paths) > 1}
    assert {name: paths for name, paths in shared.items() if name not in SHARED_NAMES} == {}
    assert set(SHARED_NAMES) <= set(shared)


def test_classes_and_aliases_are_recognised() -> None:
    text = "class Page: ...\nclass _Row: ...\nKey = tuple[str, int]\nT = TypeVar('T')\nMOST = 3\n"
    assert list(defined_types(text)) == ["Page", "Key"]


def test_nothing_names_a_module_at_its_old_place() -> None:
    paths = [path for pattern in TEXTS for path in ROOT.glob(pattern) if path.is_file()]
    texts = {str(path.relative_to(ROOT)): path.read_text("utf-8") for path in paths} | code()
    del texts[str(Path(__file__).relative_to(ROOT))]
    found = [
        f"{path}: {match[0]}" for path, text in texts.items() if (match := OLD_MAP.search(text))
    ]
    assert found == []


def test_old_places_are_recognised() -> None:
    assert OLD_MAP.search("See `jobs/append_only.py`.")
    assert OLD_MAP.search("from charts import Bar")
    assert OLD_MAP.search("annotation.protocols.registry")
    assert not OLD_MAP.search("Charts are SVG; campaigns/protocols/writing.py; charts of claims")
    assert list(lines_named_one(ast.parse("[one for one in x]\nfor one in x: pass\none = 1"))) == [
        *(2, 3)
    ]
    assert list(lines_named_one(ast.parse("f(one=1)\nlambda one: one"))) == [1, 2]


def test_dates_have_one_format() -> None:
    allowed = {"c", "Y-m-d", "Y-m-d H:i", "Y-m-d H:i:s"}
    root = Path(__file__).parent.parent / "templates"
    other = {
        f"{path.relative_to(root)}: {found}"
        for path in root.rglob("*.html")
        for found in re.findall(r'\|date:"([^"]*)"', path.read_text())
        if found not in allowed
    }
    assert other == set()
