#!/bin/sh
# PostToolUse on Write and Edit: feedback to the agent on what it just wrote. The tool has run already,
# so exit 2 blocks nothing; stderr is what the agent should mend.
if grep -q '"content":"var \|"new_string":"var '; then
  echo "This project has no var: use const or let." >&2
  exit 2
fi
