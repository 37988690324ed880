import { basename } from 'node:path';
import type { ConfirmRequest, FollowedLink } from '@wavehooks/agent-sdk';
import { existing } from '../machine/replaced.ts';
import { diffLines } from '../text/change.ts';
import type { Canvas } from '../text/lines.ts';

/** A call that the user is asked about, taken apart: the fields that are shown as such, and the change. */
export interface Asked {
  /** What is worth knowing before anything else. */
  readonly note?: string;
  readonly fields: ConfirmRequest['input'];
  /** The change of a file as a diff; empty if nothing changes, or a diff cannot show it. */
  readonly change: readonly string[];
}

/** The question itself, by tool. */
const QUESTIONS: Readonly<Record<string, string>> = {
  Bash: 'Run this command?',
  Edit: 'Make this edit?',
  Write: 'Write this file?',
  ExitPlanMode: 'Accept this plan?',
};

/** What the user is asked; a tool without a question of its own is named. */
export function questionFor({ tool, agent }: Pick<ConfirmRequest, 'tool' | 'agent'>): string {
  const question = Object.hasOwn(QUESTIONS, tool) ? QUESTIONS[tool] : `Run ${tool}?`;
  return `${question}${agent ? ` (subagent ${agent.type})` : ''}`;
}

/** `now`: what is in the file, where that is a text and short. */
export function askedFor(
  { tool, input, links = [] }: Pick<ConfirmRequest, 'tool' | 'input' | 'links'>,
  now: string | undefined,
  canvas: Canvas,
): Asked {
  const { old_string, new_string, content, ...rest } = input;
  const isWrite = tool === 'Write' && now !== undefined;
  const [before, after] = isWrite ? [now, content] : [old_string, new_string];
  if (typeof before === 'string' && typeof after === 'string') {
    const lines = diffLines(before, after, canvas);
    const change = lines.length > 0 ? lines : ['(it changes nothing)'];
    return { ...noteOf(links.map(linkText)), fields: rest, change };
  }
  const over = tool === 'Write' && now === undefined && existing(input['file_path']);
  const notes = over ? [`It replaces a file of ${over}.`] : [];
  return { ...noteOf([...links.map(linkText), ...notes]), fields: input, change: [] };
}

const noteOf = (notes: readonly string[]): Pick<Asked, 'note'> =>
  notes.length === 0 ? {} : { note: notes.join(' ') };

/** The name of a file that is a link says nothing of what is changed. */
const linkText = ({ path, real, inside }: FollowedLink): string =>
  `${basename(path)} goes through a link to ${real}${inside ? '' : ', outside the project'}.`;
