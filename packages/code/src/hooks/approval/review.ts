import { resolve } from 'node:path';
import { ABSENT, type Pin } from '@wavehooks/hooks/scripts';
import { readTextFile } from '@wavehooks/process/files';
import {
  type Approval,
  approve,
  approvedText,
  type Elsewhere,
  forget,
  isSuccessor,
  type JudgedItem,
  openSettings,
} from '@wavehooks/settings';
import { ask } from '../../cli/ask.ts';
import { type Command, readArgs, refuseMore } from '../../cli/command.ts';
import { lineDiff } from '../../cli/line-diff.ts';
import { exactly, exactPlace, indent, painter } from '../../cli/style.ts';
import { usageOf } from '../../cli/usage.ts';
import { OPEN_FLAGS, openOptions } from '../settings/open-options.ts';
import { coverageText } from '../settings/row-text.ts';
import { facetLines, itemText, KINDS } from './print-items.ts';

const FLAGS = {
  accept: { type: 'boolean', about: 'accept what differs, without a question' },
  json: OPEN_FLAGS.json,
} as const;
const USAGE = usageOf({ forms: ['wave hooks review [options]'], options: FLAGS });

/** `wave hooks review`: what the project's files bring that differs from what was approved. */
export const review: Command = async (args, io) => {
  const { values, positionals } = readArgs(args, FLAGS, USAGE);
  refuseMore(positionals, USAGE);
  const options = openOptions({}, io, USAGE);
  const { items, gone } = openSettings(options);
  const waiting = items.filter(({ state }) => state !== 'approved');
  const parts = pair(waiting, gone);
  const accept = async () => {
    await approve(options.home, options.projectDir, waiting);
    await forget(options.home, options.projectDir, gone);
  };
  if (values.json)
    io.out(`${JSON.stringify({ projectDir: options.projectDir, ...parts }, null, 2)}\n`);
  else io.out(reviewText(waiting, gone, options, painter(io.color)) ?? nothing(options));
  const open = waiting.length + gone.length > 0;
  if (!open) return 0;
  const interactive = io.stdinIsTerminal() && !values.json;
  if (values.accept || (interactive && (await ask(io, 'Accept all of this?')))) {
    await accept();
    if (!values.json) io.out('Accepted.\n');
  } else if (!values.json) io.out(NOT_ACCEPTED);
  return 0;
};

const NOT_ACCEPTED =
  'Not accepted. New and changed items stay off until you accept them; removed items stay removed.\n';

interface Parts {
  readonly added: readonly JudgedItem[];
  readonly removed: readonly Approval[];
  readonly changed: readonly { readonly before: Approval; readonly after: JudgedItem }[];
}

/** An item that vanished and a new one of the same name are one that changed. */
function pair(waiting: readonly JudgedItem[], gone: readonly Approval[]): Parts {
  const changed = waiting.flatMap((after) => {
    const before = after.approval ?? gone.find((old) => isSuccessor(old, after));
    return before ? [{ before, after }] : [];
  });
  return {
    changed,
    added: waiting.filter((item) => !changed.some(({ after }) => after === item)),
    removed: gone.filter((old) => !changed.some(({ before }) => before === old)),
  };
}

/** The few colours that a review has; the screen gives them its own. */
type Paint = (style: 'green' | 'red' | 'yellow' | 'dim', text: string) => string;
type Where = { home: string; projectDir: string };

const nothing = ({ projectDir }: Where) =>
  `Nothing differs from what was approved for ${projectDir}.\n`;

/** What differs from what was approved, with files compared line by line; undefined when nothing does. */
export function reviewText(
  waiting: readonly JudgedItem[],
  gone: readonly Approval[],
  where: Where,
  paint: Paint,
  elsewhere: readonly Elsewhere[] = [],
): string | undefined {
  const { added, removed, changed } = pair(waiting, gone);
  const texts = [
    ...added.map((item) => `${paint('green', 'added')}  ${itemText(item)}`),
    ...removed.map(
      (old) =>
        `${paint('red', 'removed')}  ${KINDS[old.kind]} ${exactly(old.label)}\n${indent(exactly(JSON.stringify(old.content, null, 2)), '  ')}`,
    ),
    ...changed.map(({ before, after }) => changedText(before, after, where, paint)),
    ...elsewhere.map(({ before, after }) =>
      before
        ? changedText(before, after, where, paint, ELSEWHERE)
        : `${paint('green', 'added')}  ${ELSEWHERE}\n${itemText(after)}`,
    ),
  ];
  return texts.length === 0 ? undefined : `${texts.join('\n\n')}\n\n`;
}

/** As long as a session does not take it over, it holds its hooks to what was approved before. */
const ELSEWHERE = 'approved after this session started; not active in it yet';

function changedText(
  before: Approval,
  after: JudgedItem,
  where: Where,
  paint: Paint,
  note = '',
): string {
  const entry = lineDiff(
    JSON.stringify(before.content, null, 2),
    JSON.stringify(after.content, null, 2),
    paint,
  );
  const fresh = after.pins.filter(
    (pin) => before.files.find((old) => isSame(old, pin))?.hash !== pin.hash,
  );
  const files = fresh
    .filter(({ of }) => of === undefined)
    .map((pin) => fileDiff(pin, before.files.find((old) => isSame(old, pin))?.hash, where, paint));
  const facets = fresh.flatMap((pin) => facetLines(pin));
  const gone = before.files
    .filter((old) => old.of === undefined && !after.pins.some((pin) => isSame(old, pin)))
    .map(({ path }) => `  no longer runs ${exactly(inProject(path, where))}`);
  const head = `${paint('yellow', 'changed')}  ${KINDS[after.kind]} ${exactly(after.label)}  ${exactPlace(inProject(after.source, where))}`;
  const why = after.why.map((text) => `  ${exactly(inProject(text, where))}`);
  const covered = after.reach().coverage === 'full' ? '' : `  ${coverageText(after.reach())}`;
  return [
    head,
    note && `  ${note}`,
    entry && indent(entry, '  '),
    ...why,
    ...files,
    ...facets,
    ...gone,
    covered,
  ]
    .filter(Boolean)
    .join('\n');
}

/** Paths of the project start there. */
const inProject = (text: string, { projectDir }: Where): string =>
  text.replaceAll(`${projectDir}/`, '');

const isSame = (a: Pin, b: Pin) => a.path === b.path && a.of === b.of;

function fileDiff(
  { path, hash }: Pin,
  oldHash: string | undefined,
  where: Where,
  paint: Paint,
): string {
  const name = exactly(inProject(path, where));
  const isNew = oldHash === undefined || oldHash === ABSENT;
  const before = isNew ? '' : approvedText(where.home, oldHash);
  if (isNew && hash === ABSENT) return `  ${name}: does not exist; creating it counts as a change`;
  const now = readNow(resolve(where.projectDir, path));
  if (now === undefined) return `  ${name}: is gone`;
  if (before === undefined)
    return `  ${name}: changed; the approved version is not stored, so this is all of it:\n${indent(exactly(now.trimEnd()), '    ')}`;
  return `  ${name}:\n${indent(lineDiff(before, now, paint), '    ')}`;
}

function readNow(path: string): string | undefined {
  try {
    return readTextFile(path);
  } catch {
    return undefined;
  }
}
