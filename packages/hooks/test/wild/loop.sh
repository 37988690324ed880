#!/bin/sh
# Behaves like anthropics/claude-code, plugins/ralph-wiggum/hooks/stop-hook.sh: while a state file is
# there, a stop is blocked with the same prompt again and a message for the user; at the last round the
# file goes, a plain line is printed, and the agent may stop.
state=.claude/loop.local.md
cat > /dev/null
[ -f "$state" ] || exit 0
round=$(sed -n 's/^iteration: //p' "$state")
most=$(sed -n 's/^max_iterations: //p' "$state")
if [ "$round" -ge "$most" ]; then
  echo "Loop: $most rounds are done."
  rm "$state"
  exit 0
fi
next=$((round + 1))
prompt=$(awk 'marks >= 2; /^---$/ { marks++ }' "$state")
sed "s/^iteration: .*/iteration: $next/" "$state" > "$state.tmp" && mv "$state.tmp" "$state"
cat <<END
{
  "decision": "block",
  "reason": "$prompt",
  "systemMessage": "round $next"
}
END
