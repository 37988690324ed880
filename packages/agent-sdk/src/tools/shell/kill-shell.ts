import * as z from 'zod';
import { once } from '../../base/once.ts';
import { done, type Tool } from '../../vocabulary/tool.ts';
import { INPUT_SCHEMAS } from '../schemas/input-schemas.generated.ts';
import { noSuchShell } from './bash-output.ts';

const input = once(() =>
  z.strictObject({
    shell_id: z.string().describe('The id that Bash gave for the background shell'),
  }),
);

export const killShell: Tool<z.infer<ReturnType<typeof input>>> = {
  name: 'KillShell',
  description: 'Ends a background shell and everything it started.',
  get input() {
    return input();
  },
  inputSchema: INPUT_SCHEMAS.KillShell,
  get response() {
    return z.strictObject({});
  },
  effect: 'none',
  run: async ({ shell_id }, { memory }) => {
    const shell = memory.shells.get(shell_id);
    if (shell === undefined) return noSuchShell(shell_id, memory);
    const wasRunning = shell.outcome() === undefined;
    const rest = shell.read().trimEnd();
    memory.shells.delete(shell_id);
    await shell.kill();
    const text = wasRunning ? `${shell_id} was ended.` : `${shell_id} had ended before.`;
    return done([text, rest && `Its last output:\n${rest}`].filter(Boolean).join('\n'));
  },
};
