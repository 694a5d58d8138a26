#!/usr/bin/env bash
# Does what a newcomer does, in a fresh clone with empty caches of our own, and times each step.
#   tests/fresh.sh              everything
#   tests/fresh.sh --no-tests   without `make test` and `make check`
#   tests/fresh.sh --debian     everything, in a Debian root with only python3, venv, make, git and curl
#                               (needs root and mmdebstrap)
# Prints a table: the step, its seconds, and what they may be at most; fails if one took longer.
# FRESH_SLACK=3 allows three times as much, for a machine that has other work.
set -euo pipefail
here=$(cd "$(dirname "$0")/.." && pwd)
work=$(mktemp -d)
server=""
stop_server() { if [ -n "$server" ]; then kill "$server" 2>/dev/null || true; wait "$server" 2>/dev/null || true; server=""; fi; }
trap 'stop_server; chmod -R u+w "$work" 2>/dev/null; rm -rf "$work"' EXIT

if [ "${1:-}" = --debian ]; then
	# From this machine's own sources, in the way in which it reaches them.
	options=()
	for file in /etc/apt/apt.conf.d/99*; do [ -e "$file" ] && options+=(--aptopt="$file"); done
	suite=$(. /etc/os-release && echo "$VERSION_CODENAME")
	mmdebstrap --variant=minbase --include=python3,python3-venv,make,git,ca-certificates,curl \
		"${options[@]}" "$suite" "$work/root" /etc/apt/sources.list.d/debian.sources \
		>"$work/debootstrap.log" 2>&1 ||
		{ tail -n 5 "$work/debootstrap.log"; echo "A Debian root cannot be made here."; exit 1; }
	git clone --quiet "$here" "$work/root/clone"
	# How this machine reaches its package registries, if in a way of its own.
	for file in /etc/resolv.conf /etc/hosts /etc/pip.conf /etc/npmrc /root/.npmrc \
		/root/.config/pip/pip.conf /etc/ssl/certs/ca-certificates.crt; do
		[ -e "$file" ] && mkdir -p "$work/root$(dirname "$file")" && cp -L "$file" "$work/root$file"
	done
	# What every system has mounted: processes, terminals, shared memory. It goes with the last process.
	mounts='mount -t proc proc "$0/proc" && mount -t tmpfs tmpfs "$0/dev/shm" &&
		mount -t devpts -o newinstance,ptmxmode=0666 devpts "$0/dev/pts" &&
		ln -sf pts/ptmx "$0/dev/ptmx" && exec chroot "$0" "$@"'
	unshare --mount sh -c "$mounts" "$work/root" \
		/usr/bin/env -i PATH=/usr/sbin:/usr/bin:/sbin:/bin HOME=/root LANG=C.UTF-8 \
		FRESH_SLACK="${FRESH_SLACK:-1}" \
		$(env | grep -iE '^((http|https|no)_proxy|pip_cert|ssl_cert_file|node_extra_ca_certs)=') \
		/clone/tests/fresh.sh "${@:2}"
	exit
fi

now() { python3 -c 'import time; print(time.time())'; } # only GNU's date has fractions
slack=${FRESH_SLACK:-1}
rows="" late=0
row() { # what, start, limit in seconds
	told "$1" "$(awk -v a="$2" -v b="$(now)" 'BEGIN { printf "%.1f", b - a }')" "$3"
}
told() { # what, seconds, limit in seconds
	local taken=$2 mark=""
	awk -v a="$taken" -v b="$3" -v slack="$slack" 'BEGIN { exit a > b * slack }' ||
		{ mark="  too slow"; late=$((late + 1)); }
	rows+=$(printf '%-58s %8s s   at most %4s s%s' "$1" "$taken" "$3" "$mark")$'\n'
	echo "$1: $taken s$mark" >&2
}
finish() { # print the table; fail if a step took too long
	printf '%s' "$rows"
	[ "$slack" = 1 ] || echo "Too slow is what takes $slack times as long."
	[ "$late" = 0 ] || { echo "$late of these steps took too long. FRESH_SLACK=3 allows three times as much."; return 1; }
}
port=18321
page() { python3 - "$1" <<'PYTHON'
import sys, urllib.request
try:
    sys.exit(urllib.request.urlopen(sys.argv[1], timeout=5).status != 200)
except OSError:
    sys.exit(1)
PYTHON
}
wait_for_page() { until page "http://127.0.0.1:$port/"; do sleep 0.1; kill -0 "$server" || { cat "$work/log"; exit 1; }; done; }

export XDG_CACHE_HOME=$work/cache XDG_DATA_HOME=$work/data XDG_STATE_HOME=$work/state
export PIP_DISABLE_PIP_VERSION_CHECK=1 BROWSER=true
start=$(now)
git clone --quiet "$here" "$work/clone"
cd "$work/clone"
row "git clone" "$start" 5

# `make play` on a port of our own: the same steps, then the same command.
start=$(now)
make --no-print-directory ready-to-play
.venv/bin/skipyard open --no-browser --port $port >"$work/log" 2>&1 &
server=$!
wait_for_page
row "make play: first page" "$start" 25

for game in skipbo skipbo_mod skip_or_trip flip_and_skip skippity; do
	seconds=$(.venv/bin/python tests/first_move.py "http://127.0.0.1:$port" "$game")
	told "$game: table, first own move and the bot's answer" "$seconds" 3
done
start=$(now)
until grep -q "Everything is ready" "$work/log"; do sleep 0.5; kill -0 "$server" || { cat "$work/log"; exit 1; }; done
row "… until all is compiled in the background" "$start" 90
wait_for_page
stop_server

start=$(now)
.venv/bin/skipyard open --no-browser --port $port >"$work/log" 2>&1 &
server=$!
wait_for_page
row "second start: page" "$start" 2
stop_server

rm -rf "$XDG_CACHE_HOME/skipyard"
start=$(now)
.venv/bin/skipyard compile >/dev/null
row "skipyard compile, everything" "$start" 60
told "Ctrl-C in the slowest of the commands: until it has ended" "$(.venv/bin/python tests/ctrl_c.py)" 1

# The four doors of the docs, as somebody follows them who has compiled nothing yet.
for door in play host write-a-bot research; do
	rm -rf "$XDG_CACHE_HOME/skipyard"
	start=$(now)
	if [ "$door" = research ]; then # its page asks for this extra
		.venv/bin/python -m pip install --quiet --no-compile -c constraints.txt -e '.[data]'
	fi
	.venv/bin/python tests/follow_door.py "$door"
	row "door: $door" "$start" 180
done

if [ "${1:-}" != --no-tests ]; then
	cd "$work" # not in the folder that is removed
	rm -rf "$work/clone" "$XDG_CACHE_HOME/skipyard"
	git clone --quiet "$here" "$work/clone"
	cd "$work/clone"
	start=$(now)
	make --no-print-directory test
	row "make test, fresh clone" "$start" 300
	start=$(now)
	make --no-print-directory test
	row "make test, again" "$start" 120
	printf "\n\n" >>skipyard/games/skippity/rules.py
	echo "# changed" >>skipyard/games/skippity/rules.py
	start=$(now)
	make --no-print-directory check
	row "make check, after an edit in Skippity's rules" "$start" 60
fi
echo
echo "On $(uname -sm), $(.venv/bin/python --version), $(.venv/bin/python -c 'import os; print(os.cpu_count())') cores:"
finish
