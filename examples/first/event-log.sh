#!/usr/bin/env bash
# Writes every event to ~/wave-events.jsonl.
# Runs when the agent waits for you or is done. It can only look on.
set -u
event=$(cat)

printf '%s\n' "$event" >> "$HOME/wave-events.jsonl"
