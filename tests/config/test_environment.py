"""Settings come from declared variables; production refuses to start without its own."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from django.core.exceptions import ImproperlyConfigured
from django.core.management import CommandError, call_command

from config import environment, settings_doc
from config.environment import VARIABLES
from config.variables import PROJECT_ROOT
from tests.config.programs import PRODUCTION, environment_of, run

SETUP = "import django; django.setup()"


def test_production_names_every_missing_variable(tmp_path: Path) -> None:
    variables = environment_of(tmp_path, DJANGO_SETTINGS_MODULE="config.settings.production")
    done = run("-c", SETUP, environment=variables)
    assert done.returncode == 1
    required = [v.name for v in VARIABLES.values() if v.required_in_production]
    assert len(required) == 5
    for name in required:
        assert f"{name} is not set (example: " in done.stderr


def test_production_names_only_what_is_missing(tmp_path: Path) -> None:
    variables = environment_of(tmp_path, **PRODUCTION) | {"TOUCHSTONE_REDIS_URL": ""}
    done = run("-c", SETUP, environment=variables)
    assert done.returncode == 1
    assert "TOUCHSTONE_REDIS_URL is not set (example: redis://redis:6379/0).\n" in done.stderr
    assert "TOUCHSTONE_SECRET_KEY" not in done.stderr


def test_production_with_all_variables_passes_the_deployment_check(tmp_path: Path) -> None:
    variables = environment_of(tmp_path, **PRODUCTION)
    done = run("manage.py", "check", "--deploy", "--fail-level", "WARNING", environment=variables)
    assert done.returncode == 0, done.stderr
    assert "no issues" in done.stdout


@pytest.mark.parametrize(
    ("name", "value", "reason"),
    [
        ("TOUCHSTONE_WEB_THREADS", "abc", "must be a whole number from 1 to 1,000,000, not 'abc'"),
        ("TOUCHSTONE_WEB_PROCESSES", "0", "must be a whole number from 1 to 1,000,000, not '0'"),
        ("TOUCHSTONE_DEMO", "perhaps", "must be yes or no, not 'perhaps'"),
        ("TOUCHSTONE_LOG_FORMAT", "xml", "must be one of json, text, not 'xml'"),
        ("TOUCHSTONE_DATABASE_URL", "sqlite:///x", "must start with postgres://"),
    ],
)
def test_unreadable_value_is_named_with_the_reason(
    tmp_path: Path, name: str, value: str, reason: str
) -> None:
    variables = environment_of(tmp_path, **PRODUCTION) | {name: value}
    done = run("-c", SETUP, environment=variables)
    assert done.returncode == 1
    assert f"{name} {reason}" in done.stderr


PROGRAMS = {
    "a command": ["manage.py", "migrate"],
    "one of our commands": ["manage.py", "start"],
    "gunicorn": ["-m", "gunicorn", "--config", "python:config.web_server"],
    "celery": ["-m", "celery", "-A", "config", "worker"],
}


@pytest.mark.parametrize("program", PROGRAMS.values(), ids=PROGRAMS)
def test_programs_name_all_faults_at_once_in_a_sentence_each(
    tmp_path: Path, program: list[str]
) -> None:
    wrong = {
        "TOUCHSTONE_SECRET_KEY": "hunter2",
        "TOUCHSTONE_ALLOWED_HOSTS": "example.org, https://touchstone.example.org",
        "TOUCHSTONE_DATABASE_URL": "",
        "TOUCHSTONE_WEB_THREADS": "many",
    }
    done = run(*program, environment=environment_of(tmp_path / "home", **{**PRODUCTION, **wrong}))
    assert done.returncode == 1
    assert done.stdout == ""
    assert done.stderr.splitlines() == [
        "TOUCHSTONE_SECRET_KEY must be a random text of at least 32 characters.",
        "TOUCHSTONE_ALLOWED_HOSTS must contain host names without scheme, port or path,"
        " not 'https://touchstone.example.org'.",
        "TOUCHSTONE_DATABASE_URL is not set"
        " (example: postgres://touchstone:secret@postgres:5432/touchstone).",
        "TOUCHSTONE_WEB_THREADS must be a whole number from 1 to 1,000,000, not 'many'.",
        "docs/settings.md describes every setting.",
    ]
    assert not (tmp_path / "home").exists()


@pytest.mark.parametrize("program", PROGRAMS.values(), ids=PROGRAMS)
def test_programs_name_settings_that_do_not_exist(tmp_path: Path, program: list[str]) -> None:
    wrong = {**PRODUCTION, "DJANGO_SETTINGS_MODULE": "config.settings.prod"}
    done = run(*program, environment=environment_of(tmp_path / "home", **wrong))
    assert (done.returncode, done.stdout) == (1, "")
    assert done.stderr.splitlines() == [
        "DJANGO_SETTINGS_MODULE must be config.settings.production, not 'config.settings.prod'.",
        "docs/settings.md describes every setting.",
    ]


# Where nothing can be written, whoever runs it.
NOWHERE = "/proc/nowhere"
NO_HOME = [
    f"TOUCHSTONE_HOME cannot be used: {NOWHERE}: No such file or directory.",
    "docs/settings.md describes every setting.",
]
NO_DATABASE = [
    'CommandError: The database cannot be used: connection to server at "127.0.0.1", port 1'
    " failed: Connection refused. TOUCHSTONE_DATABASE_URL says which it is."
]


@pytest.mark.parametrize(
    ("command", "variables", "sentences"),
    [
        ("migrate", {"TOUCHSTONE_HOME": NOWHERE}, NO_HOME),
        ("start --port 1", {"TOUCHSTONE_HOME": NOWHERE}, NO_HOME),
        ("migrate_once", {**PRODUCTION, "TOUCHSTONE_HOME": NOWHERE}, NO_HOME),
        (
            "collectstatic --no-input",
            {"TOUCHSTONE_STATIC_FOLDER": NOWHERE},
            [f"CommandError: {NOWHERE}: No such file or directory."],
        ),
        ("migrate", PRODUCTION, NO_DATABASE),
        ("check_integrity", PRODUCTION, NO_DATABASE),
        ("search aare", PRODUCTION, NO_DATABASE),
        (
            "migrate",
            {**PRODUCTION, "TOUCHSTONE_DATABASE_URL": "postgres://u:p@127.0.0.1:1/d?sslmode=never"},
            [
                'CommandError: The database cannot be used: invalid sslmode value: "never".'
                " TOUCHSTONE_DATABASE_URL says which it is."
            ],
        ),
        (
            "check",
            {**PRODUCTION, "TOUCHSTONE_DEMO": "yes"},
            [
                "TOUCHSTONE_DEMO must be no in production: the demo's password is public.",
                "docs/settings.md describes every setting.",
            ],
        ),
    ],
)
def test_commands_end_in_a_sentence_without_a_traceback(
    tmp_path: Path, command: str, variables: dict[str, str], sentences: list[str]
) -> None:
    environment = environment_of(tmp_path / "home", **variables)
    done = run("manage.py", *command.split(), environment=environment)
    assert (done.returncode, done.stdout) == (1, "")
    assert done.stderr.splitlines() == sentences


def test_empty_variable_means_its_default(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TOUCHSTONE_WEB_THREADS", " ")
    assert environment.number("TOUCHSTONE_WEB_THREADS") == 8


def test_undeclared_variable_cannot_be_read() -> None:
    with pytest.raises(KeyError):
        environment.text("TOUCHSTONE_UNHEARD_OF")


def test_choice_refuses_other_words(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TOUCHSTONE_LOG_LEVEL", "loud")
    sentence = "TOUCHSTONE_LOG_LEVEL must be one of DEBUG, INFO, WARNING, ERROR, not 'loud'"
    with pytest.raises(ImproperlyConfigured, match=sentence):
        environment.choice("TOUCHSTONE_LOG_LEVEL")


def test_settings_page_and_example_file_say_what_is_declared() -> None:
    assert settings_doc.outdated() == []


def test_settings_check_fails_when_a_page_differs(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    stale = PROJECT_ROOT / "docs" / "settings.md"
    monkeypatch.setattr(settings_doc, "pages", lambda: {stale: "something else"})
    with pytest.raises(CommandError, match=r"Out of date: docs/settings\.md"):
        call_command("settings_doc", check=True)
    assert stale.read_text(encoding="utf-8") != "something else"


def test_example_file_sets_nothing_by_itself() -> None:
    lines = settings_doc.env_example().splitlines()
    assert all(not line or line.startswith("#") for line in lines)
    assert sum(line.startswith("#TOUCHSTONE_") for line in lines) == len(VARIABLES)


# Read by the tests' own set-up, which runs before and outside the settings.
OF_THE_TESTS = {"TOUCHSTONE_TEST_DATABASE_URL"}
# The client is a program of its own, with variables of its own.
NOT_OURS = {"tests", "benchmarks", "clients", "docs", "var"}


def our_files(*endings: str) -> Iterator[Path]:
    for top in PROJECT_ROOT.iterdir():
        if top.name in NOT_OURS or top.name.startswith("."):
            continue
        for path in top.rglob("*") if top.is_dir() else [top]:
            if path.suffix in endings and path.is_file():
                yield path


def test_code_names_only_declared_variables() -> None:
    undeclared: dict[str, str] = {}
    for path in our_files(".py", ".sh", ".yaml"):
        for name in re.findall(r"\bTOUCHSTONE_[A-Z_]+\b", path.read_text(encoding="utf-8")):
            if name not in VARIABLES and name not in OF_THE_TESTS:
                undeclared[name] = str(path)
    assert undeclared == {}


def test_only_environment_reads_our_variables() -> None:
    reads = re.compile(r"os\.(?:environ(?:\.get)?|getenv)\s*[\[(]\s*[\"']TOUCHSTONE_")
    readers = [
        str(path.relative_to(PROJECT_ROOT))
        for path in our_files(".py")
        if reads.search(path.read_text(encoding="utf-8"))
    ]
    # The test settings choose their home folder before any setting is read.
    assert readers == ["config/settings/test.py"]


@pytest.mark.parametrize("package", ["config", "verifier"])
def test_threads_that_wait_leave_the_processor_to_others(package: str, tmp_path: Path) -> None:
    environment = environment_of(tmp_path, OMP_DISPLAY_ENV="TRUE")
    environment.pop("OMP_WAIT_POLICY", None)
    told = run("-c", f"import {package}, sklearn.ensemble", environment=environment).stderr
    assert "OMP_WAIT_POLICY = 'PASSIVE'" in told
    # An operator may choose otherwise.
    environment["OMP_WAIT_POLICY"] = "ACTIVE"
    told = run("-c", f"import {package}, sklearn.ensemble", environment=environment).stderr
    assert "OMP_WAIT_POLICY = 'ACTIVE'" in told
