#!/bin/sh
# rolling-restart.sh [PROCESS…]: restarts the processes (1 2 3) one after the other; the next one only when the one before
# is healthy again. Games go on at the other processes meanwhile. Stops at the first one that does not come back.
set -eu
[ $# -gt 0 ] || set -- 1 2 3

for process; do
	address=http://127.0.0.1:800$process/healthz
	eval "address=\${TACORA_HEALTH_$process:-$address}"
	systemctl restart "tacora@$process"
	waited=0
	until curl --silent --fail --max-time 5 --output /dev/null "$address"; do
		waited=$((waited + 1))
		if [ "$waited" -ge "$((2 * ${TACORA_PATIENCE:-30}))" ]; then
			echo "rolling-restart.sh: process $process is not healthy; the others were left as they are" >&2
			exit 1
		fi
		sleep 0.5
	done
	echo "process $process is healthy"
	sleep "${TACORA_PAUSE:-3}" # The proxy looks once a second, and clients that come back need a moment.
done
