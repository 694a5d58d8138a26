#!/bin/sh
# Installs Debian packages that tests run, and starts none of their services.
policy=/usr/sbin/policy-rc.d
if ! test -e "$policy"; then
    printf '#!/bin/sh\nexit 101\n' >"$policy"
    chmod +x "$policy"
    trap 'rm -f "$policy"' EXIT
fi
case "$*" in chromium | firefox-esr) set -- "$@" libatomic1 ;; esac # for Playwright's own Node
apt-get update -qq && apt-get install -y -qq "$@"
