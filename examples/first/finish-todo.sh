#!/usr/bin/env bash
# Sends the agent back to work while TODO.txt is there.
# Runs when the agent would stop. Exit 2 sends it back to work, and stderr says why.
set -u
event=$(cat)

# It was sent back already: once is enough.
if grep -q '"stop_hook_active": *true' <<<"$event"; then exit 0; fi
if [ -s TODO.txt ]; then
  echo "There is still something to do, see TODO.txt: $(head -n 1 TODO.txt)" >&2
  exit 2
fi
