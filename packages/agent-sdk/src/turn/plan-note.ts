import { viewOf } from '../conversation/model-view.ts';
import type { PermissionMode } from '../permissions/rules/rule.ts';
import type { Message, TextBlock } from '../vocabulary/messages.ts';

/**
 * What the model has to be told of plan mode; undefined where it knows. What it knows is read from the
 * messages that it gets, so a resumed, undone or compacted conversation needs no state beside it.
 */
export function planNote(
  messages: readonly Message[],
  mode: PermissionMode,
  canLeave: boolean,
): TextBlock | undefined {
  const known = viewOf(messages).findLast(tells);
  const knows = known?.blocks.some((block) => block.type === 'text' && block.plan === 'begins');
  if ((mode === 'plan') === (knows ?? false)) return undefined;
  if (mode !== 'plan') return { type: 'text', content: ENDS, plan: 'ends' };
  const content = `${BEGINS} ${canLeave ? LEAVE : REPORT}`;
  return { type: 'text', content, plan: 'begins' };
}

const tells = ({ role, blocks }: Message): boolean =>
  role === 'user' && blocks.some((block) => block.type === 'text' && block.plan !== undefined);

const BEGINS =
  'Plan mode is on: change nothing. Do not edit files, and run only commands that read. Find out what you need to know, and ask the user where something is open.';
const LEAVE =
  'When the plan is whole, call ExitPlanMode with it. The user accepts it or sends it back; only the user ends plan mode.';
const REPORT = 'End with what you found, and with what you would do.';
const ENDS =
  'Plan mode is over. You may make changes again, as far as rules, hooks and the user permit them.';
