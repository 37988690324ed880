import { join } from 'node:path';
import { counts } from '../../pins/facet.ts';
import { entriesOf } from '../../pins/modules.ts';
import { isSameMark, type Mark, seenFrom } from '../../pins/pin.ts';
import { isInside, type Place } from '../names/place.ts';
import { type Code, joined, type Step } from '../names/step.ts';
import { pythonStep } from './python.ts';
import { quotedStep } from './quoted.ts';
import { type RunBy, shellStep } from './shell.ts';

/** What code loads, and what of that cannot be told. */
export interface Reached {
  readonly files: readonly string[];
  readonly marks: readonly Mark[];
  readonly gaps: readonly string[];
}

/** More than this is no hook any more, and looking at it would hold up a start. */
const MOST_FILES = 200;
const MOST_BYTES = 512 * 1024;
const MOST_IN_ALL = 2 * 1024 * 1024;
const MOST_IN_TREE = 300;

/** Follows code from file to file, each once. */
export function follow(
  start: readonly Code[],
  trees: readonly string[],
  place: Place,
  runBy: RunBy,
): Reached {
  const steps: Partial<Step>[] = trees.map((dir) => treeStep(dir, place));
  const waiting = [...start];
  const seen = new Set<string>();
  let bytes = 0;
  for (let own = waiting.shift(); own !== undefined; own = waiting.shift()) {
    const key = own.text === undefined ? own.file : `${own.file}\n${own.text}`;
    if (seen.has(key)) continue;
    seen.add(key);
    const size = place.size(own.file);
    if (seen.size > MOST_FILES || bytes + size > MOST_IN_ALL) {
      steps.push({ gaps: ['loads more files than are looked into'] });
      break;
    }
    bytes += size;
    const step = size > MOST_BYTES ? tooLarge(own.file) : stepOf(own, place, runBy);
    steps.push(step, ...step.trees.map((dir) => treeStep(dir, place)));
    waiting.push(...step.code);
  }
  const { files, marks, gaps } = joined(steps);
  return { files: [...new Set(files)], marks: merged(marks), gaps: [...new Set(gaps)] };
}

const tooLarge = (file: string): Step =>
  joined([{ gaps: [`loads ${file}, which is too large to look into`] }]);

function stepOf(own: Code, place: Place, runBy: RunBy): Step {
  const text = own.text ?? place.read(own.file);
  if (own.as === 'python') return pythonStep(own, text, place);
  if (own.as === 'shell') return shellStep(own, text, place, runBy);
  return quotedStep({ ...own, as: own.as }, text, place);
}

/** All files of a directory, and that none may be added; one that holds too many is not covered. */
function treeStep(root: string, place: Place): Partial<Step> {
  if (!isInside(root, place)) return {};
  const files: string[] = [];
  const marks: Mark[] = [];
  const dirs = [root];
  for (let dir = dirs.shift(); dir !== undefined; dir = dirs.shift()) {
    marks.push({ path: dir, of: 'entries' });
    for (const name of entriesOf(seenFrom(place.dir, dir)).filter(counts)) {
      const path = join(dir, name);
      if (place.kind(path) === 'directory') dirs.push(path);
      else files.push(path);
    }
    if (files.length + dirs.length + marks.length > MOST_IN_TREE)
      return { gaps: [`reads the directory ${root}, which holds more than ${MOST_IN_TREE} files`] };
  }
  return { files: files.filter((file) => place.kind(file) === 'file'), marks };
}

/** One mark a directory, with all names that count there. */
function merged(marks: readonly Mark[]): Mark[] {
  const plain = marks.filter(({ of }) => of !== 'modules');
  const byDir = Map.groupBy(
    marks.filter(({ of }) => of === 'modules'),
    ({ path }) => path,
  );
  const modules = [...byDir].map(
    ([path, own]): Mark => ({
      path,
      of: 'modules',
      names: [...new Set(own.flatMap(({ names = [] }) => names))].sort(),
    }),
  );
  const all = [...plain, ...modules];
  return all.filter((mark, at) => all.findIndex((one) => isSameMark(one, mark)) === at);
}
