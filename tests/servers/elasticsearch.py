"""A real Elasticsearch, fetched once by Maven into the user's cache folder.

The artifact is the server with its core modules only: what our text analysis, which happens in
Python, leaves to it. It refuses to run as root, so it is started as `nobody` there.
"""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import tempfile
import time
import urllib.error
import urllib.request
import zipfile
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from tests.servers import ServerUnavailable, free_port
from tests.servers.leashes import leash, unleash

VERSION = "8.19.21"
ARTIFACT = f"org.elasticsearch.distribution.integ-test-zip:elasticsearch:{VERSION}:zip"
START_SECONDS = 600
CONFIG = """\
cluster.name: touchstone-tests
discovery.type: single-node
xpack.security.enabled: false
network.host: 127.0.0.1
http.port: {port}
transport.port: {transport_port}
path.data: {folder}/data
path.logs: {folder}/logs
"""


def cache_folder() -> Path:
    base = os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache"
    return Path(base) / "touchstone"


def fetch() -> Path:
    """Return the server's zip in the cache, fetched if it is not there yet."""
    archive = cache_folder() / f"elasticsearch-{VERSION}.zip"
    if archive.exists():
        return archive
    if not shutil.which("mvn") or not shutil.which("java"):
        raise ServerUnavailable(
            "Elasticsearch tests need Java 17 and Maven (Debian: openjdk-17-jdk-headless maven)."
        )
    archive.parent.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(dir=archive.parent) as folder:
        command = ["mvn", "-q", "-B", "org.apache.maven.plugins:maven-dependency-plugin:3.8.1:copy"]
        command += [f"-Dartifact={ARTIFACT}", f"-DoutputDirectory={folder}"]
        done = subprocess.run(command, capture_output=True, text=True, check=False)
        if done.returncode:
            raise ServerUnavailable(f"Maven could not fetch Elasticsearch: {done.stdout[-400:]}")
        # Renamed only when whole, so that a broken download is never taken for the server.
        Path(folder, archive.name).rename(archive)
    return archive


class ElasticsearchServer:
    """A running server, which a test may kill and start again over the same data."""

    def __init__(self, home: Path, folder: Path, port: int) -> None:
        self._home = home
        self._folder = folder
        self._process: subprocess.Popen[bytes] | None = None
        self.url = f"http://127.0.0.1:{port}"

    def start(self) -> None:
        self._process = _start(self._home, self._folder)
        leash(self._process.pid)
        _wait_for(self.url, self._process, self._folder)

    def kill(self) -> None:
        """End the server as a power failure would: nothing is flushed, nobody is told."""
        if self._process is not None:
            # The program that was started is only the launcher: told of its death, the server
            # would end in good order. The whole group goes at once.
            with suppress(ProcessLookupError):
                os.killpg(self._process.pid, signal.SIGKILL)
            self._process.wait()
            unleash(self._process.pid)
            # Java's own socket stands in /tmp, whatever folder it is told to use.
            with suppress(FileNotFoundError):
                Path(f"/tmp/.java_pid{(self._folder / 'pid').read_text()}").unlink()


@contextmanager
def elasticsearch_server() -> Iterator[ElasticsearchServer]:
    """Start a fresh single-node server on loopback."""
    with _installed(CONFIG, transport_port=free_port()) as server:
        server.start()
        yield server


@contextmanager
def elasticsearch_cluster() -> Iterator[tuple[ElasticsearchServer, ElasticsearchServer]]:
    """Start two fresh nodes on loopback with data on both; the first is the master for good."""
    ports = free_port(), free_port()
    addresses = ", ".join(f'"127.0.0.1:{port}"' for port in ports)
    begin = CONFIG.replace("discovery.type: single-node", f"discovery.seed_hosts: [{addresses}]")
    master = "node.name: node-1\ncluster.initial_master_nodes: [node-1]\n"
    data = "node.name: node-2\nnode.roles: [data]\n"
    with (
        _installed(begin + master, transport_port=ports[0]) as first,
        _installed(begin + data, transport_port=ports[1]) as second,
    ):
        first.start()
        second.start()
        yield first, second


@contextmanager
def _installed(config: str, *, transport_port: int) -> Iterator[ElasticsearchServer]:
    """Install a server in a folder of its own, without starting it; kill it at the end."""
    archive = fetch()
    folder = Path(tempfile.mkdtemp(prefix="touchstone-elasticsearch-"))
    server: ElasticsearchServer | None = None
    try:
        with zipfile.ZipFile(archive) as zipped:
            zipped.extractall(folder)
        home = folder / f"elasticsearch-{VERSION}"
        # It refuses to start when its writable folders contain its own configuration.
        (folder / "tmp").mkdir()
        port = free_port()
        (home / "config" / "elasticsearch.yml").write_text(
            config.format(port=port, transport_port=transport_port, folder=folder)
        )
        server = ElasticsearchServer(home, folder, port)
        yield server
    finally:
        if server is not None:
            server.kill()
        shutil.rmtree(folder, ignore_errors=True)


def _start(home: Path, folder: Path) -> subprocess.Popen[bytes]:
    for program in [*home.glob("bin/*"), *home.glob("modules/*/platform/**/bin/*")]:
        program.chmod(0o755)
    user = None
    if os.geteuid() == 0:
        user = "nobody"
        folder.chmod(0o755)
        for path in [folder, *folder.rglob("*")]:
            shutil.chown(path, user)
    java = shutil.which("java")
    if java is None:
        raise ServerUnavailable("Elasticsearch tests need Java 17 (openjdk-17-jdk-headless).")
    return subprocess.Popen(
        [str(home / "bin" / "elasticsearch"), "--pidfile", str(folder / "pid")],
        env={
            "PATH": os.environ["PATH"],
            "ES_JAVA_HOME": str(Path(java).resolve().parent.parent),
            "ES_JAVA_OPTS": "-Xms1g -Xmx1g -XX:-UsePerfData",
            "CLI_JAVA_OPTS": f"-Djava.io.tmpdir={folder / 'tmp'} -XX:-UsePerfData",
            "HOME": str(folder),
            "ES_TMPDIR": str(folder / "tmp"),
        },
        stdout=(folder / "output.txt").open("wb"),
        stderr=subprocess.STDOUT,
        user=user,
        start_new_session=True,
    )


def _wait_for(url: str, process: subprocess.Popen[bytes], folder: Path) -> None:
    deadline = time.monotonic() + START_SECONDS
    while time.monotonic() < deadline and process.poll() is None:
        try:
            with urllib.request.urlopen(f"{url}/_cluster/health", timeout=2):
                return
        except (urllib.error.URLError, OSError):
            time.sleep(0.5)
    output = (folder / "output.txt").read_text(errors="replace")[-800:]
    raise ServerUnavailable(f"Elasticsearch did not start: {output}")
