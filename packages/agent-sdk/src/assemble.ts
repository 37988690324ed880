import { homedir } from 'node:os';
import { join } from 'node:path';
import {
  createEngine,
  DEFAULT_LIMITS,
  type Engine,
  type Opened,
  openSettings,
  projectDirOf,
  start,
  type Verdict,
  withoutNpm,
} from 'wave-hooks';
import { type Conversation, createConversation } from './conversation.ts';
import type { AgentEvent } from './events.ts';
import type { Model } from './model/model.ts';
import { resolveModel } from './model/resolve.ts';
import { type AgentOptions, DEFAULT_MAX_TURNS } from './options.ts';
import { createGate } from './permissions/gate.ts';
import { hiddenBy } from './permissions/match.ts';
import type { PermissionMode, Rules } from './permissions/rule.ts';
import { systemPrompt } from './prompt.ts';
import { freshSessionId, sessionFile, sessionsDir } from './session/place.ts';
import { openTranscript, type Transcript } from './session/transcript.ts';
import { builtinTools, endShells, toolSpec } from './tools/index.ts';
import type { Tool, ToolContext, ToolMemory } from './tools/tool.ts';
import type { TurnParts } from './turn.ts';

/** All parts of an agent, put together. */
export interface Assembly {
  readonly sessionId: string;
  readonly projectDir: string;
  readonly engine: Engine;
  readonly conversation: Conversation;
  readonly transcript: Transcript | undefined;
  readonly opened: Opened | undefined;
  readonly state: State;
  readonly turn: TurnParts;
  close(): Promise<void>;
}

/** What changes while an agent lives. */
export interface State {
  model: Model;
  mode: PermissionMode;
  allow: string[];
  cwd: string;
}

type Emit = (event: AgentEvent) => void;

/** Throws an `Error` that says what is missing: a model, or settings that can be read. */
export async function assemble(options: AgentOptions, emit: Emit): Promise<Assembly> {
  const workdir = options.workdir ?? process.cwd();
  const projectDir = projectDirOf(workdir, options.home ?? homedir());
  const env = { ...withoutNpm(options.env ?? process.env) };
  const opened = openedOf(options, projectDir);
  const state: State = {
    model: modelOf(options, env, opened),
    mode: options.permissionMode ?? 'default',
    allow: [],
    cwd: workdir,
  };
  const sessionId = options.session?.resume ?? freshSessionId();
  const kept = options.session?.keep
    ? openTranscript(sessionFile(sessionsDir(options.home ?? homedir(), projectDir), sessionId))
    : undefined;
  const conversation = createConversation(freshSessionId, (change) => {
    kept?.transcript.write(change);
    emit({ is: 'change', change });
  });
  conversation.restore(kept?.changes ?? []);
  const limits = { ...DEFAULT_LIMITS, ...opened?.settings.limits };
  const engine = await engineOf(options, opened, projectDir, env, emit);
  const memory: ToolMemory = { files: new Map(), shells: new Map(), todos: [] };
  const context = (signal: AbortSignal): ToolContext => ({
    projectDir,
    get cwd() {
      return state.cwd;
    },
    setCwd: (dir) => {
      state.cwd = dir;
    },
    signal,
    env: { ...env, ...opened?.settings.env },
    start,
    memory,
    ask: options.ask,
    hides: hiddenBy(rulesOf(options, opened, state), { projectDir, cwd: state.cwd }),
  });
  const tools = toolsOf(options);
  const tell = ({ toUser }: Verdict) => {
    for (const { tone, text, hook } of toUser) conversation.tell(tone, text, hook);
  };
  if (kept?.repaired) conversation.tell('warning', kept.repaired);
  return {
    sessionId,
    projectDir,
    engine,
    conversation,
    transcript: kept?.transcript,
    opened,
    state,
    turn: {
      engine,
      conversation,
      tools,
      specs: [...tools.values()].map(toolSpec),
      gate: createGate({
        mode: () => state.mode,
        rules: () => rulesOf(options, opened, state),
        addAllow: (rule) => void state.allow.push(rule),
        confirm: options.confirm,
        place: () => ({ projectDir, cwd: state.cwd }),
        readable: [join(options.home ?? homedir(), '.wave', 'outputs')],
      }),
      context,
      common: () => ({
        session_id: sessionId,
        transcript_path: kept?.transcript.file ?? '',
        cwd: state.cwd,
        permission_mode: state.mode,
      }),
      tell,
      model: () => state.model,
      system: systemPrompt(projectDir, options.systemPrompt),
      maxTurns: options.maxTurns ?? DEFAULT_MAX_TURNS,
      stopBlocks: limits.stopBlocks,
      emit,
    },
    close: async () => {
      await endShells(memory);
      await engine.close();
      kept?.transcript.close();
    },
  };
}

/** The SDK reads no file unless it is told which. */
function openedOf(options: AgentOptions, projectDir: string): Opened | undefined {
  const { settingSources = [], settings, home, projectHooks } = options;
  if (settingSources.length === 0 && settings === undefined) return undefined;
  return openSettings({
    projectDir,
    which: settingSources,
    settings,
    ...(home === undefined ? {} : { home }),
    ...(projectHooks === undefined ? {} : { projectHooks }),
  });
}

function modelOf(
  { model }: AgentOptions,
  env: Readonly<Record<string, string | undefined>>,
  opened: Opened | undefined,
): Model {
  if (typeof model === 'object') return model;
  const resolved = resolveModel({ model, env, settings: opened?.settings });
  if (typeof resolved === 'string') throw new Error(resolved);
  return resolved;
}

function engineOf(
  options: AgentOptions,
  opened: Opened | undefined,
  projectDir: string,
  env: Readonly<Record<string, string | undefined>>,
  emit: Emit,
): Promise<Engine> {
  return createEngine({
    sources: options.noHooks ? [] : (opened?.sources ?? []),
    projectDir,
    env: { ...env, ...opened?.settings.env },
    observe: (run) => emit({ is: 'hook', run }),
    ...(options.hooks && !options.noHooks ? { hooks: options.hooks } : {}),
    ...(opened ? { limits: opened.settings.limits } : {}),
    outputDir: join(options.home ?? homedir(), '.wave', 'outputs'),
  });
}

function toolsOf({ tools = [], disallowedTools = [] }: AgentOptions): Map<string, Tool> {
  const all = [...builtinTools(), ...tools].filter(({ name }) => !disallowedTools.includes(name));
  return new Map(all.map((tool) => [tool.name, tool]));
}

function rulesOf(options: AgentOptions, opened: Opened | undefined, state: State): Rules {
  const { permissions = {} } = options;
  const settings = opened?.settings.permissions;
  const all = (kind: keyof Rules) => [...(settings?.[kind] ?? []), ...(permissions[kind] ?? [])];
  return { allow: [...all('allow'), ...state.allow], ask: all('ask'), deny: all('deny') };
}
