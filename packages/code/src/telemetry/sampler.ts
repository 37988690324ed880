import {
  AlwaysOffSampler,
  AlwaysOnSampler,
  ParentBasedSampler,
  type Sampler,
  TraceIdRatioBasedSampler,
} from '@opentelemetry/sdk-trace';
import type { Env } from './settings.ts';

/** By the names of the standard. */
const SAMPLERS: Readonly<Record<string, (ratio: number) => Sampler>> = {
  always_on: () => new AlwaysOnSampler(),
  always_off: () => new AlwaysOffSampler(),
  traceidratio: (ratio) => new TraceIdRatioBasedSampler(ratio),
  parentbased_always_on: () => new ParentBasedSampler({ root: new AlwaysOnSampler() }),
  parentbased_always_off: () => new ParentBasedSampler({ root: new AlwaysOffSampler() }),
  parentbased_traceidratio: (ratio) =>
    new ParentBasedSampler({ root: new TraceIdRatioBasedSampler(ratio) }),
};

const STANDARD = 'parentbased_always_on';

/** Which traces are kept. */
export function samplerOf(env: Env, tell: (problem: string) => void): Sampler {
  const name = env['OTEL_TRACES_SAMPLER']?.trim().toLowerCase() || STANDARD;
  const known = Object.hasOwn(SAMPLERS, name) ? SAMPLERS[name] : undefined;
  if (!known)
    tell(`OTEL_TRACES_SAMPLER: expected one of ${Object.keys(SAMPLERS).join(', ')}, got "${name}"`);
  const given = env['OTEL_TRACES_SAMPLER_ARG']?.trim() || '1';
  const ratio = Number(given);
  const fits = ratio >= 0 && ratio <= 1;
  if (!fits) tell(`OTEL_TRACES_SAMPLER_ARG: expected a number from 0 to 1, got "${given}"`);
  return (known ?? SAMPLERS[STANDARD] ?? always)(fits ? ratio : 1);
}

const always = () => new AlwaysOnSampler();
