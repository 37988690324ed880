import { resolve } from 'node:path';
import { type AgentEvent, replaceText } from '@wavehooks/agent-sdk';
import type { Item } from '../state/item.ts';
import { keyOf } from '../state/on-agent.ts';
import type { Happening } from '../state/state.ts';
import { changeOf } from '../text/file-change.ts';
import { textAt } from './file-text.ts';

type Input = Readonly<Record<string, unknown>>;

/** What the tools that change a file make of its text; undefined where that cannot be told. */
const AFTER: Readonly<Record<string, (input: Input, before: string | null) => string | undefined>> =
  {
    Write: ({ content }) => (typeof content === 'string' ? content : undefined),
    Edit: ({ old_string: from, new_string: to, replace_all: all }, before) => {
      if (before === null || typeof from !== 'string' || typeof to !== 'string') return undefined;
      const replaced = replaceText(before, from, to, all === true);
      return replaced.ok ? replaced.text : undefined;
    },
  };

const isEdit = (tool: string): boolean => Object.hasOwn(AFTER, tool);

/** A file as it is, null where there is none, and as a call would make it. */
export interface PlannedEdit {
  readonly before: string | null;
  readonly after: string;
}

/** Undefined where that cannot be told. */
export function plannedEdit(tool: string, input: Input): PlannedEdit | undefined {
  const before = isEdit(tool) ? textAt(input['file_path']) : undefined;
  if (before === undefined) return undefined;
  const after = AFTER[tool]?.(input, before);
  return after === undefined ? undefined : { before, after };
}

/** So much of a change is kept to be read again. */
const MOST_ROWS = 2_000;

/** A call that is about to change a file, or has: what is in the file now is what its change is about. */
export function editIn(
  event: AgentEvent,
  open: readonly Item[],
  cwd: string,
): Happening | undefined {
  const [inner, agent] = event.is === 'subagent' ? [event.event, event.agent.id] : [event];
  if (inner.is !== 'change' || inner.change.is !== 'tool') return undefined;
  const { patch } = inner.change;
  if (patch.stage !== 'running' && patch.stage !== 'end') return undefined;
  const call = keyOf(inner.change.call, agent);
  const item = open.find((one) => one.is === 'tool' && one.block.id === call);
  if (item?.is !== 'tool' || !isEdit(item.block.name)) return undefined;
  const { file_path } = item.block.parameters;
  // The model may have named it from where the agent is.
  const now = typeof file_path === 'string' ? textAt(resolve(cwd, file_path)) : undefined;
  if (patch.stage === 'running')
    return now === undefined ? undefined : { is: 'changes', call, before: now };
  if (item.before === undefined) return undefined;
  const isKnown = item.block.success === true && typeof now === 'string';
  const change = isKnown ? changeOf(item.before ?? undefined, now, { most: MOST_ROWS }) : undefined;
  return { is: 'changed', call, change };
}
