import type { Reader } from './reader.ts';

const nothing: Reader = { reads: true, operands: 'nothing' };
const asked = (options: string): Reader => ({ reads: true, options, operands: 'writes' });

/** Programs that print what they are given, or tell of the machine; and the shell's own words that change nothing. */
export const TELL: Readonly<Record<string, Reader>> = {
  'echo|true|false|:': nothing,
  // -v sets a variable.
  printf: { reads: true, ends: true, options: '-v=writes', operands: 'nothing' },
  'test|[': { reads: true, names: true, operands: 'reads' },
  '[[|((': nothing,
  'exit|break|continue|return|sleep': { reads: true, operands: 'nothing' },
  set: { reads: true, options: '-e -u -o=', operands: 'writes' },
  read: { reads: true, options: '-r -s -d= -n= -N= -t= -p=', operands: 'nothing' },
  cd: { reads: true, names: true, operands: 'reads' },
  pwd: { reads: true, options: '-L|--logical -P|--physical', operands: 'writes' },
  basename: { reads: true, options: '-a|--multiple -s|--suffix= -z|--zero', operands: 'nothing' },
  dirname: { reads: true, options: '-z|--zero', operands: 'nothing' },
  seq: {
    reads: true,
    options: '-# -f|--format= -s|--separator= -w|--equal-width',
    operands: 'nothing',
  },
  expr: nothing,
  // As an operand it sets the time, unless it is a form to print it in.
  date: {
    reads: true,
    options: `-d|--date= -u|--utc|--universal -R|--rfc-email|--rfc-2822 -I? --iso-8601? --rfc-3339= -r|--reference=reads
      --debug -s|--set=writes`,
    operands: 'nothing',
  },
  cal: { reads: true, options: '-1 -3 -m -y -j', operands: 'nothing' },
  'whoami|logname|tty|arch': { reads: true, operands: 'writes' },
  'id|groups': {
    reads: true,
    options: '-u|--user -g|--group -G|--groups -n|--name -r|--real -z|--zero',
    operands: 'nothing',
  },
  uname:
    asked(`-a|--all -s|--kernel-name -n|--nodename -r|--kernel-release -v|--kernel-version -m|--machine -p|--processor
      -i|--hardware-platform -o|--operating-system`),
  // Most of its options ask a server for a name.
  hostname: asked(''),
  nproc: asked('--all --ignore='),
  uptime: asked('-p|--pretty -s|--since'),
  free: asked('-b -k -m -g -h|--human -t|--total -w|--wide -l|--lohi --si'),
  locale: { ...asked('-a|--all-locales -m|--charmaps'), operands: 'nothing' },
  // Without names it prints all of the environment, with what is secret in it.
  printenv: { reads: true, operands: 'nothing' },
  which: { reads: true, options: '-a|--all -s', operands: 'nothing' },
  type: { reads: true, options: '-t -a -p -P -f', operands: 'nothing' },
  command: { reads: true, options: '-v -V', operands: 'nothing' },
};
