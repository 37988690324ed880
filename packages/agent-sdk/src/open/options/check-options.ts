import { statSync } from 'node:fs';
import { homedir } from 'node:os';
import { checkHooks } from '@wavehooks/hooks';
import { isObject, show } from '@wavehooks/hooks/vocabulary';
import { absolutePath } from '../../files/paths.ts';
import { readRule } from '../../permissions/rules/parse-rule.ts';
import { PERMISSION_MODES, type PermissionMode, type Rules } from '../../permissions/rules/rule.ts';
import { isKept, sessionsDir } from '../../session/transcript/session-files.ts';
import type { TelemetryOptions } from '../../telemetry/options.ts';
import { UNDO_LIMITS } from '../../undo/tree/limits.ts';
import type { Price } from '../../usage/prices.ts';
import { EFFORTS, type Effort } from '../../vocabulary/model.ts';
import type { AgentOptions } from './agent-options.ts';
import { agentFaults, toolFaults } from './check-tools.ts';
import {
  call,
  count,
  type Field,
  faultOf,
  faultsIn,
  fieldFaults,
  flag,
  list,
  model,
  modelFaults,
  object,
  oneOf,
  optional,
  type Shape,
  suggested,
  text,
  texts,
  unknownFault,
} from './option-shape.ts';

/** Throws for options that are not what they have to be: field, what was expected, what came. */
export function checkOptions(options: AgentOptions): void {
  const faults = [
    ...faultsIn(options, FIELDS, ''),
    ...faultsIn(options.permissions, RULES, 'permissions.'),
    ...faultsIn(options.session, SESSION, 'session.'),
    ...faultsIn(options.telemetry, TELEMETRY, 'telemetry.'),
    ...directoryFaults(options),
    ...modelFaults(options.model, 'model'),
    ...priceFaults(options.prices),
    ...toolFaults(options),
    ...agentFaults(options),
    ...hookFaults(options),
  ];
  if (faults.length > 0) throw new TypeError(`the agent's options: ${faults.join('; ')}`);
}

/** Relative paths are seen from where the agent works. */
function directoryFaults({ directories, workdir = process.cwd() }: AgentOptions): string[] {
  if (!texts.fits(directories) || !text.fits(workdir)) return [];
  return (directories ?? [])
    .map((dir) => absolutePath(workdir, dir))
    .flatMap((dir, at) =>
      directory.fits(dir) ? [] : [faultOf(`directories[${at}]`, directory, dir)],
    );
}

/** Hooks in code are their programmer's: nobody else could mend what a report says of them. */
function hookFaults({ hooks, noHooks, problems }: AgentOptions): string[] {
  if (!isObject(hooks) || noHooks || problems === 'report') return [];
  return checkHooks([{ name: 'hooks', hooks }]).problems.map(({ text }) => `hooks: ${text}`);
}

/** A price that is read under no name would make every cost NaN. */
function priceFaults(prices: AgentOptions['prices']): string[] {
  if (!isObject(prices)) return [];
  return Object.entries(prices).flatMap(([id, price]) => {
    const faults = fieldFaults(price, PRICE, `prices.${id}`);
    const names = isObject(price) ? Object.keys(price) : [];
    const unknown = names.filter((name) => !Object.hasOwn(PRICE, name));
    return [
      ...unknown.map((name) =>
        unknownFault(`prices.${id}.${name}`, 'price', suggested(name, PRICE)),
      ),
      ...faults,
    ];
  });
}

/** A session that is not there would be begun under that name, where no list shows it. */
export function checkResume({ session, home = homedir() }: AgentOptions, projectDir: string): void {
  const { resume, keep, fork } = session ?? {};
  if (resume === undefined) {
    if (fork) throw new TypeError('session.fork: expected "resume" beside it');
    return;
  }
  if (!keep) throw new TypeError('session.resume: expected "keep: true" beside it');
  if (!isKept(sessionsDir(home, projectDir), resume))
    throw new Error(
      `session.resume: expected the id of a session of ${projectDir}, got ${show(resume)}`,
    );
}

