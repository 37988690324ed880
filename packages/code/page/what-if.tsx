import { useSignal } from '@preact/signals';
import type { Call, Moment } from '../src/trace/build/trace.ts';
import { idleOf } from './idle.ts';
import { scenarioOf } from './scenario.ts';
import { live, runsOf, trace } from './state.ts';

/** The same event once more: through the settings of today, or as a test. */
export function WhatIf({ span }: { span: Call | Moment }) {
  const answer = useSignal<string | undefined>(undefined);
  const runs = runsOf(span.id);
  const scenario = scenarioOf(span, runs, idleOf(span, runs), trace.value.project);
  const server = live.value;
  const ask = async ({ whatIf }: NonNullable<typeof server>) => {
    answer.value = 'running …';
    answer.value = await whatIf(span.id).catch((error: Error) => error.message);
  };
  return (
    <li>
      <h3>What if</h3>
      {server && (
        <button type="button" onClick={() => void ask(server)}>
          Run it through the settings of today
        </button>
      )}
      {answer.value !== undefined && <pre>{answer.value}</pre>}
      {scenario ? (
        <a
          class="button"
          download={scenario.file}
          href={`data:application/json;charset=utf-8,${encodeURIComponent(scenario.text)}`}
        >
          Save as a scenario
        </a>
      ) : (
        <p class="empty">
          A scenario needs the content of the event, which --without-content left out.
        </p>
      )}
    </li>
  );
}
