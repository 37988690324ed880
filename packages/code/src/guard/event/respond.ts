import { encode, linesOf, ofAll } from '@wavehooks/hook-kit';
import type { EventName, Verdict } from '@wavehooks/hooks';
import type { Opened } from '@wavehooks/settings';
import { isHelpRequest, readArgs, UsageError } from '../../cli/command.ts';
import { jsonIn } from '../../cli/stdin.ts';
import { printable } from '../../cli/style.ts';
import { usageOf } from '../../cli/usage.ts';
import { fireAll } from '../../hooks/event/fire-once.ts';
import { OPEN_FLAGS, openOptions } from '../../hooks/settings/open-options.ts';
import { noteAsked } from '../notes/last-asked.ts';
import { unheard } from '../notes/unheard.ts';
import { AGENT_NAMES, AGENTS, type AgentName, isAgentName } from '../table/agents.ts';
import { holds } from '../table/holds.ts';
import { withActions } from './action.ts';
import { heldBefore, inRound, underLimit } from './held.ts';
import { type Incoming, incoming } from './incoming.ts';
import { underRules } from './permissions.ts';
import { projectOf } from './project-of.ts';
import { saidBy } from './said-by.ts';
import { whoAsks } from './who-asks.ts';

/** An event of another agent, with all that its answer may depend on. */
export interface Asked {
  /** The agent's name, and options. */
  readonly words: readonly string[];
  /** The event as the agent sent it; undefined for one that was too large to be kept. */
  readonly text: string | undefined;
  /** The environment and the directory that the agent gave us: hooks get them. */
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly cwd: string;
  /** Ends the hooks: nobody waits for the answer any more. */
  readonly signal?: AbortSignal;
}

/** What the agent gets. */
export interface Answered {
  readonly stdout: string;
  readonly stderr: string;
  readonly code: number;
}

const FLAGS = {
  ...OPEN_FLAGS,
  permissions: { type: 'boolean', about: "refuse and ask by Wave's permission rules as well" },
} as const;

const USAGE = usageOf({
  forms: ['wave guard AGENT [options] < event.json'],
  about: `Agents: ${AGENT_NAMES.join(', ')}.`,
  options: FLAGS,
});

/** What every agent here takes for a refusal. */
const REFUSED = 2;

/** Bytes: far more than any tool call has; what is larger would have to be held several times over. */
export const MAX_EVENT = 64 * 1024 * 1024;

const TOO_LARGE = `stdin: expected an event of at most ${MAX_EVENT / 2 ** 20} MB`;

/**
 * An event of another agent through the hooks of this project, answered in that agent's words. Whatever goes
 * wrong refuses: a guard that breaks must not stand open. The only way to an answer, whichever process gives
 * it, so that all give the same.
 */
export async function respond(asked: Asked): Promise<Answered> {
  const notes: string[] = [];
  const err = (text: string) => void notes.push(text);
  let event: Incoming | undefined;
  try {
    const { values, positionals } = readWords(asked.words);
    const named = agentOf(positionals);
    const raw = rawOf(asked.text);
    const agent = whoAsks(named, raw);
    event = incoming(agent, raw, asked.cwd);
    const { cwd, event: name, shell } = event;
    const held = heldBefore(event.inputs[0]);
    const inputs = event.inputs.map((input) => inRound(input, held));
    const projectDir = projectOf(event, asked.env, asked.cwd);
    noteAsked(agent, projectDir);
    let limits: Opened['settings']['limits'] | undefined;
    // That agent runs the hooks of its own files itself, the entry that started us among them.
    const options = {
      ...openOptions(withSettings(values, asked.env), { cwd }, USAGE),
      projectDir,
      agents: ['wave'] as const,
      env: asked.env,
    };
    const fired = await fireAll(options, { ...asked, err, flags: [] }, async (opened) => {
      limits = opened.settings.limits;
      // What no hook sees need not be found out.
      const isSeen = opened.sources.some(({ hooks }) => Object.hasOwn(hooks, name));
      return isSeen ? withActions(inputs, shell, asked.env) : inputs;
    });
    const failures = failuresIn(fired.verdicts);
    if (failures !== '') noteAsked(agent, projectDir, failures);
    const ended = fired.verdicts.map((verdict) => underLimit(verdict, held, limits));
    const verdicts = values.permissions
      ? await underRules(ended, inputs, { cwd, shell }, options)
      : ended;
    const toUser = isShown(agent, name)
      ? unheard(fired.toUser, inputs[0]?.session_id)
      : fired.toUser;
    const encoded = answerTo(event, { ...fired, verdicts, toUser }, agent);
    for (const note of encoded.notes) err(`wave guard: ${printable(note)}\n`);
    // The process may answer many more events, each with a log of its own.
    fired.end();
    await fired.close();
    return { stdout: linesOf(encoded), stderr: notes.join(''), code: 0 };
  } catch (error) {
    if (isHelpRequest(error)) throw error;
    return failed(error, event, notes);
  }
}

