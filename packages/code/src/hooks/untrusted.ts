import type { JudgedItem, Opened } from 'wave-hooks';
import { UsageError } from '../cli/command.ts';
import { printable } from '../cli/style.ts';

/** Without anybody to ask, hooks that nobody approved stop the start. */
export function refuseUnapproved({ items }: Opened, mode: string | undefined): void {
  const waiting = items.filter(({ kind, state }) => kind === 'hook' && state === 'unapproved');
  if (mode !== 'approved' || waiting.length === 0) return;
  throw new UsageError(
    [
      `this project brings ${waiting.length === 1 ? 'a hook' : `${waiting.length} hooks`} that nobody has approved:`,
      ...waiting.map(itemLine),
      'Look at them, then choose:',
      '  wave hooks approve       approve them as they are now (wave hooks review shows them)',
      '  --trust-project-hooks    run them this once',
      '  --no-project-hooks       go on without them',
    ].join('\n'),
  );
}

const itemLine = ({ source, label, content }: JudgedItem) => {
  const { event } = content as { event: string };
  return `  ${event}  ${printable(label).replace(/\s+/g, ' ')}  ${source}`;
};
