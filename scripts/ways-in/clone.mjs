// From a clone: its commands on the PATH, used in another folder, and off again.
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';

export function clonedWay(root, dir) {
  const clone = join(dir, 'clone');
  const bin = join(dir, 'bin');
  const elsewhere = join(dir, 'elsewhere');
  return {
    'git clone': () => {
      mkdirSync(elsewhere, { recursive: true });
      run(['git', 'clone', '--quiet', '--no-hardlinks', root, clone], dir);
    },
    'npm run global': () => run(['npm', 'run', 'global', '--', '--to', bin], clone),
    'wave and ccc, elsewhere': () => {
      run([join(bin, 'wave'), '--version'], elsewhere);
      run([join(bin, 'ccc'), '--version'], elsewhere);
      run([join(bin, 'wave'), 'tour'], elsewhere);
    },
    'npm run global -- --remove': () => {
      run(['npm', 'run', 'global', '--', '--to', bin, '--remove'], clone);
      for (const name of ['wave', 'ccc'])
        if (existsSync(join(bin, name))) throw new Error(`${name} is still there`);
    },
  };
}

function run([program, ...args], cwd) {
  const how = { cwd, encoding: 'utf8', timeout: 600_000 };
  const { status, stdout, stderr, error } = spawnSync(program, args, how);
  if (status !== 0)
    throw new Error(`${program} ${args.join(' ')}: ${error?.message ?? stdout + stderr}`);
}
