import { homedir } from 'node:os';
import { join } from 'node:path';
import { DEFAULT_LIMITS, type Problem, type Verdict } from '@wavehooks/hooks';
import { makeLoads } from '@wavehooks/hooks/scripts';
import { guardAgainstKills, withoutNpm } from '@wavehooks/process';
import { type Opened, projectDirOf } from '@wavehooks/settings';
import { remembered } from '../base/remembered.ts';
import { atMost } from '../base/wait.ts';
import { BUILTIN_PROMPTS } from '../commands/builtin-prompts.ts';
import { type LoadedCommands, loadCommands } from '../commands/load-commands.ts';
import { createWindow } from '../compaction/context-window.ts';
import type { AgentEvent } from '../conversation/agent-event.ts';
import { guarding } from '../files/guarded-places.ts';
import { absolutePath } from '../files/paths.ts';
import { firing } from '../hooks/fire.ts';
import { type HookControl, hookControl } from '../hooks/hook-control.ts';
import { type LateNews, lateNews } from '../hooks/late-news.ts';
import { createPending } from '../hooks/pending.ts';
import { type SessionMoments, sessionMoments } from '../hooks/session-moments.ts';
import { hearReasons, tellUser } from '../hooks/tell-user.ts';
import { configuredServers } from '../mcp/config/server-sources.ts';
import type { Hub } from '../mcp/hub.ts';
import type { Mcp } from '../mcp/mcp-api.ts';
import { openServers } from '../mcp/open-servers.ts';
import type { Confirm } from '../permissions/confirm.ts';
import { createGate } from '../permissions/gate.ts';
import { ruleHoldsFor } from '../permissions/rule-holds.ts';
import { hiddenBy } from '../permissions/rules/match.ts';
import type { PermissionMode } from '../permissions/rules/rule.ts';
import { openSession, type Session } from '../session/open-session.ts';
import { activeSkills, takeUpAgain } from '../skills/active-skills.ts';
import { offeredSkills } from '../skills/offered-skills.ts';
import { type Skill, skillsOf } from '../skills/skill.ts';
import { withSkillCommands } from '../skills/skill-commands.ts';
import { SKILL_TOOL } from '../skills/skill-tool.ts';
import { withSkills } from '../skills/with-skills.ts';
import { fileTypes } from '../subagent/file-types.ts';
import { type Family, withTask } from '../subagent/nest.ts';
import { liveTools } from '../tools/live-tools.ts';
import { createSessionVariables, type SessionVariables } from '../tools/session-variables.ts';
import { openToolbox } from '../tools/toolbox.ts';
import { createSteering, type Steering } from '../turn/steering.ts';
import type { TurnParts } from '../turn/turn.ts';
import { createTrail } from '../undo/edit-trail.ts';
import { knownPrice } from '../usage/prices.ts';
import { DEFAULT_EFFORT, type Effort, type Model, type Retry } from '../vocabulary/model.ts';
import { type AgentOptions, DEFAULT_MAX_TURNS } from './agent-options.ts';
import { lookAround } from './around/around.ts';
import { checkOptions, checkResume } from './check-options.ts';
import { hookHost } from './hook-host.ts';
import {
  disallowedOf,
  engineOf,
  hookReviewsOf,
  modelOf,
  openedOf,
  outputDirOf,
  pinsInForce,
  problemsOf,
  toolsOf,
  typesOf,
} from './ingredients.ts';
import { type Instruction, instructionsOf, readInstructions } from './memory/instructions.ts';
import { type RuleBook, ruleBook } from './rule-book.ts';
import { createSearch } from './search.ts';
import { helperPrompt, systemPrompt } from './system-prompt.ts';
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
  /** What hooks set for commands. */
  readonly variables: SessionVariables;
  /** Prompts that are kept in files. */
  readonly kept: LoadedCommands;
  /** Skills that the user calls. */
  readonly skills: { use(name: string): void; endTurn(): void };
  /** Throws what is missing. */
  switchModel(name: string): void;
  close(): Promise<void>;
}

/** What changes while an agent lives. */
export interface State {
  model: Model;
  mode: PermissionMode;
  effort: Effort;
  /** What the user, or a hook in the user's place, gave while it worked. */
  readonly given: { allow: string[]; ask: string[]; deny: string[]; directories: string[] };
  cwd: string;
  /** The id of the prompt that is under way. */
  promptId?: string | undefined;
}

