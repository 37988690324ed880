import { basename, dirname } from 'node:path';
import type { Problem } from '@wavehooks/hooks';
import type { HooksObject } from '@wavehooks/hooks/entries';
import { suggest } from '@wavehooks/hooks/vocabulary';
import type { NotTaken } from '../reading/loaded-file.ts';
import { type Definition, type DefinitionKind, type Fault, faultyOf } from './definition.ts';
import { faultText, MATTER_FIELDS, MEANT, NOT_TAKEN, REMARKS } from './fields.ts';
import { type FrontMatter, readFrontMatter } from './front-matter.ts';

/** What came of a file. */
export interface ReadDefinition {
  readonly definition: Definition;
  readonly hooks: HooksObject;
  readonly lineOf: FrontMatter['lineOf'];
  readonly problems: readonly Problem[];
  readonly notTaken: readonly NotTaken[];
}

/**
 * Reads the text of an agent or a skill. What is wrong with it is said with its line, what was expected and what
 * came. A `command` of Claude Code, by its name, is a skill that only the user calls; it may be a text alone.
 */
export function readDefinition(
  kind: DefinitionKind,
  file: string,
  text: string,
  command?: string,
): ReadDefinition {
  const usual = command ?? (kind === 'skill' ? basename(dirname(file)) : basename(file, '.md'));
  const read = readFrontMatter(
    command !== undefined && !/^\uFEFF?---\s/.test(text) ? `---\n---\n${text}` : text,
  );
  if (!read.ok) return faulty(kind, usual, file, [{ line: read.line, text: read.text }]);
  const { matter } = read;
  const { values, faults } = valuesIn(kind, matter);
  if (command !== undefined) {
    values['name'] = command;
    values['description'] ??= (matter.body.split('\n')[0] ?? '').replace(/^#+\s*/, '').slice(0, 80);
  }
  const all = [...faults, ...missing(kind, values, matter, usual)];
  const named = (values['name'] as string | undefined) ?? usual;
  if (all.length > 0) return faulty(kind, named, file, all, matter.lineOf);
  return {
    definition: {
      ...made(kind, values, matter.body),
      ...(kind === 'skill' && command === undefined ? { dir: dirname(file) } : {}),
      ...(command === undefined ? {} : { modelInvocable: false }),
      name: named,
    } as Definition,
    hooks: (values['hooks'] ?? {}) as HooksObject,
    lineOf: matter.lineOf,
    problems: strayFields(kind, matter).map(({ line, text }) =>
      problem('warning', `${file}:${line}`, text),
    ),
    notTaken: [
      ...NOT_TAKEN[kind]
        .filter((field) => field in matter.value)
        .map((field) => ({ field, source: `${file}:${matter.lineOf([field])}` })),
      ...(command === undefined ? [] : runsIn(text, file)),
    ],
  };
}

/** Claude Code runs these commands and puts what they print in their place. */
const runsIn = (text: string, file: string): NotTaken[] =>
  [...text.matchAll(/!`[^`\n]+`/g)].map(({ 0: field, index }) => ({
    field,
    source: `${file}:${text.slice(0, index).split('\n').length}`,
  }));

function faulty(
  kind: DefinitionKind,
  name: string,
  file: string,
  faults: readonly Fault[],
  lineOf: FrontMatter['lineOf'] = () => 1,
): ReadDefinition {
  return {
    definition: faultyOf(kind, name, faults),
    hooks: {},
    lineOf,
    problems: faults.map(({ line, text }) =>
      problem('error', `${file}:${line}`, `${text}; this ${kind} is off`),
    ),
    notTaken: [],
  };
}

const problem = (level: Problem['level'], source: string, text: string): Problem => ({
  level,
  source,
  hook: '',
  text,
});

/** Each field that is there, as it is meant; a field that is nearly one of them is a fault. */
function valuesIn(kind: DefinitionKind, { value, lineOf }: FrontMatter) {
  const fields = MATTER_FIELDS[kind];
  const values: Record<string, unknown> = {};
  const faults: Fault[] = [];
  for (const [name, came] of Object.entries(value)) {
    const field = Object.hasOwn(fields, name) ? fields[name] : undefined;
    const meant = field ? undefined : meantBy(kind, name);
    if (meant !== undefined)
      faults.push({ line: lineOf([name]), text: `"${name}" is not a field: write "${meant}"` });
    if (!field || came === null) continue;
    const read = field.read(came);
    if (read === undefined)
      faults.push({ line: lineOf([name]), text: faultText(name, field, came) });
    else values[name] = read;
  }
  return { values, faults };
}

function meantBy(kind: DefinitionKind, name: string): string | undefined {
  if (NOT_TAKEN[kind].includes(name) || REMARKS.includes(name)) return undefined;
  return MEANT[kind][name] ?? suggest(name, Object.keys(MATTER_FIELDS[kind]));
}

function missing(
  kind: DefinitionKind,
  values: Readonly<Record<string, unknown>>,
  { body, value, lineOf }: FrontMatter,
  usual: string,
): Fault[] {
  const fields = MATTER_FIELDS[kind];
  const lacks = ['description'].filter((name) => (value[name] ?? values[name]) == null);
  const parts = usual.split(':');
  const nameless =
    value['name'] == null && parts.some((part) => fields['name']?.read(part) === undefined);
  return [
    ...[...lacks, ...(nameless ? ['name'] : [])].map((name) => ({
      // What is not there has no line.
      line: name in value ? lineOf([name]) : 1,
      text: `"${name}": expected ${fields[name]?.expected}, got nothing`,
    })),
    ...(body === ''
      ? [{ line: 1, text: `expected ${BODY[kind]} below the front matter, got nothing` }]
      : []),
    ...((values['tools'] as string[] | undefined) ?? []).flatMap((tool, at) => {
      const text = `"tools": expected names of tools, got "${tool}": a rule for its calls belongs in permissions`;
      return tool.includes('(') ? [{ line: lineOf(['tools', at]), text }] : [];
    }),
  ];
}

const BODY: Readonly<Record<DefinitionKind, string>> = {
  agent: "the subagent's system prompt",
  skill: 'instructions',
};

function made(
  kind: DefinitionKind,
  values: Readonly<Record<string, unknown>>,
  body: string,
): Record<string, unknown> {
  const { name: _, hooks: __, ...rest } = values;
  if (kind === 'agent') return { kind, body, ...rest };
  return {
    kind,
    body,
    description: values['description'],
    allowedTools: values['allowed-tools'] ?? [],
    userInvocable: values['user-invocable'] ?? true,
    modelInvocable: values['disable-model-invocation'] !== true,
    hint: values['argument-hint'] ?? '',
  };
}

/** Fields that nobody knows mean nothing, and are said to. */
function strayFields(kind: DefinitionKind, { value, lineOf }: FrontMatter): Fault[] {
  const known = [...Object.keys(MATTER_FIELDS[kind]), ...NOT_TAKEN[kind], ...REMARKS];
  return Object.keys(value)
    .filter((name) => !known.includes(name) && !/^[_$]/.test(name))
    .map((name) => ({ line: lineOf([name]), text: `unknown field "${name}"; it is ignored` }));
}
