import { readFileSync, statSync } from 'node:fs';
import { resolve } from 'node:path';
import type { AgentOptions } from '@wavehooks/agent-sdk';
import { type Io, UsageError } from '../../cli/command.ts';
import type { PrintFlags } from './flags.ts';

/** The agent that the command line asks for, on a new session or an earlier one. */
export const agentOptions = (
  flags: PrintFlags,
  io: Pick<Io, 'cwd'>,
  home: string,
  resume: string | undefined,
  fork = false,
): AgentOptions => ({
  workdir: io.cwd,
  directories: flags.addDirs.map((dir) => directoryAt(resolve(io.cwd, dir))),
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
  ...appended(flags, io),
  session: { keep: true, ...(resume ? { resume, ...(fork ? { fork } : {}) } : {}) },
  home,
});

function directoryAt(dir: string): string {
  if (statSync(dir, { throwIfNoEntry: false })?.isDirectory()) return dir;
  throw new UsageError(`--add-dir: ${dir} is not a directory`);
}

/** A text of both, the file's last. */
function appended(
  { appendPrompt, appendPromptFile: file }: PrintFlags,
  io: Pick<Io, 'cwd'>,
): Pick<AgentOptions, 'appendSystemPrompt'> {
  const texts = [
    ...(appendPrompt === undefined ? [] : [appendPrompt]),
    ...(file === undefined ? [] : [textIn(resolve(io.cwd, file))]),
  ];
  return texts.length === 0 ? {} : { appendSystemPrompt: texts.join('\n\n') };
}

function textIn(file: string): string {
  try {
    return readFileSync(file, 'utf8').trim();
  } catch (error) {
    throw new UsageError(`--append-system-prompt-file: ${(error as Error).message}`);
  }
}