export function checkMode(mode: PermissionMode): void {
  const [fault] = faultsIn({ permissionMode: mode }, FIELDS, '');
  if (fault !== undefined) throw new TypeError(fault);
}

export function checkEffort(effort: Effort): void {
  const [fault] = faultsIn({ effort }, FIELDS, '');
  if (fault !== undefined) throw new TypeError(fault);
}

/** The rule as it is kept. */
export function checkedRule(given: string): string {
  const { rule, fault } = readRule(given);
  if (fault !== undefined) throw new TypeError(`allow: the rule ${show(given)}: ${fault}`);
  return rule;
}

const SOURCES = oneOf('user', 'project', 'local');
/** The longest that a timer can wait. */
const MAX_MS = 2 ** 31 - 1;

const directory: Shape = {
  expected: 'a directory that is there',
  fits: (value) =>
    text.fits(value) && statSync(String(value), { throwIfNoEntry: false })?.isDirectory() === true,
};

const provider = (method: string): Shape => ({
  expected: `a provider of @opentelemetry/api, which has ${method}()`,
  fits: (value) => isObject(value) && typeof value[method] === 'function',
});

const TELEMETRY: Readonly<Record<keyof TelemetryOptions, Shape>> = {
  tracerProvider: provider('getTracer'),
  meterProvider: provider('getMeter'),
  parent: {
    expected: '{ traceparent, tracestate? }',
    fits: (value) => isObject(value) && text.fits(value['traceparent']),
  },
  content: flag,
  agentName: text,
};

const FIELDS: Readonly<Record<keyof AgentOptions, Shape>> = {
  workdir: directory,
  directories: texts,
  model,
  effort: oneOf(...EFFORTS),
  hooks: object,
  problems: oneOf('throw', 'report'),
  noHooks: flag,
  settingSources: {
    expected: `a list of ${SOURCES.expected.replace('one of ', '')}`,
    fits: (value) => Array.isArray(value) && value.every(SOURCES.fits),
  },
  settings: text,
  projectHooks: oneOf('approved', 'trusted', 'off'),
  permissionMode: oneOf(...PERMISSION_MODES),
  permissions: object,
  confirm: call,
  ask: call,
  openFiles: object,
  terminals: object,
  mcpServers: object,
  mcpConfig: texts,
  mcpWaitMs: {
    expected: `a number of milliseconds from 0 to ${MAX_MS}`,
    fits: (value) => typeof value === 'number' && value >= 0 && value <= MAX_MS,
  },
  mcpLogin: call,
  mcpElicit: call,
  tools: list,
  disallowedTools: texts,
  agents: list,
  systemPrompt: text,
  appendSystemPrompt: text,
  maxTurns: count,
  parallelCommands: count,
  contextWindow: count,
  prices: object,
  undo: {
    expected:
      '{ commands?: true or false; files?, ignoredFiles?, fileMb?, storeMb?: whole numbers above 0 }',
    fits: (value) =>
      isObject(value) &&
      Object.entries(value).every(
        ([name, one]) =>
          one === undefined ||
          (name === 'commands' ? flag.fits(one) : name in UNDO_LIMITS && count.fits(one)),
      ),
  },
  session: {
    expected: '{ keep: true or false, resume?, fork? }',
    fits: (value) => isObject(value) && flag.fits(value['keep']),
  },
  launcher: flag,
  lookup: call,
  home: text,
  env: object,
  telemetry: object,
  interception: {
    expected: '{ interceptors: [...] }',
    fits: (value) => isObject(value) && list.fits(value['interceptors']),
  },
};

const dollars: Shape = {
  expected: 'a number of dollars, at least 0',
  fits: (value) => typeof value === 'number' && value >= 0 && value < Number.POSITIVE_INFINITY,
};

const PRICE: Readonly<Record<keyof Price, Field>> = {
  input: dollars,
  output: dollars,
  cacheRead: optional(dollars),
  cacheWrite: optional(dollars),
};

const RULES: Readonly<Record<keyof Rules, Shape>> = { allow: texts, ask: texts, deny: texts };

const SESSION = { keep: flag, resume: text, fork: flag };
