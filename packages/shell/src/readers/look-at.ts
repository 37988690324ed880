import type { Reader } from './reader.ts';

/** Programs that list files or tell of them, and never show what is in one. */
export const LOOK_AT: Readonly<Record<string, Reader>> = {
  ls: {
    reads: true,
    names: true,
    here: true,
    // -I, -T and -w take a value in one ls and none in another; -L follows links.
    options: `-a|--all -A|--almost-all --author -b|--escape --block-size= -B|--ignore-backups -c -C --color?
      --colour? -d|--directory -f -F --classify? --file-type --format= --full-time -g
      --group-directories-first -G|--no-group -h|--human-readable --si --hide= --ignore= --hyperlink? --indicator-style=
      -i|--inode -k|--kibibytes -l -m -n|--numeric-uid-gid -N|--literal -o -p -q|--hide-control-chars
      --show-control-chars -Q|--quote-name --quoting-style= -r|--reverse -R|--recursive -s|--size -S --sort= --time=
      --time-style= -t --tabsize= -u -U -v --width= -x -X --context --zero -1`,
    operands: 'reads',
  },
  tree: {
    reads: true,
    names: true,
    below: true,
    here: true,
    // -R starts tree again in directories below, with -o.
    options: `-a -d -f -i -s -h -p -u -g -D -q -N -Q -n -C -A -S -r -t -c -U -v -x -F -J -X -L= -P= -I= --noreport
      --dirsfirst --filesfirst --prune --gitignore --du --si --charset= --filelimit= --timefmt= --sort= --matchdirs
      --ignore-case --metafirst --inodes --device -o=writes -R:writes`,
    operands: 'reads',
  },
  stat: {
    reads: true,
    names: true,
    options: '-c|--format= --printf= -f|--file-system -L|--dereference --terse -x --cached=',
    operands: 'reads',
  },
  du: {
    reads: true,
    names: true,
    below: true,
    here: true,
    options: `-a|--all -b|--bytes -c|--total -d|--max-depth= -h|--human-readable -k -m -s|--summarize
      -S|--separate-dirs --threshold= -x|--one-file-system --apparent-size --exclude= -0|--null --time?
      --time-style= --si --inodes --block-size= -l|--count-links -P|--no-dereference`,
    operands: 'reads',
  },
  df: {
    reads: true,
    names: true,
    options: `-a|--all --block-size= -h|--human-readable -H|--si -i|--inodes -k -l|--local -P|--portability
      -T|--print-type --type= --exclude-type= --total --output?`,
    operands: 'reads',
  },
  realpath: {
    reads: true,
    names: true,
    options: `-e|--canonicalize-existing -m|--canonicalize-missing -L|--logical -P|--physical -q|--quiet
      -s|--strip|--no-symlinks --relative-to=reads --relative-base=reads -z|--zero`,
    operands: 'reads',
  },
  readlink: {
    reads: true,
    names: true,
    options: `-f|--canonicalize -e|--canonicalize-existing -m|--canonicalize-missing -n|--no-newline -q|--quiet
      -s|--silent -v|--verbose -z|--zero`,
    operands: 'reads',
  },
  find: {
    reads: true,
    names: true,
    below: true,
    here: true,
    dash: true,
    options: `-H -P -depth -mount -xdev -daystart -noleaf -nouser -nogroup -empty -executable -readable -writable
      -true -false -print -print0 -ls -prune -quit -not -a -and -o -or -warn -nowarn -ignore_readdir_race
      -noignore_readdir_race -name= -iname= -path= -ipath= -wholename= -iwholename= -regex= -iregex= -lname= -ilname=
      -regextype= -maxdepth= -mindepth= -type= -xtype= -size= -mtime= -atime= -ctime= -mmin= -amin= -cmin=
      -newer=reads -anewer=reads -cnewer=reads -newermm=reads -newerma=reads -newermc=reads -newermt= -newerat=
      -newerct= -newerBt= -samefile=reads -perm= -user= -group= -uid= -gid= -links= -inum= -used= -fstype= -printf=
      -delete:writes -fprint=writes -fprint0=writes -fls=writes -fprintf=writes`,
    operands: 'reads',
  },
  'fd|fdfind': {
    reads: true,
    names: true,
    below: true,
    here: true,
    // -l runs ls, -L follows links.
    options: `-H|--hidden -I|--no-ignore -u|--unrestricted -s|--case-sensitive -i|--ignore-case -g|--glob --regex
      -F|--fixed-strings -a|--absolute-path -p|--full-path -d|--max-depth|--maxdepth= --min-depth= --exact-depth=
      -t|--type= -e|--extension= -E|--exclude= -S|--size= --changed-within= --changed-before= -c|--color=
      -0|--print0 -1 -q|--quiet --max-results= -j|--threads= --prune --no-ignore-vcs --no-ignore-parent --and=
      --strip-cwd-prefix --show-errors --one-file-system -V|--version`,
    operands: 'nothing reads',
  },
};
