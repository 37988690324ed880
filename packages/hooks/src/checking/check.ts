import { compileMatcher, type Matcher } from '../entries/match.ts';
import { type EventName, isEventName, specOf } from '../vocabulary/events.ts';
import { isObject, show } from '../vocabulary/shape.ts';
import { eventMeant, isElsewhere, wrongEvent } from '../vocabulary/wrong-event.ts';
import { checkEntry } from './check-entry.ts';
import { deadValue } from './dead-value.ts';
import { hint } from './entry-fault.ts';
import { GROUP_FIELDS, REMARK } from './entry-fields.ts';
import { type Checked, wrong } from './problem.ts';
import { type Path, pathText, type Source } from './source.ts';
import { unknownFields } from './stray-fields.ts';

/** Turns what settings say into hooks ready to run. A wrong piece switches off only itself. */
export function checkHooks(sources: readonly Source[]): Checked {
  return join(
    sources.flatMap((source) =>
      [
        ...Object.entries(source.hooks).map(([name, groups]) => checkEvent(name, groups, source)),
        ...(source.misplaced ?? []).map(({ event, groups, at, name, text }) =>
          wrong(event, groups, at, name, text),
        ),
      ].map((checked) => scoped(checked, source)),
    ),
  );
}

/** Whatever came of it: a broken hook shuts no more than a good one would have guarded. */
function scoped({ entries, problems }: Checked, { scope, vouch }: Source): Checked {
  if (!scope) return { entries, problems };
  const { approved } = vouch?.(undefined) ?? { approved: true };
  return {
    entries: entries.map((entry) =>
      // One without content is broken: nothing has vouched for it yet.
      entry.content === undefined ? { ...entry, scope, approved } : { ...entry, scope },
    ),
    problems,
  };
}

const NOTHING: Checked = { entries: [], problems: [] };

function checkEvent(name: string, groups: unknown, source: Source): Checked {
  if (REMARK.test(name)) return NOTHING;
  const at = placeOf(source, [name]);
  if (!isEventName(name)) {
    const meant = eventMeant(name);
    const text = isElsewhere(name)
      ? `${wrongEvent(name)}, so its hooks are off`
      : `"${name}" is not an event, so it is off: ${wrongEvent(name)}`;
    return wrong(meant as EventName | undefined, groups, at, name, text, undefined, name);
  }
  if (!Array.isArray(groups)) {
    const text = `${name}: expected a list of { matcher, hooks }, got ${show(groups)}; it is off`;
    return wrong(name, groups, at, name, text);
  }
  return join(groups.map((group, index) => checkGroup(name, group, source, [name, index])));
}

function checkGroup(event: EventName, group: unknown, source: Source, path: Path): Checked {
  const at = placeOf(source, path);
  const off = (text: string) =>
    wrong(event, group, at, event, `${pathText(path)}: ${text}; it is off`);
  if (!isObject(group)) return off(`expected { matcher, hooks }, got ${show(group)}`);
  if (group['hooks'] === undefined && typeof group['command'] === 'string')
    return off('a hook stands where a group belongs: wrap it as { "hooks": [ ... ] }');
  if (!Array.isArray(group['hooks']))
    return off(
      `"hooks": expected a list, got ${show(group['hooks'])}${hint('hooks', group['hooks'], group)}`,
    );
  const raw = group['matcher'] ?? undefined;
  const matcher = matcherOf(event, raw);
  if ('error' in matcher) return off(matcher.error);
  const hooks = group['hooks'].map((hook, index) =>
    checkEntry(event, hook, matcher, {
      from: source.name,
      matcher: raw,
      source,
      at: placeOf(source, [...path, 'hooks', index]),
      path: pathText([...path, 'hooks', index]),
    }),
  );
  return join([...groupWarnings(event, group, matcher, at, path), ...hooks]);
}

/** On events without a subject a matcher has nothing to look at, right or wrong. */
function matcherOf(event: EventName, raw: unknown): Matcher | { error: string } {
  if (!specOf(event).subject) return { is: 'all' };
  if (raw !== undefined && typeof raw !== 'string')
    return { error: `"matcher": expected a text, got ${show(raw)}` };
  const matcher = compileMatcher(raw);
  return 'error' in matcher ? { error: `"matcher" ${show(raw)} is ${matcher.error}` } : matcher;
}

function groupWarnings(
  event: EventName,
  group: Record<string, unknown>,
  matcher: Matcher,
  source: string,
  path: Path,
): Checked[] {
  const remarks = Object.keys(group).filter((name) => REMARK.test(name));
  const texts = unknownFields(group, [...Object.keys(GROUP_FIELDS), ...remarks]);
  const idle =
    !specOf(event).subject && ![undefined, null, '', '*'].includes(group['matcher'] as string);
  if (idle) texts.push(`${event} has no tool, so "matcher" is ignored and its hooks always run`);
  const dead = deadValue(event, matcher);
  if (dead) texts.push(dead.text);
  return texts.map((text) => ({
    entries: [],
    problems: [
      { level: 'warning', event, source, hook: event, text: `${pathText(path)}: ${text}` },
    ],
  }));
}

const placeOf = (source: Source, path: Path): string =>
  source.locate?.(path) ?? `${source.name}: ${pathText(path)}`;

const join = (parts: readonly Checked[]): Checked =>
  parts.length === 0
    ? NOTHING
    : { entries: parts.flatMap((p) => p.entries), problems: parts.flatMap((p) => p.problems) };
