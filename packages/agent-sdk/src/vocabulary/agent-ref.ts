/** Which subagent something comes from. What has none is the main agent's. */
export interface AgentRef {
  readonly id: string;
  readonly type: string;
  /** What it was started for, in a few words. */
  readonly description: string;
  /** The subagent that started it; absent where the main agent did. */
  readonly parent?: string;
}

/** How messages for the user name who speaks. */
export const nameOf = ({ type, id }: AgentRef): string => `Subagent ${type} (${id})`;
