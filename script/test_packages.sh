#!/usr/bin/env bash
# SPDX-License-Identifier: BSD-3-Clause
#
# Tests Debian's packages in a clean system, which mmdebstrap makes in a temporary folder from the mirrors that apt uses here: lintian, and
# what packaging/debian/tests/control names, every command of the program and two projects that use the library.
# Needs root; takes some minutes, and 1.5 GB of disk space in TMPDIR.
#
#   script/test_packages.sh [FOLDER]
#
# FOLDER has the packages, and is "packages" by default: what script/package.sh has made.

set -euo pipefail
packages=$(cd "${1:-packages}" && pwd)
cd "$(dirname "$0")/.."

if [ "$(id -u)" -ne 0 ]; then
    echo "script/test_packages.sh needs root, because it installs packages in a folder with a system of its own." >&2
    exit 1
fi
versions=$(find "$packages" -maxdepth 1 -name '*.deb' -printf '%f\n' | cut --delimiter=_ --fields=2 | sort --unique)
if [[ $versions == *$'\n'* ]]; then
    echo "$packages has packages of several versions: ${versions//$'\n'/, }. Remove those that are not to be tested." >&2
    exit 1
fi
script/install_dependencies.sh autopkgtest lintian mmdebstrap

echo "== lintian"
# The first version of a package closes a request that only its maintainer knows, and an older lintian knows only older standards.
lintian --allow-root --fail-on error,warning --suppress-tags initial-upload-closes-no-bugs,newer-standards-version \
    "$packages"/*.dsc "$packages"/*.deb

# Debian's own packages only, whatever else is installed here.
sources() {
    apt-get indextargets --format 'deb $(REPO_URI) $(RELEASE) $(COMPONENT)' 'Created-By: Packages' 'Origin: Debian'
}
if [ -z "$(sources)" ]; then
    echo "apt knows no mirror of Debian here. Add one, and run apt-get update." >&2
    exit 1
fi
suite=$(. /etc/os-release && echo "$VERSION_CODENAME")
system=$(mktemp --directory)
trap 'rm --recursive --force --one-file-system "$system"' EXIT

echo "== a clean $suite"
sources | mmdebstrap --quiet --mode=root --variant=apt --include=apt-utils,ca-certificates,dpkg-dev \
    --dpkgopt=force-unsafe-io "$suite" "$system" -
cp --dereference /etc/resolv.conf "$system/etc/resolv.conf"

echo "== the program, and projects that use the library"
# What is mounted is gone with the namespace.
unshare --mount --fork bash -c 'mount -t proc proc "$0/proc" && exec autopkgtest --setup-commands="apt-get update --quiet=2" --no-built-binaries "$@" -- chroot "$0"' \
    "$system" "$packages"/*.dsc "$packages"/*.deb
echo "The packages work."
