#!/bin/sh
# PreToolUse on Bash: refuses to delete whole trees. Exit 2 blocks, stderr is what the agent is told.
if grep -Eq '"command":"[^"]*rm +-[a-z]*(rf|fr)[a-z]* '; then
  echo "Deleting whole directories is not allowed here. Move them to ./trash instead." >&2
  exit 2
fi
