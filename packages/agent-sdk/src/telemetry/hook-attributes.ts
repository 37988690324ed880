import type { Attributes } from '@opentelemetry/api';
import type { Entry, RunEvent, RunInfo } from '@wavehooks/hooks';
import { strongestOf } from '@wavehooks/hooks';
import { matcherText } from '@wavehooks/hooks/vocabulary';
import { isFailure } from '@wavehooks/settings/log';
import type { Redact } from './attributes.ts';

export type Decided = Extract<RunEvent, { is: 'decided' | 'late' }>;
export type Ran = Decided['hooks'][number];

/** What is known of a run when it begins. */
export const startAttributes = (info: RunInfo, redact: Redact): Attributes => ({
  'wave.hook.event': info.event,
  // Without a name it goes by the start of its command, which may hold anything.
  'wave.hook.name': redact(info.hook),
  'wave.hook.source': redact(info.source),
  'wave.hook.type': info.handler,
  ...(info.async ? { 'wave.hook.async': true } : {}),
});

/** How it ended, and what it asked for. Nothing that it read or printed. */
export const endAttributes = ({ run, effects }: Ran): Attributes => ({
  'wave.hook.outcome': run.outcome.is,
  'wave.hook.duration': run.ms / 1000,
  'wave.hook.decision': strongestOf(effects),
  ...('code' in run.outcome && typeof run.outcome.code === 'number'
    ? { 'wave.hook.exit_code': run.outcome.code }
    : {}),
  ...('status' in run.outcome ? { 'wave.hook.http_status': run.outcome.status } : {}),
  ...(effects.some((effect) => effect.do === 'rewrite') ? { 'wave.hook.rewrote': true } : {}),
  ...(isFailure(run.outcome) ? { 'error.type': run.outcome.is } : {}),
});

/** What the hooks of an event came to. */
export const verdictAttributes = ({ event, verdict }: Decided, redact: Redact): Attributes => ({
  'wave.hook.event': event,
  'wave.hook.decision': verdict.decision,
  ...(verdict.decidedBy.length > 0
    ? { 'wave.hook.decided_by': [...new Set(verdict.decidedBy)].map(redact) }
    : {}),
});

/** A hook that is in force as a session begins. `hash`: of its entry, and of its files as they were approved. */
export const installedAttributes = (
  { label, event, source, matcher, handler }: Entry,
  hash: string,
  redact: Redact,
): Attributes => ({
  'wave.hook.name': redact(label),
  'wave.hook.event': event,
  'wave.hook.source': redact(source),
  'wave.hook.type': handler.type,
  'wave.hook.matcher': redact(matcherText(matcher)),
  'wave.hook.hash': hash,
});
