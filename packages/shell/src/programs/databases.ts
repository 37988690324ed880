import type { Program } from './program.ts';

/** Clients of databases: some words of theirs run a shell. */
export const DATABASES: Readonly<Record<string, Program>> = {
  psql: {
    options:
      '-c|--command=code.sql! -f|--file=loads! -l|--list! -d|--dbname= -h|--host= -p|--port= -U|--username= -w -W -v|--set|--variable= -X|--no-psqlrc -A|--no-align -t|--tuples-only -x|--expanded -q|--quiet -o|--output=writes.barred -L|--log-file=writes -P|--pset= -F= -R= -T= -H|--html --csv -s -S -1|--single-transaction -b -e -E -n -z -0 -V|--version! --help?!',
    operands: 'sends',
    input: 'code.sql',
  },
  'mysql|mariadb|mycli|pgcli|litecli': {
    options:
      '-e|--execute=code.sql! -u|--user= -p|--password? -h|--host= -P|--port= -D|--database= -S|--socket= -N|--skip-column-names -B|--batch -s|--silent -r|--raw -t|--table -v|--verbose -A|--no-auto-rehash -f|--force -E|--vertical -X -H --pager?runs --tee=writes --init-command=code.sql --defaults-file=loads --defaults-extra-file=loads --plugin-dir=loads -V|--version! --help! --protocol= --ssl-mode= --default-character-set=',
    operands: 'sends',
    input: 'code.sql',
  },
  'sqlite3|sqlite|duckdb': {
    dash: true,
    options:
      '-cmd|--cmd|-c=code.sql -init|--init=loads -separator= -header -noheader -csv -json -line -column -list -html -box -table -markdown -readonly -bail -batch -interactive -echo -nullvalue= -version|--version! -help|--help! -tabs -quote -ascii -newline= -safe -unsafe-testing',
    operands: 'reads code.sql',
    input: 'code.sql',
  },
  'mongosh|mongo': {
    options:
      '--eval=code! -f|--file=loads --host= --port= -u= -p= --quiet --norc --json? --nodb --shell:code',
    operands: 'sends loads',
    input: 'code',
  },
  'redis-cli|valkey-cli': {
    options: '--eval=loads -h= -p= -a= -n= -u= -x -r= -i= --pipe --raw --csv --json',
    operands: 'sends',
  },
  'sqlplus|isql|clickhouse-client|influx|cqlsh': {
    options:
      '-q|--query|-e|--execute=code.sql! -f|--file=loads! -h|--host= -u|--user= --password= -d=',
    operands: 'sends',
    input: 'code.sql',
  },
};
