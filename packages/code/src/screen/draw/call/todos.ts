import { printable } from '../../../cli/style.ts';
import { isDone, type Todo } from '../../state/todos.ts';
import { type Canvas, clipped, counted } from '../../text/lines.ts';
import type { Role } from '../../text/theme.ts';

const LOOKS: Readonly<Record<string, { readonly box: string; readonly role: Role }>> = {
  completed: { box: '☒', role: 'quiet' },
  in_progress: { box: '◐', role: 'strong' },
};

export function todoLine({ content, status }: Todo, { width, paint }: Canvas): string {
  const { box, role } = LOOKS[status] ?? { box: '☐', role: 'plain' };
  return `  ${paint(role, `${box} ${clipped(printable(content), width - 6)}`)}`;
}

/** The list while work goes on: what is done is a number, and what comes next has the first rows. */
export function todoPanel(todos: readonly Todo[], most: number, canvas: Canvas): string[] {
  const open = todos.filter((one) => !isDone(one));
  if (open.length === 0 || most < 2) return [];
  const shown = open
    .toSorted((a, b) => Number(b.status === 'in_progress') - Number(a.status === 'in_progress'))
    .slice(0, most - 1);
  const more = open.length - shown.length;
  const head = `${todos.length - open.length} of ${counted(todos.length, 'todo')} done${more > 0 ? `, ${more} more below` : ''}`;
  return [canvas.paint('quiet', head), ...shown.map((one) => todoLine(one, canvas))];
}
