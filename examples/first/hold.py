#!/usr/bin/env python3
"""Blocks while HOLD.txt is there.

Runs when settings or an approved script changed on disk. Exit 2 blocks it, and stderr says why.
"""
import json
import os
import sys

event = json.load(sys.stdin)

if os.path.exists("HOLD.txt"):
    print("HOLD.txt is there: wait until it is gone.", file=sys.stderr)
    sys.exit(2)
