#!/bin/sh
# PreToolUse on Bash: refuses to delete whole trees. Exit 2 blocks, and the agent gets stderr as the reason.
commands=$(wave shell parse --event) || {
  echo "This guard cannot read the command: is wave on the PATH?" >&2
  exit 2
}

# One command on a line. -rf is there as -r and -f, too.
rm='"program":"rm",.*"options":\[[^]]*'
if echo "$commands" | grep -E "$rm\"(-r|-R|--recursive)\"" | grep -Eq "$rm\"(-f|--force)\""; then
  echo "Deleting whole directories is not allowed here. Move them to ./trash instead." >&2
  exit 2
fi
