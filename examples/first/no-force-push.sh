#!/usr/bin/env bash
# Refuses a forced git push. One with --force-with-lease may pass.
# Runs before a tool call. Exit 2 refuses it, and the agent gets stderr as the reason.
set -u
event=$(cat)

# Every command that a shell would run, one on a line: see "wave shell parse --help".
commands=$(wave shell parse --event <<<"$event") || {
  echo 'This hook cannot read the command: is wave on the PATH?' >&2
  exit 2
}
pushes=$(grep '"program":"git","verb":"push"' <<<"$commands")

if grep -Eq '"options":\[.*"(-f|--force|--mirror)"|"begins":\[.*"\+' <<<"$pushes"; then
  echo 'Do not force a push: it can lose the work of others.' >&2
  exit 2
fi
if grep -q '"open":true' <<<"$pushes" || ! grep -q '"unread":\[\]' <<<"$commands"; then
  echo '{"hookSpecificOutput":{"hookEventName":"PreToolUse","permissionDecision":"ask","permissionDecisionReason":"It cannot be told whether this forces a push."}}'
fi
