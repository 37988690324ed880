#!/usr/bin/env bash
# Keeps the agent away from .env files.
# Runs before a tool call. Exit 2 refuses it, and the agent gets stderr as the reason.
set -u
event=$(cat)

if grep -Eq '"(file|notebook)_path": *"(([^"\\]|\\.)*/)?\.env(\.[^/"]*)?"' <<<"$event"; then
  echo 'Leave .env files alone: they hold secrets.' >&2
  exit 2
fi
