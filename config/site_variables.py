"""The variables of a site: its secret, servers, folders, mail, proxies, log and processes."""

from __future__ import annotations

from config import faults
from config.variables import PROJECT_ROOT, Variable

SITE_VARIABLES = (
    Variable(
        "TOUCHSTONE_SECRET_KEY",
        "",
        "Signs sessions, reset links and invitations; at least 32 random characters. Embedded,"
        " one is created at the first start and stored in the home folder.",
        required_in_production=True,
        example="a-long-random-text",
        check=faults.secret_key,
    ),
    Variable(
        "TOUCHSTONE_ALLOWED_HOSTS",
        "",
        "Host names of this site, separated by commas.",
        required_in_production=True,
        example="touchstone.example.org",
        check=faults.host_names,
    ),
    Variable(
        "TOUCHSTONE_DATABASE_URL",
        "",
        "URL of the database. Embedded: an SQLite file in the home folder.",
        required_in_production=True,
        example="postgres://touchstone:secret@postgres:5432/touchstone",
        check=faults.url(
            "postgres", "postgresql", needs_host=False, needs_path="the database's name"
        ),
    ),
    Variable(
        "TOUCHSTONE_REDIS_URL",
        "",
        "URL of the broker, which notifies the workers, and the cache. Embedded: a folder.",
        required_in_production=True,
        example="redis://redis:6379/0",
        check=faults.redis_url,
    ),
    Variable(
        "TOUCHSTONE_ELASTICSEARCH_URL",
        "",
        "URL of the search cluster. Embedded: an index in the home folder.",
        required_in_production=True,
        example="http://elasticsearch:9200",
        check=faults.url("http", "https"),
    ),
    Variable(
        "TOUCHSTONE_ELASTICSEARCH_PREFIX",
        "touchstone",
        "Prefix of the names of indexes, if several sites share a cluster.",
        check=faults.index_prefix,
    ),
    Variable(
        "TOUCHSTONE_ELASTICSEARCH_SHARDS",
        "1",
        "Shards of an index, applied by the next rebuild of a corpus. Use about one for every"
        " two million articles.",
        check=faults.whole_number(),
    ),
    Variable(
        "TOUCHSTONE_ELASTICSEARCH_REPLICAS",
        "0",
        "Copies of each shard on other nodes. With one, a node may fail.",
        check=faults.whole_number(least=0),
    ),
    Variable(
        "TOUCHSTONE_POSTGRES_PASSWORD",
        "",
        "Password of the PostgreSQL that `docker/compose.yaml` starts; only Compose reads it."
        " Use letters and digits, because it becomes part of a URL.",
        example="another-long-random-text",
    ),
    Variable(
        "TOUCHSTONE_HOME",
        "var",
        "Folder for the data on disk: the embedded database, broker and index, releases and"
        " uploads. Relative to the project.",
        check=faults.folder_in(PROJECT_ROOT),
    ),
    Variable(
        "TOUCHSTONE_STATIC_FOLDER",
        "",
        "Folder for the collected static files. Empty: `static` in the home folder.",
        check=faults.folder_in(PROJECT_ROOT),
    ),
    Variable(
        "TOUCHSTONE_IMPORT_FOLDER",
        "",
        "Folder from which managers can import dumps. Empty: `imports` in the home folder.",
        check=faults.folder_in(PROJECT_ROOT),
    ),
    Variable(
        "TOUCHSTONE_DEMO",
        "no",
        "Whether this is a demonstration: the login page then lists the demo accounts."
        " `make run` sets it; production refuses it, because their password is public.",
        check=faults.yes_or_no,
    ),
    Variable(
        "TOUCHSTONE_EMAIL_URL",
        "",
        "URL of the mail server. Empty: no e-mail is sent, and administrators copy links.",
        example="smtp+tls://user:secret@mail.example.org:587",
        check=faults.email_url,
    ),
    Variable(
        "TOUCHSTONE_EMAIL_FROM",
        "Touchstone <noreply@localhost>",
        "The sender of e-mails.",
        example="Touchstone <noreply@touchstone.example.org>",
        check=faults.sender,
    ),
    Variable(
        "TOUCHSTONE_TRUSTED_ORIGINS",
        "",
        "Origins whose forms are accepted, separated by commas, if a proxy changes the scheme"
        " or port.",
        example="https://touchstone.example.org",
        check=faults.origins,
    ),
    Variable(
        "TOUCHSTONE_BEHIND_PROXY",
        "no",
        "Whether a proxy sets `X-Forwarded-Proto` and `X-Forwarded-For`.",
        check=faults.yes_or_no,
    ),
    Variable(
        "TOUCHSTONE_PROXIES",
        "1",
        "Number of proxies, each of which adds an entry to `X-Forwarded-For`. Logins are"
        " limited by the address that connected to the first proxy.",
        check=faults.whole_number(),
    ),
    Variable(
        "TOUCHSTONE_METRICS_TOKEN",
        "",
        "Bearer token for `/metrics`. Empty: only administrators can read it.",
    ),
    Variable(
        "TOUCHSTONE_LOG_LEVEL",
        "INFO",
        "Lowest level of messages that are logged: DEBUG, INFO, WARNING or ERROR.",
        check=faults.one_of("DEBUG", "INFO", "WARNING", "ERROR"),
    ),
    Variable(
        "TOUCHSTONE_LOG_FORMAT",
        "json",
        "`json`, with one object per line, or `text` for people. `make run` sets `text`.",
        check=faults.one_of("json", "text"),
    ),
    Variable(
        "TOUCHSTONE_WEB_BIND",
        "127.0.0.1:8000",
        "Address and port of the web server in production. Embedded, `make run` sets them.",
        check=faults.host_and_port,
    ),
    Variable(
        "TOUCHSTONE_WEB_PROCESSES",
        "2",
        "Web processes in production. Embedded, always one: SQLite has one writer.",
        check=faults.whole_number(),
    ),
    Variable(
        "TOUCHSTONE_WEB_THREADS",
        "8",
        "Threads in each web process.",
        check=faults.whole_number(),
    ),
    Variable(
        "TOUCHSTONE_WEB_ARRIVAL_SECONDS",
        "20",
        "Seconds that a client may take to send a request; for a body of more than 1 MiB, the"
        " longest pause.",
        check=faults.whole_number(),
    ),
    Variable(
        "TOUCHSTONE_WORKER_PROCESSES",
        "2",
        "Processes of a worker in production. Embedded, always one.",
        check=faults.whole_number(),
    ),
)
