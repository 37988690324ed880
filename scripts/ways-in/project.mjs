// What has to work in a project as people have them: with workspaces, a tsconfig.json, eslint and vitest of its own.
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** What the project installs beside Wave. */
export const PROJECT_TOOLS =
  'typescript@5.9.3 @types/node eslint @eslint/js globals typescript-eslint vitest'.split(' ');

const PROJECT = {
  'package.json': JSON.stringify({
    name: 'my-project',
    version: '1.0.0',
    private: true,
    workspaces: ['packages/*'],
  }),
  'pnpm-workspace.yaml': 'packages: [packages/*]\n',
  'packages/app/package.json': JSON.stringify({ name: 'app', version: '1.0.0' }),
  'packages/app/src/sum.ts': 'export const sum = (a: number, b: number) => a + b;\n',
  'packages/app/src/sum.test.ts': `import { expect, test } from 'vitest';
import { sum } from './sum';
test('adds', () => expect(sum(1, 2)).toBe(3));
`,
  'tsconfig.json': JSON.stringify({
    compilerOptions: {
      ...{ target: 'es2022', module: 'esnext', moduleResolution: 'bundler' },
      ...{ strict: true, noEmit: true, skipLibCheck: true },
    },
    include: ['packages/*/src'],
  }),
  'eslint.config.mjs': `import js from '@eslint/js';
import globals from 'globals';
import tseslint from 'typescript-eslint';
export default tseslint.config(js.configs.recommended, tseslint.configs.recommended, {
  languageOptions: { globals: globals.node },
});
`,
};

/** Writes the project, and what its package manager wants besides. */
export function writeProject(dir, files) {
  for (const [name, text] of Object.entries({ ...PROJECT, ...files })) {
    mkdirSync(dirname(join(dir, name)), { recursive: true });
    writeFileSync(join(dir, name), text);
  }
}

const GUARD = (kit) => `import { defineHook, deny } from '${kit}';
import { commandsIn } from '${kit}/shell';

export const hook = defineHook('PreToolUse', (input) => {
  if (input.tool_name !== 'Bash') return;
  const { commands, unread } = commandsIn(input.tool_input.command);
  if (unread.length > 0 || commands.some(({ program }) => program === 'dd')) return deny('Not here.');
});
// @ts-expect-error A Stop hook has nothing to deny.
export const wrong = defineHook('Stop', () => deny('no'));
`;

const AGENT = (sdk) => `import { Agent } from '${sdk}';

const agent = await Agent.create({ model: 'practice', confirm: async () => true });
console.log((await agent.sendMessage('run echo hello')).text);
await agent.close();
`;

/** Node takes the types out of a hook itself from this version on. */
const STRIPS = [22, 13];

/**
 * `run(words)` runs a program of the project's, as its package manager does, and `node(file)` a module of it. Both
 * return stdout, and throw for a failure.
 */
export function stepsOf(dir, names, version, { run, node, nodeVersion }) {
  const write = (name, text) => writeFileSync(join(dir, name), text);
  const expectIn = (text, part) => {
    if (!text.includes(part)) throw new Error(`expected "${part}" in the output, got:\n${text}`);
  };
  const guardInTypeScript = () => {
    expectIn(run('wave hooks init --event PreToolUse --language typescript'), 'no-force-push.ts');
    write('hooks/guard.ts', GUARD(names.kit));
    run('tsc -p hooks');
    node('hooks/build.mjs');
    expectIn(run('wave hooks test hooks/no-force-push.scenario.json'), ' 0 failed, 0 skipped');
  };
  return {
    'wave --version': () => expectIn(run('wave --version'), version),
    'ccc --version': () => expectIn(run('ccc --version'), version),
    'wave hooks init and test': () => {
      run('wave hooks init no-force --event PreToolUse --language javascript');
      expectIn(run('wave hooks test hooks'), ' 0 failed');
    },
    ...(strips(nodeVersion)
      ? {
          'a guard in TypeScript, tested': guardInTypeScript,
          "the project's own checks pass, beside the hooks": () => {
            for (const check of ['tsc --noEmit', 'eslint .', 'vitest run']) run(check);
          },
        }
      : {}),
    'the agent in a program': () => {
      write('agent.mjs', AGENT(names.sdk));
      expectIn(node('agent.mjs'), 'hello');
    },
  };
}

function strips(nodeVersion) {
  const [major, minor] = nodeVersion.split('.').map(Number);
  return major > STRIPS[0] || (major === STRIPS[0] && minor >= STRIPS[1]);
}
