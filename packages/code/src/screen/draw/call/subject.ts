import type { ToolBlock } from '@wavehooks/agent-sdk';
import { exactly } from '../../../cli/style.ts';
import { clipped, clippedEnd, joined } from '../../text/lines.ts';
import { shownPath } from '../../text/paths.ts';

type Named = Pick<ToolBlock, 'name' | 'parameters'>;

/** What a call is about, by its tool. */
const SUBJECTS: Readonly<Record<string, string>> = {
  Bash: 'command',
  Glob: 'pattern',
  Grep: 'pattern',
  WebFetch: 'url',
  WebSearch: 'query',
  Task: 'description',
  Skill: 'skill',
  BashOutput: 'bash_id',
  KillShell: 'shell_id',
};

/** These are about a file. */
const FILES: ReadonlySet<string> = new Set(['Read', 'Write', 'Edit']);

/** What these are about stands below them. */
const TOLD_BELOW: ReadonlySet<string> = new Set(['TodoWrite', 'AskUserQuestion', 'ExitPlanMode']);

export function subjectOf({ name, parameters }: Named, root?: string): string {
  if (TOLD_BELOW.has(name)) return '';
  if (FILES.has(name)) return pathIn(parameters['file_path'], root);
  const field = SUBJECTS[name];
  if (!field) return JSON.stringify(parameters);
  const { path } = parameters;
  const where = typeof path === 'string' && field === 'pattern' ? ` in ${pathIn(path, root)}` : '';
  return asText(parameters[field]) + where;
}

/** In one line of so many columns. Of a path its end says most. */
export function subjectLine(block: Named, root: string | undefined, room: number): string {
  const text = joined(exactly(subjectOf(block, root)));
  return FILES.has(block.name) ? clippedEnd(text, room) : clipped(text, room);
}

const pathIn = (path: unknown, root: string | undefined): string =>
  typeof path === 'string' ? shownPath(path, root) : asText(path);

export const asText = (value: unknown): string =>
  typeof value === 'string' ? value : (JSON.stringify(value) ?? '');

export const fields = (input: Readonly<Record<string, unknown>>): string =>
  Object.entries(input)
    .map(([name, value]) => `${name}: ${asText(value)}`)
    .join('\n');
