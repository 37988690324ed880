import { readFileSync, statSync } from 'node:fs';
import { isAbsolute } from 'node:path';
import { type Agent, ruleHolds } from '@wavehooks/agent-sdk';

/** A longer one is not read only to be shown. */
const MOST_BYTES = 256 * 1024;

/**
 * What is in a file that a call would change; undefined where there is none, or nothing that could be shown. What
 * a rule hides from the agent is not shown by way of a change either.
 */
export function textIn(
  { projectDir, rules }: Agent,
  cwd: string,
  path: unknown,
): string | undefined {
  if (typeof path !== 'string' || !isAbsolute(path)) return undefined;
  const call = { tool: 'Read', input: { file_path: path }, cwd, projectDir };
  if (rules.deny.some((rule) => ruleHolds(rule, call).holds)) return undefined;
  try {
    const stats = statSync(path);
    if (!stats.isFile() || stats.size > MOST_BYTES) return undefined;
    const text = new TextDecoder('utf-8', { fatal: true }).decode(readFileSync(path));
    return text.includes('\0') ? undefined : text;
  } catch {
    return undefined;
  }
}
