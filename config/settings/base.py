"""Settings shared by all ways of running Touchstone."""

import tomllib
from pathlib import Path
from typing import Any

import environ
from csp.constants import NONE, SELF

from config import environment, generic_classes, variables
from core.file_limits import FileLimits

environment.require_valid(production=False)

generic_classes.allow_subscripts()

PROJECT_ROOT: Path = variables.PROJECT_ROOT
# The version is in pyproject.toml and nowhere else.
VERSION: str = tomllib.loads((PROJECT_ROOT / "pyproject.toml").read_text(encoding="utf-8"))[
    "project"
]["version"]
HOME = environment.folder("TOUCHSTONE_HOME")
HOME_FOLDERS: tuple[str, ...] = ()
IMPORT_FOLDER = Path(environment.text("TOUCHSTONE_IMPORT_FOLDER") or HOME / "imports")

DEBUG = False
DEMO = environment.flag("TOUCHSTONE_DEMO")
SECRET_KEY = environment.text("TOUCHSTONE_SECRET_KEY")
SECRET_KEY_FILE: Path | None = None
ALLOWED_HOSTS = environment.items("TOUCHSTONE_ALLOWED_HOSTS")
CSRF_TRUSTED_ORIGINS = environment.items("TOUCHSTONE_TRUSTED_ORIGINS")

INSTALLED_APPS = [
    "config",
    "releases",
    "quality",
    "annotation",
    "assist",
    "campaigns",
    "search",
    "wiki",
    "accounts",
    "jobs",
    "core",
    "plots",
    "django.contrib.auth",
    "config.django_apps.UnusedContentTypes",
    "django.contrib.admin.apps.SimpleAdminConfig",
    "django.contrib.sessions",
    "django.contrib.messages",
    "django.contrib.staticfiles",
    "django.forms",
    "csp",
    "django_htmx",
    "heroicons",
    "rest_framework",
    "drf_spectacular",
]

MIDDLEWARE = [
    "config.middleware.request_log.RequestLogMiddleware",
    "config.middleware.request_metrics.RequestMetricsMiddleware",
    "config.middleware.probe_host.ProbeHostMiddleware",
    "django.middleware.security.SecurityMiddleware",
    "whitenoise.middleware.WhiteNoiseMiddleware",
    "config.middleware.private_responses.PrivateResponsesMiddleware",
    "csp.middleware.CSPMiddleware",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "django.middleware.locale.LocaleMiddleware",
    "django.middleware.common.CommonMiddleware",
    "config.middleware.readable_errors.ReadableErrorsMiddleware",
    "config.middleware.body_limit.BodyLimitMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "config.middleware.log_in_required.LogInRequiredMiddleware",
    "django.contrib.messages.middleware.MessageMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
    "django_htmx.middleware.HtmxMiddleware",
]

ROOT_URLCONF = "config.urls"
WSGI_APPLICATION = "config.wsgi.application"
# The Celery app, loaded when a job is first announced: most commands announce none.
WORKER_APPLICATION = "config.celery.app"

TEMPLATES: list[dict[str, Any]] = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "DIRS": [PROJECT_ROOT / "templates"],
        "APP_DIRS": True,
        "OPTIONS": {
            "context_processors": [
                "django.template.context_processors.request",
                "django.contrib.auth.context_processors.auth",
                "django.contrib.messages.context_processors.messages",
                "config.navigation.navigation",
            ],
        },
    }
]
FORM_RENDERER = "config.forms.FormRenderer"

