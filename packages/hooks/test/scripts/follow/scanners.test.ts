import { expect, test } from 'vitest';
import { importsIn } from '../../../src/scripts/follow/python.ts';
import { readScript } from '../../../src/scripts/follow/shell-text.ts';

test.each<[string, string[]]>([
  ['import json', ['json']],
  ['import json, re as r, a.b.c as d', ['json', 're', 'a.b.c']],
  ['from rules import x', ['rules x']],
  ['from rules import (\n  x, # why\n  y as z,\n)', ['rules x y']],
  ['from . import rules', ['. rules']],
  ['from .rules import x', ['.rules x']],
  ['from ..a.b import c', ['..a.b c']],
  ['from rules import *', ['rules *']],
  ['import a; import b', ['a', 'b']],
  ['try: import a\nexcept ImportError: import b', ['a', 'b']],
  ['def f():\n\timport a', ['a']],
  ['import \\\n  a', ['a']],
  ['exec("import a")', ['a']],
  [`importlib.import_module('a.b')`, ['a.b']],
  [`__import__("a")`, ['a']],
  ['"""\nimport the rules from here\n"""', []],
  ['important = 1\nx.import_y()', []],
])('Python imports: %j', (text, expected) => {
  const found = importsIn(text).map(({ name, level, parts }) =>
    [`${'.'.repeat(level)}${name}`, ...parts].join(' '),
  );
  expect(found.sort()).toEqual(expected.sort());
});

test.each<[string, string]>([
  ['. ./lib.sh', './lib.sh'],
  ['source "$WAVE_PROJECT_DIR"/lib.sh', '/p/lib.sh'],
  ['. "$(dirname "$0")/lib.sh"', 'hooks/lib.sh'],
  ['. "$(dirname -- "$0")"/lib.sh', 'hooks/lib.sh'],
  ['. $(dirname $0)/lib.sh', 'hooks/lib.sh'],
  ['. "`dirname "$0"`/lib.sh"', 'hooks/lib.sh'],
  ['. "${0%/*}/lib.sh"', 'hooks/lib.sh'],
  ['source "${BASH_SOURCE%/*}/lib.sh"', 'hooks/lib.sh'],
  ['source "${BASH_SOURCE[0]%/*}/lib.sh"', 'hooks/lib.sh'],
  ['source "$(dirname "${BASH_SOURCE[0]}")/lib.sh"', 'hooks/lib.sh'],
  ['. "$(cd "$(dirname "$0")" && pwd)/lib.sh"', 'hooks/lib.sh'],
  ['. "$(cd -- "$(dirname -- "${BASH_SOURCE[0]}")" && pwd -P)/lib.sh"', 'hooks/lib.sh'],
  ['. "$(dirname "$(readlink -f "$0")")/lib.sh"', 'hooks/lib.sh'],
  ['DIR="$(cd "$(dirname "$0")" && pwd)"\n. "$DIR/lib.sh"', 'hooks/lib.sh'],
  ['HERE=$(dirname "$0")\nLIB="$HERE/lib"\n. "$LIB/x.sh"', 'hooks/lib/x.sh'],
  ['A=a\nA=b\n. "$A/x.sh"', 'undefined'],
  ['A=a\nfor A in b c; do . "$A/x.sh"; done', 'undefined'],
  ['{ . ./lib.sh; }', './lib.sh'],
  ['f() { . ./lib.sh; }; f', './lib.sh'],
  ['if ! . ./lib.sh; then exit 2; fi', './lib.sh'],
  ['case x in x) . ./lib.sh;; esac', './lib.sh'],
  ['[ -f x ] && . ./lib.sh || exit 2', './lib.sh'],
  ['for x in 1; do source ./lib.sh; done', './lib.sh'],
  ['. "$1"', 'undefined'],
  ['cat <<EOF\n. ./not-this.sh\nEOF\n. ./lib.sh', './lib.sh'],
])('a shell script reads: %j', (text, expected) => {
  const { commands } = readScript(text, { WAVE_PROJECT_DIR: '/p' }, 'hooks');
  const read = commands.filter(({ argv }) => /^(\.|source)$/.test(argv[0] ?? ''));
  expect(read.map(({ argv }) => String(argv[1]))).toEqual([expected]);
});
