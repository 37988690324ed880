#!/usr/bin/env bash
# Tells the agent the conventions of this project.
# Runs when a session begins or goes on, before its next prompt. What is in additionalContext reaches the model.
set -u
event=$(cat)

echo '{"hookSpecificOutput":{"hookEventName":"SessionStart","additionalContext":"Conventions: small commits, tests beside the code."}}'