# --- people --------------------------------------------------------------------------------
AUTH_USER_MODEL = "accounts.User"
AUTHENTICATION_BACKENDS = [
    "accounts.backends.PeopleBackend",
]
AUTH_PASSWORD_VALIDATORS = [
    {
        "NAME": "django.contrib.auth.password_validation.UserAttributeSimilarityValidator",
        "OPTIONS": {"user_attributes": ("username", "name", "email")},
    },
    {
        "NAME": "django.contrib.auth.password_validation.MinimumLengthValidator",
        "OPTIONS": {"min_length": 10},
    },
    {"NAME": "django.contrib.auth.password_validation.CommonPasswordValidator"},
    {"NAME": "django.contrib.auth.password_validation.NumericPasswordValidator"},
    {"NAME": "accounts.password_rules.NotDemoPasswordValidator"},
]
# User names are unique, ignoring case, by an index that these checks do not know.
SILENCED_SYSTEM_CHECKS = ["auth.E003", "auth.W004"]
LOGIN_URL = "accounts:log-in"
LOGIN_REDIRECT_URL = "home"
LOGOUT_REDIRECT_URL = "accounts:log-in"
PASSWORD_RESET_TIMEOUT = 24 * 60 * 60
INVITATION_DAYS = environment.number("TOUCHSTONE_INVITATION_DAYS")

# Times that people are given for their work.
LEASE_MINUTES = environment.number("TOUCHSTONE_LEASE_MINUTES")
PAUSE_HOURS = environment.number("TOUCHSTONE_PAUSE_HOURS")
CORRECTION_HOURS = environment.number("TOUCHSTONE_CORRECTION_HOURS")
BREAK_REMINDER_MINUTES = environment.number("TOUCHSTONE_BREAK_REMINDER_MINUTES")

# How often people may skip, report, pause and ask the verifier.
SKIPS_AN_HOUR = environment.number("TOUCHSTONE_SKIPS_AN_HOUR")
SKIPS_A_DAY = environment.number("TOUCHSTONE_SKIPS_A_DAY")
REPORTS_AN_HOUR = environment.number("TOUCHSTONE_REPORTS_AN_HOUR")
REPORTS_A_DAY = environment.number("TOUCHSTONE_REPORTS_A_DAY")
PAUSES_AN_HOUR = environment.number("TOUCHSTONE_PAUSES_AN_HOUR")
PAUSES_A_DAY = environment.number("TOUCHSTONE_PAUSES_A_DAY")
FEEDBACK_AN_HOUR = environment.number("TOUCHSTONE_FEEDBACK_AN_HOUR")
FEEDBACK_A_DAY = environment.number("TOUCHSTONE_FEEDBACK_A_DAY")

# Limits of the logs of people's work, and what of them is marked for managers.
LOG_ENTRIES = environment.number("TOUCHSTONE_LOG_ENTRIES")
LOG_MEGABYTES = environment.number("TOUCHSTONE_LOG_MEGABYTES")
ODD_BATCH_MINUTES = environment.number("TOUCHSTONE_ODD_BATCH_MINUTES")

# --- security ------------------------------------------------------------------------------
SESSION_COOKIE_HTTPONLY = True
SESSION_COOKIE_AGE = 14 * 24 * 60 * 60
CSRF_FAILURE_VIEW = "config.errors.csrf_failure"
SECURE_CONTENT_TYPE_NOSNIFF = True
SECURE_REFERRER_POLICY = "same-origin"
X_FRAME_OPTIONS = "DENY"
DATA_UPLOAD_MAX_MEMORY_SIZE = 2 * 1024 * 1024
DATA_UPLOAD_MAX_NUMBER_FIELDS = 2000
# The limit for forms and JSON, unless a view says otherwise (`allows_large_body`).
BODY_LIMIT = 3 * 1024 * 1024
CONTENT_SECURITY_POLICY: dict[str, Any] = {
    "DIRECTIVES": {
        "default-src": [NONE],
        "script-src": [SELF],
        "style-src": [SELF],
        "img-src": [SELF],
        "font-src": [SELF],
        "connect-src": [SELF],
        "form-action": [SELF],
        "manifest-src": [SELF],
        "base-uri": [NONE],
        "frame-ancestors": [NONE],
    }
}
# The number of entries in X-Forwarded-For that our own proxies add.
PROXY_COUNT = 0
if environment.flag("TOUCHSTONE_BEHIND_PROXY"):
    SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https")
    PROXY_COUNT = environment.number("TOUCHSTONE_PROXIES")

