"""Static files: hashed and compressed, with imports between our own modules rewritten."""

from whitenoise.storage import CompressedManifestStaticFilesStorage


class TouchstoneStaticStorage(CompressedManifestStaticFilesStorage):
    """Rewrites `import` in our ES modules only.

    Django's own switch for that rewrites every script and fails on a file of django-htmx.
    """

    patterns = (
        *CompressedManifestStaticFilesStorage.patterns,
        (
            "touchstone/*.js",
            (
                (
                    r"""(?P<matched>import(?s:(?P<import>[\s\{].*?|\*\s*as\s*\w+))\s*from\s*['"](?P<url>[./].*?)["']\s*;)""",
                    """import%(import)s from "%(url)s";""",
                ),
                (
                    r"""(?P<matched>import\s*["'](?P<url>[./].*?)["']\s*;)""",
                    'import "%(url)s";',
                ),
            ),
        ),
    )
