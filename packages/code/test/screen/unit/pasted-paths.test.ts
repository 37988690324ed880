import { expect, test } from 'vitest';
import { imagePathsIn } from '../../../src/screen/machine/pasted-paths.ts';

test.each<[string, string[] | undefined]>([
  ['/a/b.png', ['/a/b.png']],
  ['  /a/b c.PNG ', ['/a/b c.PNG']],
  ['/a/b\\ c.jpg', ['/a/b c.jpg']],
  ["'/a/b c.jpeg'", ['/a/b c.jpeg']],
  ['"/a/b.webp" /c/d.gif', ['/a/b.webp', '/c/d.gif']],
  ['/a/1.png\n/a/2.png', ['/a/1.png', '/a/2.png']],
  ['file:///a/b%20c.png', ['/a/b c.png']],
  ['b.png', ['/work/b.png']],
  ['file://host/a.png', undefined],
  ['/a/b.txt', undefined],
  ['look at\n/a/b.png', undefined],
  ['', undefined],
  ['x'.repeat(5_000), undefined],
])('%j', (text, paths) => {
  expect(imagePathsIn(text, '/work')).toEqual(paths);
});
