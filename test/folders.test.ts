import { dirname, join, relative, resolve } from 'node:path';
import { describe, expect, test } from 'vitest';
import { importsOf, packages, sourcesOf } from './sources.ts';

/** The packages whose folders are layers. */
const LAYERED = ['agent-sdk', 'ccc', 'code', 'hook-kit', 'hooks', 'process', 'settings', 'shell'];

/** More is a drawer. */
const MOST_FILES = 16;

/** One file imports another, each by its path below `src`. */
type Import = readonly [from: string, to: string];

/** The shortest cycle of folders: the imports that each of its steps is made of. */
function shortestCycle(imports: readonly Import[]): string[] {
  const across = imports.filter(([from, to]) => dirname(from) !== dirname(to));
  const steps = Map.groupBy(across, ([from, to]) => `${dirname(from)} > ${dirname(to)}`);
  const ways = [...steps.keys()].map((step) => [step]);
  const seen = new Set<string>();
  for (const way of ways) {
    const [start, end] = [way[0]?.split(' > ')[0], way.at(-1)?.split(' > ')[1]];
    if (start === end)
      return way.map((step) => `${step}: ${steps.get(step)?.map((one) => one.join(' imports '))}`);
    if (seen.has(`${start} > ${end}`)) continue;
    seen.add(`${start} > ${end}`);
    const next = [...steps.keys()].filter((step) => step.startsWith(`${end} > `));
    ways.push(...next.map((step) => [...way, step]));
  }
  return [];
}

test('a cycle is told with the files that cause it', () => {
  const imports: Import[] = [
    ['a/one.ts', 'b/two.ts'],
    ['b/two.ts', 'b/three.ts'],
    ['b/three.ts', 'b/in/four.ts'],
    ['b/in/four.ts', 'a/five.ts'],
    ['b/in/five.ts', 'a/five.ts'],
    ['a/one.ts', 'c/six.ts'],
  ];
  expect(shortestCycle(imports)).toEqual([
    'a > b: a/one.ts imports b/two.ts',
    'b > b/in: b/three.ts imports b/in/four.ts',
    'b/in > a: b/in/four.ts imports a/five.ts,b/in/five.ts imports a/five.ts',
  ]);
  expect(shortestCycle(imports.filter(([from]) => !from.startsWith('b/in')))).toEqual([]);
});

describe.each(LAYERED)('%s', (name) => {
  const files = sourcesOf(name);
  const below = (file: string) => relative(join(packages, name, 'src'), file);

  test('folders import each other in one direction, types included', () => {
    const imports = files.flatMap((file) =>
      importsOf(file)
        .filter((to) => to.startsWith('.'))
        .map((to): Import => [below(file), below(resolve(dirname(file), to))]),
    );
    expect(imports.length).toBeGreaterThan(files.length);
    expect(shortestCycle(imports)).toEqual([]);
  });

  test('no folder is a drawer', () => {
    const counts = Map.groupBy(files, (file) => join(name, dirname(below(file))));
    const drawers = [...counts]
      .filter(([, { length }]) => length > MOST_FILES)
      .map(([folder, { length }]) => `${folder}: ${length} files`);
    expect(drawers).toEqual([]);
  });
});
