#!/bin/sh
# PreToolUse on Bash: refuses to delete whole trees. Exit 2 blocks, stderr is what the agent is told.
# What a shell does not care about is a space here: in JSON, \" is a quote, \n a new line, \\ a backslash.
event=$(sed 's/\\\\\\n/ /g; s/\\n/;/g; s/\\t/ /g; s/\\"/ /g; s/\\\\/ /g' | tr "'" ' ')

# Whether an rm in the command has such a flag.
rm_has() {
  printf '%s\n' "$event" |
    grep -Eq '"command": *"([^"]*[^[:alnum:]_.-])?rm( [^";&|]*)? ('"$1"')([^[:alnum:]-]|$)'
}

if rm_has '-[[:alpha:]]*[rR][[:alpha:]]*|--recursive' && rm_has '-[[:alpha:]]*f[[:alpha:]]*|--force'; then
  echo "Deleting whole directories is not allowed here. Move them to ./trash instead." >&2
  exit 2
fi
