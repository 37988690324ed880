import { printable } from '@wavehooks/hooks/vocabulary';
import type { Redactor } from '@wavehooks/settings/log';
import { shortened } from '../cli/text.ts';
import type { Cost } from '../state/cost.ts';
import type { Step } from './contained.ts';
import type { Said } from './reviewer.ts';

/** What `claude` tells of its run: a message a line. */
export interface ClaudeStream {
  take(line: string): Step;
  /** What the run came to; undefined when it told of no end. */
  said(): Said | undefined;
}

type Message = Readonly<Record<string, unknown>>;

interface Run {
  readonly allowed: readonly string[];
  readonly redact: Redactor;
  /** Whether it has said which tools it offers. */
  isKnown: boolean;
  /** Calls of tools that are not allowed, by id. */
  readonly forbidden: Map<unknown, string>;
  end: Said | undefined;
}

/**
 * Guards a run of `claude`. It says at its start which tools it offers, and again when that changes: one
 * that is not allowed ends it. Where it does not say so, its answer is not used.
 */
export function guardedStream(allowed: readonly string[], redact: Redactor): ClaudeStream {
  const run: Run = { allowed, redact, isKnown: false, forbidden: new Map(), end: undefined };
  return {
    take: (line) => {
      const message = parsed(line);
      return MESSAGES.get(message?.['type'])?.(message ?? {}, run) ?? 'go on';
    },
    said: () => run.end,
  };
}

const MESSAGES: ReadonlyMap<unknown, (message: Message, run: Run) => Step> = new Map([
  ['system', offer],
  ['assistant', calls],
  ['user', results],
  ['result', outcome],
]);

function offer(message: Message, run: Run): Step {
  const isInit = message['subtype'] === 'init';
  if (!isInit && message['tools'] === undefined) return 'go on';
  const offered = offeredBy(message);
  if (offered === undefined) return refuse(run, UNKNOWN);
  const others = offered.filter((name) => !run.allowed.includes(name));
  if (others.length > 0) return refuse(run, `claude offers ${listed(others)}`, run.allowed);
  run.isKnown ||= isInit;
  return 'go on';
}

/** A model may call what is not there. Whether it was refused shows in the result. */
function calls(message: Message, run: Run): Step {
  if (!run.isKnown) return refuse(run, UNKNOWN);
  for (const { type, id, name } of blocksOf(message))
    if (type === 'tool_use' && !run.allowed.includes(String(name)))
      run.forbidden.set(id, String(name));
  return 'go on';
}

function results(message: Message, run: Run): Step {
  const ran = blocksOf(message)
    .filter(({ type, is_error }) => type === 'tool_result' && is_error !== true)
    .flatMap(({ tool_use_id }) => run.forbidden.get(tool_use_id) ?? []);
  return ran.length === 0 ? 'go on' : refuse(run, `claude ran ${listed(ran)}`, run.allowed);
}

function outcome(message: Message, run: Run): Step {
  const { is_error, result } = message;
  const cost = costOf(message);
  if (is_error === true || typeof result !== 'string') {
    const error = shortened(run.redact(errorOf(message)), 300);
    run.end = { broken: `claude reported an error: ${error}`, cost };
    return 'answered';
  }
  if (!run.isKnown) return refuse(run, UNKNOWN);
  run.end = { text: result, cost };
  return 'answered';
}

function costOf({ total_cost_usd: usd, usage }: Message): Cost {
  const counts = Object.entries(Object(usage) as Message)
    .filter(([name]) => /^(input|output|cache_creation_input|cache_read_input)_tokens$/.test(name))
    .map(([, count]) => (typeof count === 'number' ? count : 0));
  return {
    ...(counts.length > 0 ? { tokens: counts.reduce((sum, count) => sum + count, 0) } : {}),
    ...(typeof usd === 'number' ? { usd } : {}),
  };
}

function refuse(run: Run, why: string, allowed?: readonly string[]): Step {
  run.end = { broken: `the review was refused: ${why}${allowed ? `, ${only(allowed)}` : ''}` };
  return 'end';
}

const UNKNOWN = 'claude does not say which tools it offers, so nobody knows whether it only reads';

const only = (allowed: readonly string[]): string =>
  allowed.length === 0
    ? 'and where the directory is gone a review gets no tool'
    : `and a review gets ${allowed.join(', ')} and nothing else`;

/** Its tools and, as more could come of them, its MCP servers. */
function offeredBy({ tools, mcp_servers: servers = [] }: Message): string[] | undefined {
  if (!isList(tools) || !isList(servers)) return undefined;
  return [
    ...tools.map(String),
    ...servers.map((server) => `the MCP server ${String(Object(server)['name'])}`),
  ];
}

const MAX_NAMED = 10;

function listed(names: readonly string[]): string {
  const named = names.slice(0, MAX_NAMED).map((name) => shortened(printable(name), 80));
  const more = names.length - named.length;
  return `${named.join(', ')}${more > 0 ? ` and ${more} more` : ''}`;
}

function errorOf({ result, errors, subtype }: Message): string {
  if (typeof result === 'string') return result;
  return isList(errors) && errors.length > 0 ? errors.map(String).join('; ') : String(subtype);
}

function blocksOf({ message }: Message): Message[] {
  const { content } = Object(message) as Message;
  return isList(content) ? content.map((block) => Object(block) as Message) : [];
}

function parsed(line: string): Message | undefined {
  try {
    const value: unknown = JSON.parse(line);
    return typeof value === 'object' && value !== null ? (value as Message) : undefined;
  } catch {
    // A warning that somebody printed among the messages.
    return undefined;
  }
}

const isList = (value: unknown): value is readonly unknown[] => Array.isArray(value);
