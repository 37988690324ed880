#!/usr/bin/env python3
"""Tells the agent the conventions of this project.

Runs when a session begins or goes on, before its next prompt. What is in additionalContext reaches the model.
"""
import json
import sys

event = json.load(sys.stdin)

note = "Conventions: small commits, tests beside the code."
print(json.dumps({"hookSpecificOutput": {"hookEventName": "SessionStart", "additionalContext": note}}))
