import { fieldsOf, REMARK } from '@wavehooks/hooks/entries';
import { isObject, suggest } from '@wavehooks/hooks/vocabulary';
import { timeoutHint } from '@wavehooks/settings';
import { short } from '../import/peers/rules.ts';
import { commandNotes } from './command-notes.ts';
import { elsewhere, fails, isGrave, type Note, never, type Spot, word } from './judged.ts';

type Check = (spot: Spot) => Note[];

/** What is wrong with a hook itself. */
export function entryNotes(spot: Spot): Note[] {
  const kind = KIND.flatMap((check) => check(spot));
  return kind.some(isGrave) ? kind : [...kind, ...CHECKS.flatMap((check) => check(spot))];
}

const handler: Check = ({ peer, raw }) => {
  const { type } = raw;
  if (typeof type !== 'string')
    return [never(`"type": expected a text, got ${short(type)}`, 'add "type": "command"')];
  if (peer.skipped?.includes(type))
    return [never(`${peer.title} skips hooks of type "${type}"`, 'write a hook of type "command"')];
  if (!peer.types.includes(type)) {
    const meant = suggest(type, peer.types) ?? peer.types.join(', ');
    return [never(`${peer.title} has no hooks of type "${type}"`, `did you mean ${meant}?`)];
  }
  return peer.fields['type']?.(type, raw).is === 'lost'
    ? [
        elsewhere(
          `Wave does not take over hooks of type "${type}" from ${peer.title}`,
          "write it into Wave's own settings: it has this type, too",
        ),
      ]
    : [];
};

/** Values of fields that only the other agent takes. */
const onlyThere: Check = ({ peer, raw }) =>
  Object.entries(peer.onlyThere ?? {})
    .filter(([field, { values }]) => values.includes(String(raw[field])))
    .map(([field, { why }]) =>
      elsewhere(`"${field}": ${short(raw[field])}: ${why}`, `it runs in ${peer.title} alone`),
    );

/** The field that a hook of a type cannot do without. */
const NEEDS: Readonly<Record<string, string>> = {
  command: 'command',
  http: 'url',
  prompt: 'prompt',
  agent: 'prompt',
  mcp_tool: 'tool',
};

const needed: Check = ({ raw }) => {
  const field = NEEDS[String(raw['type'] ?? 'command')];
  const value = field === undefined ? '-' : raw[field];
  return typeof value === 'string' && value.trim() !== ''
    ? []
    : [never(`"${field}": expected a text, got ${short(value)}`, `add "${field}"`)];
};

/** Both units are in use, and nobody notices the wrong one until it is too late. */
const timeout: Check = (spot) =>
  ['timeout', 'timeoutSec'].flatMap((field) => {
    const { peer, raw } = spot;
    const value = raw[field];
    if (value === undefined || value === null) return [];
    if (typeof value !== 'number' || !(value > 0))
      return [
        never(`"${field}": expected a number above 0, got ${short(value)}`, 'write a number'),
      ];
    if (peer.unit === 'seconds') return secondsNotes(spot, field, value);
    if (peer.unit === 'milliseconds' && value < 100)
      return [
        fails(
          `"${field}" is ${value} milliseconds: hardly a program starts so fast`,
          `it is in milliseconds, not seconds: did you mean ${value * 1000}?`,
        ),
      ];
    return [];
  });

function secondsNotes({ raw }: Spot, field: string, value: number): Note[] {
  const hint = timeoutHint(value, raw['async'] === true || raw['asyncRewake'] === true);
  return hint ? [word(hint.text.replace('timeout', field), hint.fix)] : [];
}

const fields: Check = ({ peer, raw }) => {
  const ours = fieldsOf(raw['type']);
  // Of a type that Wave does not have it does not know the fields either.
  if (ours.length === 0) return [];
  const known = [...Object.keys(peer.fields), ...(peer.rules ? ours : [])];
  return Object.keys(raw)
    .filter((name) => !known.includes(name) && !REMARK.test(name))
    .map((name) => {
      const meant = suggest(name, known);
      return word(
        `"${name}" is not a field of ${peer.title} that is known here`,
        meant ? `did you mean "${meant}"?` : 'it has no effect',
      );
    });
};

/** Hooks in hooks: one level too many. */
const nested: Check = ({ raw }) =>
  Array.isArray(raw['hooks']) || isObject(raw['hooks'])
    ? [never('a group stands where a hook belongs', 'take one level of "hooks" away')]
    : [];

/** What kind of thing it is: where that is wrong, or only the other agent has it, nothing else counts. */
const KIND: readonly Check[] = [nested, handler, onlyThere];

const CHECKS: readonly Check[] = [needed, timeout, fields, commandNotes];
