# Touchstone. `make help` lists what can be done.
.DEFAULT_GOAL := help
SHELL := /bin/bash

PORT ?= 8000
HOST ?= 127.0.0.1
ONLY ?=
PROCESSES ?= 2
PY := .venv/bin/python
PYTEST := $(PY) -m pytest -n $(PROCESSES) --dist loadgroup
# Of the examples of `make test-long`: others every day, the same with the same number.
SEED ?= $(shell date +%Y%m%d)
MEASURED := PYTEST_PLUGINS=tests.coverage.plugin

.PHONY: help run dev test test-fast test-long lint format demo-reset bench lock environment dev-environment

help: ## List the commands
	@grep -E '^[a-z-]+:.*## ' $(MAKEFILE_LIST) | awk -F':.*## ' '{printf "  make %-12s %s\n", $$1, $$2}'

run: environment ## Start Touchstone with its demo world (PORT=8000)
	@exec $(PY) manage.py start --demo --host $(HOST) --port $(PORT)

dev: dev-environment ## The same for developers: debug pages, auto-reload, debug toolbar (PORT=8000)
	@DJANGO_SETTINGS_MODULE=config.settings.development \
		exec $(PY) manage.py start --demo --host $(HOST) --port $(PORT)

test: dev-environment ## Everything: lint, types, contracts, all tests on real servers, coverage
	@scripts/test-setup.sh
	@$(MAKE) --no-print-directory lint
	@rm -rf .coverage
	$(MEASURED) $(PYTEST)
	$(MEASURED) $(PY) -m tests.servers postgres -- $(PYTEST) -m postgres
	@$(PY) -m tests.coverage

test-fast: dev-environment ## The inner loop: embedded only, under a minute
	$(PYTEST) -m "not (slow or redis or elasticsearch or browser)" --durations=5

test-long: dev-environment ## Many more examples (SEED=7 for those again), longer attacks, every check on every page
	TOUCHSTONE_HYPOTHESIS=long $(PYTEST) --hypothesis-seed=$(SEED)

lint: dev-environment ## Format, lint, types, import contracts, migrations, generated files
	$(PY) -m ruff format --check .
	$(PY) -m ruff check .
	$(PY) -m djlint templates --lint --quiet
	@scripts/lint-javascript.sh
	$(PY) -m mypy .
	.venv/bin/lint-imports
	$(PY) manage.py makemigrations --check --dry-run
	$(PY) manage.py settings_doc --check
	$(PY) -m demo.build --check

format: dev-environment ## Put everything into our format
	$(PY) -m ruff format .
	$(PY) -m ruff check --fix .
	$(PY) manage.py settings_doc
	$(PY) -m demo.build

demo-reset: environment ## Throw the demo world away; the next `make run` makes it again
	$(PY) manage.py reset_demo

bench: dev-environment ## Measure (ONLY=parsing for one); figures go to benchmarks/results/
	$(PY) -m benchmarks $(if $(ONLY),--only $(ONLY))

lock: dev-environment ## Pin what the direct dependencies pull in (constraints.txt)
	$(PY) -m pip freeze | grep -vE '^(feverous|crowd-kit)==' | sort -f > constraints.txt

environment:
	@scripts/environment.sh requirements.txt

dev-environment:
	@scripts/environment.sh requirements-dev.txt
