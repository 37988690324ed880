import { CONFIGURED } from '../handlers/index.ts';
import { type Fields, optional, required } from '../vocabulary/shape.ts';

export const DEFAULT_TIMEOUT_S = 60;

/** The fields of every hook entry, whatever runs it. */
export const ENTRY_FIELDS = {
  type: {
    ...required('text', 'what kind of hook this is'),
    words: CONFIGURED.map(({ type }) => type),
  },
  timeout: optional(
    'number',
    `seconds it may take, above 0 and at most 86400; ${DEFAULT_TIMEOUT_S} by default, ${CONFIGURED.flatMap(({ type, timeout }) => (timeout ? [`${timeout} for ${type}`] : [])).join(', ')}`,
  ),
  name: optional('text', 'what messages, lists and logs call it'),
  enabled: optional('flag', 'false switches it off'),
  if: optional(
    'text',
    'a permission rule such as `Bash(git push *)`: it runs only for calls that the rule holds for; only on events about a tool',
  ),
  once: optional('flag', 'true: it runs once a session'),
  onError: optional('text', '"block": a failure of this hook blocks; "continue" by default', [
    'continue',
    'block',
  ]),
  onFailure: optional('text', 'another name for `onError`', ['continue', 'block']),
  async: optional('flag', 'true: nobody waits for it; a decision of it comes too late'),
  asyncRewake: optional('flag', 'true: as `async`, and its exit 2 reaches the agent'),
  statusMessage: optional('text', 'shown while it runs'),
  phase: optional(
    'text',
    '"transform": runs first, in order, each on the input as the one before left it; "judge" by default',
    ['transform', 'judge'],
  ),
} as const satisfies Fields;

/** The names of all fields that an entry of a type can have; none for a type that settings cannot ask for. */
export function fieldsOf(type: unknown): readonly string[] {
  const handler = CONFIGURED.find((one) => one.type === type);
  return handler ? [...Object.keys(ENTRY_FIELDS), ...Object.keys(handler.fields)] : [];
}

export const GROUP_FIELDS = {
  matcher: optional(
    'text',
    'which tools: `*`, a list such as `Edit|Write`, or a regular expression',
  ),
  hooks: required('anything', 'the hooks to run'),
} as const satisfies Fields;

/** Names of fields for people, which mean nothing. A JSON Schema has them as this pattern, too. */
export const REMARK = /^(description$|comment$|[_$])/;

/** Those of them that code needs: it has comments for the others. */
export interface Remarks {
  description?: unknown;
  comment?: unknown;
}
