import { join } from 'node:path';

/** What prompt n writes. */
export const editsOf = (n: number, dir: string) => [
  { file_path: join(dir, 'a.txt'), content: `a${n}\n`.repeat(2_000) },
  { file_path: join(dir, `d${n % 4}`, 'b.txt'), content: `b${n}` },
  { file_path: join(dir, 'a.txt'), content: `A${n}\n`.repeat(2_000) },
];

/** The files before prompt n. */
export function filesBefore(n: number, dir: string): Record<string, string> {
  const files: Record<string, string> = {};
  for (let one = 0; one < n; one++)
    for (const { file_path, content } of editsOf(one, dir)) files[file_path] = content;
  return files;
}
