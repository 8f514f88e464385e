#!/usr/bin/env bash
# SPDX-License-Identifier: BSD-3-Clause
#
# Installs what is missing, builds, and makes packages: the source archive, an archive of what is built (.tar.gz), and for Debian a source
# package (.dsc) with its packages (.deb): the program, and what developers need. The same sources make the same bytes, wherever the
# folders are; with the CUDA backend, that was not tested.
#
#   script/package.sh [--cuda] [--test] [FOLDER]
#
# FOLDER, where the packages go, is "packages" by default. With --cuda, they have the CUDA backend. With --test, the quick tests run while
# Debian's packages are built, as when Debian builds them; that takes 15 minutes longer.
# DEBFULLNAME and DEBEMAIL are their maintainer, as for Debian's own tools.

set -euo pipefail
cuda=OFF
profiles=(nocheck)
for_tests=()
while [[ ${1:-} == -* ]]; do
    case $1 in
        --cuda) cuda=ON ;;
        --test) profiles=() for_tests=(libgtest-dev python3) ;;
        *) echo "Usage: script/package.sh [--cuda] [--test] [FOLDER]" >&2 && exit 2 ;;
    esac
    shift
done
mkdir -p "${1:-packages}"
packages=$(realpath "${1:-packages}")
cd "$(dirname "$0")/.."

script/install_dependencies.sh --build build-essential debhelper dpkg-dev gzip "${for_tests[@]}"

# All times in the packages.
SOURCE_DATE_EPOCH=${SOURCE_DATE_EPOCH:-$(git log -1 --format=%ct 2>/dev/null || stat --format=%Y CHANGELOG.md)}
export SOURCE_DATE_EPOCH
umask 022
version=$(sed -n 's/.*VERSION_CSTRING "\(.*\)"/\1/p' include/seqan3_gpulcs/version.hpp)
source=seqan3_gpulcs-$version
scratch=$(mktemp --directory)
trap 'rm --recursive --force "$scratch"' EXIT

# The source archive: what git has, or in an unpacked one all but what was built.
if [ -e .git ] && git rev-parse 2>/dev/null; then
    git ls-files -z
else
    find . -mindepth 1 \( -path './build*' -o -path ./.git -o -path ./.cache -o -name __pycache__ -o -path ./packages \
        -o -samefile "$packages" \) -prune -o \( -type f -o -type l \) -printf '%P\0'
fi | LC_ALL=C sort --zero-terminated \
    | tar --create --null --files-from=- --transform="s,^,$source/,S" --mtime="@$SOURCE_DATE_EPOCH" --mode=go=rX,u+rw,a-s \
        --owner=0 --group=0 --numeric-owner \
    | gzip --best --no-name >"$packages/$source.tar.gz"

# An archive is unpacked anywhere.
cmake --preset package -DSEQAN3_GPULCS_CUDA="$cuda"
cmake --build --preset package
(cd build-package && cpack -G TGZ -B "$packages")
rm -r "$packages/_CPack_Packages"

# Debian's packages know where they are.
debian_source=$scratch/seqan3-gpulcs-$version
tar --extract --gzip --file "$packages/$source.tar.gz" --directory "$scratch"
mv "$scratch/$source" "$debian_source"
cp "$packages/$source.tar.gz" "$scratch/seqan3-gpulcs_$version.orig.tar.gz"
cp -r packaging/debian "$debian_source/debian"
home=$(sed -n 's/.*HOMEPAGE_URL "\(.*\)".*/\1/p' CMakeLists.txt)
host=$(cut --delimiter=/ --fields=3 <<<"$home")
maintainer="${DEBFULLNAME:-The seqan3_gpulcs authors} <${DEBEMAIL:-seqan3_gpulcs@$host}>"
sed -i "s|@HOMEPAGE@|$home|; s|@MAINTAINER@|${maintainer//[&|\\]/\\&}|" \
    "$debian_source"/debian/{control,copyright,watch,upstream/metadata}
cat >"$debian_source/debian/changelog" <<END
seqan3-gpulcs ($version-1) unstable; urgency=medium

  * Version $version; what has changed is in changelog.gz.

 -- $maintainer  $(date --utc --rfc-email --date="@$SOURCE_DATE_EPOCH")
END
if [ "$cuda" = ON ]; then
    profiles+=(pkg.seqan3-gpulcs.cuda)
fi
export DEB_BUILD_PROFILES="${profiles[*]}"
export DEB_BUILD_OPTIONS="${profiles[*]} noautodbgsym parallel=$(nproc)"
(cd "$debian_source" && dpkg-buildpackage --unsigned-source --unsigned-changes)
cp "$scratch"/seqan3-gpulcs_*.{dsc,orig.tar.gz,debian.tar.xz} "$scratch"/*.deb "$packages"
