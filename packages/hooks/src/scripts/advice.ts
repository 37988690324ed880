import { dirname, relative, resolve } from 'node:path';
import { LIBRARY } from '../pins/modules.ts';
import type { Reach } from './scripts.ts';

/** What would keep a hook from loading what lies beside it; undefined where there is nothing to say. */
export interface Advice {
  readonly text: string;
  readonly fix: string;
}

export function adviceFor({ files, marks }: Reach, projectDir: string): Advice | undefined {
  const [searched] = marks.filter(
    ({ path, of, names }) =>
      of === 'modules' && names?.includes(LIBRARY) && isWithin(projectDir, path),
  );
  if (!searched) return undefined;
  const dir = resolve(projectDir, searched.path);
  const isBeside = marks.some(
    ({ path, of }) => of === 'place' && dirname(resolve(projectDir, path)) === dir,
  );
  const where = isBeside
    ? 'beside the script'
    : `in the directory it runs in (${relative(projectDir, dir) || "the project's root"})`;
  const text = `Python looks for every module ${where} first, also for those of its library`;
  const modules = files.filter((file) => file.endsWith('.py')).length;
  if (modules <= (isBeside ? 1 : 0))
    return { text, fix: 'start it with "python3 -I", which looks only in the library' };
  return dir === resolve(projectDir)
    ? { text, fix: 'give the script and its modules a directory of their own' }
    : undefined;
}

/** Elsewhere no tool of the agent writes unasked. */
const isWithin = (projectDir: string, path: string): boolean =>
  !relative(projectDir, resolve(projectDir, path)).startsWith('..');
