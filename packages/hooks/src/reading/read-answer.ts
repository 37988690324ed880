import type { BoxProfile } from '@wavehooks/process/sandbox';
import { type Meaning, SPELLINGS } from '../vocabulary/answer.ts';
import type { PermissionUpdate } from '../vocabulary/effect.ts';
import type { EventName, Raw } from '../vocabulary/events.ts';
import { placesIn } from './answer-places.ts';
import type { Remarked } from './names.ts';
import { readPermissions } from './permissions.ts';
import { readMeaning } from './read-meaning.ts';
import { type Ways, withoutTwins } from './twins.ts';

/** What an answer says, each field checked by itself. */
export interface Answer extends Remarked {
  continue?: boolean;
  stopReason?: string;
  warning?: string;
  decision?: 'allow' | 'ask' | 'deny' | 'block';
  blocked?: boolean;
  reason?: string;
  /** Beside a deny: the turn ends as well. */
  interrupt?: boolean;
  rewrite?: Record<string, unknown>;
  /** All that the input has from now on. */
  whole?: Record<string, unknown>;
  respond?: unknown;
  output?: unknown;
  prompt?: string;
  content?: Record<string, unknown>;
  sandbox?: BoxProfile;
  permissions?: PermissionUpdate[];
  context?: string;
  nextContext?: string;
}

/** `input` is that of the event: what some fields are compared with. */
export function readAnswer(
  event: EventName,
  given: Raw,
  twice: Ways = [],
  input: Raw = {},
): Answer {
  const answer: Answer = { remarks: [], lostDecision: false };
  const raw = withoutTwins(event, given, twice, answer);
  const asked = { event, input, ...placesIn(event, raw, answer) };
  for (const meaning of Object.keys(SPELLINGS) as Meaning[])
    Object.assign(answer, readMeaning(meaning, asked, answer));
  if (answer.permissions) answer.permissions = readPermissions(answer.permissions, answer.remarks);
  remarkOnConflict(answer);
  return answer;
}

/** In both directions: whoever wrote the answer meant one of them only. */
function remarkOnConflict({ blocked, decision, remarks }: Answer): void {
  if (blocked === undefined || decision === undefined || blocked === OBJECTS[decision]) return;
  remarks.push(`"blocked" is ${blocked}, but the decision is "${decision}": the decision counts`);
}

/** What "blocked" says when it agrees with a decision. */
const OBJECTS: Record<NonNullable<Answer['decision']>, boolean> = {
  allow: false,
  ask: false,
  deny: true,
  block: true,
};
