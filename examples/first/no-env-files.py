#!/usr/bin/env python3
"""Keeps the agent away from .env files.

Runs before a tool call. Exit 2 refuses it, and the agent gets stderr as the reason.
"""
import json
import re
import sys

event = json.load(sys.stdin)

for name, value in event["tool_input"].items():
    if name.endswith("_path") and re.search(r"(^|/)\.env(\.[^/]*)?$", str(value)):
        print("Leave .env files alone: they hold secrets.", file=sys.stderr)
        sys.exit(2)
