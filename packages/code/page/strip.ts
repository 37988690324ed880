import type { Call, HookRun } from '../src/trace/build/trace.ts';
import { outcomesOf } from './outcomes.ts';
import { timeSpent } from './totals.ts';
import {
  duration,
  firstLine,
  formerLabel,
  labelOf,
  outputLine,
  plural,
  shortPath,
} from './words.ts';

/** A stage of a call on its way, from the model to its result. */
export interface Stage {
  readonly what: string;
  readonly text: string;
  /** What it was before, if it was rewritten. */
  readonly before?: string;
  /** Where it can be looked up: a file and a line. */
  readonly where?: string;
  readonly tone?: 'bad' | 'warn' | 'good';
}

export function stagesOf(call: Call, runs: readonly HookRun[]): readonly Stage[] {
  const asked = { what: 'Model asked', text: formerLabel(call) ?? labelOf(call) };
  const isBlocked = outcomesOf(call).includes('blocked');
  const rewrite = rewriteOf(call, runs);
  const said = (when: boolean) =>
    runs.filter(({ event }) => isBefore(event) === when).flatMap((run) => hookStage(run, rewrite));
  const end = isBlocked ? [] : [ranStage(call, runs), ...said(false), ...backStage(call)];
  return [asked, ...said(true), ...permissionStage(call, runs), ...end];
}

interface Rewrite {
  readonly before: string;
  readonly text: string;
  /** The last hook that rewrote the input: only what came of all of them is known. */
  readonly by: HookRun | undefined;
}

function rewriteOf(call: Call, runs: readonly HookRun[]): Rewrite {
  const by = runs.findLast(({ event, rewrote }) => rewrote && isBefore(event));
  const [before, text] = [formerLabel(call), labelOf(call)];
  if (before !== undefined && before !== text) return { before, text, by };
  const { sent, ran } = call;
  return { before: changedFields(sent, ran), text: changedFields(ran, sent), by };
}

/** The fields of an input that another one does not have, or has with another value. */
function changedFields(input: unknown, other: unknown): string {
  const known = new Map(
    Object.entries(Object(other ?? {})).map(([k, v]) => [k, JSON.stringify(v)]),
  );
  return Object.entries(Object(input ?? {}))
    .filter(([name, value]) => known.get(name) !== JSON.stringify(value))
    .map(([name, value]) => `${name}: ${firstLine(JSON.stringify(value))}`)
    .join(', ');
}

/** Which hooks judge a call before it runs. */
export const isBefore = (event: string): boolean =>
  event === 'PreToolUse' || event === 'PermissionRequest';

/** What a hook gave as its reason. */
export const reasonOf = ({ said }: HookRun): string | undefined =>
  said.find(({ to }) => to !== 'context')?.text;

/** Hooks that had nothing to say are not part of the way. */
function hookStage(run: HookRun, rewrite: Rewrite): readonly Stage[] {
  const { hook, source: where, decision, rewrote, failed, outcome } = run;
  const why = reasonOf(run);
  const from = { where: shortPath(where) };
  if (failed) return [{ what: `${hook} failed`, text: why ?? outcome, ...from, tone: 'warn' }];
  const verb = SAYS[decision];
  if (rewrote) {
    const what = `${hook} rewrote${verb === undefined ? '' : ` and ${verb[0]}`}`;
    const { before, text } = rewrite;
    const made = isBefore(run.event) ? { text: 'the input' } : { text: 'the result' };
    return [{ what, ...(run === rewrite.by ? { before, text } : made), ...from, tone: 'warn' }];
  }
  return verb === undefined
    ? []
    : [{ what: `${hook} ${verb[0]}`, text: why ?? outcome, ...from, tone: verb[1] }];
}

const SAYS: Readonly<Record<string, readonly [string, NonNullable<Stage['tone']>]>> = {
  block: ['blocked', 'bad'],
  halt: ['ended the turn', 'bad'],
  ask: ['asked you', 'warn'],
  allow: ['allowed', 'good'],
};

function permissionStage({ permission, waited }: Call, runs: readonly HookRun[]): readonly Stage[] {
  // What a hook decided, the hook's own stage says.
  const isByHook = runs.some(
    (run) => run.decision !== 'none' && permission?.by === `hook ${run.hook}`,
  );
  if (!permission || isByHook) return [];
  const { answer, by, text, where } = permission;
  const [kind = ''] = by.split(/[ ,;]/, 1);
  const who = kind === 'person' ? 'You' : kind === 'table' ? 'Permission table' : by;
  const wait = waited === undefined ? '' : `, after ${duration(waited)}`;
  return [
    {
      what: `${who} ${answer === 'yes' ? 'allowed' : 'denied'}`,
      text: `${text}${wait}`,
      ...(where === undefined ? {} : { where: shortPath(where) }),
      tone: answer === 'yes' ? 'good' : 'bad',
    },
  ];
}

function ranStage(call: Call, runs: readonly HookRun[]): Stage {
  const { success, interrupted } = call;
  const text = duration(timeSpent([call, ...runs]).tools);
  if (interrupted) return { what: 'Interrupted', text, tone: 'warn' };
  if (success === undefined) return { what: 'Has not ended', text };
  return success ? { what: 'Ran', text, tone: 'good' } : { what: 'Failed', text, tone: 'bad' };
}

function backStage({ result, resultRewrittenBy }: Call): readonly Stage[] {
  if (result === undefined) return [];
  const lines = plural(result.split('\n').length, 'line');
  const by = resultRewrittenBy ? `, rewritten by ${resultRewrittenBy.join(', ')}` : '';
  return [{ what: 'Came back', text: `${outputLine(result)} (${lines}${by})` }];
}

/** What a stage says, on one line. */
export const textOf = ({ before, text }: Stage): string =>
  before === undefined ? text : `${before} → ${text}`;

/** The same as text, for an issue or a colleague. */
export function markdownOf(call: Call, stages: readonly Stage[]): string {
  const before = formerLabel(call);
  const change = before === undefined ? '' : `\n${fenced(`- ${before}\n+ ${labelOf(call)}`)}\n`;
  const list = stages.map((stage, at) => {
    const { what, where } = stage;
    const place = where === undefined ? '' : ` (${code(where)})`;
    return `${at + 1}. **${plain(what)}**${place}: ${code(textOf(stage))}`;
  });
  const facts = [...outcomesOf(call), duration(call.ms)].join(', ');
  return `**${plain(call.tool)}** · ${facts}\n${change}\n${list.join('\n')}\n`;
}

/** No text of a session is markup: it stands in code, with a fence that it does not have. */
function code(text: string): string {
  const line = text.replace(/\s+/g, ' ').trim();
  const ticks = '`'.repeat(longestTicks(line) + 1);
  return `${ticks} ${line} ${ticks}`;
}

function fenced(text: string): string {
  const ticks = '`'.repeat(Math.max(3, longestTicks(text) + 1));
  return `${ticks}diff\n${text}\n${ticks}`;
}

const longestTicks = (text: string): number =>
  Math.max(0, ...[...text.matchAll(/`+/g)].map(([ticks]) => ticks.length));

const plain = (text: string): string => text.replace(/[\\`*_[\]<>#&|]/g, '\\$&');
