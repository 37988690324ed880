import type { Entry } from '../entries/entry.ts';
import { brokenBy, isBroken } from '../handlers/broken.ts';
import { directoryOf } from '../handlers/index.ts';
import { type Trouble, troubleWith } from '../pins/trouble.ts';
import { canBlock, specOf } from '../vocabulary/events.ts';
import type { Passage } from './setting.ts';

/**
 * A hook whose files are not the approved ones does not run; where that can block, it blocks. One that
 * would only not find them has failed, and its `onError` says what follows.
 */
export function asApproved(entry: Entry, passage: Passage): Entry {
  const trouble = troubleOf(entry, passage);
  if (trouble === undefined) return entry;
  const blocks = trouble.is === 'changed' && canBlock(entry.event);
  const handler = brokenBy(refusal(trouble));
  return { ...entry, handler, onError: blocks ? 'block' : entry.onError };
}

const troubleOf = (entry: Entry, passage: Passage): Trouble | undefined =>
  troubleWith(entry.pins, passage.setting.checkPin, {
    dir: directoryOf(entry, passage),
    projectDir: passage.setting.projectDir,
  });

const refusal = ({ is, text }: Trouble): string =>
  is === 'changed' ? `guard changed since approval: ${text} (see: wave hooks review)` : text;

/** Why a hook must not start now. */
export function changed(entry: Entry, passage: Passage): string | undefined {
  const trouble = troubleOf(entry, passage);
  return trouble && refusal(trouble);
}

/**
 * Where a failure holds once, a guard that stays broken must not trap the session. One that the agent
 * changed because it was held has not failed before in this turn.
 */
export function failsClosed({ event, label, handler, onError }: Entry, passage: Passage): boolean {
  if (specOf(event).failureHolds !== 'once') return onError === 'block';
  const { refused } = passage.setting;
  // A subagent is held by itself.
  const key = `${passage.input.session_id} ${passage.input['agent_id'] ?? ''} ${label}`;
  const isFirst = passage.input['stop_hook_active'] !== true;
  if (isFirst) refused.delete(key);
  const holds = isFirst || (isBroken({ handler }) && !refused.has(key));
  if (isBroken({ handler })) refused.add(key);
  return onError === 'block' && holds;
}
