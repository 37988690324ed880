#!/bin/sh
# Stop: the agent may stop when the tests pass. TEST_COMMAND names them; it is held three times at most.
event=$(cat)
count=$(printf '%s' "$event" | sed -n 's/.*"stop_hook_count":\([0-9]*\).*/\1/p')
[ "${count:-0}" -ge 3 ] && exit 0

if ! output=$(sh -c "${TEST_COMMAND:-npm test}" 2>&1); then
  echo "The tests do not pass yet:" >&2
  printf '%s\n' "$output" | tail -n 20 >&2
  exit 2
fi
