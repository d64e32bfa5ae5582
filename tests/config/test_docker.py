"""The image and the compose file agree with the settings, and pin what they run."""

from __future__ import annotations

import re
from typing import Any

import pytest
import yaml

from config.environment import VARIABLES
from config.variables import PROJECT_ROOT

FOLDER = PROJECT_ROOT / "docker"
OURS = ("web", "worker")
SERVERS = ("postgres", "redis", "elasticsearch")


@pytest.fixture(scope="module")
def compose() -> dict[str, Any]:
    loaded: dict[str, Any] = yaml.safe_load((FOLDER / "compose.yaml").read_text(encoding="utf-8"))
    return loaded


@pytest.fixture(scope="module")
def dockerfile() -> str:
    return (FOLDER / "Dockerfile").read_text(encoding="utf-8")


def test_compose_has_web_worker_and_servers(compose: dict[str, Any]) -> None:
    assert set(compose["services"]) == {*OURS, *SERVERS}


def test_every_image_is_pinned_to_a_version(compose: dict[str, Any], dockerfile: str) -> None:
    services = compose["services"].values()
    images = [service["image"] for service in services if "build" not in service]
    assert len(images) == len(SERVERS)
    images += re.findall(r"^FROM (\S+)", dockerfile, re.MULTILINE)
    for image in images:
        assert re.search(r":\d+\.\d+", image), image


def test_every_service_has_a_health_check_and_restarts(compose: dict[str, Any]) -> None:
    for name, service in compose["services"].items():
        assert service["healthcheck"]["test"][0] == "CMD", name
        assert {"interval", "timeout", "retries"} <= set(service["healthcheck"]), name
        assert service["restart"] == "unless-stopped", name


def test_what_is_kept_is_kept_in_declared_volumes(compose: dict[str, Any]) -> None:
    for name, service in compose["services"].items():
        (volume,) = service["volumes"]
        assert volume.partition(":")[0] in compose["volumes"], name


def test_ours_wait_for_healthy_servers(compose: dict[str, Any]) -> None:
    healthy = {server: {"condition": "service_healthy"} for server in SERVERS}
    assert compose["services"]["worker"]["depends_on"] == healthy
    # Pages are read without it.
    without_search = {**healthy, "elasticsearch": {"condition": "service_started"}}
    assert compose["services"]["web"]["depends_on"] == without_search


@pytest.mark.parametrize("name", OURS)
def test_ours_are_given_every_variable_that_production_needs(
    compose: dict[str, Any], name: str
) -> None:
    service = compose["services"][name]
    given = set(service["environment"])
    assert given <= set(VARIABLES)
    assert {v.name for v in VARIABLES.values() if v.required_in_production} <= given
    assert service["env_file"] == "../.env"


def test_every_variable_that_compose_takes_from_env_is_declared() -> None:
    text = (FOLDER / "compose.yaml").read_text(encoding="utf-8")
    taken = set(re.findall(r"\$\{([A-Z_]+)", text))
    assert taken
    assert taken <= set(VARIABLES)


def test_servers_are_addressed_by_their_service_names(compose: dict[str, Any]) -> None:
    environment = compose["services"]["web"]["environment"]
    for name, server in {
        "TOUCHSTONE_DATABASE_URL": "@postgres:5432/",
        "TOUCHSTONE_REDIS_URL": "//redis:6379/",
        "TOUCHSTONE_ELASTICSEARCH_URL": "//elasticsearch:9200",
    }.items():
        assert server in environment[name]


def test_commands_are_scripts_that_can_be_run(compose: dict[str, Any]) -> None:
    for name in OURS:
        (command,) = compose["services"][name]["command"]
        script = PROJECT_ROOT / command
        assert script.stat().st_mode & 0o111, command


def test_no_server_is_reachable_from_outside(compose: dict[str, Any]) -> None:
    for name in SERVERS:
        assert "ports" not in compose["services"][name]
    assert compose["services"]["web"]["ports"] == ["127.0.0.1:8000:8000"]


def test_image_runs_as_nobody_special_without_build_tools(dockerfile: str) -> None:
    build, _from, final = dockerfile.rpartition("\nFROM ")
    assert "pip install" in build
    assert "pip install" not in final
    assert "apt-get" not in final
    assert re.search(r"^USER touchstone$", final, re.MULTILINE)
    assert "HEALTHCHECK" in final
    assert set(re.findall(r"TOUCHSTONE_[A-Z_]+", dockerfile)) <= set(VARIABLES)


def test_ours_are_built_once_for_web_and_worker(compose: dict[str, Any]) -> None:
    for name in OURS:
        service = compose["services"][name]
        assert service["image"] == "touchstone:local"
        assert service["build"] == {"context": "..", "dockerfile": "docker/Dockerfile"}


def test_image_contains_the_apps_and_no_secrets() -> None:
    lines = (FOLDER / "Dockerfile.dockerignore").read_text(encoding="utf-8").splitlines()
    # Everything that is not named is left out: .env, .git and the home folder, too.
    assert lines[0] == "*"
    apps = {path.parent.name for path in PROJECT_ROOT.glob("*/apps.py")} | {"metrics", "plots"}
    assert {f"!{app}" for app in apps} <= set(lines)
    # The settings read the version from it.
    assert "!pyproject.toml" in lines
