import { expect, test } from 'vitest';
import { resolverFor } from '../../../src/files/paths.ts';
import { lookInto } from '../../../src/permissions/reads/command-reads.ts';
import { fedCommands } from '../../../src/permissions/reads/plain-list.ts';
import { makeProject, PLAIN_ENV } from './project.ts';

const { dir } = makeProject();

function fedIn(command: string): readonly boolean[] | undefined {
  const place = { projectDir: dir, cwd: dir, env: PLAIN_ENV };
  const looked = lookInto({ command, place, resolve: resolverFor(place), readable: [] });
  return looked && fedCommands(looked.analysis, looked.parts);
}

test.each([
  ['ls', [false]],
  ['ls | wc; pwd', [false, true, false]],
  ['ls |\n\n wc || pwd && ls', [false, true, false, false]],
  ['ls |& wc\npwd;\n', [false, true, false]],
  ['echo "a | b; c" \'| d\' \\| e | wc', [false, true]],
  ['echo "it\'s" | grep "(a|b)"', [false, true]],
  ['A=1 ls', undefined],
  ['LC_ALL=C ls | LC_ALL=C sort', [false, true]],
  ['(ls) | wc', undefined],
  ['{ ls; } | wc', undefined],
  ['echo $(ls) | wc', undefined],
  ['echo "$(ls)" | wc', undefined],
  ['echo "`ls`" | wc', undefined],
  ['ls # | wc', undefined],
  ["echo $'a' | wc", undefined],
  ['! ls | wc', undefined],
  ['time ls | wc', undefined],
  ['for a in b; do ls; done', undefined],
  ['if ls; then pwd; fi', undefined],
  ['wc < README.md', undefined],
] as [string, boolean[] | undefined][])('%j', (command, fed) => {
  expect(fedIn(command)).toEqual(fed);
});
