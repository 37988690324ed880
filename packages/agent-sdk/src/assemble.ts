import { homedir } from 'node:os';
import { join } from 'node:path';
import {
  DEFAULT_LIMITS,
  type Opened,
  type Problem,
  projectDirOf,
  type Verdict,
  withoutNpm,
} from 'wave-hooks';
import { loadCommands, type PromptCommand } from './commands/load.ts';
import type { Conversation } from './conversation.ts';
import type { AgentEvent } from './events.ts';
import { type HookControl, hookControl } from './hooks/control.ts';
import {
  engineOf,
  hookReviewsOf,
  modelOf,
  openedOf,
  outputDirOf,
  problemsOf,
  rulesOf,
  toolsOf,
} from './ingredients.ts';
import { instructionsOf } from './instructions.ts';
import type { Model } from './model/model.ts';
import type { Retry } from './model/retry.ts';
import { type AgentOptions, DEFAULT_MAX_TURNS } from './options.ts';
import { createGate } from './permissions/gate.ts';
import type { PermissionMode, Rules } from './permissions/rule.ts';
import { systemPrompt } from './prompt.ts';
import { openSession, type Session } from './session/open.ts';
import { openToolbox } from './toolbox.ts';
import { toolSpec } from './tools/index.ts';
import type { TurnParts } from './turn.ts';

/** All parts of an agent, put together. */
export interface Assembly {
  readonly projectDir: string;
  readonly session: Session;
  readonly hooks: HookControl;
  readonly opened: Opened | undefined;
  readonly problems: readonly Problem[];
  readonly state: State;
  readonly turn: TurnParts;
  readonly rules: () => Rules;
  readonly commands: readonly PromptCommand[];
  /** Throws what is missing. */
  switchModel(name: string): void;
  close(): Promise<void>;
}

/** What changes while an agent lives. */
export interface State {
  model: Model;
  mode: PermissionMode;
  /** Rules that the user gave while it worked. */
  allow: string[];
  cwd: string;
}

/** Throws an `Error` that says what is missing: a model, or settings that can be read. */
export async function assemble(
  options: AgentOptions,
  emit: (event: AgentEvent) => void,
): Promise<Assembly> {
  const { workdir = process.cwd(), home = homedir() } = options;
  const projectDir = projectDirOf(workdir, home);
  const opened = openedOf(options, projectDir);
  const own = { ...withoutNpm(options.env ?? process.env) };
  const env = { ...own, ...opened?.settings.env };
  const onRetry = (retry: Retry) => session.conversation.tell('info', retryText(retry));
  const tools = toolsOf(options);
  const state: State = {
    model: modelOf(options, own, opened, onRetry),
    mode: options.permissionMode ?? 'default',
    allow: [],
    cwd: workdir,
  };
  const engine = await engineOf(options, opened, projectDir, env, (run) =>
    emit({ is: 'hook', run }),
  );
  // Last, so that whatever is wrong with the options leaves no open file behind.
  const session = openSession(options, projectDir, emit);
  const { conversation, transcript } = session;
  const reviews = hookReviewsOf(options, projectDir, opened, engine);
  const place = () => ({ projectDir, cwd: state.cwd });
  const { user, project } = readFrom(options, home);
  const commands = loadCommands({
    userDir: user && join(user, 'commands'),
    projectDir,
    opened: project ? opened : undefined,
  });
  const rules = () => rulesOf(options, opened, state.allow);
  const toolbox = openToolbox({ state, place, rules, env, ask: options.ask });
  return {
    projectDir,
    session,
    hooks: hookControl(engine, reviews, opened?.items ?? []),
    opened,
    problems: [...problemsOf(options, opened, engine, session.repaired), ...commands.problems],
    state,
    rules,
    commands: commands.commands,
    switchModel: (name) => {
      state.model = modelOf({ ...options, model: name }, own, opened, onRetry);
    },
    turn: {
      engine,
      conversation,
      tools,
      specs: [...tools.values()].map(toolSpec),
      gate: createGate({
        mode: () => state.mode,
        rules,
        addAllow: (rule) => void state.allow.push(rule),
        confirm: options.confirm,
        place,
        readable: [outputDirOf(options)],
      }),
      context: toolbox.context,
      common: () => ({
        session_id: session.id,
        transcript_path: transcript?.file ?? '',
        cwd: state.cwd,
        permission_mode: state.mode,
      }),
      tell: (verdict) => tellUser(conversation, verdict),
      notice: reviews?.notice ?? (() => undefined),
      model: () => state.model,
      system: systemPrompt(
        place(),
        options.systemPrompt,
        instructionsOf(place(), readFrom(options, home)),
      ),
      maxTurns: options.maxTurns ?? DEFAULT_MAX_TURNS,
      stopBlocks: { ...DEFAULT_LIMITS, ...opened?.settings.limits }.stopBlocks,
      emit,
    },
    close: async () => {
      await toolbox.close();
      await engine.close();
      transcript?.close();
    },
  };
}

/** Instructions and commands are files, too: read only where settings of that source are. */
const readFrom = ({ settingSources = [] }: AgentOptions, home: string) => ({
  user: settingSources.includes('user') ? join(home, '.wave') : undefined,
  project: settingSources.includes('project'),
});

/** What hooks say about an erased prompt may quote it, so it is shown and kept nowhere. */
function tellUser(conversation: Conversation, { toUser, erasePrompt }: Verdict): void {
  for (const { tone, text, hook } of toUser)
    conversation.tell(tone, text, { hook, passing: erasePrompt });
}

const retryText = ({ tries, waitMs, error }: Retry) =>
  `The model could not be reached (try ${tries}: ${error.message}). Trying again in ${Math.ceil(waitMs / 1000)} s.`;
