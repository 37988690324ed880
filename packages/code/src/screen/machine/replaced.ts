import { readFileSync, type Stats, statSync } from 'node:fs';
import { isAbsolute } from 'node:path';
import type { AgentEvent } from '@wavehooks/agent-sdk';
import type { Item } from '../state/item.ts';
import { keyOf } from '../state/on-agent.ts';
import { counted } from '../text/lines.ts';

/** A call that is about to replace a file, and what is in it now. */
export function replacedBy(
  event: AgentEvent,
  open: readonly Item[],
): { call: string; before: string } | undefined {
  const [inner, agent] = event.is === 'subagent' ? [event.event, event.agent.id] : [event];
  if (inner.is !== 'change' || inner.change.is !== 'tool') return undefined;
  if (inner.change.patch.stage !== 'running') return undefined;
  const call = keyOf(inner.change.call, agent);
  const item = open.find((one) => one.is === 'tool' && one.block.id === call);
  if (item?.is !== 'tool' || item.block.name !== 'Write') return undefined;
  // A hook may have chosen another file: what runs is in the change.
  const { file_path } = inner.change.patch.parameters ?? item.block.parameters;
  const before = shortText(file_path);
  return before === undefined ? undefined : { call, before };
}

/** A longer one is not kept only to be drawn. */
const MOST_BYTES = 64 * 1024;

/** What is in a file now; undefined where there is none, or nothing that could be shown as a change. */
export function shortText(path: unknown): string | undefined {
  const stats = regular(path);
  if (typeof path !== 'string' || !stats || stats.size > MOST_BYTES) return undefined;
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(readFileSync(path));
    return text.includes('\0') ? undefined : text;
  } catch {
    return undefined;
  }
}

/** How large a file is that is there already; undefined where there is none. */
export function existing(path: unknown): string | undefined {
  const stats = regular(path);
  return stats && counted(stats.size, 'byte');
}

/** A path comes from the model: whatever is wrong with it, there is nothing to show. */
function regular(path: unknown): Stats | undefined {
  if (typeof path !== 'string' || !isAbsolute(path)) return undefined;
  try {
    const stats = statSync(path, { throwIfNoEntry: false });
    return stats?.isFile() ? stats : undefined;
  } catch {
    return undefined;
  }
}
