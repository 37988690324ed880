import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const src = (name: string) => fileURLToPath(new URL(`../../src/${name}`, import.meta.url));

/** Loads a module in a fresh process and tells which libraries came with it. */
function loadedBy(name: string): string[] {
  const script = `
    const { registerHooks } = await import('node:module');
    const seen = new Set();
    registerHooks({ load(url, context, next) { seen.add(url); return next(url, context); } });
    await import(${JSON.stringify(src(name))});
    console.log(JSON.stringify([...seen].filter((url) => url.includes('node_modules'))));`;
  const run = execFileSync(process.execPath, ['--input-type=module', '-e', script]);
  return JSON.parse(run.toString());
}

test.each(['model/resolve.ts', 'utils/convertMessagesForAPI.ts', 'testing.ts'])(
  'loading %s loads no library: start-up counts',
  (name) => {
    expect(loadedBy(name)).toEqual([]);
  },
);
