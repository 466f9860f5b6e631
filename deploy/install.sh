#!/bin/sh
# install.sh SOURCE [FOLDER]: installs the version in SOURCE beside those that are there, as FOLDER/releases/VERSION-DATE
# (FOLDER: /opt/tacora), and points FOLDER/current to it. What runs keeps its own files until it is restarted.
set -eu
source=${1:?install.sh SOURCE [FOLDER]}
folder=${2:-/opt/tacora}
version=$(sed -n 's/^__version__ = "\(.*\)"$/\1/p' "$source/src/tacora/__init__.py")
release=releases/$version-$(date -u +%Y%m%d%H%M%S)

mkdir -p "$folder/releases"
trap 'rm -rf "$folder/$release"' EXIT # Nobody should go back to a half of one.
python3 -m venv "$folder/$release"
"$folder/$release/bin/python" -m pip install --quiet --disable-pip-version-check \
	--constraint "$source/constraints.txt" "$source[${TACORA_EXTRAS:-postgres}]"
cp -R "$source/deploy" "$folder/$release/deploy"
"$folder/$release/bin/tacora" --version
ln -sfn "$release" "$folder/.current" # Renamed in one step: there is always a current version.
mv -T "$folder/.current" "$folder/current"
trap - EXIT
