import type { Program } from './program.ts';

/** A program whose script is its first operand, or comes with an option, or on its input. */
const script = (options: string, more: Program = {}): Program => ({
  options: `${options} --help! --version!`,
  operands: 'loads rest',
  ends: true,
  input: 'code',
  ...more,
});

/** Programs that run code of a language of their own. */
export const INTERPRETERS: Readonly<Record<string, Program>> = {
  'python|pypy|ipython|micropython|jython|bpython': script(
    '-c=code! -m=loads! -b -B -d -E -h! -i:code -I -O -OO -P -q -R -s -S -u -v -V! -W= -x -X= --check-hash-based-pycs=',
  ),
  'node|nodejs|iojs': script(
    '-e|--eval|-pe=code! -p|--print=code! -r|--require=loads --import=loads --loader|--experimental-loader=loads -c|--check -i|--interactive:code -v! -h! -C|--conditions= --env-file=loads --env-file-if-exists=loads --inspect? --inspect-brk? --inspect-port= --input-type= --test:loads! --test-name-pattern= --test-reporter= --watch --watch-path= --run=loads! --max-old-space-size= --no-warnings --trace-warnings --enable-source-maps --expose-gc --experimental-strip-types --experimental-vm-modules --trace-uncaught --stack-trace-limit= --unhandled-rejections= --v8-options! --completion-bash!',
  ),
  'tsx|ts-node|vite-node|babel-node|swc-node|zx|coffee': script(
    '-e|--eval=code! -p|--print|-pe=code! -r|--require=loads --import=loads -c|--check -P|--project=loads --esm -T|--transpile-only --watch',
  ),
  deno: {
    options: '-q|--quiet -L|--log-level= -V! --help! --version!',
    verbs: {
      eval: { options: '-p|--print --ext= -T --ts', operands: 'code rest', ends: true },
      'run|serve': {
        options:
          '-A|--allow-all --allow-read? --allow-write? --allow-net? --allow-env? --allow-run? -r|--reload? -c|--config=loads --import-map=loads --watch? --check? --no-check? -q|--quiet --unstable',
        operands: 'loads rest',
        ends: true,
      },
      'repl|jupyter': { options: '--eval=code --eval-file=loads', input: 'code' },
      task: {
        options: '--cwd= -c|--config=loads --eval:code',
        operands: 'nothing rest',
        ends: true,
      },
      '*': {},
    },
  },
  bun: {
    options:
      '-e|--eval=code! -p|--print=code! -r|--preload=loads --import=loads --cwd= --env-file=loads --hot --watch --smol --silent -b|--bun -c|--config? -v! --version! --revision! --help! -h! -i',
    verbs: { '*': {} },
  },
  'perl|cperl': script(
    '-e=code! -E=code! -M=loads -m=loads -I=loads -n -p -i?writes -0 -a -c -C -d?code -D= -f -F? -h! -l -s -S -t -T -u -U -v! -V?! -w -W -x? -X',
  ),
  'ruby|jruby|truffleruby|mruby': script(
    '-e=code! -r=loads -I=loads -n -p -i?writes -0 -a -c -C= -d -E= -F= -h! -l -s -S -T? -u -U -v! -w -W? -x? -y --enable= --disable= --encoding= --yjit --jit --verbose --debug',
  ),
  'irb|pry': script('-r=loads -e|--exec=code -I=loads -f -d -w'),
  'php|php-cgi|hhvm': script(
    '-r=code! -B=code -R=code -E=code -F=loads -f=loads! -a:code -c=loads -n -d= -e -h! -i! -l -m! -q -s -S=sends -t= -v! -w -z=loads --ini! --rf= --rc= --re= --ri= --run=code! --file=loads!',
  ),
  'lua|luajit|luau|texlua': script('-e=code! -l=loads -i:code -v! -E -W -j= -b -O?'),
  'tclsh|wish|expect|jimsh': script('-c=code! -e=code! -f=loads -encoding= -d -D= -i -n -N -v!'),
  osascript: script('-e=code! -l= -i:code -s='),
  'rscript|r|littler': script(
    '-e=code! -f|--file=loads! --args --no-save --save --no-environ --no-site-file --no-init-file --restore --no-restore --vanilla --slave --no-echo -q|--quiet|--silent --default-packages= --verbose -g|--gui= -d|--debugger=runs',
  ),
  julia: script(
    '-e|--eval=code! -E|--print=code! -L|--load=loads -J|--sysimage=loads -p|--procs= -t|--threads= -i:code -q|--quiet -v! -h! -O? --project? --startup-file= --color=',
  ),
  'groovy|groovysh|scala|kotlin|kotlinc|jrunscript|jjs|nashorn': script(
    '-e=code! -f=loads! -cp|-classpath|--classpath= -l= -i:code -D?',
    { dash: true },
  ),
  jshell: script('-s -q -v -R= -C= --startup=loads --class-path='),
  'ghc|ghci|runghc|runhaskell|stack-ghc': script(
    '-e=code! -o=writes -O? -i? --make --interactive:code',
    { dash: true },
  ),
  'clisp|sbcl|ecl|ccl|abcl': script(
    '-x=code! --eval=code -eval=code -e=code --load=loads -l=loads -i=loads --script?loads --non-interactive --noinform -q -norc',
    { dash: true },
  ),
  'guile|racket|chicken|csi|gsi|scheme|mit-scheme|chez': script(
    '-c=code! -e=code -l=loads -s=loads! -q -L= -x= -f=loads -r -i:code --eval=code',
  ),
  'elixir|iex': script(
    '-e|--eval=code! -r=loads -S=loads! -pr=loads -pa= -pz= --rpc-eval=code --erl= --name= --sname= --cookie= -v!',
  ),
  'erl|escript': script(
    '-eval=code -s=code -run=code -noshell -noinput -pa= -pz= -sname= -name= -config=loads',
    { dash: true },
  ),
  'ocaml|utop|gosh|clojure|clj|bb|nbb|lein': script(
    '-e|--eval|-eval=code! -M? -X? -A? -P -m|--main=loads! -i|--init=loads -r|--repl:code -cp|-I=',
    { dash: true },
  ),
  'octave|octave-cli|matlab|scilab': script(
    '--eval=code! -r=code! -batch=code! -q|--quiet --no-gui --persist -W --norc',
    { dash: true },
  ),
  'gnuplot|gp|maxima|slsh|bpftrace|pike|rebol|io|janet|fennel|nu|xonsh|elvish|crystal|nim|v|dart|gawk-script':
    script('-e|--eval=code! -c|--commands|--run-string=code! -l=loads -p -d --unsafe'),
  'pwsh|powershell': script(
    '-c|-command|-Command|--command=code! -e|-ec|-encodedcommand|-EncodedCommand=code! -f|-file|-File=loads! -noprofile|-nop -noninteractive -executionpolicy|-ep= -nologo',
    { dash: true },
  ),
  'dc|bc': {
    options:
      '-e|--expression=code! -f|--file=reads! -l|--mathlib -q|--quiet -s -w -i -h|--help! -v|--version!',
    operands: 'reads',
  },
  'm4|cpp-m4': {
    options: '-D|--define= -I= -P -s -E -Q -U= -F=writes -R=reads -B=',
    operands: 'loads',
    input: 'code',
  },
  'latex|pdflatex|pdftex|tex|xelatex|lualatex|luatex|context': {
    dash: true,
    options:
      '-shell-escape|--shell-escape|-enable-write18:code --shell-restricted -no-shell-escape --lua=loads -interaction= --interaction= -output-directory= -jobname= -halt-on-error -file-line-error --halt-on-error -synctex= -draftmode -luaonly:code',
    operands: 'code.tex',
  },
  latexmk: {
    dash: true,
    options:
      '-pdf -pdflatex=runs -latex=runs -e=code -r=loads -xelatex -lualatex -c -C -f -silent -interaction= -outdir= -cd -shell-escape:code',
    operands: 'loads',
  },
  java: {
    dash: true,
    options:
      '-jar=loads! -cp|-classpath|--class-path= -version! --version! -agentlib= -javaagent=loads',
    operands: 'loads rest',
    ends: true,
  },
};
