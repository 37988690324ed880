import { dirname } from 'node:path';
import type { Ending } from '@wavehooks/process';
import type { SandboxPlan } from '@wavehooks/process/sandbox';
import type { Box, Fault } from '../../vocabulary/sandbox.ts';
import type { ToolResult } from '../../vocabulary/tool.ts';
import type { Scratch } from './end-mark.ts';
import { troubleOf, troubleToAgent, troubleToUser } from './sandbox-trouble.ts';

/** What a command starts with: where it leaves word for us is writable inside. Undefined: no sandbox. */
export const planOf = async (
  box: Box,
  scratch: Scratch,
): Promise<SandboxPlan | Fault | undefined> =>
  box.profile === 'off' ? undefined : box.plan([dirname(scratch.file)]);

/** A sandbox that cannot be is no reason to run without one. */
export const notBoxed = ({ fault }: Fault): string =>
  `Nothing was run: this command has to run in a sandbox, and ${fault}.`;

/** A report with what the sandbox has to do with it. */
export function withSandbox(report: ToolResult, box: Box, { stdout, stderr }: Ending): ToolResult {
  if (box.profile === 'off') return report;
  const { profile, keptBy } = box;
  const data = { ...report.data, sandbox: profile };
  const kept = keptBy ? [`It ran inside the sandbox all the same: ${keptBy} keeps it there.`] : [];
  const why = report.success ? undefined : troubleOf(`${stdout}\n${stderr}`, box.refused());
  if (why === undefined) return { ...report, data, text: [report.text, ...kept].join('\n') };
  return {
    ...report,
    data,
    text: [report.text, ...kept, troubleToAgent(profile, why)].join('\n'),
    notice: troubleToUser(why),
  };
}
