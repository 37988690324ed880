import { resolve } from 'node:path';
import type { HookInput } from '@wavehooks/hooks';

type Raw = Readonly<Record<string, unknown>>;

/**
 * Inputs with what their call does, for hooks that do not want to know the tools of every agent. The reader
 * of shell commands is large, and loaded only where there is one to read.
 */
export const withActions = (inputs: readonly HookInput[]): Promise<readonly HookInput[]> =>
  Promise.all(
    inputs.map(async (input) => ({ ...input, ...(await actionOf(input as unknown as Raw)) })),
  );

async function actionOf({ tool_name, tool_input, cwd }: Raw): Promise<Raw> {
  if (typeof tool_name !== 'string') return {};
  const input = objectOf(tool_input);
  const { command } = input;
  return {
    tool_kind: Object.hasOwn(KINDS, tool_name) ? KINDS[tool_name] : 'other',
    paths: PATH_FIELDS.map((field) => input[field])
      .filter((path) => typeof path === 'string')
      .map((path) => resolve(String(cwd), path)),
    ...(tool_name === 'Bash' && typeof command === 'string' ? await runBy(command) : {}),
  };
}

async function runBy(text: string): Promise<Raw> {
  const { commandsIn } = await import('@wavehooks/shell');
  const { commands, unread } = commandsIn(text);
  return { commands: commands.map(({ program, args }) => ({ program, args })), unread };
}

const objectOf = (value: unknown): Raw =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Raw) : {};

const PATH_FIELDS = ['file_path', 'notebook_path', 'path', 'dir_path'];

const KINDS: Readonly<Record<string, string>> = {
  Bash: 'execute',
  Read: 'read',
  Write: 'edit',
  Edit: 'edit',
  NotebookEdit: 'edit',
  Glob: 'search',
  Grep: 'search',
  WebFetch: 'fetch',
  WebSearch: 'fetch',
};
