#!/bin/sh
# PreToolUse on Bash: refuses to delete whole trees. Exit 2 blocks, stderr is what the agent is told.
event=$(cat)

# Whether an rm in the command has such a flag. In a JSON string a quote is escaped, and \n is a new line.
rm_has() {
  printf '%s\n' "$event" |
    grep -Eq '"command": *"(([^"\\]|\\.)*([^[:alnum:]_.-]|\\n|\\t))?rm( +([^"\\;&|]|\\[^n])*)? +('"$1"')([^[:alnum:]-]|$)'
}

if rm_has '-[[:alpha:]]*[rR][[:alpha:]]*|--recursive' && rm_has '-[[:alpha:]]*f[[:alpha:]]*|--force'; then
  echo "Deleting whole directories is not allowed here. Move them to ./trash instead." >&2
  exit 2
fi
