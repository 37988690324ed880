import { basename } from 'node:path';
import type { ConfirmRequest, FollowedLink } from '@wavehooks/agent-sdk';
import { exactly, printable } from '../../cli/style.ts';
import type { PlannedEdit } from '../machine/edits.ts';
import { existing } from '../machine/file-text.ts';
import { changeLines } from '../text/change-lines.ts';
import { changeOf } from '../text/file-change.ts';
import type { Canvas } from '../text/lines.ts';
import { shownPath } from '../text/paths.ts';

/** A call that the user is asked about, taken apart. */
export interface Asked {
  /** What is worth knowing before anything else. */
  readonly note?: string;
  /** What it is all about: a command, or a file. */
  readonly subject?: { readonly is: 'command' | 'file'; readonly text: string };
  /** What else there is, field by field. */
  readonly fields: ConfirmRequest['input'];
  /** The change of a file as a diff; empty if a diff cannot show it. */
  readonly change: readonly string[];
}

/** The question itself, by tool. */
const QUESTIONS: Readonly<Record<string, string>> = {
  Bash: 'Run this command?',
  KillShell: 'End this command in the background?',
  Read: 'Read this file?',
  Edit: 'Change this file?',
  Write: 'Change this file?',
  Glob: 'Look for files here?',
  Grep: 'Search these files?',
  WebFetch: 'Fetch this page?',
  Task: 'Start this subagent?',
  Skill: 'Use this skill?',
  ExitPlanMode: 'Accept this plan?',
};

type Question = Pick<ConfirmRequest, 'tool' | 'agent'>;

/** What the user is asked; a tool without a question of its own is named. */
export function questionFor({ tool, agent }: Question, planned?: PlannedEdit): string {
  const own = Object.hasOwn(QUESTIONS, tool) ? QUESTIONS[tool] : unknownTool(tool);
  const question = planned?.before === null ? 'Create this file?' : own;
  return `${question}${agent ? ` (subagent ${agent.type})` : ''}`;
}

function unknownTool(tool: string): string {
  const [, server, name] = /^mcp__(.+?)__(.+)$/.exec(tool) ?? [];
  return server ? `Use ${name} of the MCP server ${server}?` : `Run ${tool}?`;
}

/** Rows of the table of permissions that say what the call does. */
const DOES = /^(leaves|writes) /;

/** The last row: nothing speaks for the call, and nothing against it. */
const NO_RULE = 'no rule allows it';

/** Who asks, and why: a sentence for the first reason, one for each further. */
export function whoAsks({
  by,
  hooks,
  reasons,
}: Pick<ConfirmRequest, 'by' | 'hooks' | 'reasons'>): string[] {
  const [first, ...more] = reasons.map((reason) => exactly(printable(reason)));
  const [, rule] = /^ask rule: (.*)$/s.exec(by) ?? [];
  if (by === NO_RULE)
    return ['No rule allows this yet', ...reasons.map((one) => exactly(printable(one)))];
  const who = hooks
    ? `by ${by}`
    : rule
      ? `by the rule ${rule}`
      : `because ${DOES.test(by) ? 'it ' : ''}${by}`;
  return [`Asked ${exactly(who)}${first === undefined ? '' : `: ${first}`}`, ...more];
}

/** `planned`: what would become of the file, where that is known. */
export function askedFor(
  { tool, input, links = [] }: Pick<ConfirmRequest, 'tool' | 'input' | 'links'>,
  planned: PlannedEdit | undefined,
  canvas: Canvas,
  context?: number,
): Asked {
  const { command, file_path, ...rest } = input;
  const notes = links.map(linkText);
  if (tool === 'Bash' && typeof command === 'string')
    return {
      ...noteOf(notes),
      subject: { is: 'command', text: command },
      fields: rest,
      change: [],
    };
  if (typeof file_path !== 'string') return { ...noteOf(notes), fields: input, change: [] };
  const subject = { is: 'file', text: shownPath(file_path, canvas.root) } as const;
  const change = changeIn(tool, input, planned, canvas, context);
  if (!change) {
    const over = tool === 'Write' ? existing(file_path) : undefined;
    const all = over ? [...notes, `It replaces a file of ${over}.`] : notes;
    return { ...noteOf(all), subject, fields: rest, change: [] };
  }
  const { old_string: _, new_string: __, content: ___, ...fields } = rest;
  return { ...noteOf(notes), subject, fields, change };
}

/** Of the file as it is; where that cannot be read, of the piece that the call names. */
function changeIn(
  tool: string,
  { file_path, old_string: from, new_string: to }: ConfirmRequest['input'],
  planned: PlannedEdit | undefined,
  canvas: Canvas,
  context: number | undefined,
): string[] | undefined {
  const isPiece = tool === 'Edit' && typeof from === 'string' && typeof to === 'string';
  const change = planned
    ? changeOf(planned.before ?? undefined, planned.after, context === undefined ? {} : { context })
    : isPiece
      ? changeOf(from, to, { numbered: false })
      : undefined;
  if (!change) return undefined;
  const lines = changeLines(change, String(file_path), canvas);
  if (lines.length > 0) return lines;
  return planned?.before === null ? ['(an empty file)'] : ['(it changes nothing)'];
}

const noteOf = (notes: readonly string[]): Pick<Asked, 'note'> =>
  notes.length === 0 ? {} : { note: notes.join(' ') };

/** The name of a file that is a link says nothing of what is changed. */
const linkText = ({ path, real, inside }: FollowedLink): string =>
  `${basename(path)} goes through a link to ${real}${inside ? '' : ', outside the project'}.`;
