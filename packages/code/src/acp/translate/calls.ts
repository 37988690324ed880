import type { SessionUpdate } from '@agentclientprotocol/sdk';
import type { AgentEvent, AgentRef, Change, ToolBlock } from '@wavehooks/agent-sdk';
import { isPlan, planOf } from './plan.ts';
import { grown, printed, printing, progressing, terminalContent, underWay } from './terminal.ts';
import type { Shows } from './told.ts';
import { callId, type Shown, toolCall, toolUpdate } from './tool-call.ts';
import { rewriteOf } from './tool-content.ts';

type Output = Extract<AgentEvent, { is: 'output' }>;

/** The calls that are open, each with what the editor was told of it. */
export interface Calls {
  has(id: string): boolean;
  open(block: ToolBlock, agent?: AgentRef): SessionUpdate[];
  patch(change: Extract<Change, { is: 'tool' }>, agent?: AgentRef): SessionUpdate[];
  print(output: Output, agent?: AgentRef): SessionUpdate[];
  /** One runs in a terminal of the editor's; `key` is as the editor knows the call. */
  showTerminal(key: string, terminal: string): SessionUpdate[];
  /** How far one is, in a line. */
  progress(call: string, text: string, agent?: AgentRef): SessionUpdate[];
}

export interface CallsAbout {
  readonly projectDir: string;
  readonly shows: Shows;
  /** What is in a file that a call is about to change. */
  readonly textIn: (path: unknown) => string | undefined;
}

export function createCalls({ projectDir, shows, textIn }: CallsAbout): Calls {
  const calls = new Map<string, Shown>();
  const beforeOf = ({ name, parameters }: ToolBlock) =>
    name === 'Write' || name === 'Edit' ? textIn(parameters['file_path']) : undefined;
  return {
    has: (id) => calls.has(id),
    open: (block, agent) => {
      const shown = { block, before: beforeOf(block) };
      calls.set(callId(block.id, agent), shown);
      return isPlan(block) ? planUpdates(block) : [toolCall(shown, { projectDir, agent })];
    },
    patch: ({ call, patch }, agent) => {
      const key = callId(call, agent);
      const known = calls.get(key);
      if (!known) return [];
      const block = { ...known.block, ...patch };
      // A hook may have chosen another file: what runs is in the change.
      const before = patch.parameters ? beforeOf(block) : known.before;
      const begins =
        patch.stage === 'running' &&
        block.name === 'Bash' &&
        shows.terminals &&
        !shows.runsCommands;
      const shown = { ...known, block, before, ...(begins ? { told: '' } : {}) };
      if (block.stage === 'end') calls.delete(key);
      else calls.set(key, shown);
      if (isPlan(block)) return planUpdates(block);
      const place = { projectDir, agent };
      return [block.name === 'TodoWrite' ? toolCall(shown, place) : toolUpdate(shown, place)];
    },
    print: ({ call, output: { tail, shell } }, agent) => {
      const key = callId(call, agent);
      const known = calls.get(key);
      // What a command in the background prints belongs to no call that is open.
      if (!known || shell) return [];
      if (!shows.terminals) return [underWay(key, [...rewriteOf(known.block), printing(tail)])];
      const { told } = known;
      const shown = { ...known, told: tail };
      calls.set(key, shown);
      const begins =
        told === undefined ? [toolUpdate({ ...known, told: '' }, { projectDir, agent })] : [];
      const data = grown(told ?? '', tail);
      return data === '' ? begins : [...begins, printed(key, data)];
    },
    showTerminal: (key, terminal) => {
      const known = calls.get(key);
      if (!known) return [];
      calls.set(key, { ...known, terminal });
      return [underWay(key, [...rewriteOf(known.block), terminalContent(terminal)])];
    },
    progress: (call, text, agent) => {
      const key = callId(call, agent);
      const known = calls.get(key);
      return known ? [underWay(key, [...rewriteOf(known.block), progressing(text)])] : [];
    },
  };
}

/** A list that was kept is a plan and no call. */
const planUpdates = (block: ToolBlock): SessionUpdate[] => {
  const plan = planOf(block);
  return plan ? [plan] : [];
};
