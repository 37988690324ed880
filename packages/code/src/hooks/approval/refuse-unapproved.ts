import type { JudgedItem, Opened } from '@wavehooks/settings';
import { calledAs } from '../../cli/called-as.ts';
import { UsageError } from '../../cli/command.ts';
import { MOST_APART, someOf } from '../../cli/fold.ts';
import { exactLine, exactly } from '../../cli/style.ts';

/** What stops a start where nobody can be asked, and how several are called. */
const WORDS = { hook: ['a hook', 'hooks'], mcp: ['an MCP server', 'MCP servers'] } as const;

type Waiting = keyof typeof WORDS;

/** For whoever calls Wave by hand. */
const FLAGS = [
  '  --trust-project-hooks    run them this once',
  '  --no-project-hooks       continue without them',
];

/** Without anybody to ask, what runs code and nobody approved stops the start. */
export function refuseUnapproved(
  { items }: Opened,
  mode: string | undefined,
  kinds: readonly Waiting[] = ['hook'],
  wave = calledAs(process.cwd()),
  flags: readonly string[] = FLAGS,
): void {
  const waiting = items.filter(
    ({ kind, state }) => kinds.includes(kind as Waiting) && state === 'unapproved',
  );
  if (mode !== 'approved' || waiting.length === 0) return;
  throw new UsageError(
    [
      ...headLines(waiting),
      flags.length > 0 ? 'Look at them, then choose:' : 'Look at them, then:',
      `  ${wave} hooks approve       approve them as they are now (${wave} hooks review shows them)`,
      ...flags,
    ].join('\n'),
  );
}

/** Each by itself, as long as they can be read so. */
function headLines(waiting: readonly JudgedItem[]): string[] {
  const head = `this project has ${countText(waiting)} waiting for your approval:`;
  return waiting.length > MOST_APART
    ? [`${head} ${someOf(waiting.map(({ label }) => exactLine(label)))}`]
    : [head, ...waiting.map(itemLine)];
}

function countText(waiting: readonly JudgedItem[]): string {
  const counts = (Object.keys(WORDS) as Waiting[]).flatMap((kind) => {
    const { length } = waiting.filter((item) => item.kind === kind);
    const [one, many] = WORDS[kind];
    return length === 0 ? [] : [length === 1 ? one : `${length} ${many}`];
  });
  return counts.join(' and ');
}

const itemLine = ({ kind, source, label, content }: JudgedItem) => {
  const what = kind === 'mcp' ? 'MCP server' : (content as { event: string }).event;
  return `  ${what}  ${exactLine(label)}  ${exactly(source)}`;
};
