#!/bin/sh
# wave-guard [--node=FILE] [--fail=CODE] AGENT [options] < event.json
#
# The entries in other agents' settings run this. It asks the resident process, which takes a few
# milliseconds. Where there is none, it runs "wave guard", which gives the same answer. Whatever it cannot
# finish ends with CODE, by default 2: the agent then refuses what it asked about.
#
# All of it is one block: a file that was cut short is a syntax error, which refuses too.
{
wave_fail=2 wave_node= wave_means='Nothing is let through.' wave_alone= wave_start=
while :; do
  case ${1-} in
    --node=*) wave_node=${1#--node=} ;;
    --fail=2) ;;
    --fail=*) wave_fail=${1#--fail=} wave_means='The agent goes on unguarded here.' ;;
    # By wave-guard.pl: there is nobody to ask.
    --alone=*) wave_alone=1 wave_start=${1#--alone=} ;;
    *) break ;;
  esac
  shift
done
wave_bin=${0%/*}/../bin
wave_dir=${HOME-}/.wave/run
wave_socket=$wave_dir/@BUILD@
wave_got= wave_with=
wave_perl='@PERL@'

wave_broken() {
  echo "wave guard: the resident process ended before it answered. $wave_means" >&2
  exit "$wave_fail"
}

# perl takes the place of this shell: one process less to wait for. Where nobody answers, it puts this program
# back, with --alone. Nobody needs to hear of a locale that is not there, and bash would count one shell less.
wave_by_perl() {
  [ ! "${BASH_VERSION-}" ] || SHLVL=$((SHLVL + 1))
  PERL_BADLANG=0 exec perl -fe "$wave_perl" -- "$wave_dir" "$wave_socket" "$PWD" "$wave_bin" "$wave_node" \
    $PPID "$wave_fail" "$wave_means" "$0" "$@"
}

# The first request hands over the environment in $1. The event is read only once that was accepted, so
# that it is still there for "wave guard" if not. -q: without the user's settings of curl.
wave_curl() {
  exec curl -q -sNf --fail-early --noproxy '*' --unix-socket "$wave_socket" -m 5 \
    -H Expect: --data-binary "@$1" http://wave/hello \
    --next -sNf --noproxy '*' --unix-socket "$wave_socket" \
    --speed-limit 1 --speed-time 30 -H Expect: -T - http://wave/event
}

# What is said about this call goes along in the environment. Only the form with zero bytes is certain:
# Linux keeps it for every process, here for curl; elsewhere env prints it, or fails.
wave_ask() {
  export wave_guard_says_CWD="$PWD" wave_guard_says_BIN="$wave_bin" wave_guard_says_NODE="$wave_node" \
    wave_guard_says_UMASK="$wave_umask" wave_guard_says_MOUNTS="$wave_mounts" wave_guard_says_WORDS="$*"
  if [ -r /proc/self/environ ]; then
    wave_curl /proc/self/environ
  else
    exec 4<&0
    env -0 | wave_curl /dev/fd/3 3<&0 0<&4
  fi
}

# The mask for new files on the first line, then the directory's mode: nobody else may enter.
wave_look() {
  umask
  exec ls -ldn "$wave_dir"
}

wave_by_curl() {
  command -v curl >/dev/null 2>&1 || return 0
  wave_umask=$(wave_look 2>/dev/null) wave_mounts=
  case $wave_umask in
    *"
drwx------ "* | *"
drwx------. "* | *"
drwx------@ "*) [ -O "$wave_dir" ] || wave_start= ;;
    *) wave_start= ;;
  esac
  if [ "$wave_start" ] && [ -S "$wave_socket" ] && [ -O "$wave_socket" ]; then
    wave_umask=${wave_umask%%"
"*}
    [ -r /proc/self/mountinfo ] && IFS= read -r wave_mounts </proc/self/mountinfo
    wave_got=$(wave_ask "$@" 2>/dev/null)
    # 22: somebody is there, and does not answer for a caller like this one.
    [ $? = 22 ] && wave_start=
  fi
  [ "$wave_got" ] || return 0
  set -f
  IFS=@SEPARATOR@
  set -- $wave_got
  if [ $# = 5 ] && [ "$5" = end ]; then
    printf %s "$3" >&2
    [ "$2" = 0 ] || exit "$wave_fail"
    printf %s "$4" && exit 0
    echo 'wave guard: the answer could not be written.' >&2
    exit "$wave_fail"
  fi
  wave_broken
}

case ${WAVE_GUARD_RESIDENT-}$* in
  # Switched off, or with options that only "wave guard" itself reads.
  off* | *[!a-z\ -]*) ;;
  *)
    # The cheaper one first, unless something changes how it reads and writes.
    if [ ! "${PERL5OPT-}${PERL_UNICODE-}" ] && command -v perl >/dev/null 2>&1; then
      wave_with=wave_by_perl
    elif command -v curl >/dev/null 2>&1; then
      wave_with=wave_by_curl
    fi
    [ "${HOME-}" ] && [ "$wave_with" ] && [ ! "$wave_alone" ] && wave_start=--resident
    ;;
esac
if [ ! "$wave_alone" ] && [ "$wave_start" ] && [ -e "$wave_dir" ]; then
  "$wave_with" "$@"
fi

"${wave_node:-node}" "$wave_bin/guard.cjs" "$@" $wave_start
wave_got=$?
case $wave_got in
  0) exit 0 ;;
  1 | 2) ;;
  *) echo "wave guard: Wave ended with code $wave_got. $wave_means" >&2 ;;
esac
exit "$wave_fail"
}
