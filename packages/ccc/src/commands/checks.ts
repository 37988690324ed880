import { appendFileSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { writePrivate } from '@wavehooks/process/files';
import type { Config } from '../config/config.ts';
import { readMode } from '../config/mode.ts';
import { homeOf, placeOf } from '../config/place.ts';
import { readInstructions } from '../review/supervisor-md.ts';
import { forReviewer } from '../reviewer/agent.ts';
import { makeDirs } from '../state/dirs.ts';
import { claudeFindings } from './claude-check.ts';
import { type Check, configOf, type Env, error, type Finding, note, ok } from './finding.ts';
import { installed } from './host-checks.ts';

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

/** A verdict stands without its line in the log; this check reports it. */
const logged: Check = async (env) => {
  try {
    appendFileSync(placeOf(env).log, '', { mode: 0o600 });
    return [];
  } catch (problem) {
    return [error(`the log cannot be written: ${(problem as Error).message}`)];
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
  claude: claudeFindings,
  agent: async (env, config) => {
    const { resolveModel } = await import('@wavehooks/agent-sdk');
    const model = resolveModel({ model: config.model, env });
    return typeof model === 'string'
      ? [error(`the reviewer is our own agent, and it has no model: ${forReviewer(model)}`)]
      : [ok(`the reviewer is our own agent, on ${model.id}`)];
  },
};

/** In the order in which a person would mend things. */
export const CHECKS: readonly Check[] = [
  configured,
  switchedOn,
  writable,
  logged,
  instructed,
  reviewer,
  installed,
];
