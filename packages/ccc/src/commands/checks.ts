import { accessSync, constants, existsSync, readFileSync, rmSync } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';
import { writePrivate } from 'wave-hooks';
import { type Config, readConfig } from '../config/config.ts';
import { readMode } from '../config/mode.ts';
import { homeOf, placeOf } from '../config/place.ts';
import { readInstructions } from '../review/supervisor-md.ts';
import { makeDirs } from '../state/dirs.ts';
import { HOSTS, type HostName, placesOf } from './settings.ts';

export interface Finding {
  readonly level: 'ok' | 'note' | 'error';
  readonly text: string;
}

type Env = Readonly<Record<string, string | undefined>>;
type Check = (env: Env) => Promise<Finding[]>;

const ok = (text: string): Finding => ({ level: 'ok', text });
const note = (text: string): Finding => ({ level: 'note', text });
const error = (text: string): Finding => ({ level: 'error', text });

const configured: Check = async (env) => {
  const config = configOf(env);
  return [config instanceof Error ? error(config.message) : ok('the configuration can be read')];
};

const switchedOn: Check = async (env) =>
  readMode(placeOf(env).mode).on ? [] : [note('supervisor mode is off: "ccc supervisor-mode on"')];

const writable: Check = async (env) => {
  const probe = join(placeOf(env).sessions, 'doctor.probe');
  try {
    makeDirs(dirname(probe));
    writePrivate(probe, 'x');
    rmSync(probe);
    return [ok('state can be kept')];
  } catch (problem) {
    return [error(`state cannot be kept, so nothing is reviewed: ${(problem as Error).message}`)];
  }
};

const instructed: Check = async (env) => {
  try {
    const place = placeOf(env);
    const { from, note: why } = readInstructions(place.instructions, process.cwd(), homeOf(env));
    return [ok(`the reviewer's instructions are ${from}`), ...(why ? [note(why)] : [])];
  } catch (problem) {
    return [error((problem as Error).message)];
  }
};

const reviewer: Check = async (env) => {
  const config = configOf(env);
  return config instanceof Error ? [] : REVIEWERS[config.reviewer.type](env, config);
};

const REVIEWERS: Record<
  Config['reviewer']['type'],
  (env: Env, config: Config) => Promise<Finding[]>
> = {
  command: async () => [ok('the reviewer is a command')],
  claude: async (env) =>
    onPath('claude', env)
      ? [ok('the reviewer is claude, which is on the PATH')]
      : [error('the reviewer is claude, which is not on the PATH')],
  agent: async () => {
    const name = 'wave-agent-sdk';
    const found = await import(name).then(
      () => true,
      () => false,
    );
    return found
      ? [ok('the reviewer is our own agent')]
      : [
          error(
            `the reviewer is our own agent, and ${name} cannot be loaded: see docs/supervisor.md`,
          ),
        ];
  },
};

const installed: Check = async (env) => {
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
    const stop = found[0]?.places.every(
      ({ entry }) => Number(entry['timeout'] ?? 60) * 1000 > timeoutMs,
    );
    return stop
      ? [ok(`${HOSTS[host].name} has the hooks`), ...(host === 'claude' ? claudeCap(env) : [])]
      : [error(`${file}: the hook's timeout ends before the review's: install again`)];
  } catch (problem) {
    return [error((problem as Error).message)];
  }
}

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

function configOf(env: Env): Config | Error {
  try {
    return readConfig(placeOf(env).config);
  } catch (problem) {
    return problem as Error;
  }
}

function onPath(name: string, env: Env): boolean {
  return (env['PATH'] ?? '').split(delimiter).some((dir) => {
    try {
      accessSync(join(dir, name), constants.X_OK);
      return true;
    } catch {
      return false;
    }
  });
}

/** In the order in which a person would mend things. */
export const CHECKS: readonly Check[] = [
  configured,
  switchedOn,
  writable,
  instructed,
  reviewer,
  installed,
];
