import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { timed } from '../measure.mjs';
import { mustSucceed, raw } from '../raw.mjs';
import { tempDir } from '../temp.mjs';

const WAVE = fileURLToPath(new URL('../../packages/code/bin/wave.cjs', import.meta.url));

/** What the command costs on top of Node, as whole processes. */
export const start = { name: 'start', open };

async function open() {
  const { dir, remove } = await tempDir();
  const settings = join(dir, 'settings.json');
  await writeFile(settings, '{"hooks":{}}');
  const floor = 'node -e 0';
  const node = (name, args, more) => started(name, args, dir, more);
  const cases = [
    node(floor, ['-e', '0']),
    node('wave --version', [WAVE, '--version'], { floor, limit: { ratio: 1.2 } }),
    node(
      'wave hooks run Stop',
      [WAVE, 'hooks', 'run', 'Stop', '--settings', settings, '--only', '--json'],
      { floor, limit: { ratio: 1.5 } },
    ),
  ];
  return { cases, close: remove };
}

function started(name, args, dir, more = {}) {
  // What wave compiled is kept at home: that starts empty and goes with the rest.
  const env = { ...process.env, HOME: dir, TMPDIR: dir };
  const once = async () =>
    mustSucceed(await raw(process.execPath, args, '{}', { cwd: dir, env }), name);
  return { name, unit: 'ms', run: () => timed(once), ...more };
}
