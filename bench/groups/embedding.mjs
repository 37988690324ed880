import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { packOneFile } from '../../scripts/pack/one-file.mjs';
import { readPackages } from '../../scripts/pack/packages.ts';
import { timed } from '../measure.mjs';
import { mustSucceed, raw, tempDir } from '../programs.mjs';

const root = fileURLToPath(new URL('../..', import.meta.url));

/** What a program waits for that brings Wave along, as a library or as one file. */
export const embedding = { name: 'embedding', open };

async function open() {
  const { dir, remove } = await tempDir();
  const file = join(dir, 'wave.mjs');
  const { size } = packOneFile(root, readPackages(root), file);
  const env = { ...process.env, HOME: dir, XDG_CACHE_HOME: dir };
  const node = (name, ...args) => {
    const once = async () => mustSucceed(await raw(process.execPath, args, '', { env }), name);
    return { name, unit: 'ms', run: () => timed(once) };
  };
  const loading = (name) => node(`import('${name}')`, '-e', `import('${name}')`);
  const cases = [
    node('node -e 0', '-e', '0'),
    ...['@wavehooks/hooks', '@wavehooks/agent-sdk'].map(loading),
    node('node wave.mjs --version', file, '--version'),
    { name: 'the size of wave.mjs', unit: 'kB', run: async () => size / 1000 },
  ];
  return { cases, close: remove };
}
