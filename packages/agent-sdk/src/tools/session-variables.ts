import type { ToolContext } from '../vocabulary/tool.ts';

/** What hooks set for the commands of a session. It lasts as long as the session and is on no disk. */
export interface SessionVariables {
  readonly set: Readonly<Record<string, string>>;
  /** The environment of commands: the same object until something is set. */
  readonly env: ToolContext['env'];
  add(more: Readonly<Record<string, string>>): void;
}

export function createSessionVariables(base: ToolContext['env']): SessionVariables {
  let set: Readonly<Record<string, string>> = {};
  let env = base;
  return {
    get set() {
      return set;
    },
    get env() {
      return env;
    },
    add: (more) => {
      set = { ...set, ...more };
      env = { ...base, ...set };
    },
  };
}
