import type { Call, HookRun, Moment } from '../src/trace/build/trace.ts';
import { idleOf } from './idle.ts';
import { Facts, Go, Text } from './parts.tsx';
import { current, runsOf, spans } from './state.ts';
import { askedOf, duration, labelOf, shortPath, stateOf } from './words.ts';

/** The hooks of a call or a moment: those that ran, and those that did not match. */
export function Runs({ span, when }: { span: Call | Moment; when: (event: string) => boolean }) {
  const all = runsOf(span.id).filter(({ event }) => when(event));
  const idle = idleOf(span, all).filter(({ event }) => when(event));
  return (
    <>
      {all.length === 0 && <p class="empty">No hook ran.</p>}
      {all.map((run) => (
        <Run key={run.id} run={run} isOpen={run.failed || run.decision !== 'none'} />
      ))}
      {idle.length > 0 && (
        <details class="hook">
          <summary>{idle.length === 1 ? '1 hook' : `${idle.length} hooks`} did not match</summary>
          <Facts rows={idle.map(({ hook, why }) => [hook, why])} />
        </details>
      )}
    </>
  );
}

export function Run({ run, isOpen }: { run: HookRun; isOpen: boolean }) {
  const parent = run.parent === undefined ? undefined : spans.value.get(run.parent);
  return (
    <details class="hook" open={isOpen}>
      <summary>
        <strong>{run.hook}</strong> {stateOf(run)} · {duration(run.ms)}
      </summary>
      <Facts
        rows={[
          ['event', run.tool ? `${run.event} ${run.tool}` : run.event],
          ['from', shortPath(run.source)],
          ['matched', run.matched ?? 'the log does not say why'],
          ['ended', run.outcome],
          ['asked for', askedOf(run)],
          ...run.said.map(({ to, text }) => [SAID[to], text] as const),
        ]}
      />
      <Stream name="stdout" text={run.stdout} />
      <Stream name="stderr" text={run.stderr} />
      {parent && parent.is !== 'turn' && current.value === run && (
        <Go to={parent.id}>Show {labelOf(parent)}</Go>
      )}
    </details>
  );
}

const SAID = { agent: 'to the agent', user: 'to you', context: 'context' } as const;

const Stream = ({ name, text }: { name: string; text: string | undefined }) =>
  text ? (
    <>
      <h4>{name}</h4>
      <Text text={text} />
    </>
  ) : null;
