import { defaultLogDir } from '@wavehooks/settings/log';
import { type Command, readArgs, refuseMore, UsageError } from '../cli/command.ts';
import { usageOf } from '../cli/usage.ts';
import { csvOf } from './csv.ts';
import { ocsfOf } from './ocsf.ts';
import { streamLines } from './stream-lines.ts';

const OPTIONS = {
  format: { type: 'string', value: 'csv|ocsf', about: 'a table, or one OCSF event a line (JSON)' },
} as const;

const USAGE = usageOf({
  forms: ['wave log export --format csv|ocsf'],
  about: 'The log for other programs, on stdout, the oldest first.',
  options: OPTIONS,
});

export type Fields = Readonly<Record<string, unknown>>;

const FORMATS: Readonly<Record<string, (records: readonly Fields[]) => string>> = {
  csv: csvOf,
  ocsf: (records) => records.map((record) => `${JSON.stringify(ocsfOf(record))}\n`).join(''),
};

/** `wave log export`. */
export const exportLog: Command = async (args, io) => {
  const { values, positionals } = readArgs(args, OPTIONS, USAGE);
  refuseMore(positionals, USAGE);
  const { format = '' } = values;
  const write = Object.hasOwn(FORMATS, format) ? FORMATS[format] : undefined;
  if (!write) throw new UsageError(`--format: expected csv or ocsf, got "${format}"\n${USAGE}`);
  const onProblem = (problem: string) => io.err(`wave: ${problem}\n`);
  const lines = [...streamLines(defaultLogDir(), onProblem)];
  const records = lines
    .map(({ text }) => (text === undefined ? undefined : readRecord(text)))
    .filter((record) => record !== undefined);
  io.out(write(records));
  const lost = lines.length - records.length;
  if (lost > 0) io.err(`${lost} ${lost === 1 ? 'line' : 'lines'} could not be read\n`);
  return 0;
};

function readRecord(text: string): Fields | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null ? (value as Fields) : undefined;
  } catch {
    return undefined;
  }
}
