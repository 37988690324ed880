import { type Command, readFlags, UsageError } from '../cli/command.ts';
import { oneLine, shortened } from '../cli/text.ts';
import { type Config, ConfigError, readConfig } from '../config/config.ts';
import { readMode } from '../config/mode.ts';
import { placeOf } from '../config/place.ts';
import { sumOf } from '../state/cost.ts';
import type { Spent, State } from '../state/state.ts';
import { allSessions } from './sessions.ts';

const USAGE = 'usage: ccc status [--all] [--json]';
const SHOWN = 20;

/** `ccc status`: what the supervisor knows of its sessions. */
export const status: Command = async (args, io) => {
  const flags = { json: { type: 'boolean' }, all: { type: 'boolean' } } as const;
  const values = readFlags(args, flags, USAGE);
  const place = placeOf(io.env);
  const mode = readMode(place.mode);
  const config = configOf(place.config);
  const { states, unreadable } = allSessions(place.sessions);
  const shown = values.all ? states : states.slice(0, SHOWN);
  if (values.json) {
    io.out(`${JSON.stringify({ mode: mode.on ? 'on' : 'off', sessions: shown, unreadable })}\n`);
    return 0;
  }
  io.out(`supervisor mode: ${mode.on ? 'on' : 'off'}, reviewer: ${config.reviewer.type}\n`);
  if (shown.length === 0) io.out('no sessions yet\n');
  const total = totalOf(states);
  if (total) io.out(`all sessions: ${spentText(total)}\n`);
  for (const state of shown) io.out(`${lineOf(state, config, mode.since)}\n`);
  if (states.length > shown.length) io.out(`${states.length - shown.length} more (--all)\n`);
  for (const name of unreadable) io.out(`corrupt: ${place.sessions}/${name}\n`);
  return 0;
};

function configOf(file: string): Config {
  try {
    return readConfig(file);
  } catch (error) {
    throw error instanceof ConfigError ? new UsageError(error.message) : error;
  }
}

function lineOf(
  { session, count, last, resting, cost }: State,
  config: Config,
  awake: number,
): string {
  const rests = resting !== undefined && resting > awake ? '  paused' : '';
  const end = last ? `  ${last.at}  ${last.event} ${last.verdict}: ${brief(last.reason)}` : '';
  const spent = cost ? `  ${spentText(cost)}` : '';
  return `${oneLine(session)}  ${count} of ${config.maxIterations}${rests}${spent}${end}`;
}

/** What is not known is left out. */
function spentText({ reviews, tokens, usd }: Spent): string {
  return [
    `${reviews} ${reviews === 1 ? 'review' : 'reviews'}`,
    ...(tokens === undefined ? [] : [`${tokens.toLocaleString('en-US')} tokens`]),
    ...(usd === undefined ? [] : [`$${usd.toFixed(4)}`]),
  ].join(', ');
}

const totalOf = (states: readonly State[]): Spent | undefined =>
  states
    .flatMap(({ cost }) => cost ?? [])
    .reduce<Spent | undefined>(
      (sum, one) => ({ ...sumOf(sum, one), reviews: (sum?.reviews ?? 0) + one.reviews }),
      undefined,
    );

const brief = (reason: string) => shortened(oneLine(reason), 100);
