import { type Command, readFlags } from '../cli/command.ts';
import { CHECKS } from './checks.ts';
import type { Finding } from './finding.ts';

const USAGE = 'usage: ccc doctor [--json]';

/** `ccc doctor`: what keeps the supervisor from working. Exit 1 when something does. */
export const doctor: Command = async (args, io) => {
  const values = readFlags(args, { json: { type: 'boolean' } } as const, USAGE);
  const findings: Finding[] = [];
  for (const check of CHECKS) findings.push(...(await check(io.env)));
  const broken = findings.some(({ level }) => level === 'error');
  if (values.json) io.out(`${JSON.stringify({ ok: !broken, findings })}\n`);
  else for (const { level, text } of findings) io.out(`${level.padEnd(7)}  ${text}\n`);
  return broken ? 1 : 0;
};
