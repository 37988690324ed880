import type { Loads } from '@wavehooks/hooks/scripts';
import { systemLookup } from '@wavehooks/hooks/web';
import { type Start, shareLauncher, start } from '@wavehooks/process';
import { oneAtATime, unlessAborted } from '../base/wait.ts';
import { namedBy } from '../permissions/rules/domain-rules.ts';
import { hiddenBy } from '../permissions/rules/match.ts';
import type { Rules } from '../permissions/rules/rule.ts';
import type { AgentRef } from '../vocabulary/agent-ref.ts';
import type { OpenFiles } from '../vocabulary/open-files.ts';
import type { Box, BoxAsked, Tighter } from '../vocabulary/sandbox.ts';
import type { Terminals } from '../vocabulary/terminals.ts';
import type { AskUser, ContextFor, Place, ToolContext, ToolMemory } from '../vocabulary/tool.ts';
import type { TraceOf } from '../vocabulary/trace.ts';
import type { Lookup, Pages } from '../vocabulary/web.ts';
import type { SessionVariables } from './session-variables.ts';
import { endShells } from './shell/background-shell.ts';
import { createPages } from './web/page-cache.ts';

interface ToolboxOptions {
  /** Bash moves the agent's directory. */
  readonly state: { cwd: string; readonly given: { readonly directories: readonly string[] } };
  readonly projectDir: string;
  readonly rules: () => Rules;
  /** What approved hooks and servers load. */
  readonly loads: Loads;
  readonly env: ToolContext['env'];
  /** What hooks set for commands. */
  readonly variables: SessionVariables;
  readonly ask?: AskUser;
  readonly openFiles?: OpenFiles;
  readonly terminals?: Terminals;
  readonly launcher?: boolean;
  /** Which sandbox a command runs in; without it in none. */
  readonly boxFor?: (asked: BoxAsked & Tighter) => Box;
  /** How fetches find the addresses of a host. */
  readonly lookup?: Lookup;
  /** Where a call stands in a trace. */
  readonly traceOf?: TraceOf | undefined;
  /** The subagent whose it is. */
  readonly agent?: string;
}

/** What tools know of their agent, and what they leave running. */
export interface Toolbox {
  readonly context: ContextFor;
  /** Where the agent is now. */
  readonly place: () => Place;
  /** For a subagent: it starts where this one is, then moves, reads and remembers by itself. */
  fork(agent: AgentRef): Toolbox;
  /** Sends what is waited for to the background, here and in every fork; how many commands that were. */
  toBackground(): number;
  /** Ends a command in the background; false for an id that none of them has. */
  stopShell(id: string, agent?: string): Promise<boolean>;
  /** Ends what was left running, here and in every fork. */
  close(): Promise<void>;
}

export function openToolbox({ ask, ...options }: ToolboxOptions): Toolbox {
  const launcher = options.launcher === false ? undefined : shareLauncher();
  launcher?.warm();
  const toolbox = build(
    { ...options, ...(ask ? { ask: inTurn(ask) } : {}), pages: createPages() },
    launcher?.start ?? start,
  );
  return {
    ...toolbox,
    close: async () => {
      await toolbox.close();
      launcher?.close();
    },
  };
}

/** Subagents share what was fetched. */
interface Shared extends ToolboxOptions {
  readonly pages: Pages;
}

function build(options: Shared, start: Start): Toolbox {
  const { state, projectDir, rules, loads, env, variables, ask, openFiles, pages, boxFor } =
    options;
  const { terminals } = options;
  const { lookup = systemLookup } = options;
  const memory: ToolMemory = {
    files: new Map(),
    shells: new Map(),
    running: new Set(),
    left: new Set(),
    todos: [],
  };
  const forks = new Set<Toolbox>();
  const isLoaded = (path: string) => loads(path, state.cwd);
  const { directories } = state.given;
  const place = () => ({ projectDir, directories, cwd: state.cwd, isLoaded, env: variables.env });
  return {
    place,
    context: ({ signal, call, output, tighter = {} }) => ({
      projectDir,
      directories,
      isLoaded,
      call,
      get cwd() {
        return state.cwd;
      },
      setCwd: (dir) => {
        state.cwd = dir;
      },
      signal,
      env,
      shellEnv: variables.env,
      start,
      trace: options.traceOf?.({ is: 'call', call, agent: options.agent }),
      output,
      memory,
      ask,
      openFiles,
      terminals,
      hides: hiddenBy(rules(), place()),
      box: boxFor && ((asked) => boxFor({ ...tighter, ...asked })),
      web: { pages, lookup, names: (url) => namedBy(rules(), url) },
    }),
    fork: (agent) => {
      const asks: AskUser | undefined =
        ask && ((questions, more) => ask(questions, { agent, ...more }));
      const { terminals: shared } = options;
      const own: Shared = {
        ...options,
        state: { ...state, cwd: state.cwd },
        agent: agent.id,
        ...(asks ? { ask: asks } : {}),
        ...(shared ? { terminals: { run: (order) => shared.run({ agent, ...order }) } } : {}),
      };
      const fork = build(own, start);
      const close = () => {
        forks.delete(open);
        return fork.close();
      };
      const open = { ...fork, close };
      forks.add(open);
      return open;
    },
    toBackground: () => {
      const own = [...memory.running];
      for (const move of own) move();
      return [...forks].reduce((sum, fork) => sum + fork.toBackground(), own.length);
    },
    stopShell: async (id, agent) => {
      if (agent !== options.agent) {
        for (const fork of forks) if (await fork.stopShell(id, agent)) return true;
        return false;
      }
      const shell = memory.shells.get(id);
      await shell?.kill();
      return shell !== undefined;
    },
    close: async () => {
      await Promise.all([...forks].map((fork) => fork.close()));
      await endShells(memory);
    },
  };
}

/** The user is asked one thing after the other, and no longer than anybody waits for the answer. */
function inTurn(ask: AskUser): AskUser {
  const queue = oneAtATime();
  return (questions, options) =>
    queue(() => {
      const answer = async () => ask(questions, options);
      return unlessAborted(answer(), options.signal);
    });
}
