import { isAbsolute, relative, sep } from 'node:path';
import type { Item } from './item.ts';
import type { State } from './state.ts';

/** So many things back is recent: a longer look would take longer the longer one talks. */
const MOST = 200;

/** The files of the project that the last calls were about, the newest first. */
export function recentFiles({ printed, open }: State, projectDir: string): readonly string[] {
  const found = [...printed.slice(-MOST), ...open].reverse().flatMap(fileOf);
  const paths = found.map((file) => (isAbsolute(file) ? relative(projectDir, file) : file));
  return [...new Set(paths.map((path) => path.replaceAll(sep, '/')))];
}

function fileOf(item: Item): string[] {
  const file = item.is === 'tool' ? item.block.parameters['file_path'] : undefined;
  return typeof file === 'string' ? [file] : [];
}
