#!/usr/bin/env python3
"""PreToolUse on Read: documentation inside the project is read without a question."""
import json
import os
import sys

DOCS = (".md", ".mdx", ".txt", ".rst", ".json")

event = json.load(sys.stdin)
# Where the path really leads counts, not how it is written.
path = os.path.realpath(event["tool_input"].get("file_path", ""))
root = os.path.realpath(event["cwd"])

if path.endswith(DOCS) and os.path.commonpath([path, root]) == root:
    reason = "Documentation may be read."
    section = {"hookEventName": "PreToolUse", "permissionDecision": "allow", "permissionDecisionReason": reason}
    print(json.dumps({"hookSpecificOutput": section}))
