import type { Entry } from '../entries/entry.ts';
import { parseRule } from '../entries/rule.ts';
import type { Handler, Raw } from '../handlers/handler.ts';
import { secondsFault } from '../handlers/shell-fields.ts';
import { type EventName, isAboutTool } from '../vocabulary/events.ts';
import { type Field, type Fields, misfit, show } from '../vocabulary/shape.ts';
import { suggest } from '../vocabulary/suggest.ts';
import { ENTRY_FIELDS } from './entry-fields.ts';
import { isGuard } from './problem.ts';
import { strayFields } from './stray-fields.ts';

const MAX_NAME_CHARS = 200;

/** The first thing wrong with an entry that keeps it from running. */
export function firstFault(
  event: EventName,
  raw: Raw,
  handler: Handler | undefined,
): string | undefined {
  const { type, ...common } = ENTRY_FIELDS;
  if (!handler) return faultOf('type', type, raw);
  // What is particular to a handler only code can ask for, it says itself.
  const own = handler.from === 'settings' ? handler.fields : {};
  return (
    Object.entries({ ...own, ...common } as Fields)
      .map(([name, field]) => faultOf(name, field, raw))
      .find((fault) => fault !== undefined) ??
    faultOfName(raw) ??
    secondsFault('timeout', raw['timeout']) ??
    handler.check?.(raw, event) ??
    faultOfIf(event, raw['if']) ??
    faultOfGuard(raw, handler)
  );
}

/** Whether an entry asks that nobody wait for it. */
export function asyncOf(raw: Raw): Entry['async'] {
  if (raw['asyncRewake'] === true) return 'rewake';
  return raw['async'] === true ? 'late' : undefined;
}

function faultOf(name: string, field: Field, raw: Raw): string | undefined {
  const value = raw[name] ?? undefined;
  const expected = value === undefined && !field.required ? undefined : misfit(field, value);
  const got = field.secret && value !== undefined ? 'something else' : show(value);
  return expected && `"${name}": expected ${expected}, got ${got}${hint(name, value, raw)}`;
}

/** A required field is often there under a name that is nearly right. */
export function hint(name: string, value: unknown, raw: Raw): string {
  const near = Object.keys(raw).find((other) => suggest(other, [name]) === name);
  return value === undefined && near ? `; did you mean "${name}" by "${near}"?` : '';
}

const faultOfName = ({ name }: Raw) =>
  typeof name === 'string' && name.length > MAX_NAME_CHARS
    ? `"name": expected at most ${MAX_NAME_CHARS} characters, got ${name.length}`
    : undefined;

function faultOfIf(event: EventName, rule: unknown): string | undefined {
  if (typeof rule !== 'string') return undefined;
  if (!isAboutTool(event)) return `"if": ${event} is not about a tool, so no rule can hold`;
  const { fault } = parseRule(rule);
  return fault && `"if": ${show(rule)} is not a permission rule: ${fault}`;
}

/** Without what somebody wrote for it, a guard might let through what it is there to stop. */
function faultOfGuard(raw: Raw, handler: Handler): string | undefined {
  if (!isGuard(raw)) return undefined;
  const late = asyncOf(raw);
  if (late)
    return `"${late === 'rewake' ? 'asyncRewake' : 'async'}": a hook that nobody waits for cannot block, but "onError" is "block"`;
  const [first] = strayFields(raw, handler);
  return (
    first && `${first.text}, which must not be ignored where "onError" is "block"${first.hint}`
  );
}
