// The kit's types with each major version of TypeScript that people have: 5.9 is the oldest that is supported.
import { spawnSync } from 'node:child_process';
import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { installAside } from '../aside.mjs';
import { everyVerb } from './every-verb.ts';

const COMPILERS = { 5.9: '5.9.3', 6: '6.0.3', 7: '7.0.2' };
const STRICT = ['--strict', '--exactOptionalPropertyTypes', '--noUncheckedIndexedAccess'];
const FLAGS = ['--noEmit', ...STRICT, '--module', 'nodenext', '--types', 'node'];

/** One step a compiler: every event with every verb. */
export function compilerSteps(root, dir) {
  const aliases = Object.entries(COMPILERS).map(([name, version]) => [
    `typescript-${name}`,
    `npm:typescript@${version}`,
  ]);
  const tools = installAside(root, 'compilers', Object.fromEntries(aliases));
  mkdirSync(join(dir, 'node_modules/@wavehooks'), { recursive: true });
  symlinkSync(join(root, 'packages/hook-kit'), join(dir, 'node_modules/@wavehooks/hook-kit'));
  symlinkSync(join(root, 'node_modules/@types'), join(dir, 'node_modules/@types'));
  writeFileSync(join(dir, 'package.json'), '{ "type": "module" }');
  writeFileSync(join(dir, 'hooks.ts'), everyVerb());
  return Object.fromEntries(aliases.map(([alias]) => [alias, () => compile(tools, alias, dir)]));
}

function compile(tools, alias, dir) {
  const tsc = join(tools, 'node_modules', alias, 'bin/tsc');
  const how = { cwd: dir, encoding: 'utf8' };
  const { status, stdout } = spawnSync(process.execPath, [tsc, ...FLAGS, 'hooks.ts'], how);
  if (status !== 0) throw new Error(stdout);
}
