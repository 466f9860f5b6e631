#!/bin/sh
# backup.sh FOLDER [KEEP]: a consistent backup while everybody plays, as FOLDER/tacora-DATE.dump (PostgreSQL) or
# FOLDER/tacora-DATE.db (a file). The newest KEEP backups (14) are kept. Which store: TACORA_STORE, or else TACORA_FILE.
set -eu
umask 077
folder=${1:?backup.sh FOLDER [KEEP]}
keep=${2:-14}
now=$(date -u +%Y-%m-%dT%H%M%SZ)
here=$(dirname "$0")

if [ -n "${TACORA_FILE:-}" ] || [ -z "${TACORA_STORE:-}" ]; then
	kind=db
	"${TACORA_PROGRAM:-$here/../bin/tacora}" tables --file "${TACORA_FILE:-/var/lib/tacora/tables.db}" --backup "$folder/tacora-$now.db"
else
	kind=dump
	part=$folder/.tacora-$now.part
	trap 'rm -f "$part"' EXIT
	pg_dump --format=custom --no-owner --no-privileges --file="$part" --dbname="$TACORA_STORE"
	pg_restore --list "$part" >/dev/null # A dump that cannot be read is no backup.
	sync "$part"
	mv "$part" "$folder/tacora-$now.dump"
fi

# The names sort by date.
ls "$folder" | grep "^tacora-.*\.$kind\$" | sort -r | tail -n "+$((keep + 1))" | while read -r old; do
	rm -f "$folder/$old"
done
echo "$folder/tacora-$now.$kind"
