#!/bin/sh
# Starts a worker in production: waits until a web server has migrated the database, then
# becomes Celery, so that signals reach it.
set -eu
# Uploads and releases are for their owner only.
umask 077
cd "$(dirname "$0")/.."
export DJANGO_SETTINGS_MODULE="${DJANGO_SETTINGS_MODULE:-config.settings.production}"

python manage.py wait_for_migrations --wait 300

command="$(python -c 'import shlex; from jobs.worker import worker_command; print(shlex.join(worker_command()))')"
eval "exec $command"
