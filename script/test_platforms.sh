#!/usr/bin/env bash
# SPDX-License-Identifier: BSD-3-Clause
#
# Tries the last commit in bare systems of other releases of Debian: the README's command, and two programs that use the library after it
# has been installed. Needs root and mmdebstrap; takes some minutes for each system. At the end, it prints a table of what passed, with
# versions and the processor's seconds. The output of each system is in build-platforms/SYSTEM.log.
#
#   script/test_platforms.sh [--tests] [--packages] [RELEASE[:COMPILER]...]
#
# --tests      Also the README's tests, with their command: half an hour more.
# --packages   Also Debian's packages: they are built with their tests, as Debian builds them, and tested: half an hour more.
# RELEASE      bookworm, trixie and forky, if none is named.
# COMPILER     The package of another compiler than the release's own, such as g++-13 or clang-19. With a cross compiler for ARM, such as
#              g++-13-aarch64-linux-gnu, the library and the program are only compiled, neither linked nor tested.

set -euo pipefail
cd "$(dirname "$0")/.."

wanted=()
while [[ ${1:-} == -* ]]; do
    case $1 in
        --tests | --packages) wanted+=("${1#--}") ;;
        *) echo "Usage: script/test_platforms.sh [--tests] [--packages] [RELEASE[:COMPILER]...]" >&2 && exit 2 ;;
    esac
    shift
done
systems=("$@")
if [ ${#systems[@]} -eq 0 ]; then
    systems=(bookworm trixie forky)
fi

if [ "$(id -u)" -ne 0 ]; then
    echo "Skipped: only root can make a bare system."
    exit
fi
script/install_dependencies.sh git mmdebstrap

logs=$PWD/build-platforms
mkdir -p "$logs"
scratch=$(mktemp --directory)
trap 'rm --recursive --force --one-file-system "$scratch"' EXIT

# What is run in the bare system: with the package of a compiler, or an empty string, and what else is wanted.
cat > "$scratch/steps.sh" <<'END'
set -euo pipefail
cd /source
if [ -n "$1" ]; then
    script/install_dependencies.sh "$1"
    if [[ $1 == *-aarch64-linux-gnu ]]; then
        CXX=/usr/bin/aarch64-linux-gnu-${1%-aarch64-linux-gnu}
    else
        CXX=/usr/bin/${1/clang-/clang++-}
    fi
    export CXX
fi
echo "${CXX:-g++}" > /compiler
SECONDS=0
if [[ ${CXX:-} == *aarch64* ]]; then
    # Without linking, also where CMake tries something, the headers of this processor's libraries are enough.
    script/install_dependencies.sh --build
    native=$(uname --machine)-linux-gnu
    cmake --preset try -DSEQAN3_GPULCS_CUDA=OFF -DCMAKE_SYSTEM_NAME=Linux -DCMAKE_SYSTEM_PROCESSOR=aarch64 \
        -DCMAKE_TRY_COMPILE_TARGET_TYPE=STATIC_LIBRARY -DCMAKE_LIBRARY_PATH="/usr/lib/$native" -Dhwy_DIR="/usr/lib/$native/cmake/hwy" \
        -DCMAKE_CXX_FLAGS="-idirafter /usr/include -idirafter /usr/include/$native"
    cmake --build build-try --target seqan3_gpulcs_core_objects gpulcs_objects gpulcs_small_objects
else
    bash script/try.sh
fi
echo "$SECONDS" > /seconds
times > /times
[[ ${CXX:-} != *aarch64* ]] || exit 0
cmake --install build-try --prefix /opt/gpulcs --strip > /dev/null
for target in core seqan3; do
    cmake -G Ninja -S test/external_project/consumer -B "/consumer/$target" -DCMAKE_PREFIX_PATH=/opt/gpulcs -DCONSUMER_TARGET="$target"
    cmake --build "/consumer/$target"
    "/consumer/$target/consumer"
done
shift
for part in "$@"; do
    case $part in
        tests) bash script/test.sh ;;
        packages)
            bash script/package.sh --test
            bash script/test_packages.sh
            ;;
    esac
done
END
cat > "$scratch/versions.sh" <<'END'
version() { dpkg-query --show --showformat='${Version}' "$1" 2>/dev/null | sed 's/^[0-9]*://; s/[-+~]d.*//; s/-[^-]*$//'; }
compiler=$(cat /compiler)
name=GCC
[[ $compiler != *clang* ]] || name=Clang
number=$("$compiler" --version | sed -nE '1s/.* ([0-9]+\.[0-9]+\.[0-9]+).*/\1/p')
printf '%s\t%s\t%s\t%s\t%s\t%s' "$name $number" "$(version libseqan3-dev)" "$(version libhwy-dev)" "$(version cmake)" \
    "$(tail --lines=1 /times 2>/dev/null)" "$(cat /seconds 2>/dev/null)"
END

# What is mounted is gone with the namespace. Programs of packages want /proc, tests of shells want terminals, and the test of packages wants
# a root that is mounted.
inside() {
    local root=$1
    shift
    unshare --mount --fork bash -c 'mount --bind "$0" "$0" && mount -t proc proc "$0/proc" && mount -t devpts devpts "$0/dev/pts" && exec chroot "$0" env -i PATH=/usr/sbin:/usr/bin:/sbin:/bin HOME=/root \
        bash "$@"' "$root" "$@"
}

table=$'system\tcompiler\tSeqAn3\tHighway\tCMake\tuser and system time of the first command\tits seconds\tall seconds\tresult\n'
status=0
for system in "${systems[@]}"; do
    release=${system%%:*}
    compiler=${system#"$release"}
    # apt does not like colons in paths.
    root=$scratch/${system/:/-}
    log=$logs/${system/:/-}.log
    # A mirror may lag behind.
    if ! mmdebstrap --quiet --variant=minbase --aptopt='Acquire::Check-Valid-Until "false"' "$release" "$root" > "$log" 2>&1; then
        echo "Skipped: there is no bare system of $release here: $(grep --max-count=1 '^E: ' "$log")"
        continue
    fi
    mkdir "$root/source"
    git archive HEAD | tar --extract --directory "$root/source"
    cp "$scratch"/*.sh "$root/"
    start=$SECONDS
    result=passed
    [[ $compiler != *-aarch64-* ]] || result=compiled
    if ! inside "$root" /steps.sh "${compiler#:}" "${wanted[@]}" >> "$log" 2>&1; then
        result=failed
        status=1
        tail --lines=40 "$log"
    fi
    table+="$system"$'\t'"$(inside "$root" /versions.sh)"$'\t'"$((SECONDS - start))"$'\t'"$result"$'\n'
    rm --recursive --force --one-file-system "$root"
done
printf '%s' "$table"
exit "$status"
