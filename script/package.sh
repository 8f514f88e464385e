#!/usr/bin/env bash
# SPDX-License-Identifier: BSD-3-Clause
#
# Installs what is missing, builds, and makes packages: an archive (.tar.gz) of everything, and for Debian one package (.deb) with
# the program and one for developers. The same sources make the same bytes, wherever the folders are.
#
#   script/package.sh [FOLDER [OPTION_OF_CMAKE...]]
#
# FOLDER, where the packages go, is "packages" by default. -DSEQAN3_GPULCS_CUDA=ON packs the CUDA backend, too.

set -euo pipefail
if [[ ${1:-} == -* ]]; then
    echo "Usage: script/package.sh [FOLDER [OPTION_OF_CMAKE...]]" >&2
    exit 2
fi
mkdir -p "${1:-packages}"
packages=$(realpath "${1:-packages}")
shift || true
cd "$(dirname "$0")/.."

script/install_dependencies.sh g++ cmake ninja-build libseqan3-dev libcli11-dev nlohmann-json3-dev zlib1g-dev \
    libbz2-dev libisal-dev libzstd-dev libhwy-dev librange-v3-dev dpkg-dev file gzip

# All times in the packages.
SOURCE_DATE_EPOCH=${SOURCE_DATE_EPOCH:-$(git log -1 --format=%ct 2>/dev/null || stat --format=%Y CHANGELOG.md)}
export SOURCE_DATE_EPOCH
umask 022

# An archive is unpacked anywhere; Debian's packages know where they are.
pack() {
    local generator=$1
    shift
    cmake --preset package "$@"
    cmake --build --preset package
    (cd build-package && cpack -G "$generator" -B "$packages")
}
pack TGZ "$@" -DCMAKE_INSTALL_LIBDIR=lib -DCMAKE_SKIP_INSTALL_RPATH=OFF
pack DEB "$@" "-DCMAKE_INSTALL_LIBDIR=lib/$(dpkg-architecture --query DEB_HOST_MULTIARCH)" -DCMAKE_SKIP_INSTALL_RPATH=ON
rm -r "$packages/_CPack_Packages"
