import { open as openFile, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { timed } from '../measure.mjs';
import { mustSucceed, raw } from '../raw.mjs';
import { tempDir } from '../temp.mjs';

const CCC = fileURLToPath(new URL('../../packages/ccc/bin/ccc.cjs', import.meta.url));
const TRANSCRIPT_MB = 200;
const STOP = { session_id: 'bench', hook_event_name: 'Stop' };

/** What the supervisor costs: where it only has to step aside, and with a long conversation. */
export const ccc = { name: 'ccc', open };

async function open() {
  const { dir, remove } = await tempDir();
  const place = await prepare(dir);
  const hook = [CCC, 'supervisor-hook'];
  const cases = [
    took('node -e 0', ['-e', '0'], '{}', place),
    took('CCC_SUPERVISOR_HOOK=1 supervisor-hook', hook, JSON.stringify(STOP), place, {
      env: { CCC_SUPERVISOR_HOOK: '1' },
      row: { floor: 'node -e 0', limit: { ratio: 1.3 } },
    }),
    weighed('memory of node -e 0', ['-e', '0'], '{}', place),
    weighed('memory, small transcript', hook, JSON.stringify(STOP), place, {
      floor: 'memory of node -e 0',
    }),
    weighed(
      `memory, transcript of ${TRANSCRIPT_MB} MB`,
      hook,
      JSON.stringify({ ...STOP, transcript_path: place.transcript }),
      place,
      { floor: 'memory of node -e 0', limit: { median: 150 } },
    ),
  ];
  return { cases, close: remove };
}

/** A reviewer that answers at once, a conversation, and a look at the memory when a process ends. */
async function prepare(dir) {
  const command = `cat > /dev/null; echo '{"allow_stop":true}'`;
  const config = { supervisor: { reviewer: { type: 'command', command } } };
  await writeFile(join(dir, 'ccc.json'), JSON.stringify(config));
  const weigh = join(dir, 'weigh.cjs');
  const weight = join(dir, 'weight');
  await writeFile(
    weigh,
    `process.on('exit', () => require('node:fs').writeFileSync(${JSON.stringify(weight)}, String(process.resourceUsage().maxRSS)));`,
  );
  return { dir, weigh, weight, transcript: await conversation(join(dir, 'transcript.jsonl')) };
}

/** One prompt, then tool results of a quarter megabyte each. */
async function conversation(path) {
  const file = await openFile(path, 'w');
  const line = (role, content) => `${JSON.stringify({ type: role, message: { role, content } })}\n`;
  await file.write(line('user', 'the task'));
  const result = line('user', [{ type: 'tool_result', content: 'x'.repeat(250_000) }]);
  for (let size = 0; size < TRANSCRIPT_MB * 1_000_000; size += result.length)
    await file.write(result);
  await file.close();
  return path;
}

const envOf = ({ dir }, more = {}) => ({
  ...process.env,
  HOME: dir,
  // The compile cache lies in TMPDIR: it starts empty and goes with the rest.
  TMPDIR: dir,
  CCC_CONFIG_DIR: dir,
  CCC_SUPERVISOR_ID: 'bench',
  ...more,
});

async function ran(name, args, stdin, { dir }, env) {
  mustSucceed(await raw(process.execPath, args, stdin, { cwd: dir, env }), name);
}

const took = (name, args, stdin, place, { env, row } = {}) => ({
  name,
  unit: 'ms',
  run: () => timed(() => ran(name, args, stdin, place, envOf(place, env))),
  ...row,
});

const weighed = (name, args, stdin, place, row) => ({
  name,
  unit: 'MB',
  run: async () => {
    await ran(name, ['--require', place.weigh, ...args], stdin, place, envOf(place));
    return Number(await readFile(place.weight, 'utf8')) / 1024;
  },
  ...row,
});
