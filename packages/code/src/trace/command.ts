import { resolve } from 'node:path';
import { type Command, readArgs, refuseMore, UsageError } from '../cli/command.ts';
import { usageOf } from '../cli/usage.ts';
import { writePage } from '../html/write-page.ts';
import { pageHtml, pageParts } from './page-html.ts';
import { readRecords, readTrace, tracedSession } from './read-session.ts';
import { serveTrace } from './serve-trace.ts';

const OPTIONS = {
  output: { type: 'string', short: 'o', value: 'FILE', about: 'where to write the page' },
  'without-content': {
    type: 'boolean',
    about: 'leave out prompts, inputs and results, for a page that you send away',
  },
  live: { type: 'boolean', about: 'serve the page on 127.0.0.1, with events as they happen' },
} as const;

const USAGE = usageOf({
  forms: ['wave trace [SESSION] [-o FILE.html] [--without-content]', 'wave trace [SESSION] --live'],
  about:
    'A page that shows what happened in a session, and why. SESSION is an id, the start of one, or a\nname; without it the newest of this project. "wave sessions" lists them.',
  options: OPTIONS,
});

/** `wave trace`: one page of a session, in a file or live. */
export const trace: Command = async (args, io) => {
  const { values, positionals } = readArgs(args, OPTIONS, USAGE);
  const [wanted, ...more] = positionals;
  refuseMore(more, USAGE);
  if (values.live && values.output !== undefined)
    throw new UsageError(`--live writes no file, so it takes no --output\n${USAGE}`);
  const traced = tracedSession(io.cwd, wanted, !values['without-content']);
  const parts = pageParts(import.meta.dirname);
  if (values.live) return serveTrace(traced, parts, io);
  const records = readRecords((problem) => io.err(`wave: ${problem}\n`));
  const made = readTrace(traced, records);
  const file = resolve(io.cwd, values.output ?? `wave-trace-${traced.session.id.slice(0, 8)}.html`);
  writePage(file, pageHtml(made, parts));
  io.out(`${file}\n`);
  if (made.spans.length === 0)
    io.err('wave: the log has no records of this session; it may be from before they were kept\n');
  return 0;
};
