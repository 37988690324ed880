// A test that fails beside five hundred other files may have found a race, in Wave or in itself. CI names it and
// looks once more, at its file alone: what fails again is broken, what passes is unsteady, and a fault to mend.
import type { Failed } from '../test/failed-files.ts';

/** More than that is no accident. */
const MOST_FILES = 2;
const MOST_TESTS = 3;

/** The files to look at again; none where the run is broken for good. */
export function secondLook({ files, broken }: Failed): readonly string[] {
  const names = Object.keys(files);
  const tests = Object.values(files).flat().length;
  return broken === 0 && tests > 0 && names.length <= MOST_FILES && tests <= MOST_TESTS
    ? names
    : [];
}

/** What the output ends with where they pass alone. */
export const unsteadyLines = ({ files }: Pick<Failed, 'files'>): readonly string[] => [
  'Unsteady: failed beside the other tests, and passed alone. Find the race and mend it:',
  ...Object.entries(files).flatMap(([file, tests]) => tests.map((test) => `  ${file}: ${test}`)),
];
