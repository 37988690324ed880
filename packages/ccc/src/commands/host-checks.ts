import { existsSync, readFileSync } from 'node:fs';
import { checkHooks } from '@wavehooks/hooks';
import { jsonFault, parseSettings } from '@wavehooks/settings';
import { show } from '../config/fields.ts';
import { type Check, configOf, type Env, error, type Finding, note, ok } from './finding.ts';
import { othersIn } from './ours.ts';
import {
  type Found,
  HOSTS,
  type HostName,
  hookCommand,
  isCalled,
  placesOf,
  scriptFile,
  type Wanted,
  wantedHooks,
} from './settings.ts';

/** Whether a host calls us, and calls us so that it works. */
export const installed: Check = async (env) => {
  const config = configOf(env);
  const timeoutMs = config instanceof Error ? 0 : config.timeoutMs;
  const found = (['wave', 'claude'] as const).flatMap((host) => hooksOf(host, env, timeoutMs));
  return found.length > 0
    ? found
    : [error('no host has the hooks: "ccc install" or "ccc install --claude"')];
};

function hooksOf(host: HostName, env: Env, timeoutMs: number): Finding[] {
  const file = HOSTS[host].file(env);
  if (!existsSync(file)) return [];
  try {
    const text = readFileSync(file, 'utf8');
    const wanted = wantedHooks(host, hookCommand(scriptFile(), env), timeoutMs);
    const found = wanted.map((one) => ({ one, places: placesOf(text, one.event, file) }));
    if (found.every(({ places }) => places.length === 0)) return [];
    const faults = [
      ...found.flatMap(({ one, places }) => faultOf(host, one, places, timeoutMs) ?? []),
      ...REFUSALS[host](
        text,
        file,
        found.flatMap(({ places }) => places),
      ),
    ];
    if (faults.length > 0) return faults.map((fault) => error(`${file}: ${fault}`));
    const stops = found[0]?.places.map(({ entry }) => entry) ?? [];
    return [
      ok(`${HOSTS[host].name} has the hooks`),
      ...othersIn(text, file).map((command) =>
        note(`${file}: you also have your own hook that runs the supervisor: ${command}`),
      ),
      ...otherCommands(file, stops, env),
      ...(host === 'claude' ? claudeCap(env) : []),
    ];
  } catch (problem) {
    return [error((problem as Error).message)];
  }
}

/** Why a hook of ours that stands in settings is of no use there. */
function faultOf(
  host: HostName,
  one: Wanted,
  places: readonly Found[],
  timeoutMs: number,
): string | undefined {
  const { event, matcher } = one;
  if (places.length === 0) return `${event} missing: install again`;
  const called = places.filter((place) => isCalled(place, one));
  if (called.length === 0)
    return `${event}: our hook stands under the matcher ${show(places[0]?.matcher)}, which is not for ${matcher}: install again`;
  // Claude Code knows no such field.
  const isOff = ({ entry }: Found) => host === 'wave' && entry['enabled'] === false;
  if (called.every(isOff))
    return `${event}: our hook is switched off ("enabled": false): install again`;
  const isShort = ({ entry: { timeout = 60 } }: Found) => Number(timeout) * 1000 <= timeoutMs;
  const isReviewed = event !== 'UserPromptSubmit' && event !== 'SessionEnd';
  if (isReviewed && called.some(isShort))
    return `${event}: the hook's timeout ends before the review's: install again`;
  return undefined;
}

/** What a host itself has against hooks of ours that look right. */
const REFUSALS: Record<HostName, (text: string, file: string, ours: Found[]) => string[]> = {
  wave: (text, file, ours) => {
    const locate = (path: readonly unknown[]) => path.join('/');
    const { problems } = checkHooks([
      { name: file, hooks: parseSettings(file, text).hooks, locate },
    ]);
    const isOurs = (source: string) =>
      ours.some(({ at }) => `${locate(at)}/`.startsWith(`${source}/`));
    return problems
      .filter(({ level, source }) => level === 'error' && isOurs(source))
      .map((problem) => `${problem.text}: install again`);
  },
  claude: (text, file) => {
    const fault = jsonFault(text.replace(/^\uFEFF/, ''));
    return [
      // It leaves out such a file without a word.
      ...(fault ? [`Claude Code reads only plain JSON, so none of its hooks runs: ${fault}`] : []),
      ...(parseSettings(file, text).value['disableAllHooks'] === true
        ? ['"disableAllHooks" is true, so none of its hooks runs']
        : []),
    ];
  },
};

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
  const given = env['CLAUDE_CODE_STOP_HOOK_BLOCK_CAP']?.trim();
  const cap = given ? Number(given) : CLAUDE_CAP;
  const config = configOf(env);
  const limit = config instanceof Error ? 0 : config.maxIterations;
  if (!(cap >= 0))
    return [
      note(
        `CLAUDE_CODE_STOP_HOOK_BLOCK_CAP: expected a number from 0 on, got ${show(given)}: set it to ${limit} to be reviewed up to your limit`,
      ),
    ];
  if (cap === 0 || cap >= limit) return [];
  return [
    note(
      `Claude Code ends a turn after ${cap} blocked stops in a row, below the limit of ${limit}: set CLAUDE_CODE_STOP_HOOK_BLOCK_CAP=${limit} to be reviewed up to it`,
    ),
  ];
}
