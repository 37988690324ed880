import type { ComponentChildren } from 'preact';
import type { Call, HookRun, Moment, Span } from '../src/trace/build/trace.ts';
import { Changes } from './changes.tsx';
import { current, runsOf, selected, spans, trace } from './state.ts';
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
        <Runs id={call.id} />
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

function MomentSteps({ moment }: { moment: Moment }) {
  return (
    <ol class="steps">
      <Step title="What its hooks said">
        <Runs id={moment.id} />
      </Step>
      {moment.after !== undefined && (
        <Step title={`The text after ${moment.rewrittenBy?.join(', ') ?? 'hooks'}`}>
          <Text text={moment.after} />
        </Step>
      )}
      <WhatIf span={moment} />
    </ol>
  );
}

const Step = ({ title, children }: { title: string; children: ComponentChildren }) => (
  <li>
    <h3>{title}</h3>
    {children}
  </li>
);

function Runs({ id }: { id: string }) {
  const all = runsOf(id);
  if (all.length === 0) return <p class="empty">No hook matched.</p>;
  return (
    <>
      {all.map((run) => (
        <Run key={run.id} run={run} isOpen={run.failed || run.decision !== 'none'} />
      ))}
    </>
  );
}

function Run({ run, isOpen }: { run: HookRun; isOpen: boolean }) {
  const parent = run.parent === undefined ? undefined : spans.value.get(run.parent);
  return (
    <details class="hook" open={isOpen}>
      <summary>
        <strong>{run.hook}</strong> {stateOf(run)} · {duration(run.ms)}
      </summary>
      <Facts
        rows={[
          ['event', run.tool ? `${run.event} ${run.tool}` : run.event],
          ['from', run.source],
          ['matched', run.matched ?? 'every call'],
          ['ended', run.outcome],
          ['asked for', run.rewrote ? `${run.decision}, and a rewrite` : run.decision],
          ...run.said.map(({ to, text }) => [SAID[to], text] as const),
        ]}
      />
      <Stream name="stdout" text={run.stdout} />
      <Stream name="stderr" text={run.stderr} />
      {parent && parent.is !== 'turn' && current.value === run && (
        <button
          type="button"
          onClick={() => {
            selected.value = parent.id;
          }}
        >
          Show {labelOf(parent)}
        </button>
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

const Facts = ({ rows }: { rows: readonly (readonly [string, string])[] }) => (
  <dl>
    {rows.map(([name, value]) => (
      <div key={name}>
        <dt>{name}</dt>
        <dd>{value}</dd>
      </div>
    ))}
  </dl>
);

const Text = ({ text }: { text: string }) => (
  <pre>
    <code>{text}</code>
  </pre>
);

function Value({ value }: { value: unknown }) {
  if (value === undefined)
    return (
      <p class="empty">
        {trace.value.withContent
          ? 'Nothing.'
          : 'Left out. "wave trace --with-content" includes it.'}
      </p>
    );
  return <Text text={pretty(value)} />;
}

const pretty = (value: unknown): string =>
  typeof value === 'string' ? value : (JSON.stringify(value, null, 2) ?? '');
