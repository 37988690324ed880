import { checkHooks } from '@wavehooks/hooks';
import { suggest } from '@wavehooks/hooks/vocabulary';
import type {
  DefinitionKind,
  DefinitionState,
  Opened,
  OpenedDefinition,
} from '@wavehooks/settings';
import { exactLine, exactly, exactPlace } from '../cli/style.ts';

/** How one front paints: the words of a state, and what matters less. */
export interface DefinitionPaint {
  state(state: DefinitionState, text: string): string;
  quiet(text: string): string;
}

/** THE TABLE of states, as people read them. */
const STATES: Readonly<Record<DefinitionState, string>> = {
  active: 'active',
  unapproved: 'waits for approval',
  changed: 'changed since approval',
  off: 'off',
  faulty: 'faulty',
  hidden: 'hidden',
};

/** One of them in two or three lines: its state, where it is from, what it is for. */
export function summaryLines(one: OpenedDefinition, paint: DefinitionPaint): string[] {
  const { definition, state, why, file } = one;
  const at = 'line' in definition ? `${file}:${definition.line}` : file;
  const head = `${paint.state(state, STATES[state])}  ${exactLine(definition.name)}  ${paint.quiet(exactPlace(at))}`;
  const about = 'description' in definition ? shortened(definition.description) : '';
  return [
    head,
    ...(about === '' ? [] : [`  ${paint.quiet(about)}`]),
    ...(why === '' ? [] : [`  ${exactly(why)}`]),
  ];
}

const MAX = 160;

function shortened(text: string): string {
  const line = exactLine(text);
  return line.length > MAX ? `${line.slice(0, MAX)} …` : line;
}

/** All that its file says, and which hooks it brings. */
export function detailLines(
  one: OpenedDefinition,
  hooks: readonly string[],
  paint: DefinitionPaint,
): string[] {
  const { definition } = one;
  const fields = Object.entries(definition).filter(([name]) => !SHOWN.includes(name));
  const body = 'body' in definition ? definition.body.split('\n') : [];
  return [
    ...summaryLines(one, paint),
    ...fields.map(([name, value]) => `  ${name}: ${exactly(valueText(value))}`),
    ...hooks.map((hook) => `  hook: ${exactLine(hook)}`),
    ...(body.length === 0 ? [] : ['', ...body.map((line) => `  ${exactly(line)}`)]),
  ];
}

const SHOWN = ['kind', 'name', 'body', 'fault', 'line'];

const valueText = (value: unknown): string =>
  Array.isArray(value) ? value.join(', ') || 'none' : String(value);

/** Those in force whose file says something else by now, or is gone. */
export const changedNames = (
  held: readonly OpenedDefinition[],
  now: readonly OpenedDefinition[],
): string[] =>
  held
    .filter(({ state }) => state === 'active')
    .filter((one) => !now.some((other) => isSame(one, other)))
    .map(({ definition }) => definition.name);

const isSame = (one: OpenedDefinition, other: OpenedDefinition): boolean =>
  one.file === other.file &&
  one.state === other.state &&
  JSON.stringify(one.definition) === JSON.stringify(other.definition);

/** What is said where there is none of that name. */
export function missingText(
  all: readonly OpenedDefinition[],
  name: string,
  kind: DefinitionKind,
): string {
  const names = all.map(({ definition }) => definition.name);
  const near = suggest(name, names);
  return `there is no ${kind} "${name}"${near ? ` (did you mean ${near}?)` : ''}; there are: ${names.join(', ') || 'none'}`;
}

/** The hooks that a file brings, as an event and a label. */
export const hooksOf = (
  { sources }: Pick<Opened, 'sources'>,
  { scope }: OpenedDefinition,
): string[] =>
  checkHooks(sources.filter((source) => source.scope?.id === scope)).entries.map(
    ({ event, label }) => `${event}  ${label}`,
  );
