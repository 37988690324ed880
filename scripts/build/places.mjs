import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const root = fileURLToPath(new URL('../..', import.meta.url));

/** The packages that the build names. */
export const [code, kit, ccc, sdk, proc, shell, hooks, settings] = [
  'code',
  'hook-kit',
  'ccc',
  'agent-sdk',
  'process',
  'shell',
  'hooks',
  'settings',
].map((name) => join(root, 'packages', name));