# --- static files --------------------------------------------------------------------------
STATIC_URL = "static/"
STATIC_ROOT = Path(environment.text("TOUCHSTONE_STATIC_FOLDER") or HOME / "static")
STATICFILES_DIRS = [PROJECT_ROOT / "static"]
STORAGES: dict[str, dict[str, Any]] = {
    "default": {
        "BACKEND": "django.core.files.storage.FileSystemStorage",
        "OPTIONS": {"location": HOME / "uploads"},
    },
    "staticfiles": {"BACKEND": "config.static.TouchstoneStaticStorage"},
}

# --- mail ----------------------------------------------------------------------------------
DEFAULT_FROM_EMAIL = SERVER_EMAIL = environment.text("TOUCHSTONE_EMAIL_FROM")
MAIL_IS_SET_UP = bool(environment.text("TOUCHSTONE_EMAIL_URL"))
if MAIL_IS_SET_UP:
    vars().update(environ.Env.email_url_config(environment.text("TOUCHSTONE_EMAIL_URL")))
else:
    EMAIL_BACKEND = "django.core.mail.backends.dummy.EmailBackend"

# --- background work -----------------------------------------------------------------------
# Releases are also checked with the official tools of the studies, if installed.
CHECK_WITH_OFFICIAL_TOOLS = True
REPORTS_HOUR = environment.number("TOUCHSTONE_REPORTS_HOUR")
# Scores on labels that are withheld.
WITHHELD_SCORES_A_DAY = environment.number("TOUCHSTONE_WITHHELD_SCORES_A_DAY")
WITHHELD_FEWEST_CLAIMS = environment.number("TOUCHSTONE_WITHHELD_FEWEST_CLAIMS")
FILE_LIMITS = FileLimits(
    seconds=environment.number("TOUCHSTONE_FILE_SECONDS"),
    megabytes=environment.number("TOUCHSTONE_FILE_MEGABYTES"),
    gigabytes=environment.number("TOUCHSTONE_FILE_GIGABYTES"),
    ratio=environment.number("TOUCHSTONE_FILE_RATIO"),
    lines=environment.number("TOUCHSTONE_FILE_LINES"),
    elements=environment.number("TOUCHSTONE_FILE_ELEMENTS"),
)
WEBHOOK_NETWORKS = environment.items("TOUCHSTONE_WEBHOOK_NETWORKS")
WEBHOOK_HTTP = environment.flag("TOUCHSTONE_WEBHOOK_HTTP")
JOB_HEARTBEAT_SECONDS = float(environment.number("TOUCHSTONE_JOB_HEARTBEAT_SECONDS"))
CELERY_TASK_ACKS_LATE = True
CELERY_WORKER_PREFETCH_MULTIPLIER = 1
CELERY_TASK_IGNORE_RESULT = True
CELERY_BROKER_CONNECTION_RETRY_ON_STARTUP = True
CELERY_WORKER_HIJACK_ROOT_LOGGER = False
CELERY_TASK_SERIALIZER = "json"
CELERY_ACCEPT_CONTENT = ["json"]
CELERY_ENABLE_UTC = True

# --- search --------------------------------------------------------------------------------
SEARCH_FOLDER = HOME / "index"
ELASTICSEARCH_URL = environment.text("TOUCHSTONE_ELASTICSEARCH_URL")
ELASTICSEARCH_PREFIX = environment.text("TOUCHSTONE_ELASTICSEARCH_PREFIX")
ELASTICSEARCH_SHARDS = environment.number("TOUCHSTONE_ELASTICSEARCH_SHARDS")
ELASTICSEARCH_REPLICAS = environment.number("TOUCHSTONE_ELASTICSEARCH_REPLICAS")
# A cluster that is away or full is asked again for about this long before a job gives up.
ELASTICSEARCH_PATIENCE_SECONDS = 45.0
# A search that takes longer is stopped, so that it is answered within a second, excerpts included.
SEARCH_ANSWER_SECONDS = 0.7
# The time for trying a pattern on the best hits of the rest of its query.
SEARCH_PATTERN_SECONDS = 0.7
# The time for all excerpts of one answer.
SEARCH_EXCERPT_SECONDS = 0.25
# The time for a search within a page: enough for a word in a million and a half characters.
SEARCH_IN_PAGE_SECONDS = 0.7

