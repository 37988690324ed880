import { checkHooks, type EventName } from 'wave-hooks';
import { specOf } from 'wave-hooks/vocabulary';
import type { Peer } from '../peers/peer.ts';
import type { Entry, Fate } from '../peers/rules.ts';
import { renameVariables } from '../peers/variables.ts';
import { converted, imported, type Line, notCarried, type OurHook, type Spot } from './report.ts';

/** When a foreign hook runs, as far as that is known here. */
export interface Occasion {
  readonly name: string;
  readonly event: EventName;
  readonly matcher: string | undefined;
  /** Whether the peer has it switched off. */
  readonly off: (entry: Entry) => boolean;
}

export interface Carried {
  readonly hook?: OurHook;
  readonly lines: readonly Line[];
}

/** Takes over one hook, field by field. */
export function convertEntry(peer: Peer, when: Occasion, raw: Entry, spot: Spot): Carried {
  const fates = Object.entries(raw).map(([field, value]) => ({
    field,
    value,
    fate: fateOf(peer, field, value, raw),
  }));
  const missing = raw['type'] === undefined || raw['command'] === undefined;
  const gone = fates.find(({ fate }) => fate.is === 'lost' && fate.hook === 'gone')?.fate;
  if (gone?.is === 'lost') return leaveBehind(when.name, raw, spot, gone.why);
  if (missing) return leaveBehind(when.name, raw, spot, 'a hook needs "type" and "command"');
  return carry(peer, when, raw, spot, fates);
}

/** All of it in one list: a hook is taken over or it is not. */
export const leaveBehind = (event: string, raw: Entry, spot: Spot, why: string): Carried => ({
  lines: [
    notCarried(spot, 'event', event, why),
    ...Object.entries(raw).map(([field, value]) => notCarried(spot, field, value, why)),
  ],
});

function fateOf(peer: Peer, field: string, value: unknown, raw: Entry): Fate {
  const rule = Object.hasOwn(peer.fields, field) ? peer.fields[field] : undefined;
  return rule
    ? rule(value, raw)
    : { is: 'lost', why: `not a field of ${peer.title} that is known here`, hook: 'on' };
}

interface FieldFate {
  readonly field: string;
  readonly value: unknown;
  readonly fate: Fate;
}

function carry(
  peer: Peer,
  when: Occasion,
  raw: Entry,
  spot: Spot,
  fates: readonly FieldFate[],
): Carried {
  const entry: Entry = {};
  for (const { field, value, fate } of fates) {
    if (fate.is === 'same') entry[field] = value;
    if (fate.is === 'converted') Object.assign(entry, fate.set);
  }
  const variables = renameVariables(entry['command'] as string, peer.variables);
  entry['command'] = variables.command;
  const time = ownTimeout(peer, when.event, entry, raw, spot);
  if (isOff(fates) || when.off(raw)) entry['enabled'] = false;
  const hook = { event: when.event, matcher: when.matcher, entry };
  const fault = faultOf(hook);
  if (fault) return leaveBehind(when.name, raw, spot, `Wave would not take it: ${fault}`);
  const lines = fates.map((one) => lineOf(one, spot, entry, variables.renamed));
  return {
    hook,
    lines: [eventLine(when, spot), ...lines, ...time, ...unsetLines(variables, spot)],
  };
}

const isOff = (fates: readonly FieldFate[]) =>
  fates.some(({ fate }) => fate.is === 'lost' && fate.hook === 'off');

const OUR_TIMEOUT_S = 60;

/** A guard that ends sooner than it was meant to is no guard, so another default is written out. */
function ownTimeout(peer: Peer, event: EventName, entry: Entry, raw: Entry, spot: Spot): Line[] {
  const timeout = peer.timeout[event] ?? peer.timeout.usual;
  // A time-out that was wrong has its own line already.
  const isSaid = entry['timeout'] !== undefined || raw['timeout'] !== undefined;
  // Where Wave is in more of a hurry than elsewhere, nothing waits that could be let through.
  if (isSaid || timeout === OUR_TIMEOUT_S || specOf(event).timeoutS !== undefined) return [];
  entry['timeout'] = timeout;
  const how = `${peer.title} waits ${timeout} seconds where nothing is said, Wave ${OUR_TIMEOUT_S}`;
  return [converted(spot, 'timeout', null, timeout, how)];
}

/** Nothing is written that the engine would refuse. */
const faultOf = ({ event, matcher, entry }: OurHook): string | undefined =>
  checkHooks([
    {
      name: 'taken over',
      hooks: { [event]: [{ ...(matcher === undefined ? {} : { matcher }), hooks: [entry] }] },
    },
  ]).problems.find(({ level }) => level === 'error')?.text;

const eventLine = ({ name, event }: Occasion, spot: Spot): Line =>
  name === event
    ? imported(spot, 'event', name)
    : converted(spot, 'event', name, event, 'that is its name here');

function lineOf(
  { field, value, fate }: FieldFate,
  spot: Spot,
  entry: Entry,
  renamed: readonly [string, string][],
): Line {
  if (fate.is === 'lost') return notCarried(spot, field, value, fate.why);
  const names = renamed.map(([from, to]) => `$${from} is $${to} here`).join(', ');
  if (field === 'command' && names !== '') {
    const how = fate.is === 'converted' ? `${fate.how}; ${names}` : names;
    return converted(spot, field, value, entry['command'], how);
  }
  if (fate.is === 'same') return imported(spot, field, value);
  return converted(spot, field, value, fate.to, fate.how);
}

const unsetLines = ({ unset, command }: { unset: string[]; command: string }, spot: Spot) =>
  unset.map((name) => notCarried(spot, `$${name}`, command, 'Wave does not set this variable'));