/** Throws an `Error` that says what is wrong or missing: an option, a model, settings that can be read. */
export async function assemble(
  options: AgentOptions,
  emit: (event: AgentEvent) => void,
): Promise<Assembly> {
  checkOptions(options);
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
  const state: State = {
    model: modelOf(options, own, opened, onRetry),
    mode: options.permissionMode ?? opened?.settings.defaultMode ?? 'default',
    effort: options.effort ?? opened?.settings.effort ?? DEFAULT_EFFORT,
    given: {
      ...{ allow: [], ask: [], deny: [] },
      directories: (options.directories ?? []).map((dir) => absolutePath(workdir, dir)),
    },
    cwd: workdir,
  };
  const resolve = (model: Model | string) => modelOf({ ...options, model }, own, opened, onRetry);
  // A program's own are looked at now: what is missing is its programmer's to know.
  typesOf(options, resolve);
  const late = lateNews((verdict) => tellUser(session.conversation, verdict));
  const engine = await engineOf(options, opened, projectDir, env, {
    observe: (run) => {
      hearReasons(run);
      // Heard before it starts: what it reads of the conversation is whole by then.
      if (run.is === 'started') session.guests?.write(run.agent);
      emit({ is: 'hook', run });
    },
    late: late.hear,
    ruleHolds: ruleHoldsFor((name) => tools.map.get(name)),
    host: hookHost({
      model: (name) =>
        name === undefined
          ? state.model
          : modelOf({ ...options, model: name }, own, opened, onRetry),
      spend: (model, usage) => void parts.spend(model, usage),
      callTool: (call) => hub.callTool(call),
    }),
  });
  // Last, so that whatever is wrong with the options leaves no open file and no process behind.
  const prices = { ...opened?.settings.prices, ...options.prices };
  const priceOf = (model: string) => knownPrice(model, prices);
  const session = openSession(options, projectDir, emit, priceOf, () => state.cwd);
  const hub = await openServers({ ...servers, projectDir, env, waitMs: options.mcpWaitMs });
  const { conversation, guests } = session;
  const reviews = hookReviewsOf(options, projectDir, opened, engine);
  const from = readFrom(options, home);
  // What a review accepted is in force like what was there at the start.
  const current = () => reviews?.opened ?? opened;
  const skills = remembered(current, (now) => skillsOf(now?.definitions ?? []));
  const active = activeSkills();
  const commands = remembered(current, (now) =>
    withSkillCommands(
      loadCommands({
        userDir: from.user && join(from.user, 'commands'),
        projectDir,
        opened: from.project ? now : undefined,
      }),
      skills(),
      from.user === undefined ? [] : BUILTIN_PROMPTS,
    ),
  );
  const types = remembered(current, (now) =>
    typesOf(options, resolve, fileTypes(now?.definitions ?? [], resolve).types),
  );
  const book = ruleBook({
    ...{ options, projectDir, home, opened: current, given: state.given },
    wrote: (written) => reviews?.wrote(written),
  });
  const { rules } = book;
  const loads = guarding(
    () => current()?.guarded ?? [],
    makeLoads(() => pinsInForce(engine.entries, current()), projectDir),
  );
  const variables = createSessionVariables(env);
  const toolbox = openToolbox({ ...options, state, projectDir, rules, loads, env, variables });
  const { place } = toolbox;
  // A rule that denies to read a file holds for what instructions import as well.
  const readable = () => ({ ...from, hides: hiddenBy(rules(), place()) });
  const told = readInstructions(place(), readable());
  const fire = firing(engine, variables.add, () => ({
    session_id: session.id,
    transcript_path: guests?.main.file ?? '',
    cwd: state.cwd,
    permission_mode: state.mode,
    ...(state.promptId === undefined ? {} : { prompt_id: state.promptId }),
  }));
  const tell = (verdict: Verdict) => tellUser(conversation, verdict);
  const pending = createPending();
  const hooks = hookControl({ engine, reviews, items: opened?.items ?? [], fire, tell });
  const moments = sessionMoments({ fire, tell, pending, model: () => state.model.id });
  const first = place();
  const steering = createSteering();
  const closing = new AbortController();
  const { start, hides = () => false } = toolbox.context(closing.signal, '');
  const around = lookAround({ ...first, start, env, hides, signal: closing.signal });
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
      grant: ({ rules = {}, directories = [], mode }) => {
        if (mode !== undefined) state.mode = mode;
        for (const kind of ['allow', 'ask', 'deny'] as const)
          state.given[kind].push(...(rules[kind] ?? []));
        // Seen from where the agent is now: it may move.
        state.given.directories.push(...directories.map((dir) => absolutePath(state.cwd, dir)));
      },
      // The gate asks about tools of any name; only whoever answers has a type for each.
      confirm: options.confirm as Confirm | undefined,
      place,
      // Files beside a skill are for whoever follows it.
      get readable() {
        return [outputDirOf(options), ...skills().usable.map(({ dir }) => dir)];
      },
    }),
    context: toolbox.context,
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
    trail: createTrail(conversation, session.history, session.store),
    spend: (model, usage) => {
      conversation.note({ is: 'spent', model, usage });
      return session.ledger.costOf(model, usage);
    },
    window: createWindow(
      () => state.model.id,
      options.contextWindow ?? opened?.settings.contextWindow,
    ),
    model: () => state.model,
    system: () =>
      [
        systemPrompt(first, options.systemPrompt, told.all, around.text),
        ...(options.appendSystemPrompt?.trim() ? [options.appendSystemPrompt.toWellFormed()] : []),
      ].join('\n\n'),
    steering,
    begins: (prompt) => {
      const before = state.promptId;
      state.promptId = prompt;
      return before;
    },
    maxTurns: options.maxTurns ?? DEFAULT_MAX_TURNS,
    stopBlocks: { ...DEFAULT_LIMITS, ...opened?.settings.limits }.stopBlocks,
    emit,
  };
  const offered = offeredSkills(() => skills().usable, rules, place);
  const family: Family = {
    types,
    skills: offered,
    mode: () => state.mode,
    system: (at, prompt) =>
      systemPrompt(
        at,
        helperPrompt(prompt ?? options.systemPrompt),
        instructionsOf(at, readable()),
        around.text,
      ),
    openTranscript: session.openAgent,
    guests,
  };
  const offersSkills = !disallowedOf(options).includes(SKILL_TOOL);
  const whole = withSkills(parts, () => (offersSkills ? offered() : NO_SKILLS), active);
  takeUpAgain(conversation.messages, skills().usable, active);
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
      ...told.faults.map(({ file, text }) => ({
        ...{ level: 'warning' as const, source: file, hook: '', text },
      })),
    ],
    instructions: told.all,
    state,
    book,
    variables,
    get kept() {
      return commands();
    },
    switchModel: (name) => {
      state.model = modelOf({ ...options, model: name }, own, opened, onRetry);
    },
    turn: withPlan(
      delegates(options) ? withTask({ parts: whole, toolbox, depth: 0 }, family) : whole,
      disallowedOf(options),
    ),
    steering,
    skills: {
      use: (name) => {
        const skill = skills().usable.find((one) => one.name === name);
        if (skill) active.use(skill);
      },
      endTurn: active.endTurn,
    },
    moments,
    late,
    close: async () => {
      closing.abort();
      await Promise.all([toolbox.close(), hub.close()]);
      await engine.close();
      session.close();
    },
  };
}

const NO_SKILLS: readonly Skill[] = [];
const AROUND_MS = 5_000;

/** Instructions and commands are files, too: read only where settings of that source are. */
const readFrom = ({ settingSources = [] }: AgentOptions, home: string) => ({
  user: settingSources.includes('user') ? join(home, '.wave') : undefined,
  project: settingSources.includes('project'),
});

const startingIn = ({ api }: Hub): string[] =>
  api.servers().flatMap(({ name, state }) => (state === 'connecting' ? [name] : []));

const delegates = (options: AgentOptions) => !disallowedOf(options).includes('Task');

const retryText = ({ tries, of, waitMs, why }: Retry) =>
  `The model did not answer: ${why}. Trying again in ${Math.ceil(waitMs / 1000)} s (try ${tries + 1} of ${of}).`;
