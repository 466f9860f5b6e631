#!/bin/sh
# restore.sh DUMP URL: fills an empty PostgreSQL database with a backup and lists how many tables it has. To try a backup,
# name a database of its own; to go back to it, stop the servers first.
set -eu
dump=${1:?restore.sh DUMP URL}
store=${2:?restore.sh DUMP URL}
here=$(dirname "$0")

there=$(psql --no-psqlrc --tuples-only --no-align --dbname="$store" --command="SELECT count(*) FROM pg_tables WHERE schemaname = 'public'")
if [ "$there" != 0 ]; then
	echo "restore.sh: the database is not empty; nothing was done" >&2
	exit 1
fi
pg_restore --exit-on-error --single-transaction --no-owner --no-privileges --dbname="$store" "$dump"
listed=$("${TACORA_PROGRAM:-$here/../bin/tacora}" tables --store "$store" --lang en)
echo "$(($(echo "$listed" | wc -l) - 1)) tables" # The first line is the heading.
