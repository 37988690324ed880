import { shareLauncher, start } from 'wave-hooks';
import { hiddenBy } from './permissions/match.ts';
import type { Rules } from './permissions/rule.ts';
import { endShells } from './tools/index.ts';
import type { AskUser, Place, ToolContext, ToolMemory } from './tools/tool.ts';
import { oneAtATime, unlessAborted } from './wait.ts';

interface ToolboxOptions {
  /** Bash moves the agent's directory. */
  readonly state: { cwd: string };
  readonly place: () => Place;
  readonly rules: () => Rules;
  readonly env: ToolContext['env'];
  readonly ask?: AskUser;
  readonly launcher?: boolean;
}

/** What tools know of their agent, and what they leave running. */
export interface Toolbox {
  readonly context: (signal: AbortSignal) => ToolContext;
  close(): Promise<void>;
}

export function openToolbox(options: ToolboxOptions): Toolbox {
  const { state, place, rules, env, ask } = options;
  const launcher = options.launcher === false ? undefined : shareLauncher();
  launcher?.warm();
  const memory: ToolMemory = { files: new Map(), shells: new Map(), todos: [] };
  const askInTurn = ask && inTurn(ask);
  return {
    context: (signal) => ({
      projectDir: place().projectDir,
      get cwd() {
        return state.cwd;
      },
      setCwd: (dir) => {
        state.cwd = dir;
      },
      signal,
      env,
      start: launcher?.start ?? start,
      memory,
      ask: askInTurn,
      hides: hiddenBy(rules(), place()),
    }),
    close: async () => {
      await endShells(memory);
      launcher?.close();
    },
  };
}

/** The user is asked one thing after the other, and no longer than anybody waits for the answer. */
function inTurn(ask: AskUser): AskUser {
  const queue = oneAtATime();
  return (questions, { signal }) =>
    queue(() => {
      const answer = async () => ask(questions, { signal });
      return unlessAborted(answer(), signal);
    });
}
