import { checkHooks, type EventName } from '@wavehooks/hooks';
import { fieldsOf, timeoutOfType } from '@wavehooks/hooks/entries';
import { canBlock, specOf } from '@wavehooks/hooks/vocabulary';
import type { Peer } from '../peers/peer.ts';
import type { Around } from '../peers/read-foreign.ts';
import type { Entry, Fate } from '../peers/rules.ts';
import { renameVariables } from '../peers/variables.ts';
import { brokenBy, placed, placedProgram } from './command.ts';
import { converted, imported, type Line, notCarried, type OurHook, type Spot } from './report.ts';

/** When a foreign hook runs, as far as that is known here. */
export interface Occasion {
  readonly name: string;
  readonly event: EventName;
  readonly matcher: string | undefined;
  /** Whether the peer has it switched off. */
  readonly off: (entry: Entry) => boolean;
  /** What its command is seen from. */
  readonly around: Around | undefined;
  /** Whether a failure of what can block shall block. */
  readonly guards: boolean;
}

export interface Carried {
  readonly hook?: OurHook;
  /** Whether it does not run as things are, although it runs there. */
  readonly left?: true;
  readonly lines: readonly Line[];
}

/** Takes over one hook, field by field. */
export function convertEntry(peer: Peer, when: Occasion, raw: Entry, spot: Spot): Carried {
  const fates = Object.entries(raw).map(([field, value]) => ({
    field,
    value,
    fate: fateOf(peer, field, value, raw),
  }));
  const missing = raw['type'] === undefined || (!isOther(raw) && raw['command'] === undefined);
  const gone = fates.find(({ fate }) => fate.is === 'lost' && fate.hook === 'gone')?.fate;
  if (gone?.is === 'lost') return leaveBehind(when.name, raw, spot, gone.why);
  if (missing) return leaveBehind(when.name, raw, spot, 'a hook needs "type" and "command"');
  return carry(peer, when, raw, spot, fates);
}

/** A handler that does not run a command. */
const isOther = ({ type }: Entry): boolean =>
  fieldsOf(type).length > 0 && !fieldsOf(type).includes('command');

/** All of it in one list: a hook is taken over or it is not. */
export const leaveBehind = (event: string, raw: Entry, spot: Spot, why: string): Carried => ({
  left: true,
  lines: [
    notCarried(spot, 'event', event, why),
    ...Object.entries(raw).map(([field, value]) => notCarried(spot, field, value, why)),
  ],
});

function fateOf(peer: Peer, field: string, value: unknown, raw: Entry): Fate {
  const rule = Object.hasOwn(peer.fields, field) ? peer.fields[field] : undefined;
  if (rule) return rule(value, raw);
  // Where an entry has our form, what Wave has by the same name means the same.
  return peer.rules && fieldsOf(raw['type']).includes(field)
    ? { is: 'same' }
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
  const command = commandOf(peer, when, entry);
  Object.assign(entry, command.set);
  const broken = command.runs ? brokenBy(command.runs, entry['env'], when.around) : [];
  const time = ownTimeout(peer, when.event, entry, raw, spot);
  const isSwitched = when.off(raw);
  if (isOff(fates) || isSwitched || broken.length > 0) entry['enabled'] = false;
  if (when.guards && canBlock(when.event)) entry['onError'] = 'block';
  const hook = { event: when.event, matcher: when.matcher, entry };
  const fault = faultOf(hook);
  if (fault) return leaveBehind(when.name, raw, spot, `Wave would not take it: ${fault}`);
  const lines = fates.map((one) => lineOf(one, spot, entry, command.hows));
  return {
    hook,
    ...(entry['enabled'] === false && !isSwitched ? { left: true } : {}),
    lines: [
      eventLine(when, spot),
      ...lines,
      ...time,
      ...broken.map(({ field, why }) =>
        notCarried(spot, field, entry['command'], `${why}; the hook is written switched off`),
      ),
    ],
  };
}

interface OurCommand {
  /** What the entry has here. */
  readonly set: Entry;
  readonly runs?: Parameters<typeof brokenBy>[0];
  readonly hows: readonly string[];
}

/** What it runs, as that finds its files from here; with `args` it is a program that no shell reads. */
function commandOf(peer: Peer, { around }: Occasion, { command, args }: Entry): OurCommand {
  if (typeof command !== 'string') return { set: {}, hows: [] };
  if (Array.isArray(args)) {
    const { words, hows } = placedProgram([command, ...args], around);
    const [program = '', ...rest] = words;
    return { set: { command: program, args: rest }, runs: { argv: words }, hows };
  }
  const variables = renameVariables(command, peer.variables);
  const { text, hows } = placed(variables.command, around);
  const renamed = variables.renamed.map(([from, to]) => `$${from} is $${to} here`);
  return { set: { command: text }, runs: { shell: text }, hows: [...renamed, ...hows] };
}

const isOff = (fates: readonly FieldFate[]) =>
  fates.some(({ fate }) => fate.is === 'lost' && fate.hook === 'off');

const OUR_TIMEOUT_S = 60;

/** A guard that ends sooner than it was meant to is no guard, so another default is written out. */
function ownTimeout(peer: Peer, event: EventName, entry: Entry, raw: Entry, spot: Spot): Line[] {
  const usual = peer.timeout[event] ?? peer.timeout.usual;
  const own = timeoutOfType(entry['type']);
  const ours = own ?? OUR_TIMEOUT_S;
  // What is said of the agent is said of its commands: a kind of hook that is quicker is so there, too.
  const timeout = own === undefined ? usual : Math.min(usual, own);
  // A time-out that was wrong has its own line already.
  const isSaid = entry['timeout'] !== undefined || raw['timeout'] !== undefined;
  // Where Wave is in more of a hurry than elsewhere, nothing waits that could be let through.
  if (isSaid || timeout === ours || specOf(event).timeoutS !== undefined) return [];
  entry['timeout'] = timeout;
  const how = `${peer.title} waits ${timeout} seconds where nothing is said, Wave ${ours}`;
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
  hows: readonly string[],
): Line {
  if (fate.is === 'lost') return notCarried(spot, field, value, fate.why);
  const names = hows.join(', ');
  if (field === 'command' && names !== '') {
    const how = fate.is === 'converted' ? `${fate.how}; ${names}` : names;
    return converted(spot, field, value, entry['command'], how);
  }
  if (fate.is === 'same') return imported(spot, field, value);
  return converted(spot, field, value, fate.to, fate.how);
}
