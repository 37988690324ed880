import { isObject, suggest } from 'wave-hooks/vocabulary';
import { short } from '../import/peers/rules.ts';
import { commandNotes } from './command-notes.ts';
import { fails, type Note, never, type Spot, word } from './judged.ts';

type Check = (spot: Spot) => Note[];

/** What is wrong with a hook itself. */
export const entryNotes = (spot: Spot): Note[] => CHECKS.flatMap((check) => check(spot));

const handler: Check = ({ peer, raw }) => {
  const { type } = raw;
  if (typeof type !== 'string')
    return [never(`"type": expected a text, got ${short(type)}`, 'add "type": "command"')];
  if (!peer.types.includes(type)) {
    const meant = suggest(type, peer.types) ?? peer.types.join(', ');
    return [never(`${peer.title} has no hooks of type "${type}"`, `did you mean ${meant}?`)];
  }
  if (type === 'agent') return [word('Wave has no hooks of type "agent"', 'it runs there alone')];
  return [];
};

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
const timeout: Check = ({ peer, raw }) =>
  ['timeout', 'timeoutSec'].flatMap((field) => {
    const value = raw[field];
    if (value === undefined || value === null) return [];
    if (typeof value !== 'number' || !(value > 0))
      return [
        never(`"${field}": expected a number above 0, got ${short(value)}`, 'write a number'),
      ];
    if (peer.unit === 'seconds' && value >= 1_000)
      return [
        word(
          `"${field}" is ${value} seconds, which is ${Math.round(value / 60)} minutes`,
          `it is in seconds, not milliseconds: did you mean ${value / 1000}?`,
        ),
      ];
    if (peer.unit === 'milliseconds' && value < 100)
      return [
        fails(
          `"${field}" is ${value} milliseconds: hardly a program starts so fast`,
          `it is in milliseconds, not seconds: did you mean ${value * 1000}?`,
        ),
      ];
    return [];
  });

const fields: Check = ({ peer, raw }) =>
  Object.keys(raw)
    .filter((name) => !Object.hasOwn(peer.fields, name) && !isAside(name))
    .map((name) => {
      const meant = suggest(name, Object.keys(peer.fields));
      return word(
        `"${name}" is not a field of ${peer.title} that is known here`,
        meant ? `did you mean "${meant}"?` : 'it has no effect',
      );
    });

const isAside = (name: string): boolean => /^([_$]|description$|comment$)/.test(name);

/** Hooks in hooks: one level too many. */
const nested: Check = ({ raw }) =>
  Array.isArray(raw['hooks']) || isObject(raw['hooks'])
    ? [never('a group stands where a hook belongs', 'take one level of "hooks" away')]
    : [];

const CHECKS: readonly Check[] = [nested, handler, needed, timeout, fields, commandNotes];
