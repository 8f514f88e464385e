#!/usr/bin/env bash
# SPDX-License-Identifier: BSD-3-Clause
#
# Tests Debian's packages in a clean system, which mmdebstrap makes in a temporary folder from the mirrors that apt uses here:
# installs them, runs every command of the program, and builds two projects against the library, with CMake and with pkg-config.
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
# With CUDA, the others need this one.
library=$(find "$packages" -maxdepth 1 -name 'libseqan3-gpulcs[0-9]*.deb' -printf '%f')
script/install_dependencies.sh mmdebstrap lintian

echo "== lintian"
lintian --allow-root --fail-on error "$packages"/*.deb

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
sources | mmdebstrap --quiet --mode=root --variant=apt --include=ca-certificates \
    --dpkgopt=force-unsafe-io "$suite" "$system" -
cp "$packages"/*.deb "$system/tmp"
mkdir -p "$system/project/test" "$system/project/packaging/conda"
cp -r test/data test/external_project "$system/project/test"
cp -r packaging/conda/recipe "$system/project/packaging/conda"

# What is mounted is gone with the namespace.
inside() {
    unshare --mount --fork bash -c 'mount -t proc proc "$0/proc" && exec chroot "$0" env -i PATH=/usr/sbin:/usr/bin:/sbin:/bin \
        DEBIAN_FRONTEND=noninteractive bash -euo pipefail -c "cd /project && $1"' "$system" "$1"
}

echo "== the program"
# There are no terminals inside.
echo 'Dpkg::Use-Pty "0";' >"$system/etc/apt/apt.conf.d/90-no-terminal"
cp --dereference /etc/resolv.conf "$system/etc/resolv.conf"
inside 'apt-get update --quiet=2'
inside "apt-get install --quiet=2 --yes --no-install-recommends /tmp/gpulcs_*.deb ${library:+/tmp/$library}"
inside 'packaging/conda/recipe/run_test.sh'
inside 'cd /usr/share && test -s man/man1/gpulcs.1.gz && test -s man/man1/gpulcs-lcs.1.gz \
    && test -s bash-completion/completions/gpulcs && test -s zsh/vendor-completions/_gpulcs'

echo "== a project with CMake"
inside 'apt-get install --quiet=2 --yes --no-install-recommends /tmp/libseqan3-gpulcs-dev_*.deb g++ cmake make pkgconf'
inside 'cmake -S test/external_project/consumer -B /tmp/consumer && cmake --build /tmp/consumer && /tmp/consumer/consumer'

echo "== a project with pkg-config"
inside 'g++ -std=c++20 test/external_project/consumer/core.cpp $(pkg-config --cflags --libs seqan3_gpulcs-core) \
    -o /tmp/core && /tmp/core'

echo "== removed again"
inside "apt-get remove --quiet=2 --yes gpulcs libseqan3-gpulcs-dev ${library%%_*} && test ! -e /usr/bin/gpulcs"
echo "The packages work."
