import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { createEngine } from '../../../src/engine/engine.ts';
import { commandProblem } from '../../../src/scripts/command.ts';
import { startedBy } from '../../../src/scripts/started.ts';
import { fire, INPUTS, tempDir } from '../../helpers.ts';

test.each([
  ['sh guard.sh', 'sh', 'guard.sh'],
  ['/bin/sh ./guard', '/bin/sh', './guard'],
  ['A=1 exec python3 "$DIR"/g.py', 'python3', '/d/g.py'],
  ['/usr/bin/env B=2 node g.mjs', 'node', 'g.mjs'],
  ['bash -eu -o pipefail x.sh', 'bash', undefined],
  ['bash -eu x.sh', 'bash', 'x.sh'],
  ['python3 -u g.py', 'python3', 'g.py'],
  ['node --import ts-node/esm g.ts', 'node', undefined],
  ['node --no-warnings g.mjs', 'node', 'g.mjs'],
  ['. ./lib.sh; check', '.', './lib.sh'],
  ['sh < guard.sh', 'sh', 'guard.sh'],
  ['sh > out.txt guard.sh', 'sh', 'guard.sh'],
  ['sh -c "./x.sh"', 'sh', undefined],
  ['bash -lc ./x.sh', 'bash', undefined],
  ['sh -s ./x', 'sh', undefined],
  ['python3 - ./x.py', 'python3', undefined],
  ['python3 -m pkg.guard', 'python3', undefined],
  ['perl -ne ./x', 'perl', undefined],
  ['node --eval 1 x.js', 'node', undefined],
  ['deno https://host/x.ts', 'deno', undefined],
  ['sh "$NOBODY_KNOWS"/x.sh', 'sh', undefined],
  ['jq .x', 'jq', undefined],
  ['! ./x', './x', undefined],
  ['timeout 5 sh x.sh', 'sh', 'x.sh'],
  ['if true; then sh x.sh; fi', 'true', undefined],
])('%s starts %s with %s', (command, program, script) => {
  const started = { program, ...(script === undefined ? {} : { script }) };
  expect(startedBy(command, { DIR: '/d' })).toEqual(started);
});

test.each([
  ...['', '$X y', 'env -i sh x.sh', 'command -v jq', 'exec 2>&1; ./x'],
  ...['n=$((1+2)); exit 0', 'PATH="$DIR/scripts:$PATH" check.sh', 'PATH=bin:$PATH; chk'],
  ...['env PATH="$PWD/bin:$PATH" chk', 'b=$(gh pr view 2>/dev/null || true); exit 0'],
  ...['X=$(python3 ./none.py || true); exit 2', 'F=$(. ./.env.local; echo $F); exit 2'],
])('of %j only a shell can tell', (command) => {
  expect(startedBy(command, {})).toBeUndefined();
  expect(commandProblem(command, { projectDir: '/', path: '' })).toBeUndefined();
});

test('what hooks of an event are to start and is not there is named, by its path', async () => {
  const projectDir = tempDir();
  const cwd = join(projectDir, 'sub');
  mkdirSync(cwd);
  for (const file of ['root.sh', 'sub/here.sh', 'sub/bare.js'])
    writeFileSync(join(projectDir, file), '');
  const hook = (command: string, more: object = {}) => ({
    type: 'command' as const,
    command,
    ...more,
  });
  const engine = await createEngine({
    projectDir,
    env: { ...process.env, SOME: cwd },
    launcher: false,
    hooks: {
      PreToolUse: [
        {
          matcher: 'Bash',
          hooks: [
            hook('sh here.sh'),
            hook('sh root.sh'),
            hook('node ./bare'),
            hook('sh root.sh', { type: 'worker', name: 'stays' }),
            hook('sh here.sh', { type: 'worker', name: 'lost' }),
            hook('python3 "$SOME"/gone.py'),
            hook('sh "$OWN"/x.sh', { env: { OWN: '/nowhere' } }),
            hook('./gone.sh', { enabled: false }),
            hook('no-such-program-here'),
            { type: 'function', name: 'f', run: () => undefined },
          ],
        },
        { matcher: 'Read', hooks: [hook('./other.sh')] },
      ],
    },
  });
  const input = (tool: string) =>
    ({ hook_event_name: 'PreToolUse', tool_name: tool, tool_input: {}, cwd }) as never;
  expect(engine.missing(input('Bash'))).toEqual([
    `hook "sh root.sh": there is no ${cwd}/root.sh`,
    `hook "lost": there is no ${projectDir}/here.sh`,
    `hook "python3 "$SOME"/gone.py": there is no ${cwd}/gone.py`,
    'hook "sh "$OWN"/x.sh": there is no /nowhere/x.sh',
  ]);
  expect(engine.missing(input('Read'))).toEqual([`hook "./other.sh": there is no ${cwd}/other.sh`]);
  expect(engine.missing({ hook_event_name: 'Nope' } as never)).toEqual([]);
  await engine.close();
});

test(
  'the user hears that nobody judged: an interpreter that exits 2 for it',
  {
    tags: 'python3',
  },
  () => nobodyJudged('python3', 'block'),
);

test('the user hears that nobody judged: a program that is not there', () =>
  nobodyJudged('', 'none'));

async function nobodyJudged(interpreter: string, decision: string) {
  const projectDir = tempDir();
  const file = join(projectDir, 'gone.py');
  const entry = { type: 'command' as const, name: 'guard', command: `${interpreter} ${file}` };
  const engine = await createEngine({
    projectDir,
    launcher: false,
    hooks: { PreToolUse: [{ hooks: [entry] }] },
  });
  const verdict = await engine.fire(INPUTS.PreToolUse).finally(() => engine.close());
  expect(verdict.decision).toBe(decision);
  expect(verdict.toUser).toContainEqual({
    hook: 'guard',
    tone: 'error',
    text: `hook "guard": there is no ${file}`,
    named: true,
  });
}

test('a guard that is there and exits 2 is said to be nothing else', async () => {
  const verdict = await fire('PreToolUse', ['echo no >&2; exit 2']);
  expect(verdict).toMatchObject({ decision: 'block', toAgent: [{ text: 'no' }] });
  expect(JSON.stringify(verdict.toUser)).not.toContain('there is no');
});
