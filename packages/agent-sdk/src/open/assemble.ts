import { homedir } from 'node:os';
import { DEFAULT_LIMITS, type Problem, type Verdict } from '@wavehooks/hooks';
import { makeLoads } from '@wavehooks/hooks/scripts';
import { guardAgainstKills, withoutNpm } from '@wavehooks/process';
import { type Opened, projectDirOf } from '@wavehooks/settings';
import { hookGates } from '../agent-hooks/hook-gates.ts';
import type { Interception } from '../agent-hooks/interception.ts';
import type { Interceptions } from '../agent-hooks/interceptions.ts';
import { openInterceptions } from '../agent-hooks/open-interceptions.ts';
import { atMost } from '../base/wait.ts';
import type { LoadedCommands } from '../commands/load-commands.ts';
import { createWindow, windowOf } from '../compaction/context-window.ts';
import type { AgentEvent } from '../conversation/agent-event.ts';
import { guarding } from '../files/guarded-places.ts';
import { firing } from '../hooks/fire.ts';
import { haltsBeside } from '../hooks/halts-beside.ts';
import { type HookControl, hookControl } from '../hooks/hook-control.ts';
import { type LateNews, lateNews } from '../hooks/late-news.ts';
import { createPending } from '../hooks/pending.ts';
import { type SessionMoments, sessionMoments } from '../hooks/session-moments.ts';
import { hearReasons, tellUser } from '../hooks/tell-user.ts';
import { configuredServers } from '../mcp/config/server-sources.ts';
import type { Hub } from '../mcp/hub.ts';
import type { Mcp } from '../mcp/mcp-api.ts';
import { openServers } from '../mcp/open-servers.ts';
import { ownPrices, resolveModel } from '../model/resolve.ts';
import { TOOL_CALL } from '../offer/tool-search.ts';
import { withOfferedTools } from '../offer/with-offered-tools.ts';
import type { Confirm } from '../permissions/confirm.ts';
import { createGate } from '../permissions/gate.ts';
import { mayWrite } from '../permissions/may-write.ts';
import { ruleHoldsFor } from '../permissions/rule-holds.ts';
import { hiddenBy } from '../permissions/rules/match.ts';
import { canIsolate, openSandbox, type Sandbox } from '../sandbox/open-sandbox.ts';
import { boxing, fallBack, profileIn } from '../sandbox/session-box.ts';
import { openSession, type Session } from '../session/open-session.ts';
import { activeSkills, takeUpAgain } from '../skills/active-skills.ts';
import { offeredSkills } from '../skills/offered-skills.ts';
import type { Skill } from '../skills/skill.ts';
import { SKILL_TOOL } from '../skills/skill-tool.ts';
import { withSkills } from '../skills/with-skills.ts';
import { fileTypes } from '../subagent/file-types.ts';
import { type Family, withTask } from '../subagent/nest.ts';
import { liveTools } from '../tools/live-tools.ts';
import { createSessionVariables, type SessionVariables } from '../tools/session-variables.ts';
import { openToolbox, type Toolbox } from '../tools/toolbox.ts';
import { toolsTold, withFrozenPrefix } from '../turn/frozen-prefix.ts';
import { createSteering, type Steering } from '../turn/steering.ts';
import type { TurnParts } from '../turn/turn.ts';
import { createTrail } from '../undo/edit-trail.ts';
import { duringHooks, notingOf } from '../undo/noting.ts';
import type { Spans } from '../undo/spans.ts';
import { knownModels, type ModelFacts } from '../usage/known-models.ts';
import { knownPrice } from '../usage/prices.ts';
import type { Model, Retry } from '../vocabulary/model.ts';
import type { Box, Tighter } from '../vocabulary/sandbox.ts';
import type { TraceOf } from '../vocabulary/trace.ts';
import { lookAround } from './around/around.ts';
import { definitionsOf, readFrom } from './definitions.ts';
import {
  disallowedOf,
  engineOf,
  firstModelOf,
  guardedInForce,
  hookReviewsOf,
  modelOf,
  openedOf,
  outputDirOf,
  pinsInForce,
  problemsOf,
  toolsOf,
  typesOf,
} from './ingredients.ts';
import { hookHost } from './lent/hook-host.ts';
import { type Instruction, readInstructions } from './memory/instructions.ts';
import { type AgentOptions, DEFAULT_MAX_TURNS, DEFAULT_PARALLEL } from './options/agent-options.ts';
import { checkResume } from './options/check-options.ts';
import { promptsOf } from './prompts.ts';
import { type RuleBook, ruleBook } from './rule-book.ts';
import { createSearch } from './search.ts';
import { mcpHost } from './servers/mcp-host.ts';
import { firstState, grantTo, type State } from './state.ts';
import { withPlan } from './with-plan.ts';

