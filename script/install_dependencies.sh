#!/usr/bin/env bash
# SPDX-License-Identifier: BSD-3-Clause
#
# Installs what is missing of the given Debian packages; does nothing where all are there.
#
#   script/install_dependencies.sh [--build] [PACKAGE...]
#
# --build      Also those that building the program needs.

set -euo pipefail

if [ "${1:-}" = --build ]; then
    shift
    set -- g++ cmake ninja-build libseqan3-dev libcli11-dev nlohmann-json3-dev zlib1g-dev libbz2-dev libisal-dev libzstd-dev \
        libhwy-dev librange-v3-dev "$@"
fi

missing=()
for package in "$@"; do
    if ! dpkg-query --show --showformat='${db:Status-Status}\n' "$package" 2>/dev/null | grep -q '^installed$'; then
        missing+=("$package")
    fi
done

if [ ${#missing[@]} -eq 0 ]; then
    exit 0
fi

if ! command -v apt-get >/dev/null; then
    echo "This script installs packages with apt-get, which is not here. Please install yourself: ${missing[*]}" >&2
    exit 1
fi

as_root=()
if [ "$(id -u)" -ne 0 ]; then
    as_root=(sudo)
fi

export DEBIAN_FRONTEND=noninteractive
"${as_root[@]}" apt-get update --quiet
"${as_root[@]}" apt-get install --quiet --yes --no-install-recommends "${missing[@]}"
