// What has to work in a project that was empty a moment ago.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';

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

const STRICT =
  '--noEmit --strict --skipLibCheck false --module nodenext --types node --allowImportingTsExtensions';

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
    run(`tsc ${STRICT} hooks/no-force-push.ts`);
    node('hooks/build.mjs');
    expectIn(run('wave hooks test hooks/no-force-push.scenario.json'), ' 0 failed, 0 skipped');
  };
  return {
    'wave --version': () => expectIn(run('wave --version'), version),
    'ccc --version': () => expectIn(run('ccc --version'), version),
    'a TypeScript hook compiles, strictly': () => {
      write('guard.ts', GUARD(names.kit));
      run(`tsc ${STRICT} guard.ts`);
    },
    'wave hooks init and test': () => {
      run('wave hooks init no-force --event PreToolUse --language javascript');
      expectIn(run('wave hooks test hooks'), ' 0 failed');
    },
    ...(strips(nodeVersion) ? { 'a guard in TypeScript, tested': guardInTypeScript } : {}),
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
