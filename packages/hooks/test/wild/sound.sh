#!/bin/sh
# Behaves like the many Stop hooks that play a sound: the player runs on in the background and holds
# stdout open; the hook itself is done at once.
cat > /dev/null
sleep 20 &
echo playing
