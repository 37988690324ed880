import { lstatSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { withoutNpm } from '@wavehooks/process';
import { decidePermission } from '../../packages/agent-sdk/dist/permissions/decide.js';
import { lookAt } from '../../packages/agent-sdk/dist/permissions/facts/facts.js';
import { bash } from '../../packages/agent-sdk/dist/tools/shell/bash.js';
import { tempDir } from '../temp.mjs';

const DECISIONS = 1_000;

/**
 * About 200 characters each, another one each time, as an agent sends them; and what is decided, so that a row
 * cannot get fast by deciding something else.
 */
const COMMANDS = {
  'a command that only reads, 99th of 100': {
    answer: 'yes',
    line: (n) =>
      `cd src && grep -rn "create${n}" lib/session.ts lib/agent.ts | head -40 && sed -n 1,60p lib/agent.ts && git status --short && git log --oneline -5 && wc -l lib/*.ts && cat package.json README.md | tail -20`,
  },
  'a command that a rule covers in part, 99th of 100': {
    answer: 'yes',
    line: (n) =>
      `cd src && ls -la lib && grep -n "create${n}" lib/session.ts lib/agent.ts | head -20 && git status --short && wc -l lib/*.ts; npm test -- --reporter=dot --bail=1 2>&1 | grep -v "^warn" | tail -40 && echo "tests ran"`,
  },
  'a command that changes things, 99th of 100': {
    answer: 'ask',
    line: (n) =>
      `mkdir -p build/out && cp src/lib/session.ts src/lib/agent.ts build/out/ && sed -i "s/create${n}/openSession/g" build/out/session.ts && rm -rf build/cache build/old && touch build/out/.stamp build/done.txt`,
  },
};

const RULES = {
  allow: ['Bash(npm test *)', 'Bash(npm run *)'],
  ask: ['Bash(git push *)'],
  deny: ['Read(.env)', 'Bash(sudo *)'],
};

/** How long the table of permissions takes for one command, file system included. */
export const permission = { name: 'permission', open };

async function open() {
  const { dir, remove } = await tempDir();
  const lib = join(dir, 'src', 'lib');
  await mkdir(join(dir, '.git'), { recursive: true });
  await mkdir(lib, { recursive: true });
  await writeFile(join(dir, '.git', 'HEAD'), 'ref: refs/heads/main\n');
  await writeFile(join(dir, '.git', 'config'), '[core]\n\tbare = false\n');
  for (const name of ['session.ts', 'agent.ts', 'session.test.ts', 'agent.test.ts'])
    await writeFile(join(lib, name), 'export {};\n');
  await writeFile(join(dir, 'package.json'), '{}\n');
  await writeFile(join(dir, 'README.md'), '# A project\n');
  const place = { projectDir: dir, cwd: dir, env: withoutNpm(process.env) };
  const floor = 'one look at a file, 99th of 100';
  const cases = [
    { name: floor, unit: 'µs', run: async () => p99(() => lstatSync(join(lib, 'agent.ts'))) },
    ...Object.entries(COMMANDS).map(([name, command]) => ({
      name,
      unit: 'µs',
      floor,
      limit: { median: 200 },
      run: async () => p99(() => mustDecide(command, place)),
    })),
  ];
  return { cases, close: remove };
}

const NOW = { rules: RULES, mode: 'default', verdict: 'none', canAsk: true };

let asked = 0;

function mustDecide({ line, answer }, place) {
  asked += 1;
  const call = {
    tool: bash,
    input: { command: line(asked) },
    place,
    readable: [`${place.projectDir}-texts`],
  };
  const decided = decidePermission(lookAt(call).facts(NOW));
  if (decided.answer !== answer) throw new Error(`decided "${decided.answer}", not "${answer}"`);
}

/** Microseconds that 99 of 100 stay within. */
function p99(work) {
  const took = [];
  for (let n = 0; n < DECISIONS; n++) {
    const began = performance.now();
    work();
    took.push(performance.now() - began);
  }
  return took.sort((a, b) => a - b)[Math.floor(DECISIONS * 0.99)] * 1_000;
}
