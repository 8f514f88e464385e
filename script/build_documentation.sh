#!/usr/bin/env bash
# SPDX-License-Identifier: BSD-3-Clause
#
# Installs what is missing, builds the documentation site, and checks its links. It takes half a minute.
#
#   script/build_documentation.sh [FOLDER]
#
# The site is in FOLDER/html; by default, FOLDER is build-doc.

set -euo pipefail
cd "$(dirname "$0")/.."

script/install_dependencies.sh doxygen doxygen-awesome-css libseqan3-dev python3

mkdir -p "${1:-build-doc}"
folder=$(cd "${1:-build-doc}" && pwd)

# The names of SeqAn3's pages come from its headers; its site itself is not needed.
doxygen - <<EOF
@INCLUDE = doc/site/seqan3.Doxyfile
OUTPUT_DIRECTORY = "$folder/seqan3"
GENERATE_TAGFILE = "$folder/seqan3/tags"
EOF
python3 doc/site/select_tags.py "$folder/seqan3/tags" > "$folder/seqan3.tag"

rm -rf "$folder/html"
doxygen - <<EOF
@INCLUDE = doc/Doxyfile
OUTPUT_DIRECTORY = "$folder"
TAGFILES = "$folder/seqan3.tag=https://docs.seqan.de/seqan3/main_user/"
EOF
# In the navigation, functions need no namespace.
sed --in-place --regexp-extended 's/\[ "seqan3_gpulcs::(\w+::)*/[ "/' "$folder"/html/{group__*,concepts}.js
python3 test/documentation/check_links.py "$folder/html"

echo "The documentation is in $folder/html: open index.html"