/** All parts of an agent, put together. */
export interface Assembly {
  readonly projectDir: string;
  readonly session: Session;
  readonly hooks: HookControl;
  readonly opened: Opened | undefined;
  readonly problems: readonly Problem[];
  /** What the user and the project tell the agent, as it was read at the start. */
  readonly instructions: readonly Instruction[];
  readonly mcp: Mcp;
  readonly state: State;
  readonly turn: TurnParts;
  readonly steering: Steering;
  readonly moments: SessionMoments;
  /** What hooks said that nobody waited for. */
  readonly late: LateNews;
  readonly book: RuleBook;
  readonly sandbox: Sandbox;
  /** What commands are under way. */
  readonly toolbox: Pick<Toolbox, 'toBackground' | 'stopShell'>;
  /** Makes a directory one of the project's for this session. */
  addDirectory(dir: string): void;
  /** The sandbox of a command now. */
  readonly boxFor: (asked: Tighter) => Box;
  /** What hooks set for commands. */
  readonly variables: SessionVariables;
  /** Prompts that are kept in files. */
  readonly kept: LoadedCommands;
  /** Skills that the user calls. */
  readonly skills: { use(name: string): void; endTurn(): void };
  readonly interceptions: Interceptions;
  /** Notes what commands change; undefined where nobody wants that. */
  readonly spans: Spans | undefined;
  /** Throws what is missing. */
  switchModel(name: string): void;
  /** The models that are known and can be reached. */
  models(): readonly ModelFacts[];
  close(): Promise<void>;
}

