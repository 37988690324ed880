import * as z from 'zod';
import { once } from '../../base/once.ts';
import {
  done,
  failed,
  type Tool,
  type ToolMemory,
  type ToolResult,
} from '../../vocabulary/tool.ts';
import { INPUT_SCHEMAS } from '../schemas/input-schemas.generated.ts';
import { endText } from './command-report.ts';

const input = once(() =>
  z.strictObject({
    bash_id: z.string().describe('The id that Bash gave for the background shell'),
  }),
);

const response = once(() =>
  z.strictObject({
    output: z.string().describe('What it printed since the last call'),
    status: z.enum(['running', 'ended']).describe('Whether it still runs'),
  }),
);

export const bashOutput: Tool<z.infer<ReturnType<typeof input>>> = {
  name: 'BashOutput',
  description:
    'Returns what a background shell printed since the last call, and whether it still runs.',
  get input() {
    return input();
  },
  inputSchema: INPUT_SCHEMAS.BashOutput,
  get response() {
    return response();
  },
  effect: 'none',
  run: async ({ bash_id }, { memory }) => {
    const shell = memory.shells.get(bash_id);
    if (shell === undefined) return noSuchShell(bash_id, memory);
    // How it ended is asked first: what came before the end is then in the output for sure.
    const outcome = shell.outcome();
    const output = shell.read().trimEnd();
    const state = outcome === undefined ? 'Still running.' : endText(outcome);
    const status = outcome === undefined ? 'running' : 'ended';
    return done(`${output === '' ? '(no new output)' : output}\n${state}`, { output, status });
  },
};

/** An id that is not there, with those that are. */
export function noSuchShell(id: string, { shells }: ToolMemory): ToolResult {
  const known = [...shells.keys()].join(', ');
  return failed(
    `There is no background shell ${id}. ${known ? `There are: ${known}.` : 'None was started.'}`,
  );
}
