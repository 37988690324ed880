import { checkHooks, type Problem } from '@wavehooks/hooks';
import {
  approve as approveItems,
  type ItemKind,
  type JudgedItem,
  openSettings,
} from '@wavehooks/settings';
import { ask } from '../../cli/ask.ts';
import { type Command, readArgs, UsageError } from '../../cli/command.ts';
import { exactly, exactPlace } from '../../cli/style.ts';
import { usageOf } from '../../cli/usage.ts';
import { OPEN_FLAGS, openOptions } from '../settings/open-options.ts';
import { itemText } from './print-items.ts';

const FLAGS = {
  yes: { type: 'boolean', short: 'y', about: 'without a question' },
  all: { type: 'boolean', about: 'everything that waits, as without a name' },
  json: OPEN_FLAGS.json,
} as const;
const USAGE = usageOf({
  forms: ['wave hooks approve [NAME ...] [options]'],
  about: 'Without NAME: everything that waits. Without a terminal it does not ask.',
  options: FLAGS,
});

/**
 * `wave hooks approve`: lets what this project brings run, just as it was shown. At a terminal it asks
 * first; elsewhere the command itself is the word.
 */
export const approveOf =
  (kinds?: readonly ItemKind[]): Command =>
  async (args, io) => {
    const { values, positionals } = readArgs(args, FLAGS, USAGE);
    const options = openOptions({}, io, USAGE);
    const { items, gone, sources } = openSettings(options);
    const off = checkHooks(sources).problems.filter(({ level }) => level === 'error');
    const waiting = items.filter(
      ({ kind, state }) => state !== 'approved' && (kinds?.includes(kind) ?? true),
    );
    const chosen = positionals.length === 0 ? waiting : pick(waiting, positionals);
    if (chosen.length > 0 && !values.json) io.out(`${chosen.map(itemText).join('\n\n')}\n\n`);
    const agreed =
      chosen.length === 0 || values.yes || !io.stdinIsTerminal() || (await ask(io, QUESTION));
    const approved = agreed
      ? await approveItems(options.home, options.projectDir, chosen, gone)
      : [];
    const disabled = approved.length > 0 ? chosen.filter(isDisabled) : [];
    if (values.json)
      io.out(`${JSON.stringify({ projectDir: options.projectDir, approved, off }, null, 2)}\n`);
    else
      io.out(
        conclusion(chosen.length, agreed, options.projectDir) +
          offText(off) +
          disabledText(disabled),
      );
    return agreed ? 0 : 1;
  };

export const approve = approveOf();

const QUESTION = 'Approve these for this project, exactly as shown?';

function pick(items: readonly JudgedItem[], names: readonly string[]): JudgedItem[] {
  const unknown = names.filter((name) => !items.some(({ label }) => label === name));
  if (unknown.length > 0)
    throw new UsageError(
      `no item called ${unknown.map((name) => `"${exactly(name)}"`).join(', ')} waits for approval; waiting: ${items.map(({ label }) => `"${exactly(label)}"`).join(', ') || 'nothing'}`,
    );
  return items.filter(({ label }) => names.includes(label));
}

function conclusion(count: number, agreed: boolean, projectDir: string): string {
  if (count === 0) return `Nothing in ${projectDir} waits for approval.\n`;
  return agreed ? `Approved ${count} for ${projectDir}.\n` : 'Nothing was approved.\n';
}

/** Faulty entries cannot be approved. Without these lines they would look approved. */
const offText = (off: readonly Problem[]): string =>
  off
    .map(({ hook, source, text }) => {
      const name = hook === '' || text.includes(`"${hook}"`) ? '' : `hook "${exactly(hook)}": `;
      return `Off: ${name}${exactly(text)}  ${exactPlace(source)}\n`;
    })
    .join('');

const isDisabled = ({ kind, content }: JudgedItem): boolean =>
  kind === 'hook' && (content as { entry?: { enabled?: unknown } }).entry?.enabled === false;

const disabledText = (items: readonly JudgedItem[]): string =>
  items
    .map(
      ({ label, source }) =>
        `Off: hook "${exactly(label)}": "enabled" is false  ${exactPlace(source)}\n`,
    )
    .join('');
