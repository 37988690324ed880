import { type Config, ConfigError, readConfig } from '../config/config.ts';
import { writeLog } from '../state/log.ts';
import type { Redact } from '../state/session.ts';
import type { State } from '../state/state.ts';
import { conclude, type End } from './conclude.ts';
import { type Job, supervise } from './supervise.ts';
import { TEXTS } from './texts.ts';

/** An event and everything around it, before anybody looked at the configuration. */
export type Case = Omit<Job, 'config'>;

/** Counts, reviews, keeps, logs. undefined when nobody waits for the answer any more. */
export async function handle(one: Case, redact: Redact): Promise<End | undefined> {
  const began = performance.now();
  // Counted before anything else can go wrong.
  const state = await one.session.count();
  const handled = await judge(one, state, redact);
  if (!handled) return undefined;
  const { end, iteration } = handled;
  writeLog(one.place.log, {
    at: new Date().toISOString(),
    session: state.session,
    id: redact(one.id).slice(0, 200),
    event: one.input.event,
    iteration,
    verdict: end.verdict,
    reason: redact(end.reason).slice(0, 4_000),
    ms: Math.round(performance.now() - began),
  });
  return end;
}

interface Handled {
  readonly end: End;
  readonly iteration: number;
}

async function judge(one: Case, state: State, redact: Redact): Promise<Handled | undefined> {
  const config = configIn(one.place.config);
  if (config instanceof ConfigError) return { end: misconfigured(config), iteration: state.count };
  const job = { ...one, config };
  return supervise(job, state, async (result, iteration) =>
    result === 'host gone'
      ? undefined
      : { end: await conclude(job, result, iteration, redact), iteration },
  );
}

export function configIn(file: string): Config | ConfigError {
  try {
    return readConfig(file);
  } catch (error) {
    if (error instanceof ConfigError) return error;
    throw error;
  }
}

/** Nobody was asked, so it is no broken review: once the file is right, reviews go on at once. */
function misconfigured({ message }: ConfigError): End {
  const text = TEXTS.broken(message);
  return { stderr: text, code: 1, verdict: 'broken', reason: text };
}
