#!/usr/bin/env bash
# Asks for the tests after an edit of code.
# Runs after a tool call. What is in additionalContext reaches the model.
set -u
event=$(cat)

if grep -Eq '"(file|notebook)_path": *"([^"\\]|\\.)*\.(js|ts|py|go|rs|ipynb)"' <<<"$event"; then
  echo '{"hookSpecificOutput":{"hookEventName":"PostToolUse","additionalContext":"Run the tests before you go on."}}'
fi
