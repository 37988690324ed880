import { type JudgedItem, openSettings, type RuleEntry } from '@wavehooks/settings';
import { type Command, readArgs, refuseMore } from '../cli/command.ts';
import { exactLine, exactPlace, type Paint, painter } from '../cli/style.ts';
import { usageOf } from '../cli/usage.ts';
import { problemsText } from '../hooks/settings/look.ts';
import { OPEN_FLAGS, openOptions } from '../hooks/settings/open-options.ts';
import { LISTS } from './rule-words.ts';

const { settings, only, json } = OPEN_FLAGS;
const FLAGS = { settings, only, json } as const;
const USAGE = usageOf({ forms: ['wave permissions list [options]'], options: FLAGS });

/** `wave permissions list`: the mode that a session starts in, and every rule with its place. */
export const list: Command = async (args, io) => {
  const { values, positionals } = readArgs(args, FLAGS, USAGE);
  refuseMore(positionals, USAGE);
  const { rules, items, settings: found, problems } = openSettings(openOptions(values, io, USAGE));
  const mode = found.defaultMode ?? 'default';
  const waiting = items.filter(
    ({ kind, state, content }) => kind === 'mode' && state !== 'approved' && content !== mode,
  );
  if (values.json) {
    const rows = rules.map(({ list: name, rule, source, counts }) => ({
      ...{ list: name, rule, source, counts },
    }));
    const unapprovedModes = waiting.map(({ content, source }) => ({ mode: content, source }));
    const all = { mode, unapprovedModes, rules: rows, problems };
    io.out(`${JSON.stringify(all, null, 2)}\n`);
    return 0;
  }
  const paint = painter(io.color);
  io.out(problemsText(problems, paint));
  const modes = [`Mode: ${mode}`, ...waiting.map((one) => `  ${modeLine(one, paint)}`)];
  io.out([...modes, ...LISTS.flatMap((name) => section(name, rules, paint))].join('\n'));
  io.out(rules.length === 0 ? '\nNo rules. "wave permissions add" adds one.\n' : '\n');
  return 0;
};

function section(name: string, rules: readonly RuleEntry[], paint: Paint): string[] {
  const own = rules.filter((one) => one.list === name);
  return own.length === 0 ? [] : [`${name}:`, ...own.map((one) => `  ${ruleLine(one, paint)}`)];
}

const modeLine = ({ label, source }: JudgedItem, paint: Paint): string =>
  `${exactLine(label)}  ${paint('dim', exactPlace(source))}  ${paint('yellow', 'not approved, so it does not count (wave hooks approve)')}`;

const ruleLine = ({ rule, source, counts }: RuleEntry, paint: Paint): string =>
  `${exactLine(rule)}  ${paint('dim', exactPlace(source))}${counts ? '' : `  ${paint('yellow', 'not approved, so it allows nothing (wave hooks approve)')}`}`;
