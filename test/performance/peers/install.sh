#!/usr/bin/env bash
# SPDX-License-Identifier: BSD-3-Clause
#
# Installs the packages of Python that are compared into an environment of their own: FOLDER/venv.
#
#   install.sh FOLDER [--device]
#
# With --device, only what runs on CUDA devices. A package that cannot be installed is named and left out.

set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
folder=${1:?Usage: install.sh FOLDER [--device]}

requirements="$here/requirements.txt"
if [ "${2:-}" = --device ]; then
    requirements="$here/requirements_device.txt"
fi

# pywfa comes as source code.
"$here/../../../script/install_dependencies.sh" gcc python3 python3-dev python3-venv
if [ ! -x "$folder/venv/bin/python" ]; then
    python3 -m venv "$folder/venv"
fi
pip=("$folder/venv/bin/python" -m pip install --quiet --disable-pip-version-check)
if ! "${pip[@]}" --requirement "$requirements"; then
    grep --invert-match '^#' "$requirements" | while read -r package; do
        "${pip[@]}" "$package" || echo "$package cannot be installed." >&2
    done
fi
