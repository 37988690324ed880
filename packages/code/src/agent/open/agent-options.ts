import { resolve } from 'node:path';
import type { AgentOptions } from '@wavehooks/agent-sdk';
import type { Io } from '../../cli/command.ts';
import type { PrintFlags } from './flags.ts';

/** The agent that the command line asks for, on a new session or an earlier one. */
export const agentOptions = (
  flags: PrintFlags,
  io: Pick<Io, 'cwd'>,
  home: string,
  resume: string | undefined,
): AgentOptions => ({
  workdir: io.cwd,
  ...(flags.model ? { model: flags.model } : {}),
  ...(flags.effort ? { effort: flags.effort } : {}),
  ...(flags.hooks ? {} : { noHooks: true }),
  settingSources: ['user', 'project', 'local'],
  ...(flags.settings ? { settings: resolve(io.cwd, flags.settings) } : {}),
  projectHooks: flags.projectHooks,
  mcpConfig: flags.mcpConfig.map((file) => resolve(io.cwd, file)),
  ...(flags.mode === undefined ? {} : { permissionMode: flags.mode }),
  permissions: { allow: flags.allow, deny: flags.deny },
  ...(flags.maxTurns ? { maxTurns: flags.maxTurns } : {}),
  session: { keep: true, ...(resume ? { resume } : {}) },
  home,
});
