import { relative } from 'node:path';
import type { ToolCallLocation, ToolKind } from '@agentclientprotocol/sdk';
import type { ToolBlock } from '@wavehooks/agent-sdk';
import { exactLine } from '../../cli/style.ts';

/** A call as far as its look goes. */
export type Called = Pick<ToolBlock, 'name' | 'parameters'>;

interface Row {
  readonly kind: ToolKind;
  /** In one line; the place of a file is its path from the project. */
  title(text: (field: string) => string, from: (field: string) => string): string;
  /** The parameter with the file or directory that the call is about. */
  readonly path?: string;
  /** The parameter with the number of its line. */
  readonly line?: string;
}

/** THE TABLE of tools as an editor shows them. */
const TOOLS: Readonly<Record<string, Row>> = {
  Read: {
    kind: 'read',
    title: (_, from) => `Read ${from('file_path')}`,
    path: 'file_path',
    line: 'offset',
  },
  Edit: { kind: 'edit', title: (_, from) => `Edit ${from('file_path')}`, path: 'file_path' },
  Write: { kind: 'edit', title: (_, from) => `Write ${from('file_path')}`, path: 'file_path' },
  Glob: { kind: 'search', title: (text) => `Find ${text('pattern')}`, path: 'path' },
  Grep: { kind: 'search', title: (text) => `Search for ${text('pattern')}`, path: 'path' },
  Bash: { kind: 'execute', title: (text) => text('command') },
  BashOutput: { kind: 'execute', title: () => 'Output of a background command' },
  KillShell: { kind: 'execute', title: () => 'End a background command' },
  WebFetch: { kind: 'fetch', title: (text) => `Fetch ${text('url')}` },
  WebSearch: { kind: 'fetch', title: (text) => `Search the web for ${text('query')}` },
  TodoWrite: { kind: 'think', title: () => 'Update the plan' },
  AskUserQuestion: { kind: 'other', title: () => 'Ask you' },
  ExitPlanMode: { kind: 'switch_mode', title: () => 'Show the plan' },
  Task: { kind: 'think', title: (text) => text('description') },
  Skill: { kind: 'read', title: (text) => `Use the skill ${text('skill')}` },
};

const MOST_TITLE = 300;

/** What an editor shows of a call in its first line. */
export function titleOf({ name, parameters }: Called, projectDir: string, by = ''): string {
  const text = (field: string) => String(parameters[field] ?? '');
  const row = rowOf(name);
  const title = row
    ? row.title(text, (field) => fromProject(text(field), projectDir))
    : `${name} ${JSON.stringify(parameters)}`;
  const line = exactLine(`${by}${title}`).trim();
  return line.length > MOST_TITLE ? `${line.slice(0, MOST_TITLE - 1)}…` : line || name;
}

export const kindOf = (name: string): ToolKind => rowOf(name)?.kind ?? 'other';

/** `now`: what is in the file; an edit is where its old text begins. */
export function locationsOf(
  { name, parameters }: Called,
  now?: string | undefined,
): ToolCallLocation[] {
  const { path: field = '', line: lineField = '' } = rowOf(name) ?? {};
  const [path, given] = [parameters[field], parameters[lineField]];
  const line = name === 'Edit' ? lineOf(String(parameters['old_string']), now) : given;
  if (typeof path !== 'string' || path === '') return [];
  return [{ path, ...(typeof line === 'number' ? { line } : {}) }];
}

function lineOf(text: string, now = ''): number | undefined {
  const at = now.indexOf(text);
  return at < 0 ? undefined : now.slice(0, at).split('\n').length;
}

const rowOf = (name: string): Row | undefined =>
  Object.hasOwn(TOOLS, name) ? TOOLS[name] : undefined;

function fromProject(path: string, projectDir: string): string {
  const way = relative(projectDir, path);
  return way === '' || way.startsWith('..') ? path : way;
}
