import type { Call, Span } from '../src/trace/build/trace.ts';
import { Changes } from './changes.tsx';
import { MomentSteps } from './moment-steps.tsx';
import { Facts, pretty, Step, Text, Value } from './parts.tsx';
import { Run, Runs } from './runs.tsx';
import { current, runsOf } from './state.ts';
import { WhatIf } from './what-if.tsx';
import { duration, labelOf, stateOf } from './words.ts';

/** All that is known of the span that is selected. */
export function Detail() {
  const span = current.value;
  return (
    <section class="detail" aria-label="Details" aria-live="polite">
      {span ? <Known span={span} /> : <p class="empty">Select a line to see why it came out so.</p>}
    </section>
  );
}

function Known({ span }: { span: Span }) {
  return (
    <>
      <h2>{labelOf(span)}</h2>
      <p class="facts">
        {stateOf(span)} · {duration(span.ms)} · {duration(span.at)} after the start
      </p>
      {span.is === 'turn' && span.prompt !== undefined && <Text text={span.prompt} />}
      {span.is === 'request' && (
        <Facts
          rows={[
            ['model', span.model],
            ['tokens read', String(span.input)],
            ['of these from the cache', String(span.cached)],
            ['tokens written', String(span.output)],
            ['cost', span.cost === undefined ? 'unknown' : `$${span.cost.toFixed(4)}`],
          ]}
        />
      )}
      {span.is === 'call' && <CallSteps call={span} />}
      {span.is === 'moment' && <MomentSteps moment={span} />}
      {span.is === 'run' && <Run run={span} isOpen />}
    </>
  );
}

/** The way of a call, from the model to its result. */
function CallSteps({ call }: { call: Call }) {
  const { permission, ran, sent, result } = call;
  return (
    <ol class="steps">
      <Step title="What the model sent">
        <Value value={sent} />
      </Step>
      <Step title="What its hooks said">
        <Runs span={call} when={isBefore} />
      </Step>
      {ran !== undefined && (
        <Step title={`What hooks made of it (${call.rewrittenBy?.join(', ') ?? 'hooks'})`}>
          <Changes before={pretty(sent)} after={pretty(ran)} />
        </Step>
      )}
      {permission && (
        <Step title="Permission">
          <Facts
            rows={[
              ['answer', permission.answer],
              ['row of the table', `${permission.row}: ${permission.text}`],
              ['decided by', permission.by],
              ...(permission.where ? [['where', permission.where] as const] : []),
              ...(call.waited ? [['waited for you', duration(call.waited)] as const] : []),
            ]}
          />
        </Step>
      )}
      <Step title="What ran">
        <p>{ranText(call)}</p>
      </Step>
      {runsOf(call.id).some(({ event }) => !isBefore(event)) && (
        <Step title="What its hooks said of the result">
          <Runs span={call} when={(event) => !isBefore(event)} />
        </Step>
      )}
      <Step title="What came back">
        {call.resultRewrittenBy && (
          <p>
            Rewritten by {call.resultRewrittenBy.join(', ')}. What was there before is not kept.
          </p>
        )}
        <Value value={result} />
      </Step>
      <WhatIf span={call} />
    </ol>
  );
}

/** Which hooks judge a call before it runs. */
const isBefore = (event: string): boolean =>
  event === 'PreToolUse' || event === 'PermissionRequest';

function ranText(call: Call): string {
  if (stateOf(call) === 'did not run') return 'Nothing.';
  if (call.success === undefined) return 'Nothing is known of its end.';
  const what = call.ran === undefined ? 'What the model sent.' : 'What hooks made of it.';
  return call.success ? what : `${what} It failed.`;
}
