import type { Call, Request, Span, Turn } from '../src/trace/build/trace.ts';
import { CallStrip } from './call-strip.tsx';
import { Changes } from './changes.tsx';
import { MomentSteps } from './moment-steps.tsx';
import { outcomesOf } from './outcomes.ts';
import { Overview } from './overview.tsx';
import { Facts, Go, pretty, Step, Text, Value } from './parts.tsx';
import { Run, Runs } from './runs.tsx';
import { answerOf, current, runsOf, showOverview, spans, trace } from './state.ts';
import { isBefore } from './strip.ts';
import { WhatIf } from './what-if.tsx';
import { duration, labelOf, laneName, money, shortPath, stateOf } from './words.ts';

/** All that is known of the span that is selected. */
export function Detail() {
  const span = current.value;
  return (
    <section class="detail" aria-label="Details" aria-live="polite">
      {span ? <Known span={span} /> : <Overview />}
    </section>
  );
}

function Known({ span }: { span: Span }) {
  const start = trace.value.lanes.find(({ id }) => id === span.lane)?.call;
  return (
    <>
      <button type="button" class="back" onClick={showOverview}>
        Overview
      </button>
      <h2>{labelOf(span)}</h2>
      <p class="facts">
        {stateOf(span)} · {duration(span.ms)} · {duration(span.at)} after the start
      </p>
      {start !== undefined && (
        <p>
          {laneName(span.lane)}, <Go to={start}>started by this call</Go>
        </p>
      )}
      {span.is === 'turn' && <TurnSaid turn={span} />}
      {span.is === 'request' && <RequestSteps request={span} />}
      {span.is === 'call' && <CallStrip call={span} />}
      {span.is === 'call' && <CallSteps call={span} />}
      {span.is === 'moment' && <MomentSteps moment={span} />}
      {span.is === 'run' && <Run run={span} isOpen />}
    </>
  );
}

/** What was asked, and how it was answered. */
function TurnSaid({ turn }: { turn: Turn }) {
  const answer = answerOf(turn);
  return (
    <ol class="steps">
      <Step title="The prompt">
        <Value value={turn.prompt} />
      </Step>
      {answer !== undefined && (
        <Step title="The last answer">
          <Text text={answer} />
        </Step>
      )}
      {turn.cost !== undefined && (
        <Step title="What it cost">
          <p>{money(turn.cost)}</p>
        </Step>
      )}
    </ol>
  );
}

/** What the model wrote and asked for, and what that cost. */
function RequestSteps({ request }: { request: Request }) {
  const { said, calls = [], model, input, cached, output, cost } = request;
  return (
    <ol class="steps">
      {said !== undefined && (
        <Step title="What the model wrote">
          <Text text={said} />
        </Step>
      )}
      {calls.length > 0 && (
        <Step title="What it asked for">
          <ul class="list">
            {calls
              .flatMap((id) => spans.value.get(id) ?? [])
              .map((call) => (
                <li key={call.id}>
                  <Go to={call.id}>{labelOf(call)}</Go> <small>{stateOf(call)}</small>
                </li>
              ))}
          </ul>
        </Step>
      )}
      <Step title="What it cost">
        <Facts
          rows={[
            ['model', model],
            [
              'tokens read',
              `${input.toLocaleString('en')} (${cached.toLocaleString('en')} cached)`,
            ],
            ['tokens written', output.toLocaleString('en')],
            ['cost', cost === undefined ? 'unknown' : money(cost)],
          ]}
        />
      </Step>
    </ol>
  );
}

/** The way of a call, from the model to its result. */
function CallSteps({ call }: { call: Call }) {
  const { permission, ran, sent, result } = call;
  return (
    <ol class="steps">
      <Step title="What the model sent">
        <Sent value={sent} />
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
              ...(permission.where ? [['where', shortPath(permission.where)] as const] : []),
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

/** An edit is what it changes. */
function Sent({ value }: { value: unknown }) {
  const { old_string: before, new_string: after, ...rest } = Object(value ?? {});
  if (typeof before !== 'string' || typeof after !== 'string') return <Value value={value} />;
  return (
    <>
      <Value value={rest} />
      <Changes before={before} after={after} />
    </>
  );
}

function ranText(call: Call): string {
  if (outcomesOf(call).includes('blocked')) return 'Nothing.';
  if (call.interrupted) return 'It was interrupted.';
  if (call.success === undefined) return 'Nothing is known of its end.';
  const what = call.ran === undefined ? 'What the model sent.' : 'What hooks made of it.';
  return call.success ? what : `${what} It failed.`;
}
