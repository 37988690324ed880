import { dropRule, openSettings, type RuleEntry } from '@wavehooks/settings';
import { type Command, readArgs, refuseMore, UsageError } from '../cli/command.ts';
import { exactLine, exactPlace } from '../cli/style.ts';
import { usageOf } from '../cli/usage.ts';
import { listNamed, placeNamed, RULE_FLAGS, whereOf } from './rule-words.ts';

const USAGE = usageOf({
  forms: ['wave permissions remove [allow|ask|deny] RULE [options]'],
  about: 'Name the list or the file if the rule is in several.',
  options: RULE_FLAGS,
});

/** `wave permissions remove`: takes a rule out of the file it stands in. */
export const remove: Command = async (args, io) => {
  const { values, positionals } = readArgs(args, RULE_FLAGS, USAGE);
  const list = positionals.length > 1 ? listNamed(positionals[0]) : undefined;
  const [given, ...rest] = list ? positionals.slice(1) : positionals;
  if (given === undefined) throw new UsageError(`which rule?\n${USAGE}`);
  refuseMore(rest, USAGE);
  const where = whereOf(io);
  const place = placeNamed(values);
  const found = openSettings(where).rules.filter(
    (entry) =>
      entry.rule.trim() === given.trim() &&
      (list === undefined || entry.list === list) &&
      (place === undefined || entry.from === place),
  );
  const entry = only(found, given);
  await dropRule(where, entry.file, { list: entry.list, rule: entry.rule });
  const { rule, file } = entry;
  if (values.json) io.out(`${JSON.stringify({ list: entry.list, rule, file })}\n`);
  else io.out(`Removed ${exactLine(rule)} from "${entry.list}" of ${exactPlace(file)}\n`);
  return 0;
};

/** One rule in one list of one file, which is Wave's. */
function only(found: readonly RuleEntry[], given: string): RuleEntry {
  const [first] = found;
  if (!first)
    throw new UsageError(
      `no settings file has the rule ${exactLine(given)}; see: wave permissions list`,
    );
  const others = found.filter(({ list, file }) => list !== first.list || file !== first.file);
  if (others.length > 0)
    throw new UsageError(
      `${exactLine(given)} stands in several places; name its list, or its file by --user or --project:\n${found.map(({ list, source }) => `  ${list}  ${exactPlace(source)}`).join('\n')}`,
    );
  if (first.agent === 'claude-code')
    throw new UsageError(
      `${exactPlace(first.source)} is Claude Code's file, which Wave reads and never writes: change it there`,
    );
  return first;
}
