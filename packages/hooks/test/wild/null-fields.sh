#!/bin/sh
# Behaves like PostToolUse hooks that print every field and set the unused ones to null.
cat > /dev/null
echo '{"decision": null, "reason": null, "hookSpecificOutput": {"additionalContext": "run the linter"}}'
