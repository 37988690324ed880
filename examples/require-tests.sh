#!/bin/sh
# Stop: sends the agent back to work while there is no test.
if [ -z "$(find . -name '*.test.*' -not -path '*/node_modules/*' | head -n 1)" ]; then
  echo "There is no test yet. Please write first.test.js: a test for what you changed" >&2
  exit 2
fi