/** `wave guard test` adds a hook for the agent that it starts: hooks can only be added this way, never taken out. */
const withSettings = <V extends { settings?: string | undefined }>(
  values: V,
  { WAVE_GUARD_SETTINGS: settings }: Asked['env'],
): V => (settings && values.settings === undefined ? { ...values, settings } : values);

/** What only the user was told of hooks that failed: a refusal, the agent passes on. */
const failuresIn = (verdicts: readonly Verdict[]): string =>
  verdicts
    .flatMap(({ toUser, decision, decidedBy }) =>
      toUser.filter(
        ({ tone, hook }) => tone === 'error' && !(decision === 'block' && decidedBy.includes(hook)),
      ),
    )
    .map(({ text }) => text)
    .join('\n');

/** Whether the agent passes on what is said to the user at this moment. */
const isShown = (agent: AgentName, event: EventName): boolean =>
  AGENTS[agent].lacks[event]?.warn === undefined;

/** Most entries name the agent and nothing else: what reads options is then not even loaded. */
const readWords = (
  words: readonly string[],
): Pick<ReturnType<typeof readAll>, 'values' | 'positionals'> =>
  words.some((word) => word.startsWith('-'))
    ? readAll(words)
    : { values: {}, positionals: [...words] };

const readAll = (words: readonly string[]) => readArgs([...words], FLAGS, USAGE);

/** What is wrong with the settings is said once. */
function answerTo(
  { event, inParts, toolInput, toolResponse }: Incoming,
  { verdicts, toUser }: Awaited<ReturnType<typeof fireAll>>,
  agent: AgentName,
) {
  const said = verdicts.map((verdict, at) =>
    saidBy(at === 0 ? { ...verdict, toUser: [...toUser, ...verdict.toUser] } : verdict),
  );
  return encode(event, inParts ? ofAll(said) : said[0], agent, toolInput, toolResponse);
}

/** What can be held only once must not be held by a guard that is broken for good. */
function failed(error: unknown, event: Incoming | undefined, notes: readonly string[]): Answered {
  const text = error instanceof Error ? error.message : String(error);
  const words = event && AGENTS[event.agent].guard.refusesInWords?.[event.event];
  const why = [...notes, `wave guard: ${printable(text)}\n`].join('');
  if (words) return { stdout: `${JSON.stringify(words(printable(text)))}\n`, stderr: why, code: 0 };
  const isTrap = event !== undefined && !holds(event.event);
  const unguarded = isTrap ? ['wave guard: the agent goes on unguarded here.\n'] : [];
  const stderr = [why, ...unguarded].join('');
  return { stdout: '', stderr, code: isTrap ? 1 : REFUSED };
}

function rawOf(text: string | undefined): Record<string, unknown> {
  if (text === undefined || Buffer.byteLength(text) > MAX_EVENT) throw new UsageError(TOO_LARGE);
  const value = jsonIn(text);
  if (typeof value === 'object' && value !== null && !Array.isArray(value))
    return value as Record<string, unknown>;
  throw new UsageError(`stdin: expected a JSON object, got ${JSON.stringify(value).slice(0, 60)}`);
}

function agentOf([name, ...rest]: readonly string[]): AgentName {
  if (rest.length > 0) throw new UsageError(`unexpected words: ${rest.join(' ')}\n${USAGE}`);
  if (isAgentName(name)) return name;
  throw new UsageError(
    `${name === undefined ? 'which agent?' : `agent: expected one of ${AGENT_NAMES.join(', ')}, got ${JSON.stringify(name)}`}\n${USAGE}`,
  );
}
