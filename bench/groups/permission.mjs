import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { withoutNpm } from '@wavehooks/process';
import { decidePermission } from '../../packages/agent-sdk/dist/permissions/decide.js';
import { lookAt } from '../../packages/agent-sdk/dist/permissions/facts/facts.js';
import { bash } from '../../packages/agent-sdk/dist/tools/shell/bash.js';
import { tempDir } from '../programs.mjs';

const DECISIONS = 1_000;

/** An agent's commands come seconds after the last change of most directories. */
const STILL_MS = 3_500;

/**
 * About 200 characters each, another one each time, as an agent sends them; what is decided, so that a row
 * cannot get fast by deciding something else.
 */
const COMMANDS = {
  'a command that only reads': {
    answer: 'yes',
    line: (n) =>
      `grep -rn --include="*.ts" --exclude-dir=node_modules --exclude-dir=dist "createSession${n}\\|openSession${n}" src/lib/session.ts src/lib/agent.ts src/lib/session.test.ts src/lib/agent.test.ts package.json`,
  },
  'a command that a rule allows': {
    answer: 'yes',
    line: (n) =>
      `npm test -- --reporter=dot --bail=1 --testTimeout=20000 --maxWorkers=2 --coverage.enabled=false --testNamePattern="createSession${n}" src/lib/session.test.ts src/lib/agent.test.ts src/lib/session${n}.test.ts`,
  },
  'a command that changes things': {
    answer: 'ask',
    line: (n) =>
      `sed -i "s/createSession${n}(options, handlers)/openSession${n}({ ...options, handlers })/g" src/lib/session.ts src/lib/agent.ts src/lib/session.test.ts src/lib/agent.test.ts src/lib/helpers.ts src/lib/index.ts`,
  },
  'nine programs that only read': {
    answer: 'yes',
    line: (n) =>
      `cd src && grep -rn "create${n}" lib/session.ts lib/agent.ts | head -40 && head -60 lib/agent.ts && git status --short && git log --oneline -5 && wc -l lib/agent.ts && cat package.json README.md | tail -20`,
  },
  'ten programs, one by a rule': {
    answer: 'yes',
    line: (n) =>
      `cd src && ls -la lib && grep -n "create${n}" lib/session.ts lib/agent.ts | head -20 && git status --short && wc -l lib/agent.ts; npm test -- --reporter=dot --bail=1 2>&1 | grep -v "^warn" | tail -40 && echo "tests ran"`,
  },
  'five programs that change things': {
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
  await wait(STILL_MS);
  const place = { projectDir: dir, cwd: dir, env: { ...withoutNpm(process.env) } };
  const floor = 'a loop of about 0.1 ms, 99th of 100';
  const cases = [
    { name: floor, unit: 'µs', run: async () => p99(loop) },
    ...Object.entries(COMMANDS).map(([name, command]) => ({
      name: `${name}, 99th of 100`,
      unit: 'µs',
      floor,
      run: async () => p99(() => mustDecide(command, place)),
    })),
  ];
  return { cases, close: remove };
}

/** Nothing but arithmetic: what is beyond 0.1 ms at the 99th of 100 is the machine's. */
function loop() {
  let sum = 0;
  for (let n = 0; n < 50_000; n++) sum = (sum * 31 + n) | 0;
  if (sum === 1) throw new Error('nobody comes here');
}

const NOW = { rules: RULES, mode: 'default', verdict: 'none', canAsk: true, isolates: () => true };

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
