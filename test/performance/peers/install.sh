#!/usr/bin/env bash
# SPDX-License-Identifier: BSD-3-Clause
#
# Installs what is compared: Edlib from Debian; packages of Python in an environment of their own, FOLDER/venv; and in FOLDER/sources the
# C and C++ libraries that source distributions of PyPI carry: RapidFuzz, which has headers only, and WFA2. Debian's WFA2 is older,
# without AVX kernels, and slower; the makefile of this one compiles it for the machine. CMake finds them when it runs next.
#
#   install.sh FOLDER [--device]
#
# With --device, only what runs on CUDA devices. What cannot be installed is named and left out.

set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
folder=${1:?Usage: install.sh FOLDER [--device]}

requirements="$here/requirements.txt"
if [ "${2:-}" = --device ]; then
    requirements="$here/requirements_device.txt"
fi

"$here/../../../script/install_dependencies.sh" python3 python3-venv
mkdir -p "$folder"
if [ ! -x "$folder/venv/bin/python" ]; then
    python3 -m venv "$folder/venv"
fi
pip=("$folder/venv/bin/python" -m pip install --quiet --disable-pip-version-check)
if ! "${pip[@]}" --requirement "$requirements"; then
    grep --invert-match '^#' "$requirements" | while read -r package; do
        "${pip[@]}" "$package" || echo "$package cannot be installed." >&2
    done
fi
[ "${2:-}" != --device ] || exit 0

"$here/../../../script/install_dependencies.sh" gcc make libedlib-dev

# Unpacks the source distribution of a package of PyPI.
get_source()
{
    local package=$1 part="$folder/sources/$1.part"
    if [ -d "$folder/sources/$package" ]; then
        return
    fi
    rm -rf "$part"
    mkdir -p "$part/unpacked"
    # pip asks for metadata, for which RapidFuzz would be compiled.
    SKBUILD_WHEEL_CMAKE=false "$folder/venv/bin/python" -m pip download --quiet --disable-pip-version-check --no-deps \
        --no-binary "$package" --dest "$part" "$package" || return
    tar --extract --file "$part/$package"-*.tar.gz --directory "$part/unpacked" --strip-components 1 || return
    mv "$part/unpacked" "$folder/sources/$package" || return
    rm -rf "$part"
}

get_source rapidfuzz || echo "The source of rapidfuzz cannot be installed." >&2
wfa2="$folder/sources/pywfa/pywfa/WFA2_lib"
if ! get_source pywfa || { [ ! -e "$wfa2/lib/libwfa.a" ] &&
    ! make --silent --directory "$wfa2" CC=gcc BUILD_TOOLS=0 BUILD_EXAMPLES=0; }; then
    echo "WFA2, of the source of pywfa, cannot be installed." >&2
fi
