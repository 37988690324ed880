#!/usr/bin/env bash
# Points out errors in what a tool returned.
# Runs after a tool call. What is in additionalContext reaches the model.
set -u
event=$(cat)

if grep -Eiq '"tool_response": *.*error' <<<"$event"; then
  echo '{"hookSpecificOutput":{"hookEventName":"PostToolUse","additionalContext":"Something went wrong: find out why before you go on."}}'
fi
