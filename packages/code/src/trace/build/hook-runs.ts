import { type InventoryRecord, isFailure, type LogEntry } from '@wavehooks/settings/log';
import { endOf } from '../../hooks/log/log-line.ts';
import type { HookRun, Said } from './trace.ts';

/** Where a run stands in its trace. */
export interface Placing {
  readonly id: string;
  readonly lane: string;
  readonly parent: string | undefined;
  readonly at: number;
}

/** A run of a hook, from its line in the log. */
export function runSpan(
  entry: LogEntry,
  { id, lane, parent, at }: Placing,
  inventory: InventoryRecord | undefined,
): HookRun {
  const { event, tool, hook, source, outcome, ms, decision, rewrote, late } = entry;
  const { subject, stdout, stderr } = entry;
  const matched = whyMatched(entry, inventory);
  return {
    ...{ is: 'run', id, lane, at, ms, event, hook, source },
    ...(parent === undefined ? {} : { parent }),
    ...(tool === undefined ? {} : { tool }),
    ...(subject === undefined ? {} : { subject }),
    ...(matched === undefined ? {} : { matched }),
    ...{ outcome: endOf(outcome), failed: isFailure(outcome), decision },
    ...(rewrote ? { rewrote } : {}),
    ...(late ? { late } : {}),
    said: [
      ...told('agent', entry.toAgent),
      ...told('user', entry.toUser),
      ...told('context', entry.context),
    ],
    ...(stdout === undefined ? {} : { stdout }),
    ...(stderr === undefined ? {} : { stderr }),
  };
}

const told = (to: Said['to'], texts: readonly string[] = []): Said[] =>
  texts.map((text) => ({ to, text }));

/** As it was set up when the session began. */
function whyMatched(
  { hook, event, source, tool, subject }: LogEntry,
  inventory: InventoryRecord | undefined,
): string | undefined {
  const found = inventory?.hooks.find(
    (one) => one.hook === hook && one.event === event && one.source === source,
  );
  if (!found) return undefined;
  const about = tool ?? subject;
  const match =
    found.matcher === '*' || about === undefined
      ? `it is for every ${event}`
      : `"${found.matcher}" matches ${about}`;
  return found.if === undefined ? match : `${match}; its "if" held: ${found.if}`;
}
