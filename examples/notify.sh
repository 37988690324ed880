#!/bin/sh
# Stop: tells you that the agent is done. It never holds the turn, whatever becomes of the message.
# NOTIFIER names a program that gets the text; otherwise the desktop's own is tried.
cat > /dev/null
text="The agent is done in $(basename "$PWD")."

if [ -n "$NOTIFIER" ]; then "$NOTIFIER" "$text"
elif command -v notify-send > /dev/null; then notify-send Wave "$text"
elif command -v osascript > /dev/null; then osascript -e "display notification \"$text\""
fi > /dev/null 2>&1
exit 0