# --- the API -------------------------------------------------------------------------------
REST_FRAMEWORK = {
    "DEFAULT_AUTHENTICATION_CLASSES": [
        "accounts.authentication.ApiTokenAuthentication",
        "rest_framework.authentication.SessionAuthentication",
    ],
    "DEFAULT_PERMISSION_CLASSES": ["rest_framework.permissions.IsAuthenticated"],
    "DEFAULT_RENDERER_CLASSES": ["rest_framework.renderers.JSONRenderer"],
    "DEFAULT_PARSER_CLASSES": ["rest_framework.parsers.JSONParser"],
    "DEFAULT_SCHEMA_CLASS": "drf_spectacular.openapi.AutoSchema",
    "DEFAULT_THROTTLE_CLASSES": ["core.api.throttling.RequestLimit"],
    "EXCEPTION_HANDLER": "core.api.problems.answer_exception",
}
API_REQUESTS_A_MINUTE = environment.number("TOUCHSTONE_API_REQUESTS_A_MINUTE")
SPECTACULAR_SETTINGS = {
    "TITLE": "Touchstone",
    "DESCRIPTION": "Fact-verification datasets over Wikipedia.",
    "VERSION": VERSION,
    "SERVE_INCLUDE_SCHEMA": False,
    "SERVE_PERMISSIONS": ["rest_framework.permissions.IsAuthenticated"],
    "OAS_VERSION": "3.1.0",
    "SCHEMA_PATH_PREFIX": "/api/v1",
    "POSTPROCESSING_HOOKS": [
        "core.api.struct_schemas.add_components",
        "core.api.examples.add_examples",
    ],
}

# --- language and time ---------------------------------------------------------------------
LANGUAGE_CODE = "en"
LANGUAGES = [("en", "English")]
TIME_ZONE = "UTC"
USE_TZ = True
USE_I18N = True
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"

# --- monitoring ----------------------------------------------------------------------------
# The time for all probes of /readyz and the status page together.
PROBE_SECONDS = 2.0
METRICS_TOKEN = environment.text("TOUCHSTONE_METRICS_TOKEN")

# --- logs ----------------------------------------------------------------------------------
LOGGING: dict[str, Any] = {
    "version": 1,
    "disable_existing_loggers": False,
    "filters": {"request_id": {"()": "config.logs.RequestIdFilter"}},
    "formatters": {
        "json": {"()": "config.logs.JsonFormatter"},
        "text": {
            "()": "config.logs.TextFormatter",
            "fmt": "%(asctime)s %(levelname)-7s %(name)s %(message)s",
            "datefmt": "%H:%M:%S",
        },
    },
    "handlers": {
        "console": {
            "class": "logging.StreamHandler",
            "formatter": environment.choice("TOUCHSTONE_LOG_FORMAT"),
            "filters": ["request_id"],
        }
    },
    "root": {
        "handlers": ["console"],
        "level": environment.choice("TOUCHSTONE_LOG_LEVEL"),
    },
    "loggers": {
        "django.server": {"handlers": ["console"], "level": "INFO", "propagate": False},
        # Refusals are in the request log; only errors of Django are logged here.
        "django.request": {"level": "ERROR"},
        # It logs a line for every request to the engine, with its URL.
        "elastic_transport": {"level": "WARNING"},
        # It warns that a folder has no host name.
        "kombu.connection": {"level": "ERROR"},
        # Axes repeats at WARNING what the audit log and the page already say.
    },
}
