import { type ClaudeFile, claudeCounts, openSettings, setUserField } from '@wavehooks/settings';
import { type Command, readArgs, refuseMore, UsageError } from '../../cli/command.ts';
import { exactPlace, homeShort } from '../../cli/style.ts';
import { usageOf } from '../../cli/usage.ts';
import { OPEN_FLAGS, openOptions } from './open-options.ts';

const FLAGS = { json: OPEN_FLAGS.json } as const;
const USAGE = usageOf({
  forms: ['wave hooks claude-code [on | off] [options]'],
  about: 'Without a word, it says which files Wave reads.',
  options: FLAGS,
});

/** What of theirs may wait for approval: deny and ask rules count at once. */
const WAIT: readonly string[] = ['hook', 'agent', 'skill'];

/** `wave hooks claude-code`: whether Wave reads Claude Code's own files where they are. */
export const claudeCode: Command = async (args, io) => {
  const { values, positionals } = readArgs(args, FLAGS, USAGE);
  const [word, ...rest] = positionals;
  refuseMore(rest, USAGE);
  if (word !== undefined && word !== 'on' && word !== 'off')
    throw new UsageError(`expected on or off, got "${word}"\n${USAGE}`);
  const options = openOptions({}, io, USAGE);
  const written =
    word === undefined
      ? undefined
      : setUserField('readClaudeCode', word === 'on', options.home).file;
  const { claude, items } = openSettings(options);
  const waiting = items.filter(
    ({ kind, state }) => WAIT.includes(kind) && state !== 'approved',
  ).length;
  if (values.json) io.out(`${JSON.stringify({ ...claude, waiting }, null, 2)}\n`);
  else io.out(`${[...saidLines(claude.said, written), ...fileLines(claude.files)].join('\n')}\n`);
  if (!values.json && claude.said && waiting > 0)
    io.out(`${waiting} of this project wait for your approval: wave hooks approve\n`);
  return 0;
};

function saidLines(said: boolean | undefined, written: string | undefined): string[] {
  const where = written === undefined ? '' : ` (written to ${homeShort(written)})`;
  if (said) return [`Wave reads Claude Code's files where they are${where}.`];
  const how =
    said === undefined ? 'nobody has said that it should; "on" does' : '"on" changes that';
  return [`Wave does not read Claude Code's files: ${how}${where}.`];
}

const fileLines = (files: readonly ClaudeFile[]): string[] =>
  files.length === 0
    ? ['None with hooks, deny or ask rules, agents or skills is here.']
    : files.map(
        (one) =>
          `  ${exactPlace(one.file)}  ${claudeCounts([one])}${one.plugin ? '  (plugin)' : ''}`,
      );
