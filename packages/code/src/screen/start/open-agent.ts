import { homedir } from 'node:os';
import { Agent, type AgentOptions, resolveAnyModel } from '@wavehooks/agent-sdk';
import {
  type Approval,
  approve,
  type ClaudeFile,
  forget,
  type JudgedItem,
  openSettings,
  projectDirOf,
} from '@wavehooks/settings';
import { agentOptions } from '../../agent/open/agent-options.ts';
import type { PrintFlags } from '../../agent/open/flags.ts';
import { type Io, UsageError } from '../../cli/command.ts';
import type { Notify } from '../terminal/calls.ts';

/** What a project brings that nobody has approved as it is now. */
export interface Waiting {
  readonly items: readonly JudgedItem[];
  /** What was approved, and is in the project's files no more: a changed entry is one of these and an item. */
  readonly gone: readonly Approval[];
  readonly projectDir: string;
  readonly approveAll: () => Promise<void>;
}

/** Claude Code's files that count and that nobody has said anything about yet. */
export function unreadClaude(flags: PrintFlags, io: Io): readonly ClaudeFile[] {
  const home = homedir();
  if (!flags.hooks) return [];
  const { claude } = openSettings({ projectDir: projectDirOf(io.cwd, home), home });
  return claude.said === undefined ? claude.files : [];
}

/** Looked at before the agent is opened: what is approved then is in force from the first prompt on. */
export function waitingFor(flags: PrintFlags, io: Io): Waiting {
  const home = homedir();
  const projectDir = projectDirOf(io.cwd, home);
  if (!flags.hooks || flags.projectHooks !== 'approved')
    return { items: [], gone: [], projectDir, approveAll: async () => {} };
  const { items, gone } = openSettings({ projectDir, home });
  const open = items.filter(({ state }) => state !== 'approved');
  const approveAll = async () => {
    await approve(home, projectDir, open);
    await forget(home, projectDir, gone);
  };
  return { items: open, gone, projectDir, approveAll };
}

/** How the screen calls the user, and whether it has a title, as the settings in force say. */
export function callsFor({ settings: opened }: Agent): { notify: Notify; title: boolean } {
  const { notify = 'bell', title = true } = opened?.settings ?? {};
  return { notify, title };
}

/** How it asks the user, and who hears of what it does. */
type Asks = Pick<AgentOptions, 'confirm' | 'ask' | 'mcpElicit' | 'telemetry'>;

/** Without a key the practice model is there, so that everything can be tried. */
export async function openAgent(
  flags: PrintFlags,
  io: Io,
  asks: Asks,
  resume: string | undefined,
  fork = false,
): Promise<Agent> {
  const options = agentOptions(flags, io, homedir(), resume, fork);
  try {
    return await Agent.create({ ...options, ...asks, ...(await fallback(options)) });
  } catch (error) {
    throw new UsageError((error as Error).message);
  }
}

/** Whether the practice model is there for want of a key, and not because it was named. */
export const lacksKey = async (flags: PrintFlags, io: Io): Promise<boolean> =>
  (await fallback(agentOptions(flags, io, homedir(), undefined))).model !== undefined;

/** Only where nothing at all was asked for: a model that was named and cannot be reached is an error. */
async function fallback({
  model,
  workdir = '',
}: AgentOptions): Promise<Pick<AgentOptions, 'model'>> {
  if (model !== undefined || process.env['WAVE_MODEL']) return {};
  const { settings } = openSettings({ projectDir: projectDirOf(workdir) });
  const found = await resolveAnyModel({ env: { ...process.env, ...settings.env }, settings });
  return typeof found === 'string' && !settings.model ? { model: 'practice' } : {};
}
