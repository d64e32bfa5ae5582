"""Settings of the sites that the kill tests start: embedded or production, but impatient.

A module of its own, because a worker is a process of its own: what a test overrides does not
reach it.
"""

import os

if "TOUCHSTONE_REDIS_URL" in os.environ:
    from config.settings.production import *  # noqa: F403
else:
    from config.settings.embedded import *  # noqa: F403

# Six of them without a sign, and a worker counts as dead: on a busy machine one is late.
JOB_HEARTBEAT_SECONDS = 1.0
# How long Celery waits for word of a pool process that died; 10 s unless told.
CELERY_WORKER_LOST_WAIT = 0.5
