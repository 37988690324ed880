import {
  dropRule,
  keepRule,
  type Opened,
  type RuleEntry,
  type RuleWritten,
  rulesFile,
  SettingsError,
  type SourceName,
} from '@wavehooks/settings';
import type { Keeper, Kept } from '../permissions/gate-types.ts';
import { ruleFault } from '../permissions/rules/check.ts';
import { readRule } from '../permissions/rules/parse-rule.ts';
import type { Rules } from '../permissions/rules/rule.ts';
import { SCOPES, type Scope } from '../permissions/suggestion.ts';
import { ignoreAdvice } from './ignore-advice.ts';
import { rulesOf } from './ingredients.ts';
import type { AgentOptions } from './options/agent-options.ts';

/** A permission rule, and where it comes from. */
export interface RuleInForce {
  readonly list: keyof Rules;
  readonly rule: string;
  /** Whose file it stands in; `options` for those the agent was opened with. */
  readonly from: SourceName | 'options' | 'session';
  /** `file:line`, where it stands in a file. */
  readonly source?: string;
  readonly file?: string;
  /** False for an allow of the project's that nobody approved: it permits nothing. */
  readonly counts: boolean;
}

/** All permission rules of an agent, and how they change while it lives. */
export interface RuleBook extends Keeper {
  rules(): Rules;
  entries(): readonly RuleInForce[];
  /** Rejects for a rule that means nothing, and where it cannot be written. */
  add(list: keyof Rules, rule: string, scope: Scope): Promise<RuleInForce>;
  /** Takes a rule back, from its file as well. Rejects where that cannot be. */
  remove(entry: RuleInForce): Promise<void>;
}

interface BookParts {
  readonly options: AgentOptions;
  readonly projectDir: string;
  readonly home: string;
  /** The settings in force. */
  readonly opened: () => Opened | undefined;
  /** What was given for the session. */
  readonly given: { readonly [K in keyof Rules]: string[] };
  /** A file was written that the session watches. */
  readonly wrote: (written: RuleWritten) => void;
}

const LISTS = ['allow', 'ask', 'deny'] as const;

/** Settings are read once; what the user changes here is laid over them. */
export function ruleBook(parts: BookParts): RuleBook {
  const { options, projectDir, home, given } = parts;
  const where = { projectDir, home, ...(options.env ? { env: options.env } : {}) };
  const scopes = scopesOf(options, where);
  let written: readonly RuleInForce[] = [];
  let dropped: readonly Pick<RuleInForce, 'list' | 'rule' | 'file'>[] = [];
  const inFiles = () => [
    ...(parts.opened()?.rules ?? []).map(asInForce).filter((one) => !dropped.some(isSame(one))),
    ...written,
  ];
  const put = async (list: keyof Rules, rule: string, scope: Exclude<Scope, 'session'>) => {
    const place = scope === 'user' ? 'user' : 'local';
    const done = await keepRule(where, place, { list, rule });
    const entry = { list, rule, from: place, file: done.file, source: done.file } as const;
    parts.wrote(done);
    dropped = dropped.filter((one) => !isSame(entry)(one));
    if (!inFiles().some((one) => isSame(entry)(one) && one.counts))
      written = [...written, { ...entry, counts: true }];
    return { entry: { ...entry, counts: true }, done };
  };
  const give = (list: keyof Rules, rule: string): RuleInForce => {
    if (!given[list].includes(rule)) given[list].push(rule);
    return { list, rule, from: 'session', counts: true };
  };
  return {
    scopes,
    rules: () => rulesOf(options, listsOf(inFiles()), given),
    entries: () => [
      ...inFiles(),
      ...LISTS.flatMap((list) =>
        (options.permissions?.[list] ?? []).map((rule) => stands(list, rule, 'options')),
      ),
      ...LISTS.flatMap((list) => given[list].map((rule) => stands(list, rule, 'session'))),
    ],
    keep: async (rule, scope) => {
      if (scope === 'session') {
        give('allow', rule);
        return {};
      }
      try {
        return keptText((await put('allow', rule, scope)).done, projectDir);
      } catch (error) {
        if (!(error instanceof SettingsError)) throw error;
        give('allow', rule);
        return { fault: `${rule} is allowed in this session only: ${error.message}` };
      }
    },
    add: async (list, rule, scope) => {
      const checked = checkedRule(list, rule, options);
      if (!scopes.includes(scope))
        throw new TypeError(`scope: expected one of ${scopes.join(', ')}, got "${scope}"`);
      return scope === 'session' ? give(list, checked) : (await put(list, checked, scope)).entry;
    },
    remove: async (entry) => {
      const { list, rule, from, file } = entry;
      if (from === 'session') {
        given[list].splice(0, Infinity, ...given[list].filter((one) => one !== rule));
        return;
      }
      if (from === 'options' || file === undefined)
        throw new Error(`${rule} was given when the agent was started: start it without`);
      refuseForeign(parts.opened()?.rules ?? [], entry);
      parts.wrote(await dropRule(where, file, { list, rule }));
      dropped = [...dropped, { list, rule, file }];
      written = written.filter((one) => !isSame(entry)(one));
    },
  };
}

/** Only what the agent reads can be kept: elsewhere a rule would never come back. */
function scopesOf(
  { settingSources = [] }: AgentOptions,
  where: Parameters<typeof rulesFile>[0],
): readonly Scope[] {
  const reads = { session: true, project: 'local', user: 'user' } as const;
  return SCOPES.filter((scope) => {
    const name = reads[scope];
    return name === true || (settingSources.includes(name) && rulesFile(where, name) !== undefined);
  });
}

const asInForce = ({ list, rule, source, file, from, counts }: RuleEntry): RuleInForce => ({
  ...{ list, rule, from, source, file, counts },
});

const stands = (list: keyof Rules, rule: string, from: 'options' | 'session'): RuleInForce => ({
  ...{ list, rule, from, counts: true },
});

const isSame =
  (one: Pick<RuleInForce, 'list' | 'rule' | 'file'>) =>
  (other: Pick<RuleInForce, 'list' | 'rule' | 'file'>): boolean =>
    one.list === other.list && one.rule.trim() === other.rule.trim() && one.file === other.file;

function listsOf(entries: readonly RuleInForce[]): Rules {
  const of = (list: keyof Rules) =>
    entries.flatMap((one) => (one.counts && one.list === list ? [one.rule] : []));
  return { allow: of('allow'), ask: of('ask'), deny: of('deny') };
}

/** The rule as it is kept. */
function checkedRule(list: keyof Rules, given: string, { tools = [] }: AgentOptions): string {
  const own = tools.map(({ name }) => name);
  const fault = ruleFault(list, given, own);
  if (fault !== undefined) throw new TypeError(fault);
  return readRule(given).rule;
}

function refuseForeign(rules: readonly RuleEntry[], entry: RuleInForce): void {
  const found = rules.find((one) => one.source === entry.source && one.rule === entry.rule);
  if (found?.agent === 'claude-code')
    throw new Error(`${entry.source} is Claude Code's file, which Wave reads and never writes`);
}

function keptText({ file, before, rule }: RuleWritten, projectDir: string): Kept {
  const advice = before === undefined ? ignoreAdvice(file, projectDir) : '';
  return { told: `${rule} is allowed from now on: ${file}${advice}` };
}
