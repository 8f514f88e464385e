#!/usr/bin/env bash
# SPDX-License-Identifier: BSD-3-Clause
#
# Tries the last commit in bare systems of other releases of Debian: the README's command, and two programs that use the library after it
# has been installed. With --tests, also the README's tests, with their command. Needs root and mmdebstrap; takes some minutes for each release,
# or half an hour with tests. At the end, it prints a table of what passed, with versions.
#
#   script/test_platforms.sh [--tests] [RELEASE...]     (bookworm, trixie and forky, if none is named)

set -euo pipefail
cd "$(dirname "$0")/.."

tests=0
if [ "${1:-}" = --tests ]; then
    tests=1
    shift
fi
releases=("$@")
if [ ${#releases[@]} -eq 0 ]; then
    releases=(bookworm trixie forky)
fi

if [ "$(id -u)" -ne 0 ]; then
    echo "Skipped: only root can make a bare system."
    exit
fi
script/install_dependencies.sh git mmdebstrap

scratch=$(mktemp --directory)
trap 'rm --recursive --force "$scratch"' EXIT

# What is run in the bare system.
cat > "$scratch/steps.sh" <<'EOF'
set -euo pipefail
cd /source
bash script/try.sh
cmake --install build-try --prefix /opt/gpulcs --strip > /dev/null
for target in core seqan3; do
    cmake -G Ninja -S test/external_project/consumer -B "/consumer/$target" -DCMAKE_PREFIX_PATH=/opt/gpulcs -DCONSUMER_TARGET="$target"
    cmake --build "/consumer/$target"
    "/consumer/$target/consumer"
done
if [ "$1" -eq 1 ]; then
    bash script/test.sh
fi
EOF
cat > "$scratch/versions.sh" <<'EOF'
version() { dpkg-query --show --showformat='${Version}' "$1" 2>/dev/null | sed 's/^[0-9]*://; s/[-+~]d.*//; s/-[^-]*$//'; }
printf '%s\t%s\t%s\t%s\n' "$(g++ -dumpfullversion)" "$(version libseqan3-dev)" "$(version libhwy-dev)" "$(version cmake)"
EOF

table=$'release\tGCC\tSeqAn3\tHighway\tCMake\tseconds\tresult\n'
status=0
for release in "${releases[@]}"; do
    root=$scratch/$release
    log=$scratch/$release.log
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
    if ! chroot "$root" bash /steps.sh "$tests" > "$log" 2>&1; then
        result=failed
        status=1
        tail --lines=40 "$log"
    fi
    versions=$(chroot "$root" bash /versions.sh)
    table+="$release"$'\t'"$versions"$'\t'"$((SECONDS - start))"$'\t'"$result"$'\n'
    rm --recursive --force "$root"
done
printf '%s' "$table"
exit "$status"
