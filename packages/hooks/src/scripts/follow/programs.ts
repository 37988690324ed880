/**
 * Words of the shell, and programs that load nothing of a project: a script that runs only these is all
 * there is to it. Whatever is not here may load more.
 */
const OUTSIDE: ReadonlySet<string> = new Set(
  [
    ': [ [[ ]] { } ! alias bg break case cd command continue declare do done echo elif else esac eval exit export false fg fi for function getopts hash if in jobs kill let local printf pwd pushd popd read readonly return select set setopt shift shopt test then time times trap true type typeset ulimit umask unalias unset until wait while',
    'arch b2sum base32 base64 basename bc cal cat chmod chown cksum clear cmp column comm cp csplit cut date dc dd df diff dircolors dirname du egrep expand expr factor fgrep file fmt fold free getconf groups gzip gunzip head hexdump hostname iconv id install join jq kill less ln locale logger logname ls md5sum mkdir mkfifo mktemp more mv nl nproc numfmt od paste patch pathchk pgrep pr printenv ps ptx readlink realpath rev rm rmdir seq sha1sum sha224sum sha256sum sha384sum sha512sum shasum shred shuf sleep sort split stat stty sum sync tac tail tee touch tput tr truncate tsort tty uname unexpand uniq unlink uptime users wc which who whoami xxd yes zcat',
    'awk gawk mawk sed grep rg curl wget notify-send say afplay paplay aplay pbcopy pbpaste xclip',
  ].flatMap((line) => line.split(' ')),
);

/** Of these one verb alone is like that. */
const VERBS: ReadonlySet<string> = new Set(['wave shell']);

export const isOutside = (program: string, verb = ''): boolean =>
  OUTSIDE.has(program) || VERBS.has(`${program} ${verb}`);
