#!/usr/bin/env bash
# Refuses calls that name production.
# Runs before a tool call. Exit 2 refuses it, and the agent gets stderr as the reason.
set -u
event=$(cat)

# Every parameter of the call, whatever the tool.
if grep -Eiq '"tool_input": *[{].*production' <<<"$event"; then
  echo 'This names production: ask before you touch it.' >&2
  exit 2
fi
