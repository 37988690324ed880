import { mkdir, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { timed } from '../measure.mjs';
import { mustSucceed, raw } from '../raw.mjs';
import { tempDir } from '../temp.mjs';

const KIT = fileURLToPath(new URL('../../packages/hook-kit', import.meta.url));

const HOOK = `import { ask, defineHook, rewrite } from '@wavehooks/hook-kit';
export const hook = defineHook('PreToolUse', ({ tool_input }) =>
  ask('pnpm is used here', rewrite({ command: tool_input.command.replace('npm', 'pnpm') })));
`;

const EVENT = JSON.stringify({
  hook_event_name: 'PreToolUse',
  tool_name: 'Bash',
  tool_input: { command: 'npm install', timeout: 30 },
});

/** What a hook built with the kit costs on top of Node, as whole processes. */
export const kit = { name: 'kit', open };

async function open() {
  const { dir, remove } = await tempDir();
  await mkdir(join(dir, 'node_modules/@wavehooks'), { recursive: true });
  await symlink(KIT, join(dir, 'node_modules/@wavehooks/hook-kit'));
  const files = { hook: join(dir, 'hook.mjs'), empty: join(dir, 'empty.mjs') };
  await writeFile(files.hook, HOOK);
  await writeFile(files.empty, '');
  const floor = 'node -e 0';
  const cases = [
    node(floor, ['-e', '0'], dir),
    node('node with an empty module', [files.empty], dir, { floor }),
    node('a hook built with the kit', [files.hook], dir, { floor, limit: { over: 10 } }),
  ];
  return { cases, close: remove };
}

function node(name, args, cwd, more = {}) {
  const once = async () => mustSucceed(await raw(process.execPath, args, EVENT, { cwd }), name);
  return { name, unit: 'ms', run: () => timed(once), ...more };
}
