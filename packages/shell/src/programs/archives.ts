import type { Program } from './program.ts';

/** Programs that pack and unpack. */
export const ARCHIVES: Readonly<Record<string, Program>> = {
  'tar|gtar|bsdtar': {
    letters: true,
    options:
      '-c|--create:writes -x|--extract|--get:writes -t|--list -r|--append:writes -u|--update:writes -A|--catenate|--concatenate:writes -d|--diff|--compare --delete:writes --test-label -f|--file=writes -C|--directory= -I|--use-compress-program=runs --to-command=runs --checkpoint? --checkpoint-action=runs.checkpoint -F|--info-script|--new-volume-script=runs --rsh-command=runs --rmt-command=runs -T|--files-from=reads -X|--exclude-from=reads --exclude= --exclude-vcs --exclude-vcs-ignores --exclude-caches --exclude-backups --exclude-tag= --strip-components= --transform|--xform= -z|--gzip|--gunzip|--ungzip -j|--bzip2 -J|--xz --lzip --lzma --lzop -Z|--compress|--uncompress --zstd -a|--auto-compress --no-auto-compress -v|--verbose -p|--preserve-permissions|--same-permissions -P|--absolute-names -k|--keep-old-files --keep-newer-files --overwrite --overwrite-dir --unlink-first|-U --recursive-unlink -m|--touch -O|--to-stdout -w|--interactive|--confirmation -W|--verify -h|--dereference --hard-dereference -l|--check-links -n|--seek -N|--newer|--after-date= --newer-mtime= --no-recursion --recursion --no-same-owner --same-owner --no-same-permissions --numeric-owner --owner= --group= --mode= --mtime= --sort= --format= -H= --one-file-system -s -S|--sparse -M|--multi-volume -L|--tape-length= -V|--label= -g|--listed-incremental=writes -G|--incremental -b|--blocking-factor= -B|--read-full-records -i|--ignore-zeros -K|--starting-file= -o|--old-archive --remove-files:writes --wildcards --no-wildcards --anchored --no-anchored --ignore-case --totals? --index-file=writes --full-time --utc -R|--block-number --quoting-style= --show-transformed-names --show-omitted-dirs --warning= --null --no-null --xattrs --acls --selinux --suffix= --backup? --force-local --one-top-level? --help --version',
    operands: 'reads',
  },
  zip: {
    dash: true,
    options:
      '-r|--recurse-paths -q|--quiet -v -T|--test -TT|--unzip-command=runs -x|--exclude -i|--include -u|--update -f|--freshen -d|--delete -m|--move:writes -j|--junk-paths -9 -0 -1 -e|--encrypt -P|--password= -y|--symlinks -@ -o -X -b= -O=writes -s= -rq -qr -ry -rj',
    operands: 'writes',
  },
  unzip: {
    options: '-l -t -p -q -o -n -d=writes -x -j -v -Z -u -f -a -C -L -X -P= -O= -I=',
    operands: 'reads writes',
  },
  '7z|7za|7zr': {
    dash: true,
    options: '-y -o? -p? -r -so -si -t? -an -mx? -bd',
    operands: 'nothing writes',
  },
  'cpio|pax': {
    options:
      '-i|--extract:writes -o|--create -p|--pass-through:writes -t|--list --rsh-command=runs -F|-I|-O|--file=writes -d|--make-directories -m -u|--unconditional -v|--verbose -H|--format= -D|--directory= -E|--pattern-file=reads -0|--null -a -A -B -c -L --quiet',
    operands: 'nothing',
  },
};
