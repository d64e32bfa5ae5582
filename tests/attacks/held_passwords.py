"""Settings of a site whose checks of passwords end when a test lets them."""

from accounts import password_turns
from config.settings.embedded import *  # noqa: F403

PASSWORD_HASHERS = ["tests.attacks.held_hasher.HeldPasswordHasher"]

# Who waits for a turn waits for the test, too.
password_turns.LONGEST_WAIT_SECONDS = 3600
