#!/bin/sh
# .wave/guard.sh AGENT [options] < event.json
#
# Written by "wave guard install". The entries in the settings of other agents run it for each of their
# events, so it belongs into the repository with them. It looks for this project's Wave, then for the one
# on the PATH. Without Wave, it refuses.
wave_fail=2 wave_means='nothing is let through'
case ${1-} in --fail=*) wave_fail=${1#--fail=} wave_means='nothing is guarded' ;; esac

wave_at=${0%/*}
case $wave_at in /*) ;; *) wave_at=$PWD/$wave_at ;; esac
while [ "$wave_at" ]; do
  wave_at=${wave_at%/*}
  wave_f=$wave_at/node_modules/@wavehooks/wave/dist/wave-guard
  [ -s "$wave_f" ] && exec /bin/sh "$wave_f" "$@"
done
wave_f=$(command -v wave-guard) && exec "$wave_f" "$@"

echo "wave guard: there is no Wave here, so $wave_means. Run npm ci in this project; if that brings none, put wave on your PATH." >&2
exit "$wave_fail"
