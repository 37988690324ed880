#!/usr/bin/env bash
# Blocks while HOLD.txt is there.
# Runs when settings or an approved script changed on disk. Exit 2 blocks it, and stderr says why.
set -u
event=$(cat)

if [ -e HOLD.txt ]; then
  echo "HOLD.txt is there: wait until it is gone." >&2
  exit 2
fi
