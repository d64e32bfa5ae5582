#!/bin/sh
# Starts a web server in production: waits for the database, migrates it (one web at a time),
# then becomes gunicorn, so that signals reach it.
set -eu
# Uploads and releases are for their owner only.
umask 077
cd "$(dirname "$0")/.."
export DJANGO_SETTINGS_MODULE="${DJANGO_SETTINGS_MODULE:-config.settings.production}"

python manage.py migrate_once --wait 60

# Where the web processes put their counts together for /metrics. Fresh, because counts of an
# earlier run would be added up.
PROMETHEUS_MULTIPROC_DIR="$(mktemp -d)"
export PROMETHEUS_MULTIPROC_DIR

exec python -m gunicorn --config python:config.web_server
