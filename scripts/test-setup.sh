#!/usr/bin/env bash
# Installs what the tests need from the system: Chromium, Java with Maven for Elasticsearch, curl
# with jq, systemd. Only on a build machine (CI=true, as root); elsewhere it says what is missing,
# and the tests that need it are skipped.
set -euo pipefail

missing=()
command -v chromium >/dev/null || command -v google-chrome >/dev/null || missing+=(chromium)
command -v java >/dev/null || missing+=(openjdk-17-jdk-headless)
command -v mvn >/dev/null || missing+=(maven)
# For the lines of curl in the guide to the API.
command -v curl >/dev/null || missing+=(curl)
command -v jq >/dev/null || missing+=(jq)
# Checks the units of systemd; no service is started.
command -v systemd-analyze >/dev/null || missing+=(systemd)
[ ${#missing[@]} -eq 0 ] && exit 0

if [ "${CI:-}" = true ] && [ "$(id -u)" -eq 0 ] && command -v apt-get >/dev/null; then
  echo "· Installing ${missing[*]}"
  apt-get update -qq
  DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends "${missing[@]}" \
    >/dev/null
else
  echo "· Some tests will be skipped. To run them, install: ${missing[*]}"
fi
