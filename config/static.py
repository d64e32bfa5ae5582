"""Storage of static files: hashed and compressed, with rewritten imports in our modules."""

from whitenoise.storage import CompressedManifestStaticFilesStorage


class TouchstoneStaticStorage(CompressedManifestStaticFilesStorage):
    """A storage that rewrites `import` only in our own ES modules.

    Django's option for this rewrites every script and fails on a file of django-htmx.
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
