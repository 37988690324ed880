import { existsSync, readFileSync } from 'node:fs';
import { type Check, configOf, type Env, error, type Finding, note, ok } from './finding.ts';
import { HOSTS, type HostName, hookCommand, placesOf, scriptFile } from './settings.ts';

/** Whether a host calls us, and calls us so that it works. */
export const installed: Check = async (env) => {
  const config = configOf(env);
  const timeoutMs = config instanceof Error ? 0 : config.timeoutMs;
  const found = (['wave', 'claude'] as const).flatMap((host) => hooksOf(host, env, timeoutMs));
  return found.length > 0
    ? found
    : [error('no host has the hooks: "ccc install" or "ccc install --claude"')];
};

const EVENTS = ['Stop', 'PreToolUse', 'UserPromptSubmit'];

function hooksOf(host: HostName, env: Env, timeoutMs: number): Finding[] {
  const file = HOSTS[host].file(env);
  if (!existsSync(file)) return [];
  try {
    const text = readFileSync(file, 'utf8');
    const found = EVENTS.map((event) => ({ event, places: placesOf(text, event, file) }));
    if (found.every(({ places }) => places.length === 0)) return [];
    const missing = found.filter(({ places }) => places.length === 0).map(({ event }) => event);
    if (missing.length > 0) return [error(`${file}: ${missing.join(', ')} missing: install again`)];
    const stops = found[0]?.places.map(({ entry }) => entry) ?? [];
    if (stops.some(({ timeout = 60 }) => Number(timeout) * 1000 <= timeoutMs))
      return [error(`${file}: the hook's timeout ends before the review's: install again`)];
    return [
      ok(`${HOSTS[host].name} has the hooks`),
      ...otherCommands(file, stops, env),
      ...(host === 'claude' ? claudeCap(env) : []),
    ];
  } catch (problem) {
    return [error((problem as Error).message)];
  }
}

/** It may be meant so; but then what is looked at here is not what the host works with. */
const otherCommands = (
  file: string,
  entries: readonly Readonly<Record<string, unknown>>[],
  env: Env,
): Finding[] =>
  entries
    .filter(({ command }) => command !== hookCommand(scriptFile(), env))
    .map(({ command }) =>
      note(
        `${file}: the hook runs another command than "ccc install" would write now, so its program or its CCC_CONFIG_DIR may be others: ${command}`,
      ),
    );

/** After this many stops blocked in a row, Claude Code stops all the same. */
const CLAUDE_CAP = 8;

function claudeCap(env: Env): Finding[] {
  const cap = Number(env['CLAUDE_CODE_STOP_HOOK_BLOCK_CAP'] ?? CLAUDE_CAP);
  const config = configOf(env);
  const limit = config instanceof Error ? 0 : config.maxIterations;
  if (cap === 0 || cap >= limit) return [];
  return [
    note(
      `Claude Code ends a turn after ${cap} blocked stops in a row, below the limit of ${limit}: set CLAUDE_CODE_STOP_HOOK_BLOCK_CAP=${limit} to be reviewed up to it`,
    ),
  ];
}
