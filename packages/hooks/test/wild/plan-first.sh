#!/bin/bash
# Behaves like shell guards for terraform that are found in many repositories: an answer over several
# lines, printed with a here-document. Apply without a plan asks, destroy is denied.
command=$(sed 's/.*"command":"\([^"]*\)".*/\1/')
case $command in
  *'terraform destroy'*) decision=deny reason='destroy is for people' ;;
  *'terraform apply') decision=ask reason='there is no plan file' ;;
  *) exit 0 ;;
esac
cat <<END
{
  "hookSpecificOutput": {
    "hookEventName": "PreToolUse",
    "permissionDecision": "$decision",
    "permissionDecisionReason": "$reason"
  }
}
END
