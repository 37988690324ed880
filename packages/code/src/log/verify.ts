import { dirname, join } from 'node:path';
import {
  type ChainFault,
  defaultLogDir,
  existingLogKey,
  readHeads,
  type Verified,
  verifyLog,
} from '@wavehooks/settings/log';
import { type Command, readArgs, refuseMore } from '../cli/command.ts';
import { usageOf } from '../cli/usage.ts';
import { streamLines } from './stream-lines.ts';

const OPTIONS = {
  json: { type: 'boolean', about: 'the result as JSON' },
} as const;

const USAGE = usageOf({
  forms: ['wave log verify [--json]'],
  about:
    'Looks whether records of the log were changed, left out, moved, added or cut off.\nExit 0: none was; 1: some were.',
  options: OPTIONS,
});

/** `wave log verify`: each record carries the hash of the one before it. */
export const verify: Command = async (args, io) => {
  const { values, positionals } = readArgs(args, OPTIONS, USAGE);
  refuseMore(positionals, USAGE);
  const dir = defaultLogDir();
  const verified = verifyFiles(dir);
  io.out(values.json ? `${JSON.stringify(verified)}\n` : report(verified, dir));
  return verified.faults.length === 0 ? 0 : 1;
};

/** What cannot be read is a fault as well. */
function verifyFiles(dir: string): Verified {
  const problems: string[] = [];
  const onProblem = (problem: string) => problems.push(problem);
  // The ends first: what others write meanwhile is then behind them, and not missing.
  const heads = readHeads(join(dirname(dir), 'heads'), onProblem);
  const lines = [...streamLines(dir, onProblem)].map(({ text = '', file, line }) => ({
    ...{ text, at: `${file}:${line}` },
  }));
  const verified = verifyLog(lines, heads, keyOf(dirname(dir), lines.length, onProblem));
  const unread = problems.map((text): ChainFault => ({ is: 'unreadable', text }));
  return { ...verified, faults: [...verified.faults, ...unread] };
}

/** Without the key nothing can be told from what somebody else wrote. */
function keyOf(dir: string, lines: number, onProblem: (problem: string) => void): Uint8Array {
  const key = existingLogKey(dir);
  if (!key && lines > 0) onProblem(`the key of the log is gone: ${join(dir, 'log.key')}`);
  return key ?? new Uint8Array();
}

function report({ records, chains, unchained, dropped, faults }: Verified, dir: string): string {
  const seen = `${count(records, 'record')} in ${count(chains, 'chain')} (${dir})`;
  const notes = [
    ...(dropped > 0 ? [`${count(dropped, 'record')} dropped by rotation, and noted`] : []),
    ...(unchained > 0 ? [`${count(unchained, 'line')} of an older version, in no chain`] : []),
  ].map((note) => `  ${note}\n`);
  if (faults.length === 0) return `${seen}: as they were written.\n${notes.join('')}`;
  const found = faults.map(({ is, at, text }) => `  ${is}: ${text}${at ? ` (${at})` : ''}\n`);
  return `${seen}: ${count(faults.length, 'fault')}.\n${found.join('')}${notes.join('')}`;
}

const count = (n: number, what: string): string => `${n} ${what}${n === 1 ? '' : 's'}`;