/** Throws an `Error` that says what is wrong or missing: an option, a model, settings that can be read. */
export async function assemble(
  options: AgentOptions,
  emit: (event: AgentEvent) => void,
  traceOf?: TraceOf,
): Promise<Assembly> {
  const { workdir = process.cwd(), home = homedir() } = options;
  const projectDir = projectDirOf(workdir, home);
  checkResume(options, projectDir);
  // Should this process be killed, nothing that the agent started is to outlive it.
  guardAgainstKills();
  const opened = openedOf(options, projectDir);
  const own = { ...withoutNpm(options.env ?? process.env) };
  const env = { ...own, ...opened?.settings.env };
  const onRetry = (retry: Retry) => session.conversation.tell('info', retryText(retry), { retry });
  const tools = liveTools(toolsOf(options), disallowedOf(options));
  const servers = configuredServers({
    opened,
    files: options.mcpConfig,
    given: options.mcpServers,
    projectDir,
    env,
  });
  const interceptions = openInterceptions({
    gates: hookGates({
      fire: () => fire,
      tell: (verdict) => tell(verdict),
      model: () => state.model.id,
      events: () => engine.entries.map(({ event }) => event),
    }),
    host: await interceptorsOf(options, () => session.id),
    options: options.interception,
    tools: () => [...turn.tools().keys()].filter((name) => name !== TOOL_CALL),
  });
  const model = interceptions.model(await firstModelOf(options, own, opened, onRetry));
  const resolve = (model: Model | string) =>
    interceptions.model(modelOf({ ...options, model }, own, opened, onRetry));
  const state = firstState(options, opened?.settings, model, workdir);
  // A program's own are looked at now: what is missing is its programmer's to know.
  typesOf(options, resolve);
  const sandbox = openSandbox({
    ...{ projectDir, home, lookup: options.lookup, settings: opened?.settings.sandbox },
    directories: () => state.given.directories,
    deny: () => rules().deny,
    pinned: () => guardedInForce(engine.entries, current()),
    shown: () => skills().usable.flatMap(({ dir = [] }) => dir),
  });
  const unboxed = fallBack(options.permissionMode, sandbox, state);
  const late = lateNews((verdict) => tellUser(session.conversation, verdict));
  const engine = await engineOf(options, opened, projectDir, env, {
    observe: (run) => {
      hearReasons(run);
      // Heard before it starts: what it reads of the conversation is whole by then.
      if (run.is === 'started') session.guests?.write(run.agent);
      emit({ is: 'hook', run });
    },
    ...(traceOf ? { traceOf: ({ id }) => traceOf({ is: 'run', run: id }) } : {}),
    late: late.hear,
    ruleHolds: ruleHoldsFor((name) => tools.map.get(name)),
    host: hookHost({
      model: (name) => (name === undefined ? state.model : resolve(name)),
      spend: (model, usage) => parts.spend(model, usage),
      emit,
      callTool: (call) => hub.callTool(call),
      sandbox,
      reading: { projectDir, env, rules: () => rules() },
    }),
  });
  // Last, so that whatever is wrong with the options leaves no open file and no process behind.
  const { prices: named, providers } = opened?.settings ?? {};
  const prices = { ...ownPrices(providers), ...named, ...options.prices };
  const priceOf = (model: string) => knownPrice(model, prices);
  const session = openSession(options, projectDir, emit, priceOf, () => state.cwd);
  const reviews = hookReviewsOf(options, projectDir, opened, engine);
  // What a review accepted is in force like what was there at the start.
  const current = () => reviews?.opened ?? opened;
  const from = readFrom(options, home);
  const { skills, commands, types } = definitionsOf({
    options,
    projectDir,
    from,
    current,
    resolve,
  });
  const book = ruleBook({
    ...{ options, projectDir, home, opened: current, given: state.given },
    wrote: (written) => reviews?.wrote(written),
  });
  const { rules } = book;
  // Servers may start in a sandbox, which asks for the rules in force.
  const hub = await openServers({
    ...{
      ...servers,
      projectDir,
      env,
      home,
      sandbox,
      outputDir: outputDirOf(options),
      waitMs: options.mcpWaitMs,
      traceOf,
    },
    onServer: (news) => emit({ is: 'server', ...news }),
    ...mcpHost(options, () => ({
      ...{ fire, tell, pending, notify: moments.notify, halt: halts.put },
      ...{ model: () => state.model, spend: parts.spend, emit },
      roots: () => [projectDir, ...state.given.directories],
    })),
  });
  const { conversation, guests } = session;
  const active = activeSkills();
  const loads = guarding(
    () => current()?.guarded ?? [],
    makeLoads(() => pinsInForce(engine.entries, current()), projectDir),
  );
  const variables = createSessionVariables(env);
  const boxFor = boxing(sandbox, () => state.mode);
  const toolbox = openToolbox({
    ...{ ...options, state, projectDir, rules, loads, env, variables },
    ...{ boxFor, traceOf },
  });
  const { place } = toolbox;
  // A rule that denies to read a file holds for what instructions import as well.
  const readable = () => ({ ...from, hides: hiddenBy(rules(), place()) });
  const told = readInstructions(place(), readable());
  const spans = notingOf({
    options: options.undo,
    settings: opened?.settings.undo,
    session,
    directories: () => [projectDir, ...state.given.directories],
    home,
  });
  const pending = createPending();
  const fire = firing(
    engine,
    variables.add,
    () => ({
      session_id: session.id,
      transcript_path: guests?.main.file ?? '',
      cwd: state.cwd,
      permission_mode: state.mode,
      ...(state.promptId === undefined ? {} : { prompt_id: state.promptId }),
    }),
    (verdict) => pending.keep(verdict),
    spans && duringHooks(spans),
  );
  const tell = (verdict: Verdict) => tellUser(conversation, verdict);
  const halts = haltsBeside();
  const hooks = hookControl({ engine, reviews, items: opened?.items ?? [], home, fire, tell });
  const moments = sessionMoments({ fire, tell, pending, model: () => state.model.id });
  const first = place();
  const steering = createSteering();
  const closing = new AbortController();
  const { start, hides = () => false } = toolbox.context({ signal: closing.signal, call: '' });
  const around = lookAround({ ...first, start, env, hides, signal: closing.signal });
  const prompts = promptsOf({
    ...{ options, first, told: told.all, readable, around, words: hub.words },
  });
  const grant = grantTo(state, hub.rootsChanged);
  const parts: TurnParts = {
    conversation,
    mode: () => state.mode,
    effort: () => state.effort,
    tools: () => tools.map,
    specs: tools.specs,
    search: createSearch({
      rules,
      isOut: disallowedOf(options).includes('WebSearch'),
      entries: () => engine.entries,
      tell: (text) => conversation.tell('warning', text),
    }),
    prepare: async (signal) => {
      // It is bounded itself, and a turn that ends does not wait for it.
      await atMost(AROUND_MS, around.known, signal);
      const servers = startingIn(hub);
      if (servers.length > 0) emit({ is: 'waiting', servers });
      const news = await hub.settle(signal);
      if (servers.length > 0) emit({ is: 'waiting', servers: [] });
      for (const { tone, text } of news) conversation.tell(tone, text);
      tools.put(hub.tools());
    },
    gate: createGate({
      mode: () => state.mode,
      rules,
      keeper: book,
      grant,
      // The gate asks about tools of any name; only whoever answers has a type for each.
      confirm: options.confirm as Confirm | undefined,
      place,
      profile: (asked) => profileIn(sandbox, asked),
      isolates: () => canIsolate(sandbox.available()),
      whereIs: (list, rule) =>
        book
          .entries()
          .find((one) => one.list === list && one.rule.trim() === rule.trim() && one.counts)
          ?.source,
      // Files beside a skill are for whoever follows it.
      get readable() {
        return [outputDirOf(options), ...skills().usable.flatMap(({ dir = [] }) => dir)];
      },
    }),
    context: (asked) => ({
      ...toolbox.context(asked),
      report: (text) => emit({ is: 'progress', call: asked.call, text }),
    }),
    haltedBeside: halts.take,
    fire,
    tell,
    pending,
    late,
    notify: moments.notify,
    aside: moments.aside,
    started: moments.started,
    restarted: () => moments.restart('compact'),
    announce: async (signal) => {
      const text = await hooks.notice(signal);
      if (text) conversation.tell('warning', text);
    },
    trail: createTrail(conversation, session.history, session.store, spans && { spans, mayWrite }),
    spend: (model, usage) => {
      conversation.note({ is: 'spent', model, usage });
      return session.ledger.costOf(model, usage);
    },
    window: createWindow(
      () => state.model,
      options.contextWindow ?? opened?.settings.contextWindow,
    ),
    model: () => state.model,
    system: prompts.own,
    steering,
    begins: (prompt) => {
      const before = state.promptId;
      state.promptId = prompt;
      return before;
    },
    maxTurns: options.maxTurns ?? DEFAULT_MAX_TURNS,
    processes: options.parallelCommands ?? opened?.settings.parallelCommands ?? DEFAULT_PARALLEL,
    stopBlocks: { ...DEFAULT_LIMITS, ...opened?.settings.limits }.stopBlocks,
    emit,
    interceptions,
  };
  const offered = offeredSkills(() => skills().usable, rules, place);
  const family: Family = {
    types,
    skills: offered,
    mode: () => state.mode,
    system: prompts.helper,
    openTranscript: session.openAgent,
    guests,
  };
  const offersSkills = !disallowedOf(options).includes(SKILL_TOOL);
  const offers = withOfferedTools(parts, toolsTold(conversation.messages, session.prefix));
  const whole = withSkills(offers, () => (offersSkills ? offered() : NO_SKILLS), active);
  takeUpAgain(conversation.messages, skills().usable, active);
  const turn = withFrozenPrefix(
    withPlan(
      delegates(options) ? withTask({ parts: whole, toolbox, depth: 0 }, family) : whole,
      disallowedOf(options),
    ),
    session.prefix,
  );
  return {
    projectDir,
    session,
    hooks,
    get opened() {
      return current();
    },
    mcp: hub.api,
    problems: [
      ...problemsOf(options, opened, engine, session.problem),
      ...commands().problems,
      ...fileTypes(opened?.definitions ?? [], resolve).problems,
      ...servers.problems,
      ...unboxed,
      ...told.faults.map(({ file, text }) => ({
        ...{ level: 'warning' as const, source: file, hook: '', text },
      })),
    ],
    instructions: told.all,
    state,
    book,
    sandbox,
    boxFor,
    variables,
    get kept() {
      return commands();
    },
    models: () =>
      knownModels(prices, windowOf).filter(
        ({ name }) =>
          typeof resolveModel({ model: name, env: own, settings: opened?.settings }) !== 'string',
      ),
    switchModel: (name) => {
      state.model = resolve(name);
    },
    turn,
    steering,
    toolbox,
    addDirectory: (dir) => grant({ directories: [dir] }),
    skills: {
      use: (name) => {
        const skill = skills().usable.find((one) => one.name === name);
        if (skill) active.use(skill);
      },
      endTurn: active.endTurn,
    },
    moments,
    late,
    interceptions,
    spans,
    close: async () => {
      closing.abort();
      await Promise.all([toolbox.close(), hub.close()]);
      await engine.close();
      spans?.close();
      sandbox.close();
      session.close();
    },
  };
}

/** Loaded only where a host has interceptors. */
async function interceptorsOf(
  { interception }: AgentOptions,
  sessionId: () => string,
): Promise<Interception | undefined> {
  if (!interception) return undefined;
  const { openInterception } = await import('../agent-hooks/interception.ts');
  return openInterception(interception, sessionId);
}

const NO_SKILLS: readonly Skill[] = [];
const AROUND_MS = 5_000;

const startingIn = ({ api }: Hub): string[] =>
  api.servers().flatMap(({ name, state }) => (state === 'connecting' ? [name] : []));

const delegates = (options: AgentOptions) => !disallowedOf(options).includes('Task');

const retryText = ({ tries, of, waitMs, why }: Retry) =>
  `The model did not answer: ${why}. Trying again in ${Math.ceil(waitMs / 1000)} s (try ${tries + 1} of ${of}).`;
