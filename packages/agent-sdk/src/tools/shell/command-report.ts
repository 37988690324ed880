import type { Ending, Outcome } from '@wavehooks/process';
import { boundBoth } from '../../base/text.ts';
import type { ToolResult } from '../../vocabulary/tool.ts';
import type { Mark } from './end-mark.ts';

/** What is kept of each stream while a command runs: memory stays bounded whatever it prints. */
export const MAX_BYTES = 8 * 1024 * 1024;

/** The report on an ended command for the model. */
export function reportOf(
  ending: Ending,
  mark: Mark | undefined,
  notes: readonly (string | undefined)[],
): ToolResult {
  const { outcome } = ending;
  const code = exitCode(outcome, mark);
  const [stdout, stderr] = boundBoth(ending.stdout.trimEnd(), ending.stderr.trimEnd());
  const parts = [
    stdout,
    stderr === '' ? '' : `stderr:\n${stderr}`,
    stdout === '' && stderr === '' && code === 0 ? '(no output)' : '',
    endText(outcome, code),
    ...notes,
  ];
  return {
    success: code === 0,
    text: parts.filter(Boolean).join('\n'),
    data: { stdout, stderr, exitCode: code ?? null, interrupted: outcome.is === 'cancelled' },
  };
}

/** A shell whose output was cut has still told its exit code. */
function exitCode(outcome: Outcome, mark: Mark | undefined): number | undefined {
  if (outcome.is === 'exit') return outcome.code;
  return outcome.is === 'cut' ? mark?.code : undefined;
}

/** How a command ended, in words for the model. */
export function endText(outcome: Outcome, code?: number): string {
  switch (outcome.is) {
    case 'exit':
      return `Exit code: ${outcome.code}`;
    case 'signal':
      return `The command was ended by ${outcome.signal}.`;
    case 'timeout':
      return `The command ran longer than ${outcome.ms} ms and was ended with all it started. Give it a longer timeout, or run it in the background.`;
    case 'start':
      return `The command could not be started: ${outcome.error}`;
    case 'cancelled':
      return 'The command was ended by the user before it was done.';
    case 'cut':
      return `Exit code: ${code ?? 'unknown'}\nMore than ${MAX_BYTES / 1024 / 1024} MiB came on ${outcome.stream}; its middle was not kept. Send the output to a file and read parts of it.`;
  }
}
