import { ignoreAdvice, ruleFault } from '@wavehooks/agent-sdk';
import { keepRule } from '@wavehooks/settings';
import { type Command, readArgs, refuseMore, UsageError } from '../cli/command.ts';
import { exactLine, exactPlace } from '../cli/style.ts';
import { usageOf } from '../cli/usage.ts';
import { listNamed, placeNamed, RULE_FLAGS, whereOf } from './rule-words.ts';

const USAGE = usageOf({
  forms: ['wave permissions add allow|ask|deny RULE [options]'],
  about:
    "Quote a rule with spaces: 'Bash(npm test *)'. Without an option it holds for this project.",
  options: RULE_FLAGS,
});

/** `wave permissions add`: writes a rule into a settings file, and keeps every other byte of it. */
export const add: Command = async (args, io) => {
  const { values, positionals } = readArgs(args, RULE_FLAGS, USAGE);
  const [word, given, ...rest] = positionals;
  const list = listNamed(word);
  if (!list || given === undefined) throw new UsageError(`which list, and which rule?\n${USAGE}`);
  refuseMore(rest, USAGE);
  const rule = given.trim();
  const fault = ruleFault(list, rule);
  if (fault !== undefined) throw new UsageError(fault);
  const where = whereOf(io);
  const { file, before, after } = await keepRule(where, placeNamed(values) ?? 'local', {
    list,
    rule,
  });
  const isNew = before !== after;
  if (values.json) io.out(`${JSON.stringify({ list, rule, file, added: isNew })}\n`);
  else {
    const advice = before === undefined ? ignoreAdvice(file, where.projectDir) : '';
    io.out(
      `${exactLine(rule)} is ${isNew ? 'now' : 'already'} in "${list}" of ${exactPlace(file)}${exactLine(advice)}\n`,
    );
  }
  return 0;
};
