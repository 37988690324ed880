#!/bin/sh
# UserPromptSubmit: what it prints is added to the model's context.
echo "Today is $(date +%A). The project's tests run with: make test"
